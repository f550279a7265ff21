/** Tests that a workspace filled at once is the one that the API would have made, and that broken content is refused. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import { conflict, InvalidContentError } from '../../src/contract/errors.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import type { ContentTransaction, WorkspaceContent } from '../../src/contract/ports/workspace-content.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import * as fc from '../support/fast-check.ts'
import { randomHistory, withRandomWorkspace } from '../support/random-workspace.ts'
import { dumpTables, readContent } from '../support/workspace-content.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 10)

let folder: string
let workspaces: Workspaces
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  workspaces = openWorkspaces({ folder, now: () => 1000, random: randomBytes })
})
afterEach(() => {
  workspaces.close()
  rmSync(folder, { recursive: true })
})

const files = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('registry.db'))

/** Creates a transaction of each merchant in each account of the budget, and returns the categories that they got. */
async function listGuesses(api: BudgetApi): Promise<unknown[]> {
  const { accounts } = await api.listAccounts({})
  const { merchants } = await api.listMerchants({})
  const drafts = [...merchants.map(({ id }) => ({ merchant_id: id })), { merchant_name: 'blue coffee bar' }]
  const guesses: unknown[] = []
  for (const { id: account_id } of accounts.slice(0, 3))
    for (const draft of drafts)
      for (const amount of ['-3.00', '3.00']) {
        const transaction = { account_id, date: '2026-05-05', amount, ...draft }
        const reply = await api.createTransactions({ body: { transaction } })
        const { id, category_id, ready_to_assign } = reply.transaction ?? {}
        guesses.push({ id, category_id, ready_to_assign })
      }
  return guesses
}

describe('A filled workspace', { timeout: 300_000 + rounds * 2000 }, () => {
  test('has the rows and figures that the API kept, and guesses the same categories from then on', async () => {
    let round = 0
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(randomHistory, (commands) =>
        withRandomWorkspace(commands, async ({ api, store }) => {
          const copy = join(folder, `copy${round++}`)
          store.backUp(copy, { force: false })
          const content = readContent(store)
          const { id } = workspaces.createFilledWorkspace({ name: `Round ${round}`, content })
          expect(dumpTables(join(folder, `${id}.db`))).toEqual(dumpTables(copy))
          expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
          expect(await listGuesses(workspaces.open(id))).toEqual(await listGuesses(api))
          expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
        }),
      ),
      { numRuns: rounds, seed: 20261123 },
    )
    if (failed) throw errorInstance
  })

  test('gets ids of its own where none are given, in the order of the content', async () => {
    const { id } = workspaces.createFilledWorkspace({ name: 'Home', content: household() })
    const ids = (await workspaces.open(id).listAccounts({})).accounts.map((account) => account.id)
    expect(ids.map((one) => one.slice(20))).toEqual(['0000000001', '0000000002', '0000000003'])
    expect(new Set(ids.map((one) => one.slice(4, 20))).size).toBe(1)
    const other = workspaces.createFilledWorkspace({ name: 'Other', content: household() })
    expect((await workspaces.open(other.id).listAccounts({})).accounts[0]?.id).not.toBe(ids[0])
  })

  test('has an empty history, which its first change begins', async () => {
    const { id } = workspaces.createFilledWorkspace({ name: 'Home', content: household() })
    expect(workspaces.history(id).list({})).toEqual([])
    await workspaces.open(id).createMerchant({ body: { name: 'Baker' } })
    expect(
      workspaces
        .history(id)
        .list({})
        .map((entry) => [entry.id, entry.counts]),
    ).toEqual([[1, { merchant: 1 }]])
    workspaces.history(id).undo({ id: 1, with_later: false })
    expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
  })

  test('is listed under its name, with its currency, and found by another process', () => {
    const made = workspaces.createFilledWorkspace({
      name: '  My  Home ',
      content: { ...household(), currency: 'JPY' },
    })
    const wanted = {
      id: made.id,
      name: 'My Home',
      currency: 'JPY',
      archived: false,
      created_at: '1970-01-01T00:00:01.000Z',
    }
    const other = openWorkspaces({ folder, now: () => 2000, random: randomBytes })
    expect([made, ...workspaces.listWorkspaces(), ...other.listWorkspaces()]).toEqual([
      wanted,
      wanted,
      wanted,
    ])
    expect(files()).toEqual([`${made.id}.db`])
    other.close()
  })

  test('whose name is taken is refused before its transactions are read', () => {
    workspaces.createWorkspace({ name: 'Home', currency: 'EUR' })
    const before = files()
    const transactions = {
      [Symbol.iterator]: () => {
        throw new Error('they were read')
      },
    }
    expect(() =>
      workspaces.createFilledWorkspace({ name: 'HOME', content: { ...household(), transactions } }),
    ).toThrow(conflict('a workspace with this name already exists'))
    expect(files()).toEqual(before)
  })

  test('whose transactions cannot be read to the end does not exist', () => {
    const { transactions, ...content } = household()
    function* readUntilFailure() {
      yield* transactions
      throw new RangeError('the file ends here')
    }
    expect(() =>
      workspaces.createFilledWorkspace({
        name: 'Home',
        content: { ...content, transactions: readUntilFailure() },
      }),
    ).toThrow(new RangeError('the file ends here'))
    expect(workspaces.listWorkspaces()).toEqual([])
    expect(files()).toEqual([])
  })
})

