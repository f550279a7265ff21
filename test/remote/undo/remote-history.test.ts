/** Tests the history of a remote workspace over HTTP: what is recorded, and what an undo brings back. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type BudgetApi, operationNames, operations, type WriteOperation } from '../../../src/contract/api.ts'
import { type TestRemote, withRemote } from '../../support/remote-history.ts'

/** The ids of what every scenario starts with. */
interface Start {
  checking: string
  savings: string
  card: string
  purse: string
  schedule: string
  group: string
  groceries: string
  fun: string
  bakery: string
  kiosk: string
  transaction: string
  split: string
  transfer: string
}

async function prepare(api: BudgetApi): Promise<Start> {
  const account = async (name: string, type: 'banking_checking' | 'banking_savings' | 'credit_credit_card') =>
    (
      await api.createAccount({
        body: { name, type, initial_balance: '100', initial_balance_date: '2026-11-01' },
      })
    ).account.id
  const checking = await account('Checking', 'banking_checking')
  const savings = await account('Savings', 'banking_savings')
  const card = await account('Card', 'credit_credit_card')
  const purse = (await api.createAccount({ body: { name: 'Purse', type: 'banking_cash' } })).account.id
  const group = (await api.createCategoryGroup({ body: { name: 'Daily' } })).category_group.id
  const category = async (name: string) =>
    (await api.createCategory({ body: { name, group_id: group } })).category.id
  const [groceries, fun] = [await category('Groceries'), await category('Fun')]
  const merchant = async (name: string) => (await api.createMerchant({ body: { name } })).merchant.id
  const [bakery, kiosk] = [await merchant('Bakery'), await merchant('Kiosk')]
  const book = async (draft: object) => {
    const transaction = { account_id: checking, date: '2026-11-05', merchant_id: bakery, ...draft }
    return (await api.createTransactions({ body: { transaction } })).transaction?.id ?? ''
  }
  const transaction = await book({ amount: '-7', category_id: groceries, notes: 'rolls' })
  const splits = [
    { amount: '-3', category_id: groceries, notes: 'bread' },
    { amount: '-2', ready_to_assign: true },
    { amount: '-1' },
  ]
  const split = await book({ splits })
  const pair = await api.createTransactions({
    body: {
      transaction: {
        type: 'transfer',
        from_account_id: checking,
        to_account_id: savings,
        amount: '5',
        date: '2026-11-06',
      },
    },
  })
  const transfer = pair.transactions?.[0]?.id ?? ''
  await api.assignCategory({ month: '2026-11', category_id: groceries, body: { assigned: '20' } })
  const schedule = (await api.createSchedule({ body: draftSchedule(checking) })).schedule.id
  return {
    checking,
    savings,
    card,
    purse,
    schedule,
    group,
    groceries,
    fun,
    bakery,
    kiosk,
    transaction,
    split,
    transfer,
  }
}

/** Everything the API shows, without the moments of the last change. */
async function readState(api: BudgetApi): Promise<unknown> {
  const state = {
    accounts: await api.listAccounts({ query: { include_closed: true } }),
    categories: await api.listCategories({}),
    merchants: await api.listMerchants({}),
    schedules: await api.listSchedules({}),
    transactions: await api.listTransactions({ query: { limit: 500 } }),
    months: [await api.getMonth({ month: '2026-11' }), await api.getMonth({ month: '2026-12' })],
  }
  return JSON.parse(JSON.stringify(state, (key, value) => (key === 'updated_at' ? undefined : value)))
}

/** What a command reads before its writes, as the name cache and the commands do. */
async function readNames(api: BudgetApi): Promise<void> {
  await api.listAccounts({ query: { include_closed: true } })
  await api.listCategories({})
  await api.listMerchants({})
}

interface Scenario {
  write: (api: BudgetApi, start: Start) => Promise<unknown>
  /** What cannot come back. */
  lost?: string[]
  /** The state is not the same afterwards, because something is created anew or stays. */
  isPartial?: true
  /** The requests of the undo: what is read to compare, and what is sent. */
  requests: string[]
}

const read = async (api: BudgetApi, transaction_id: string): Promise<void> => {
  await api.getTransaction({ transaction_id })
}

const draftSchedule = (account_id: string) =>
  ({
    ...{ account_id, merchant_name: 'Kiosk', amount: '-10', first_date: '2026-12-01' },
    every: { count: 1, unit: 'month' },
  }) as const

