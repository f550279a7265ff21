/** Tests that whatever changes a workspace can be taken back and done again, one by one, to the row. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WriteOperation } from '../../../src/contract/api.ts'
import { type ImportJournal, ROW_KEY_BYTES } from '../../../src/contract/ports/import-journal.ts'
import type { WorkspaceAdmin } from '../../../src/contract/ports/workspace-admin.ts'
import { createHistoryWorkspace, type HistoryWorkspace } from './history-workspace.ts'
import { getNewest } from './made-history.ts'
import type { StepSubject } from './random-steps.ts'
import { compareRows, listDifferences } from './workspace-rows.ts'

type AdminWrite = Exclude<
  keyof WorkspaceAdmin,
  | 'path'
  | 'listDeletedTransactions'
  | 'listTargets'
  | 'listRules'
  | 'matchRules'
  | 'hasCategoryHistory'
  | 'listReconciliations'
  | 'readRegister'
  | 'readClearedBalance'
  | 'findByAmount'
  | 'listIntegrityErrors'
  | 'query'
  // They change the file, not what is in it.
  | 'backup'
  | 'compact'
  // Only a file that an older version wrote has something to repair: test/commands/db.test.ts.
  | 'repair'
>

type JournalWrite = Exclude<keyof ImportJournal, `list${string}` | `find${string}`>

/** Ids by name. */
interface Household {
  ids: Record<string, string>
  subject: StepSubject
}

type Change = (household: Household) => unknown

const card = { type: 'credit_credit_card' as const }

/** Returns the id in a reply of the service. */
const readId = (reply: unknown, kind: string): string =>
  new RegExp(`${kind}_[0-9A-Z]+`).exec(JSON.stringify(reply))?.[0] ?? ''

const addTransaction =
  (draft: Record<string, unknown>): Change =>
  ({ subject }) =>
    subject.api.createTransactions({ body: { transaction: { date: '2026-10-05', amount: '-10', ...draft } } })

const batchOf = (ids: Household['ids']) => ({
  ...{ import_id: 'file1', account_id: ids['cash'] ?? '', sent_at: 1, references: '', drafts: '' },
  ...{ first_date: '2026-10-01', last_date: '2026-10-09', keys: new Uint8Array(ROW_KEY_BYTES).fill(7) },
})

const importRecord = ({ ids }: Household, id: string) => ({
  ...{ id, account_id: ids['cash'] ?? '', path: `/${id}.csv`, started_at: 1, request: '' },
})