const at = 1_700_000_000_000
const times = { created_at: at, updated_at: at }
const monthly = {
  first_date: '2026-01-05',
  every: { count: 1, unit: 'month' },
  days: [5],
  weekend: 'same',
  until: null,
  times: null,
}

/** A small household with a card, a tracking account, a split, a transfer, a rule, a target and a reconciliation. */
function household(): WorkspaceContent {
  const account = {
    notes: null,
    closed: false,
    linked: false,
    deleted: false,
    last_reconciled_at: null,
    ...times,
  }
  const category = { group: 1, card: null, archived: false, deleted: false }
  const row: Omit<ContentTransaction, 'seq' | 'amount'> = {
    date: '2026-01-05',
    account: 1,
    merchant: null,
    category: null,
    ready_to_assign: false,
    notes: null,
    status: 'cleared',
    review_status: 'reviewed',
    auto: false,
    splits: null,
    pair: null,
    transfer_account: null,
    deleted: false,
    ...times,
  }
  const line = { category: null, ready_to_assign: false, notes: null }
  return {
    currency: 'USD',
    accounts: [
      { ...account, seq: 1, name: 'Checking', type: 'banking_checking' },
      { ...account, seq: 2, name: 'Visa', type: 'credit_credit_card' },
      { ...account, seq: 3, name: 'Broker', type: 'investment_brokerage' },
    ],
    groups: [
      { seq: 1, name: 'Daily', system: false, position: 1 },
      { seq: 2, name: 'Credit Card Payments', system: true, position: 2 },
    ],
    categories: [
      { ...category, seq: 1, name: 'Food', position: 0 },
      { ...category, seq: 2, name: 'Visa', position: 0, group: 2, card: 2 },
      { ...category, seq: 3, name: 'Fun', position: 1 },
      { ...category, seq: 4, name: 'Gone', position: 2, deleted: true },
    ],
    merchants: [
      { seq: 1, name: 'Grocer', deleted: false, ...times },
      { seq: 2, name: 'grocer', deleted: true, ...times },
    ],
    transactions: [
      { ...row, seq: 1, amount: 1000n, ready_to_assign: true },
      { ...row, seq: 2, amount: -30n, account: 2, merchant: 1, category: 1 },
      {
        ...row,
        seq: 3,
        amount: -30n,
        splits: [
          { ...line, amount: -10n, category: 1 },
          { ...line, amount: -20n },
        ],
      },
      { ...row, seq: 4, amount: -5n, pair: 5, transfer_account: 2 },
      { ...row, seq: 5, amount: 5n, account: 2, pair: 4, transfer_account: 1 },
      { ...row, seq: 6, amount: 7n, account: 3 },
    ],
    assignments: [{ month: '2026-01', category: 1, assigned: 100n }],
    targets: [
      {
        category: 1,
        kind: 'weekly_refill',
        amount: 50n,
        weekday: 0,
        by_date: null,
        repeat_months: null,
        start_month: null,
      },
    ],
    snoozes: [{ month: '2026-01', category: 1 }],
    rules: [
      {
        seq: 1,
        position: 1,
        merchant: 1,
        merchant_contains: null,
        account: null,
        direction: 'outflow',
        category: 1,
        ready_to_assign: false,
      },
    ],
    categorizations: [{ merchant: 1, category: 1, ready_to_assign: false }],
    reconciliations: [{ account: 1, date: '2026-01-31', balance: 960n, at }],
    schedules: [
      {
        seq: 1,
        account: 1,
        transfer_account: null,
        merchant: 1,
        category: 1,
        ready_to_assign: false,
        amount_kind: 'fixed',
        amount: -30n,
        amount_to: null,
        statement_day: null,
        splits: null,
        notes: null,
        match_text: null,
        recurrence: JSON.stringify(monthly),
        auto_post: false,
        paused: false,
        ...times,
      },
    ],
    scheduleDates: [
      { schedule: 1, date: '2026-01-05', transaction: 2, skipped: false, amount: null, refused: [1] },
    ],
  }
}