// The record is total: a write operation without an undo is not in the history of a remote profile.
const scenarios: Readonly<Record<WriteOperation, Record<string, Scenario>>> = {
  createAccount: {
    'without a balance': {
      write: (api) => api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } }),
      requests: ['GET /accounts', 'GET /transactions', 'DELETE /accounts/ID'],
    },
    'with an opening balance': {
      write: (api) =>
        api.createAccount({ body: { name: 'Cash', type: 'banking_cash', initial_balance: '12.5' } }),
      requests: ['GET /accounts', 'GET /transactions', 'DELETE /transactions/ID', 'DELETE /accounts/ID'],
    },
  },
  updateAccount: {
    'name and notes': {
      write: async (api, { checking }) => {
        await api.getAccount({ account_id: checking })
        return api.updateAccount({ account_id: checking, body: { name: 'Giro', notes: 'new' } })
      },
      requests: ['GET /accounts', 'PATCH /accounts/ID'],
    },
    reopened: {
      write: async (api, { card }) => {
        await api.updateAccount({ account_id: card, body: { closed: true } })
        await api.updateAccount({ account_id: card, body: { closed: false } })
      },
      lost: [
        'The cleared transactions of Card are marked reconciled when it is closed',
        'The transactions of Card that were marked reconciled when it was closed stay reconciled',
      ],
      isPartial: true,
      requests: ['GET /accounts', 'PATCH /accounts/ID', 'PATCH /accounts/ID'],
    },
  },
  deleteAccount: {
    'of an unused account': {
      write: (api, { purse }) => api.deleteAccount({ account_id: purse }),
      lost: ['The account Purse comes back as a new one, without its notes and its deleted transactions'],
      isPartial: true,
      requests: ['POST /accounts'],
    },
  },
  assignCategory: {
    twice: {
      write: async (api, { groceries, fun }) => {
        await api.getMonth({ month: '2026-11' })
        await api.assignCategory({ month: '2026-11', category_id: groceries, body: { assigned: '30' } })
        await api.assignCategory({ month: '2026-11', category_id: fun, body: { assigned: '-4.5' } })
        await api.assignCategory({ month: '2026-11', category_id: groceries, body: { assigned: '31' } })
      },
      requests: [
        'GET /months/2026-11',
        'PATCH /months/2026-11/categories/ID',
        'PATCH /months/2026-11/categories/ID',
        'PATCH /months/2026-11/categories/ID',
      ],
    },
  },
  createTransactions: {
    one: {
      write: (api, { checking }) =>
        api.createTransactions({
          body: { transaction: { account_id: checking, date: '2026-11-07', amount: '-1' } },
        }),
      requests: ['GET /transactions/ID', 'DELETE /transactions/ID'],
    },
    'a transfer': {
      write: (api, { checking, savings }) =>
        api.createTransactions({
          body: {
            transaction: {
              type: 'transfer',
              from_account_id: checking,
              to_account_id: savings,
              amount: '9',
              date: '2026-11-07',
            },
          },
        }),
      requests: ['GET /transactions', 'DELETE /transactions/ID'],
    },
    'a batch': {
      write: (api, { checking }) =>
        api.createTransactions({
          body: {
            transactions: ['-1', '-2', '-3', '-4'].map((amount) => ({
              account_id: checking,
              date: '2026-11-07',
              amount,
            })),
          },
        }),
      requests: ['GET /transactions', ...Array.from({ length: 4 }, () => 'DELETE /transactions/ID')],
    },
  },
  updateTransaction: {
    'every plain field': {
      write: async (api, { transaction, savings, kiosk }) => {
        await read(api, transaction)
        await api.updateTransaction({
          transaction_id: transaction,
          body: {
            date: '2026-10-31',
            amount: '-8',
            account_id: savings,
            merchant_id: kiosk,
            notes: null,
            status: 'pending',
            review_status: 'reviewed',
          },
        })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID'],
    },
    'a category': {
      write: async (api, { transaction, fun }) => {
        await read(api, transaction)
        await api.updateTransaction({ transaction_id: transaction, body: { category_id: fun } })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID'],
    },
    'a category to Ready to Assign and then to nothing': {
      write: async (api, { transaction }) => {
        await read(api, transaction)
        await api.updateTransaction({ transaction_id: transaction, body: { ready_to_assign: true } })
        await api.updateTransaction({ transaction_id: transaction, body: { ready_to_assign: false } })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID', 'PATCH /transactions/ID'],
    },
    'a single row that is split': {
      write: async (api, { transaction, fun }) => {
        await read(api, transaction)
        await api.updateTransaction({
          transaction_id: transaction,
          body: { splits: [{ amount: '-1', category_id: fun }, { amount: '-2' }] },
        })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID'],
    },
    'a split row that becomes single': {
      write: async (api, { split, fun }) => {
        await read(api, split)
        await api.updateTransaction({
          transaction_id: split,
          body: { splits: null, amount: '-9', category_id: fun },
        })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID'],
    },
    'a split row with other lines': {
      write: async (api, { split, fun }) => {
        await read(api, split)
        await api.updateTransaction({
          transaction_id: split,
          body: { splits: [{ amount: '-3', category_id: fun, notes: 'x' }] },
        })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID'],
    },
    'a transfer': {
      write: async (api, { transfer }) => {
        await read(api, transfer)
        await api.updateTransaction({
          transaction_id: transfer,
          body: { date: '2026-11-09', amount: '-6', notes: 'more' },
        })
      },
      requests: ['GET /transactions/ID', 'PATCH /transactions/ID'],
    },
  },
  deleteTransaction: {
    one: {
      write: (api, { transaction }) => api.deleteTransaction({ transaction_id: transaction }),
      requests: ['POST /transactions/ID/restore'],
    },
    'a transfer': {
      write: (api, { transfer }) => api.deleteTransaction({ transaction_id: transfer }),
      requests: ['POST /transactions/ID/restore'],
    },
  },
  restoreTransaction: {
    'deleted and restored': {
      write: async (api, { transfer }) => {
        await api.deleteTransaction({ transaction_id: transfer })
        await api.restoreTransaction({ transaction_id: transfer })
      },
      requests: ['GET /transactions', 'DELETE /transactions/ID', 'POST /transactions/ID/restore'],
    },
  },
  createCategory: {
    one: {
      write: (api, { group }) => api.createCategory({ body: { name: 'Books', group_id: group } }),
      requests: ['GET /categories', 'GET /months/2027-11', 'GET /transactions', 'DELETE /categories/ID'],
    },
  },
  updateCategory: {
    'name and archived': {
      write: (api, { fun }) =>
        api.updateCategory({ category_id: fun, body: { name: 'Joy', archived: true } }),
      requests: ['GET /categories', 'PATCH /categories/ID'],
    },
  },
  createSchedule: {
    one: {
      write: (api, { checking }) => api.createSchedule({ body: draftSchedule(checking) }),
      requests: ['GET /schedules', 'DELETE /schedules/ID'],
    },
  },
  updateSchedule: {
    'amount and days': {
      write: async (api, { schedule }) => {
        await api.listSchedules({})
        await api.updateSchedule({
          schedule_id: schedule,
          body: { amount: '-11', first_date: '2026-12-02', days: [2, { nth: 'last', weekday: 'fri' }] },
        })
      },
      requests: ['GET /schedules', 'PATCH /schedules/ID'],
    },
  },
  deleteSchedule: {
    one: {
      write: async (api, { schedule }) => {
        await api.listSchedules({})
        await api.deleteSchedule({ schedule_id: schedule })
      },
      lost: ['Kiosk comes back without the dates that were fulfilled or skipped'],
      isPartial: true,
      requests: ['POST /schedules'],
    },
  },
  updateScheduleDate: {
    skipped: {
      write: async (api, { schedule }) => {
        await api.listSchedules({})
        await api.updateScheduleDate({ schedule_id: schedule, date: '2026-12-01', body: { skipped: true } })
      },
      requests: ['GET /schedules', 'PATCH /schedules/ID/dates/2026-12-01'],
    },
  },
  postScheduleDate: {
    posted: {
      write: (api, { schedule }) =>
        api.postScheduleDate({ schedule_id: schedule, date: '2026-12-01', body: {} }),
      // The date remembers the transaction that was deleted.
      isPartial: true,
      requests: ['GET /transactions/ID', 'DELETE /transactions/ID'],
    },
  },
  deleteCategory: {
    one: {
      write: (api, { fun }) => api.deleteCategory({ category_id: fun }),
      lost: ['The category Fun comes back empty: its transactions and assigned amounts do not'],
      isPartial: true,
      requests: ['POST /categories'],
    },
  },
  createCategoryGroup: {
    'with a category': {
      write: async (api) => {
        const { category_group } = await api.createCategoryGroup({ body: { name: 'Goals' } })
        await api.createCategory({ body: { name: 'House', group_id: category_group.id } })
      },
      lost: ['Group Goals cannot be undone: The service cannot delete a category group'],
      isPartial: true,
      requests: ['GET /categories', 'GET /months/2027-11', 'GET /transactions', 'DELETE /categories/ID'],
    },
  },
  updateCategoryGroup: {
    one: {
      write: (api, { group }) => api.updateCategoryGroup({ group_id: group, body: { name: 'Often' } }),
      requests: ['GET /category_groups', 'PATCH /category_groups/ID'],
    },
  },
  createMerchant: {
    one: {
      write: (api) => api.createMerchant({ body: { name: 'Tailor' } }),
      lost: ['Transactions that have been given the merchant Tailor since then lose it'],
      requests: ['GET /merchants', 'DELETE /merchants/ID'],
    },
  },
  updateMerchant: {
    one: {
      write: (api, { bakery }) => api.updateMerchant({ merchant_id: bakery, body: { name: 'Baker' } }),
      requests: ['GET /merchants', 'PATCH /merchants/ID'],
    },
  },
  deleteMerchant: {
    merged: {
      write: (api, { bakery, kiosk }) =>
        api.deleteMerchant({ merchant_id: bakery, query: { move_to_merchant_id: kiosk } }),
      lost: ['The merchant Bakery comes back without its transactions'],
      isPartial: true,
      requests: ['POST /merchants'],
    },
  },
}

/** Replaces the ids in request lines. */
const maskIds = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/\?.*/, '').replace(/(?<=\/)[a-z]+_[0-9a-z]{20,}/gi, 'ID'))

/** Runs a scenario; returns what it needs to be taken back. */
async function play(remote: TestRemote, { write }: Scenario) {
  const start = await prepare(remote.otherApi)
  await remote.invoke('names', readNames)
  const before = await readState(remote.otherApi)
  const entry = await remote.invoke('the command', async (api) => {
    await readNames(api)
    await write(api, start)
  })
  const after = await readState(remote.otherApi)
  expect(entry).toBe(1)
  return { start, before, after, id: 1 }
}

describe.each(Object.entries(scenarios))('undo of %s', (_name, all) => {
  test.each(Object.entries(all))('%s', async (_title, scenario) => {
    await withRemote(async (remote) => {
      const { before, after, id } = await play(remote, scenario)
      remote.requests.length = 0
      const { plan, result } = await remote.withHistory(async (history) => ({
        plan: await history.planUndo({ id, with_later: false }),
        result: await history.undo({ id, with_later: false }),
      }))
      expect(maskIds(remote.requests)).toEqual(scenario.requests)
      expect(plan.requests).toBe(scenario.requests.length)
      expect(plan.lost).toEqual(scenario.lost ?? [])
      expect(result).toMatchObject({ recorded: [{ id: 2, undoes: 1, undone_by: null }] })
      if (!scenario.isPartial) expect(await readState(remote.otherApi)).toEqual(before)
      // A redo is the undo of the undo.
      const redone = await remote.withHistory((history) => history.undo({ id: 2, with_later: false }))
      expect(redone.recorded).toMatchObject([{ id: 3, undoes: 2 }])
      if (
        !scenario.isPartial &&
        redone.lost.length === 0 &&
        !JSON.stringify(redone.changes).includes('"before":null')
      )
        expect(await readState(remote.otherApi)).toEqual(after)
      const entries = await remote.withHistory((history) => history.list({}))
      expect(entries.map(({ undoes, undone_by }) => [undoes, undone_by])).toEqual([
        [2, null],
        [1, 3],
        [null, null],
      ])
    })
  })
})

test('every write operation of the API has a scenario', () => {
  const writes = operationNames.filter((name) => operations[name].method !== 'GET')
  expect(Object.keys(scenarios).toSorted()).toEqual(writes.toSorted())
})

test('the file of the history is readable by its owner only', async () => {
  await withRemote(async ({ folder }) => {
    expect(statSync(join(folder, 'remote-history.db')).mode & 0o777).toBe(0o600)
  })
})