/** Makes a household: cards with debt and refunds, transfers, splits, deleted and imported transactions. */
async function makeHousehold(subject: StepSubject): Promise<Household> {
  const { api, admin, imports } = subject
  const ids: Household['ids'] = {}
  const household = { ids, subject }
  const account = async (name: string, body: object): Promise<void> => {
    ids[name] = readId(await api.createAccount({ body: { name, type: 'banking_checking', ...body } }), 'acc')
  }
  const add = async (name: string, draft: Record<string, unknown>): Promise<void> => {
    ids[name] = readId(await addTransaction(draft)(household), 'txn')
  }
  const category = async (name: string, group_id: string): Promise<void> => {
    ids[name] = readId(await api.createCategory({ body: { name, group_id } }), 'cat')
  }
  await account('cash', { initial_balance: '500', initial_balance_date: '2026-09-01' })
  await account('visa', { ...card, initial_balance: '-50', initial_balance_date: '2026-09-01' })
  await account('unused', card)
  await account('broker', { type: 'investment_brokerage' })
  for (const name of ['Daily', 'Other', 'Emptied'])
    ids[name] = readId(await api.createCategoryGroup({ body: { name } }), 'grp')
  for (const name of ['food', 'rent', 'fun', 'old']) await category(name, ids['Daily'] ?? '')
  await category('gone', ids['Emptied'] ?? '')
  await api.updateCategory({ category_id: ids['old'] ?? '', body: { archived: true } })
  const { cash: account_id, visa, food: category_id, rent } = ids
  for (const month of ['2026-09', '2026-10'])
    await api.assignCategory({ month, category_id: category_id ?? '', body: { assigned: '25' } })
  await api.assignCategory({ month: '2026-10', category_id: rent ?? '', body: { assigned: '5' } })
  await add('coffee', { account_id, category_id, merchant_name: 'Coffee', review_status: 'reviewed' })
  await add('onCredit', { account_id: visa, category_id, amount: '-40', merchant_name: 'Market' })
  await add('refund', {
    account_id: visa,
    category_id,
    amount: '15',
    date: '2026-10-20',
    merchant_name: 'Market',
  })
  await add('plain', { account_id: visa, merchant_name: 'Kiosk', status: 'pending' })
  await add('split', {
    account_id: visa,
    amount: '-30',
    merchant_name: 'Market',
    splits: [
      { amount: '-20', category_id: rent },
      { amount: '-10', category_id, notes: 'bread' },
    ],
  })
  await add('transfer', {
    ...{ type: 'transfer', from_account_id: account_id, to_account_id: visa, amount: '20' },
  })
  await add('deleted', { account_id, category_id, merchant_name: 'Coffee' })
  await api.deleteTransaction({ transaction_id: ids['deleted'] ?? '' })
  for (const name of ['Coffee', 'Market', 'Kiosk']) {
    const { merchants } = await api.listMerchants({})
    ids[name] = merchants.find((merchant) => merchant.name === name)?.id ?? ''
  }
  const { schedule } = await api.createSchedule({
    body: {
      ...{ account_id: account_id ?? '', category_id: category_id ?? '', merchant_name: 'Market' },
      ...{ amount: '-12', first_date: '2026-10-05', every: { count: 1, unit: 'month' } },
    },
  })
  ids['schedule'] = schedule.id
  admin.setTarget(category_id ?? '', { kind: 'monthly_refill', amount: '30' })
  admin.addRule({ merchant_id: ids['Coffee'] ?? '', category_id: category_id ?? '' })
  ids['rule'] = admin.addRule({ merchant_contains: 'market', category_id: rent ?? '' }).id
  imports.beginImport(importRecord(household, 'file1'), [])
  for (const name of ['batch', 'open']) ids[name] = String(imports.recordSending(batchOf(ids)))
  imports.markDone(Number(ids['batch']), [ids['plain'] ?? ''])
  expect(Object.entries(ids).filter(([, id]) => id === '')).toEqual([])
  return household
}

/** Transactions by name, and how they are changed; `$food` is the id of that name. */
const updatedTransactions: [name: string, body: Record<string, unknown>][] = [
  ['coffee', { amount: '-200', date: '2026-09-02' }],
  ['coffee', { category_id: '$fun', merchant_name: 'Another' }],
  ['onCredit', { account_id: '$cash' }],
  ['onCredit', { splits: [{ amount: '-40', category_id: '$rent' }] }],
  ['plain', { status: 'cleared', review_status: 'reviewed', category_id: '$food', notes: 'two\nlines' }],
  ['split', { splits: null, category_id: '$fun' }],
  ['split', { splits: [{ amount: '-29', category_id: '$food' }, { amount: '-1' }] }],
  ['transfer', { amount: '-80', date: '2026-09-01' }],
]