type List = Exclude<keyof WorkspaceContent, 'currency' | 'id_salt' | 'move'>

/** Returns the household with changed fields in one row of a list; the place counts from 1. */
function change(list: List, place: number, fields: object): WorkspaceContent {
  const content = household()
  const rows = [...content[list]].map((row, index) => (index === place - 1 ? { ...row, ...fields } : row))
  return { ...content, [list]: rows }
}

/** Returns the household with one row of a list twice, the second time with changed fields. */
function repeat(list: List, place: number, fields: object = {}): WorkspaceContent {
  const content = household()
  const rows = [...content[list]]
  return { ...content, [list]: [...rows, { ...rows[place - 1], ...fields }] }
}

/** Returns the household without a row of a list. */
function remove(list: List, place: number): WorkspaceContent {
  const content = household()
  return { ...content, [list]: [...content[list]].toSpliced(place - 1, 1) }
}

describe('Content is refused', () => {
  test.each<[what: string, content: WorkspaceContent, problem: string]>([
    [
      'with an unknown currency',
      { ...household(), currency: 'usd' },
      'workspace 1: usd is not a currency code',
    ],
    ['with a foreign salt', { ...household(), id_salt: 'x' }, 'workspace 1: its ids are not from budget'],
    [
      'with an account type',
      change('accounts', 1, { type: 'piggy_bank' }),
      'account 1: piggy_bank is not an account type',
    ],
    [
      'with a control character',
      change('accounts', 1, { name: 'a\u001bb' }),
      'account 1: its name is not 1 to 200 characters without control characters',
    ],
    [
      'with an empty name',
      change('merchants', 1, { name: ' ' }),
      'merchant 1: its name is not 1 to 200 characters without control characters',
    ],
    [
      'with long notes',
      change('transactions', 1, { notes: 'x'.repeat(501) }),
      'transaction 1: its notes are longer than 500 characters, or have control characters',
    ],
    ['with an instant', change('merchants', 1, { updated_at: 0.5 }), 'merchant 1: 0.5 is not a timestamp'],
    [
      'with a seq',
      change('accounts', 1, { seq: 0 }),
      'account 0: its number is not a positive integer, or is too large',
    ],
    ['with two accounts', repeat('accounts', 1), 'account 1: there are two with this number'],
    [
      'with two merchants of a name',
      repeat('merchants', 1, { seq: 3, name: 'GROCER' }),
      'merchant 3: merchant 1 has the same name',
    ],
    [
      'with two groups of a name',
      repeat('groups', 1, { seq: 3, name: 'daily' }),
      'category group 3: category group 1 has the same name',
    ],
    [
      'with two system groups',
      repeat('groups', 2, { seq: 3 }),
      'category group 2: category group 3 is also a system group',
    ],
    [
      'with two categories of a name',
      repeat('categories', 1, { seq: 5, name: 'FOOD' }),
      'category 5: category 1 of the group has the same name',
    ],
    [
      'with a category without a group',
      change('categories', 1, { group: 9 }),
      'category 1: there is no category group 9',
    ],
    [
      'with a category of the user in the system’s group',
      change('categories', 1, { group: 2 }),
      'category 1: only payment categories belong in the system group',
    ],
    [
      'with a payment category in another group',
      change('categories', 2, { group: 1 }),
      'category 2: only payment categories belong in the system group',
    ],
    [
      'with an archived payment category',
      change('categories', 2, { archived: true }),
      'category 2: a payment category cannot be archived',
    ],
    [
      'with a payment category of a bank account',
      change('categories', 2, { card: 1 }),
      'category 2: account 1 is not a credit account',
    ],
    [
      'with two payment categories of a card',
      repeat('categories', 2, { seq: 5 }),
      'category 5: category 2 also pays account 2',
    ],
    [
      'with a card without a payment category',
      remove('categories', 2),
      'account 2: it has no payment category',
    ],
    [
      'with a payment category of a deleted card',
      change('accounts', 2, { deleted: true }),
      'category 2: account 2 is deleted',
    ],
    ['with a transaction twice', repeat('transactions', 1), 'transaction 1: there are two with this number'],
    [
      'with a transaction numbered 0',
      change('transactions', 1, { seq: -1 }),
      'transaction -1: its number is not a positive integer, or is too large',
    ],
    [
      'with a day',
      change('transactions', 1, { date: '2026-02-30' }),
      'transaction 1: "2026-02-30" is not a date from 1900 to 2199',
    ],
    [
      'with an amount',
      change('transactions', 1, { amount: 10n ** 15n }),
      'transaction 1: its amount 1000000000000000 has more than 15 digits',
    ],
    ['with a status', change('transactions', 1, { status: 'open' }), 'transaction 1: open is not a status'],
    [
      'with a review status',
      change('transactions', 1, { review_status: 'open' }),
      'transaction 1: open is not a review status',
    ],
    [
      'with an unknown merchant',
      change('transactions', 1, { merchant: 9 }),
      'transaction 1: there is no merchant 9',
    ],
    [
      'with an unknown account',
      change('transactions', 1, { account: 9 }),
      'transaction 1: there is no account 9',
    ],
    [
      'with a live transaction of a deleted account',
      change('accounts', 3, { deleted: true }),
      'transaction 6: account 3 is deleted',
    ],
    [
      'with an unknown category',
      change('transactions', 2, { category: 9 }),
      'transaction 2: there is no category 9',
    ],
    [
      'with a deleted category',
      change('transactions', 2, { category: 4 }),
      'transaction 2: there is no category 4',
    ],
    [
      'with a transaction in a payment category',
      change('transactions', 2, { category: 2 }),
      'transaction 2: category 2 is the payment category of a card',
    ],
    [
      'with a category and Ready to Assign',
      change('transactions', 2, { ready_to_assign: true }),
      'transaction 2: it has both a category and Ready to Assign',
    ],
    [
      'with a category in a tracking account',
      change('transactions', 6, { category: 1 }),
      'transaction 6: a transaction like this cannot have a category',
    ],
    [
      'with a category of a transfer in the budget',
      change('transactions', 4, { category: 1 }),
      'transaction 4: a transaction like this cannot have a category',
    ],
    [
      'with splits of another sum',
      change('transactions', 3, { amount: -31n }),
      'transaction 3: its split lines add up to -30, not to -31 minor units',
    ],
    [
      'with no split lines',
      change('transactions', 3, { splits: [] }),
      'transaction 3: it has no split lines, or more than 100',
    ],
    [
      'with splits and a category',
      change('transactions', 3, { category: 1 }),
      'transaction 3: it has both splits and its own category',
    ],
    [
      'with half a transfer',
      change('transactions', 4, { transfer_account: null }),
      'transaction 4: it has another account without a pair, or the other way round',
    ],
    [
      'with a transfer to nowhere',
      change('transactions', 4, { transfer_account: 9 }),
      'transaction 4: there is no account 9',
    ],
    [
      'with a transfer to itself',
      change('transactions', 4, { transfer_account: 1 }),
      'transaction 4: it is a transfer from an account to itself',
    ],
    [
      'with a transfer of a merchant',
      change('transactions', 4, { merchant: 1 }),
      'transaction 4: it is a transfer with a merchant',
    ],
    [
      'with a transfer of nothing',
      change('transactions', 4, { amount: 0n }),
      'transaction 4: its amount is zero, but it is a transfer',
    ],
    [
      'with a split transfer',
      change('transactions', 3, { pair: 5, transfer_account: 2 }),
      'transaction 3: it is a transfer with splits',
    ],
    [
      'with a transfer of two amounts',
      change('transactions', 5, { amount: 6n }),
      'transaction 5: the other side of the transfer, transaction 4, does not match',
    ],
    [
      'with a transfer on two days',
      change('transactions', 5, { date: '2026-01-06' }),
      'transaction 5: the other side of the transfer, transaction 4, does not match',
    ],
    [
      'with a half deleted transfer',
      change('transactions', 5, { deleted: true }),
      'transaction 5: the other side of the transfer, transaction 4, does not match',
    ],
    [
      'with a transfer to another account',
      change('transactions', 4, { transfer_account: 3 }),
      'transaction 5: the other side of the transfer, transaction 4, does not match',
    ],
    [
      'with one side of a transfer',
      remove('transactions', 5),
      'transaction 4: the other side of the transfer, transaction 5, is missing',
    ],
    [
      'with three sides of a transfer',
      change('transactions', 1, { pair: 5, transfer_account: 2, ready_to_assign: false }),
      'transaction 4: transaction 1 is also a transfer with transaction 5',
    ],
    [
      'with a month',
      change('assignments', 1, { month: '2026-13' }),
      'assignment 1: "2026-13" is not a month from 1900 to 2199',
    ],
    [
      'with two assignments of a month',
      repeat('assignments', 1),
      'assignment 2: there are two of category 1 in 2026-01',
    ],
    [
      'with an assignment to a deleted category',
      change('assignments', 1, { category: 4 }),
      'assignment 1: there is no category 4',
    ],
    [
      'with a huge assignment',
      change('assignments', 1, { assigned: 2n ** 63n }),
      'assignment 1: 9223372036854775808 is too large',
    ],
    ['with two targets of a category', repeat('targets', 1), 'target 2: there are two of category 1'],
    [
      'with a kind of target',
      change('targets', 1, { kind: 'yearly' }),
      'target 1: yearly is not a kind of target',
    ],
    [
      'with a weekly target without a day',
      change('targets', 1, { weekday: null }),
      'target 1: weekday is required',
    ],
    [
      'with a target of nothing',
      change('targets', 1, { amount: 0n }),
      'target 1: its amount 0 is not positive, or has more than 15 digits',
    ],
    [
      'with a weekly target of a card',
      change('targets', 1, { category: 2 }),
      'target 1: kind must be monthly_set_aside for a payment category',
    ],
    [
      'with a start',
      change('targets', 1, { start_month: 'May' }),
      'target 1: "May" is not a month from 1900 to 2199',
    ],
    ['with a snooze of nothing', change('snoozes', 1, { category: 9 }), 'snooze 1: there is no category 9'],
    [
      'with a rule without a category',
      change('rules', 1, { category: null }),
      'rule 1: it must have either a category or Ready to Assign',
    ],
    [
      'with a rule of a deleted merchant',
      change('rules', 1, { merchant: 2 }),
      'rule 1: there is no merchant 2',
    ],
    ['with a rule of no account', change('rules', 1, { account: 9 }), 'rule 1: there is no account 9'],
    ['with a rule of a direction', change('rules', 1, { direction: 'up' }), 'rule 1: up is not a direction'],
    [
      'with a rule of empty words',
      change('rules', 1, { merchant_contains: '' }),
      'rule 1: its text is empty',
    ],
    [
      'with a rule at no position',
      change('rules', 1, { position: 0.5 }),
      'rule 1: its position 0.5 is not an integer',
    ],
    [
      'with a categorization of no merchant',
      change('categorizations', 1, { merchant: 9 }),
      'categorization 1: there is no merchant 9',
    ],
    [
      'with a categorization as two things',
      change('categorizations', 1, { ready_to_assign: true }),
      'categorization 1: it has both a category and Ready to Assign',
    ],
    [
      'with a reconciliation of no account',
      change('reconciliations', 1, { account: 9 }),
      'reconciliation 1: there is no account 9',
    ],
    [
      'with two reconciliations of a day',
      repeat('reconciliations', 1),
      'reconciliation 2: there are two of account 1 on 2026-01-31',
    ],
    ['with two schedules of a number', repeat('schedules', 1), 'schedule 1: there are two with this number'],
    [
      'with a schedule of no account',
      change('schedules', 1, { transfer_account: 9 }),
      'schedule 1: there is no account 9',
    ],
    [
      'with a schedule of a deleted merchant',
      change('schedules', 1, { merchant: 2 }),
      'schedule 1: there is no merchant 2',
    ],
    [
      'with a schedule of a payment category',
      change('schedules', 1, { category: 2 }),
      'schedule 1: category 2 is the payment category of a card',
    ],
    [
      'with a schedule of no kind of amount',
      change('schedules', 1, { amount_kind: 'some' }),
      'schedule 1: some is not a kind of amount',
    ],
    [
      'with a schedule that the API would refuse',
      change('schedules', 1, { amount: 0n }),
      'schedule 1: amount must not be zero',
    ],
    [
      'with dates that follow one another by nothing',
      change('schedules', 1, {
        recurrence: JSON.stringify({ ...monthly, every: { count: 0, unit: 'day' } }),
      }),
      'schedule 1: its dates cannot repeat like this: {',
    ],
    [
      'with a date of no schedule',
      change('scheduleDates', 1, { schedule: 2 }),
      'schedule 2: there is no schedule 2',
    ],
    ['with a date twice', repeat('scheduleDates', 1), 'schedule 1: there are two of its date 2026-01-05'],
    [
      'with a date of no transaction',
      change('scheduleDates', 1, { transaction: 99 }),
      'schedule 1: there is no transaction 99, which its date 2026-01-05 names',
    ],
    [
      'with a date that no transaction is refused for',
      change('scheduleDates', 1, { refused: [99] }),
      'schedule 1: there is no transaction 99, which its date 2026-01-05 names',
    ],
  ])('%s, and nothing is left', (_, content, problem) => {
    expect(() => workspaces.createFilledWorkspace({ name: 'Home', content })).toThrow(problem)
    expect(() => workspaces.createFilledWorkspace({ name: 'Home', content })).toThrow(InvalidContentError)
    expect(workspaces.listWorkspaces()).toEqual([])
    expect(files()).toEqual([])
    workspaces.createFilledWorkspace({ name: 'Home', content: household() })
  })
})