// A write without a case does not compile.
const changes: Record<WriteOperation | AdminWrite | JournalWrite, Record<string, Change>> = {
  createAccount: {
    'a bank account with a balance': ({ subject }) =>
      subject.api.createAccount({ body: { name: 'Bank', type: 'banking_savings', initial_balance: '7' } }),
    'a card with debt': ({ subject }) =>
      subject.api.createAccount({ body: { name: 'Amex', ...card, initial_balance: '-70' } }),
  },
  updateAccount: {
    'its name and note': ({ subject, ids }) =>
      subject.api.updateAccount({ account_id: ids['cash'] ?? '', body: { name: 'Purse', notes: 'mine' } }),
    'the name of a card': ({ subject, ids }) =>
      subject.api.updateAccount({ account_id: ids['visa'] ?? '', body: { name: 'Gold' } }),
    'closed: its transactions become reconciled': ({ subject, ids }) =>
      subject.api.updateAccount({ account_id: ids['cash'] ?? '', body: { closed: true } }),
    'a closed card': ({ subject, ids }) =>
      subject.api.updateAccount({ account_id: ids['unused'] ?? '', body: { closed: true } }),
  },
  deleteAccount: {
    'a card without transactions': ({ subject, ids }) =>
      subject.api.deleteAccount({ account_id: ids['unused'] ?? '' }),
  },
  assignCategory: {
    'a first amount': ({ subject, ids }) =>
      subject.api.assignCategory({
        month: '2026-12',
        category_id: ids['fun'] ?? '',
        body: { assigned: '9' },
      }),
    'another amount, less than was spent on credit': ({ subject, ids }) =>
      subject.api.assignCategory({
        month: '2026-09',
        category_id: ids['food'] ?? '',
        body: { assigned: '1' },
      }),
    nothing: ({ subject, ids }) =>
      subject.api.assignCategory({
        month: '2026-10',
        category_id: ids['rent'] ?? '',
        body: { assigned: '0' },
      }),
  },
  createTransactions: {
    'a purchase on credit of a new merchant': (household) =>
      addTransaction({
        account_id: household.ids['visa'],
        merchant_name: 'New',
        category_id: household.ids['fun'],
      })(household),
    'a refund': (household) =>
      addTransaction({ account_id: household.ids['visa'], amount: '99', category_id: household.ids['food'] })(
        household,
      ),
    'a split': (household) =>
      addTransaction({
        account_id: household.ids['cash'],
        splits: [{ amount: '-4', category_id: household.ids['food'] }, { amount: '-6' }],
      })(household),
    'a transfer to a card': ({ subject, ids }) =>
      subject.api.createTransactions({
        body: {
          transaction: {
            ...{ type: 'transfer', amount: '33', date: '2026-09-30' },
            ...{ from_account_id: ids['cash'] ?? '', to_account_id: ids['visa'] ?? '' },
          },
        },
      }),
    'a categorized transfer off budget': ({ subject, ids }) =>
      subject.api.createTransactions({
        body: {
          transaction: {
            ...{ type: 'transfer', amount: '3', date: '2026-09-30', category_id: ids['fun'] ?? '' },
            ...{ from_account_id: ids['cash'] ?? '', to_account_id: ids['broker'] ?? '' },
          },
        },
      }),
    'several at once': ({ subject, ids }) =>
      subject.api.createTransactions({
        body: {
          transactions: ['Coffee', 'Baker', 'Baker'].map((merchant_name, at) => ({
            ...{ account_id: ids['visa'] ?? '', amount: `-${at + 1}`, date: '2026-09-02', merchant_name },
          })),
        },
      }),
  },
  updateTransaction: Object.fromEntries(
    updatedTransactions.map(([name, body]): [string, Change] => [
      `${name} ${JSON.stringify(body)}`,
      ({ subject, ids }) =>
        subject.api.updateTransaction({
          transaction_id: ids[name] ?? '',
          body: JSON.parse(JSON.stringify(body).replace(/\$(\w+)/g, (_, id: string) => ids[id] ?? '')),
        }),
    ]),
  ),
  deleteTransaction: Object.fromEntries(
    ['coffee', 'onCredit', 'refund', 'split', 'transfer'].map((name): [string, Change] => [
      name,
      ({ subject, ids }) => subject.api.deleteTransaction({ transaction_id: ids[name] ?? '' }),
    ]),
  ),
  restoreTransaction: {
    deleted: ({ subject, ids }) => subject.api.restoreTransaction({ transaction_id: ids['deleted'] ?? '' }),
  },
  createCategory: {
    'a category': ({ subject, ids }) =>
      subject.api.createCategory({ body: { name: 'Pets', group_id: ids['Other'] ?? '' } }),
  },
  updateCategory: {
    'name and group': ({ subject, ids }) =>
      subject.api.updateCategory({
        category_id: ids['food'] ?? '',
        body: { name: 'Groceries', group_id: ids['Other'] ?? '' },
      }),
    archived: ({ subject, ids }) =>
      subject.api.updateCategory({ category_id: ids['food'] ?? '', body: { archived: true } }),
    'no longer archived': ({ subject, ids }) =>
      subject.api.updateCategory({ category_id: ids['old'] ?? '', body: { archived: false } }),
  },
  createSchedule: {
    'a transfer of all that is owed': ({ subject, ids }) =>
      subject.api.createSchedule({
        body: {
          ...{ account_id: ids['cash'] ?? '', transfer_account_id: ids['visa'] ?? '', amount_kind: 'full' },
          first_date: '2026-10-28',
        },
      }),
    'of a new merchant, with split lines': ({ subject, ids }) =>
      subject.api.createSchedule({
        body: {
          ...{
            account_id: ids['cash'] ?? '',
            merchant_name: 'Landlord',
            amount: '-9',
            first_date: '2026-10-01',
          },
          splits: [{ amount: '-4', category_id: ids['rent'] ?? '' }, { amount: null }],
        },
      }),
  },
  updateSchedule: {
    'amount and days': ({ subject, ids }) =>
      subject.api.updateSchedule({
        schedule_id: ids['schedule'] ?? '',
        body: { amount: '-15', first_date: '2026-10-06', days: [6, 20], paused: true },
      }),
  },
  deleteSchedule: {
    'with a fulfilled date': async ({ subject, ids }) => {
      const schedule_id = ids['schedule'] ?? ''
      await subject.api.postScheduleDate({ schedule_id, date: '2026-10-05', body: {} })
      await subject.api.deleteSchedule({ schedule_id })
    },
  },
  updateScheduleDate: {
    'fulfilled, opened and skipped': async ({ subject, ids }) => {
      const schedule_id = ids['schedule'] ?? ''
      const change = (body: object) =>
        subject.api.updateScheduleDate({ schedule_id, date: '2026-10-05', body })
      await change({ transaction_id: ids['coffee'] })
      await change({ transaction_id: null })
      await change({ skipped: true, amount: '-1' })
    },
  },
  postScheduleDate: {
    'at its date': ({ subject, ids }) =>
      subject.api.postScheduleDate({ schedule_id: ids['schedule'] ?? '', date: '2026-10-05', body: {} }),
  },
  deleteCategory: {
    'with its money and transactions moved': ({ subject, ids }) =>
      subject.api.deleteCategory({
        category_id: ids['food'] ?? '',
        query: { move_to_category_id: ids['rent'] ?? '' },
      }),
    unused: ({ subject, ids }) => subject.api.deleteCategory({ category_id: ids['fun'] ?? '' }),
  },
  createCategoryGroup: {
    'a group': ({ subject }) => subject.api.createCategoryGroup({ body: { name: 'Later' } }),
  },
  updateCategoryGroup: {
    'its name': ({ subject, ids }) =>
      subject.api.updateCategoryGroup({ group_id: ids['Daily'] ?? '', body: { name: 'Every day' } }),
  },
  createMerchant: { 'a merchant': ({ subject }) => subject.api.createMerchant({ body: { name: 'Baker' } }) },
  updateMerchant: {
    'its name': ({ subject, ids }) =>
      subject.api.updateMerchant({ merchant_id: ids['Coffee'] ?? '', body: { name: 'Tea House' } }),
  },
  deleteMerchant: {
    'merged into another': ({ subject, ids }) =>
      subject.api.deleteMerchant({
        merchant_id: ids['Coffee'] ?? '',
        query: { move_to_merchant_id: ids['Kiosk'] ?? '' },
      }),
    alone: ({ subject, ids }) => subject.api.deleteMerchant({ merchant_id: ids['Market'] ?? '' }),
  },
  setTarget: {
    'a first one': ({ subject, ids }) =>
      subject.admin.setTarget(ids['rent'] ?? '', {
        kind: 'by_date',
        amount: '90',
        by: '2027-01-01',
        repeat_months: 12,
      }),
    'another one': ({ subject, ids }) =>
      subject.admin.setTarget(ids['food'] ?? '', { kind: 'weekly_refill', amount: '9', weekday: 2 }),
  },
  clearTarget: {
    'with its snoozes': ({ subject, ids }) => {
      subject.admin.snoozeTarget(ids['food'] ?? '', '2026-11')
      return subject.admin.clearTarget(ids['food'] ?? '')
    },
  },
  snoozeTarget: { 'a month': ({ subject, ids }) => subject.admin.snoozeTarget(ids['food'] ?? '', '2026-11') },
  addRule: {
    'a rule': ({ subject, ids }) =>
      subject.admin.addRule({
        merchant_contains: 'bus',
        direction: 'outflow',
        category_id: ids['fun'] ?? '',
      }),
  },
  removeRule: { 'a rule': ({ subject, ids }) => subject.admin.removeRule(ids['rule'] ?? '') },
  moveRule: { 'to the top': ({ subject, ids }) => subject.admin.moveRule(ids['rule'] ?? '', 1) },
  moveGroup: { 'to the top': ({ subject, ids }) => subject.admin.moveGroup(ids['Other'] ?? '', 1) },
  moveCategory: { 'to the top': ({ subject, ids }) => subject.admin.moveCategory(ids['food'] ?? '', 1) },
  deleteGroup: {
    'an empty one': ({ subject, ids }) => subject.admin.deleteGroup(ids['Other'] ?? ''),
    'one whose categories were deleted': async ({ subject, ids }) => {
      await subject.api.deleteCategory({ category_id: ids['gone'] ?? '' })
      return subject.admin.deleteGroup(ids['Emptied'] ?? '')
    },
  },
  applyRules: {
    'to a card’s rows, whatever their category': ({ subject, ids }) =>
      subject.admin.applyRules([ids['onCredit'] ?? '', ids['refund'] ?? '', ids['split'] ?? '']),
  },
  reconcileAccount: {
    'up to a day': ({ subject, ids }) =>
      subject.admin.reconcileAccount({ account_id: ids['cash'] ?? '', date: '2026-10-20', balance: '1' }),
    'twice on a day': ({ subject, ids }) => {
      const draft = { account_id: ids['cash'] ?? '', date: '2026-10-20', balance: '1' }
      subject.admin.reconcileAccount(draft)
      return subject.admin.reconcileAccount({ ...draft, balance: '2' })
    },
  },
  setLinked: { linked: ({ subject, ids }) => subject.admin.setLinked(ids['cash'] ?? '', true) },
  beginImport: {
    'another file': (household) =>
      household.subject.imports.beginImport(importRecord(household, 'file2'), []),
  },
  markUndone: { 'an import': ({ subject }) => subject.imports.markUndone('file1') },
  finishImport: { 'an import': ({ subject }) => subject.imports.finishImport('file1', 'done', 'result') },
  recordSending: { 'a batch': ({ subject, ids }) => subject.imports.recordSending(batchOf(ids)) },
  recordKnownRows: { 'a batch': ({ subject, ids }) => subject.imports.recordKnownRows(batchOf(ids), ['']) },
  recordDone: { 'a batch': ({ subject, ids }) => subject.imports.recordDone(batchOf(ids), ['']) },
  markDone: { 'a batch': ({ subject, ids }) => subject.imports.markDone(Number(ids['open']), ['txn_1']) },
  markUnknown: { 'a batch': ({ subject, ids }) => subject.imports.markUnknown(Number(ids['open'])) },
  discardBatch: { 'a batch': ({ subject, ids }) => subject.imports.discardBatch(Number(ids['open'])) },
  forgetTransactions: {
    'of a batch': ({ subject, ids }) => subject.imports.forgetTransactions([ids['plain'] ?? '']),
  },
}

describe.each(Object.entries(changes))('%s', (_, cases) => {
  let workspace: HistoryWorkspace
  let household: Household
  beforeEach(async () => {
    workspace = createHistoryWorkspace()
    workspace.recordCommand('setup')
    household = await makeHousehold(workspace.subject)
    workspace.recordCommand('sample')
  })
  afterEach(() => workspace.close())

  test.each(Object.entries(cases))('is taken back and done again: %s', async (__, change) => {
    const { history, readRows, subject } = workspace
    const before = readRows()
    await change(household)
    const after = readRows()
    expect(listDifferences(before, after)).not.toEqual([])
    const id = getNewest(workspace)
    expect(history.get(id).command).toBe('sample')

    history.undo({ id, with_later: false })
    expect(compareRows(before, readRows())).toEqual([])
    expect(subject.admin.listIntegrityErrors()).toEqual([])

    history.undo({ id: getNewest(workspace), with_later: false })
    expect(compareRows(after, readRows())).toEqual([])
    expect(subject.admin.listIntegrityErrors()).toEqual([])

    history.undo({ id: getNewest(workspace), with_later: false })
    expect(compareRows(before, readRows())).toEqual([])
  })
})
