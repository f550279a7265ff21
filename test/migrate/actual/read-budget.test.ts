/** Tests what is read of small budget files of Actual. */

import { expect, test } from 'vitest'
import { readActualBudget } from '../../../src/migrate/actual/read-budget.ts'
import { planWorkspace } from '../../../src/migrate/plan/plan-workspace.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { readForeignDatabase } from '../../../src/store/foreign-database.ts'
import type { ReadSourceOptions, SourceFile } from '../../../src/tables/source-file.ts'
import { createDatabase, type FileOptions, smallBudget } from './actual-file.ts'

const readFiles = (
  files: readonly SourceFile[],
  options: Partial<ReadSourceOptions> = {},
): Promise<SourceBudget> =>
  readActualBudget(files, {
    currency: 'USD',
    dateOrder: undefined,
    decimal: undefined,
    spending: undefined,
    today: '2026-11-20',
    ...options,
    useForeignTables: async (file, use) => readForeignDatabase(file, use),
  })

const read = (
  rows: Parameters<typeof createDatabase>[0],
  { file, ...options }: Partial<ReadSourceOptions> & { file?: FileOptions } = {},
): Promise<SourceBudget> => readFiles([{ path: 'db.sqlite', bytes: createDatabase(rows, file) }], options)

test('accounts, groups and categories come in the order of Actual, without deleted ones', async () => {
  const { accounts, groups, categories, payees } = await read(smallBudget)
  expect(accounts.map(({ name, suggestedType, onBudget }) => [name, suggestedType, onBudget])).toEqual([
    ['Visa', 'banking_checking', true],
    ['Checking', 'banking_checking', true],
    ['House', 'investment_other', false],
  ])
  expect(accounts[1]?.lastReconciledAt).toBe(1790000000000)
  expect(groups).toEqual([{ key: 'usual', name: 'Usual' }])
  expect(categories.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Rent', true],
    ['Food', false],
  ])
  expect(payees).toEqual(['Shop', 'Unused'])
})

test('transactions have their splits, transfers and merged payees and categories', async () => {
  const { transactions } = await read(smallBudget)
  const common = {
    payee: null,
    notes: null,
    status: 'cleared',
    isReviewed: true,
    category: null,
    lines: null,
    transfer: null,
    isStartingBalance: false,
  }
  expect(transactions).toEqual([
    {
      ...common,
      key: 'start',
      account: 'bank',
      date: '2026-10-01',
      amount: 1000_00n,
      category: 'ready_to_assign',
      isStartingBalance: true,
    },
    {
      ...common,
      key: 'eat',
      account: 'card',
      date: '2026-10-05',
      amount: -30_00n,
      category: { category: 'food' },
      payee: 'Shop',
      notes: '#fun',
      status: 'pending',
    },
    {
      ...common,
      key: 'split',
      account: 'bank',
      date: '2026-10-06',
      amount: -75_00n,
      payee: 'Shop',
      status: 'reconciled',
      lines: [
        { amount: -50_00n, category: { category: 'food' }, notes: null, payee: 'Shop', transfer: null },
        {
          amount: -25_00n,
          category: null,
          notes: null,
          payee: null,
          transfer: { account: 'card', otherSide: 'paid' },
        },
      ],
    },
    {
      ...common,
      key: 'paid',
      account: 'card',
      date: '2026-10-06',
      amount: 25_00n,
      transfer: { account: 'bank', otherSide: 'split/2' },
    },
    {
      ...common,
      key: 'save',
      account: 'bank',
      date: '2026-11-10',
      amount: -200_00n,
      category: { category: 'rent' },
      transfer: { account: 'house', otherSide: 'saved' },
    },
    {
      ...common,
      key: 'saved',
      account: 'house',
      date: '2026-11-10',
      amount: 200_00n,
      transfer: { account: 'bank', otherSide: 'save' },
    },
    {
      ...common,
      key: 'odd',
      account: 'bank',
      date: '2026-11-11',
      amount: -5_00n,
      payee: 'Shop',
    },
  ])
})

test('figures follow the rules of Actual: money is held, overspending is carried over, early months are left out', async () => {
  const { figures, rules, assignments, notTaken } = await read(smallBudget)
  expect(assignments).toEqual([
    { month: '2026-10', category: 'food', assigned: 60_00n },
    { month: '2026-11', category: 'rent', assigned: 150_00n },
  ])
  expect(rules).toEqual({
    treatsCardsAsCash: true,
    ignoresUncategorized: true,
    offersMoneyAssignedLater: true,
    held: [{ month: '2026-10', amount: 40_00n }],
    carriesOverspending: [{ month: '2026-10', category: 'food' }],
  })
  const rest = { ageOfMoney: undefined }
  expect(figures.months).toEqual([
    // 1,000 earned, 60 assigned, 40 held
    { month: '2026-10', readyToAssign: 900_00n, ...rest },
    // and 150 assigned; Food's 20 stay in Food
    { month: '2026-11', readyToAssign: 790_00n, ...rest },
  ])
  expect(figures.categoryMonths).toEqual([
    { month: '2026-10', category: 'rent', assigned: 0n, activity: 0n, available: 0n },
    { month: '2026-10', category: 'food', assigned: 60_00n, activity: -80_00n, available: -20_00n },
    { month: '2026-11', category: 'rent', assigned: 150_00n, activity: -200_00n, available: -50_00n },
    { month: '2026-11', category: 'food', assigned: 0n, activity: 0n, available: -20_00n },
  ])
  expect(figures.balances).toEqual([
    { account: 'card', balance: -5_00n },
    { account: 'bank', balance: 720_00n },
    { account: 'house', balance: 200_00n },
  ])
  expect(notTaken.map(({ what, count }) => [what, count])).toEqual([
    ['income categories', 1],
    ['cards', 1],
    ['transactions in deleted categories', 1],
    ['months with money held for the next one', 1],
    ['categories that roll over overspending', 1],
    ['amounts in early months', 1],
  ])
})

test('without an amount by hand, the income of categories that carry over is held', async () => {
  const zero_budgets = [
    ...smallBudget.zero_budgets,
    { id: '4', month: 202610, category: 'pay', amount: 0, carryover: 1 },
  ]
  const budget = { ...smallBudget, zero_budgets }
  expect((await read(budget)).rules.held).toEqual([{ month: '2026-10', amount: 40_00n }])
  const automatic = await read({ ...budget, zero_budget_months: [] })
  expect(automatic.rules.held).toEqual([{ month: '2026-10', amount: 1000_00n }])
  expect(automatic.figures.months.map(({ readyToAssign }) => readyToAssign)).toEqual([-60_00n, 790_00n])
})

test('a transfer with a category between accounts on budget becomes two transactions, as Actual counts it', async () => {
  const transactions = [
    {
      id: 'out',
      acct: 'bank',
      amount: -10_00,
      date: 20261105,
      category: 'food',
      description: 'to-card',
      transferred_id: 'in',
    },
    { id: 'in', acct: 'card', amount: 10_00, date: 20261105, description: 'to-bank', transferred_id: 'out' },
  ]
  const budget = await read({ ...smallBudget, transactions })
  expect(budget.transactions.map(({ payee, transfer, category }) => [payee, transfer, category])).toEqual([
    ['Transfer: Visa', null, { category: 'food' }],
    ['Transfer: Checking', null, null],
  ])
  expect(budget.notTaken).toContainEqual({
    what: 'categorized transfers between budget accounts',
    count: 2,
    why: 'each side became a separate transaction, because transfers have no category here',
  })
})

test('what the lines of a split leave open has no category', async () => {
  const transactions = smallBudget.transactions.filter(({ id }) => id === 'split' || id === 'line1')
  const budget = await read({ ...smallBudget, transactions })
  expect(budget.transactions[0]?.lines?.map(({ amount, category }) => [amount, category])).toEqual([
    [-50_00n, { category: 'food' }],
    [-25_00n, null],
  ])
  expect(budget.notTaken).toContainEqual({
    what: 'unfinished splits',
    count: 1,
    why: 'the rest of the amount has no category',
  })
})

test('older files have fewer tables and columns', async () => {
  const transactions = [
    { id: 'one', acct: 'bank', amount: -8_00, date: 20261105, isParent: 1 },
    { id: 'one/a', acct: 'bank', amount: -8_00, date: 20261105, isChild: 1, category: 'food' },
  ]
  const { zero_budget_months: _, ...budget } = smallBudget
  const read0 = await read(
    { ...budget, accounts: [{ id: 'bank', name: 'Checking' }], transactions },
    {
      file: {
        without: ['zero_budget_months', 'preferences', 'notes', 'schedules', 'rules', 'reflect_budgets'],
        columns: {
          accounts:
            'id TEXT PRIMARY KEY, name TEXT, offbudget INTEGER DEFAULT 0, closed INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0',
          transactions:
            'id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT, category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, tombstone INTEGER DEFAULT 0',
        },
      },
    },
  )
  expect(read0.transactions).toMatchObject([
    { amount: -8_00n, status: 'cleared', lines: [{ category: { category: 'food' } }] },
  ])
})

test('the currency comes from the file or from --currency, and amounts are exact in it', async () => {
  const preferences = (value: string) => [{ id: 'defaultCurrencyCode', value }]
  const start = { id: 'start', acct: 'bank', amount: 1000_00, date: 20261001, category: 'pay' }
  const sum = async (currency: string | undefined, named?: string) => {
    const rows = {
      ...smallBudget,
      transactions: [start],
      ...(named !== undefined && { preferences: preferences(named) }),
    }
    const budget = await read(rows, { currency })
    return [budget.currency, budget.figures.balances.find(({ account }) => account === 'bank')?.balance]
  }
  expect(await sum(undefined, 'EUR')).toEqual(['EUR', 1000_00n])
  expect(await sum('USD', 'EUR')).toEqual(['USD', 1000_00n])
  expect(await sum(undefined, 'JPY')).toEqual(['JPY', 100_000n])
  expect(await sum('JPY')).toEqual(['JPY', 1000n])
  expect(await sum('KWD')).toEqual(['KWD', 1_000_000n])
  await expect(sum(undefined)).rejects.toMatchObject({ field: 'currency' })
  await expect(sum(undefined, '')).rejects.toMatchObject({ field: 'currency' })
  const broken = { ...smallBudget, transactions: [{ ...start, amount: 1001 }] }
  await expect(read(broken, { currency: 'JPY' })).rejects.toThrow(
    'transactions, row 1: amount 1001 has 2 decimals, but JPY has none',
  )
})

test('a tracking budget has balances only', async () => {
  const rows = {
    ...smallBudget,
    preferences: [{ id: 'budgetType', value: 'tracking' }],
    reflect_budgets: [{ id: '1', month: 202610, category: 'food', amount: 60_00, carryover: 0 }],
  }
  const { title, figures, assignments, notTaken, transactions } = await read(rows)
  expect({ title, assignments, months: figures.months, categoryMonths: figures.categoryMonths }).toEqual({
    title: 'An Actual tracking budget',
    assignments: [],
    months: [],
    categoryMonths: [],
  })
  expect(transactions).toHaveLength(7)
  expect(figures.balances).toHaveLength(3)
  expect(notTaken).toContainEqual({
    what: 'budgeted amounts',
    count: 1,
    why: 'a tracking budget has no envelopes, so only balances are compared; assign the money you have now',
  })
})

test('schedules, rules, templates and notes are told', async () => {
  const { notTaken, accounts } = await read({
    ...smallBudget,
    notes: [
      { id: 'account-bank', note: 'IBAN 1' },
      { id: 'food', note: '#template 100' },
      { id: 'rent', note: 'by the 3rd' },
      { id: 'budget-2026-10', note: 'careful' },
    ],
    schedules: [
      { id: 's1', rule: 'r1' },
      { id: 's2', rule: 'r2', completed: 1 },
    ],
    rules: [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }, { id: 'r4', tombstone: 1 }],
  })
  expect(accounts.find(({ key }) => key === 'bank')?.notes).toBe('IBAN 1')
  expect(notTaken.slice(-3).map(({ what, count, items }) => [what, count, items])).toEqual([
    ['rules', 1, undefined],
    ['budget templates and goals', 1, ['Food: #template 100']],
    ['category and month notes', 2, ['Rent: by the 3rd', '2026-10: careful']],
  ])
})

/** Plans a budget with schedules: of each its id, next date, conditions beside the account, and actions. */
async function planSchedules(
  schedules: readonly {
    id: string
    next: number | null
    row?: object
    conditions: object[]
    actions?: object[]
  }[],
) {
  const source = await read({
    ...smallBudget,
    schedules: schedules.map(({ id, row }) => ({ id, rule: `rule of ${id}`, ...row })),
    schedules_next_date: schedules.flatMap(({ id, next }) =>
      next === null
        ? []
        : [
            {
              id,
              schedule_id: id,
              local_next_date: 20200101,
              local_next_date_ts: 1,
              base_next_date: next,
              base_next_date_ts: 2,
            },
          ],
    ),
    rules: schedules.map(({ id, conditions, actions = [] }) => ({
      id: `rule of ${id}`,
      conditions: JSON.stringify([{ op: 'is', field: 'acct', value: 'bank' }, ...conditions]),
      actions: JSON.stringify([{ op: 'link-schedule', value: id }, ...actions]),
    })),
  })
  return planWorkspace(source, { types: new Map(), now: 0 })
}

const spend = (value: unknown, op = 'is') => ({ op, field: 'amount', value })
const recurs = (fields: object) => ({
  op: 'isapprox',
  field: 'date',
  value: {
    start: '2026-01-05',
    frequency: 'monthly',
    interval: 1,
    patterns: [],
    endMode: 'never',
    ...fields,
  },
})
const shop = { op: 'is', field: 'description', value: 'shoppe' }

test('schedules come with their next dates; what of their rules cannot be kept is told', async () => {
  const { content, counts, notTaken } = await planSchedules([
    {
      id: 'rent',
      next: 20261205,
      conditions: [recurs({}), spend(-80_00), shop],
      row: { posts_transaction: 1 },
    },
    {
      id: 'pay',
      next: 20261204,
      conditions: [
        recurs({ start: '2026-11-20', frequency: 'weekly', interval: 2 }),
        spend(-60_00, 'isapprox'),
      ],
      row: { name: 'Cleaner' },
    },
    // A Saturday that moved.
    {
      id: 'moved',
      next: 20261204,
      conditions: [
        recurs({
          skipWeekend: true,
          weekendSolveMode: 'before',
          endMode: 'after_n_occurrences',
          endOccurrences: 13,
        }),
        spend({ num1: -80_00, num2: -40_00 }, 'isbetween'),
        shop,
      ],
    },
    { id: 'late', next: 20270131, conditions: [recurs({ start: '2026-01-31' }), spend(-1_00), shop] },
    {
      id: 'last',
      next: 20261231,
      conditions: [
        recurs({
          patterns: [
            { type: 'day', value: -1 },
            { type: 'FR', value: 2 },
          ],
          endMode: 'on_date',
          endDate: '2027-06-30',
        }),
        spend(-2_00),
        shop,
      ],
    },
    {
      id: 'fifth',
      next: 20270129,
      conditions: [recurs({ patterns: [{ type: 'FR', value: 5 }] }), spend(-3_00), shop],
    },
    {
      id: 'once',
      next: 20270301,
      conditions: [{ op: 'isapprox', field: 'date', value: '2027-03-01' }, spend(-4_00), shop],
    },
    { id: 'unplanned', next: null, conditions: [recurs({ frequency: 'yearly' }), spend(-5_00), shop] },
    { id: 'nothing', next: 20270301, conditions: [recurs({}), shop] },
    { id: 'done', next: 20270301, conditions: [recurs({}), spend(-1)], row: { completed: 1 } },
    { id: 'gone', next: 20270301, conditions: [recurs({}), spend(-1)], row: { tombstone: 1 } },
  ])
  const monthly = { count: 1, unit: 'month' }
  const rest = { weekend: 'same', until: null, times: null }
  expect(
    content.schedules.map(({ recurrence, amount, amount_kind }) => [
      amount_kind,
      amount,
      JSON.parse(recurrence),
    ]),
  ).toEqual([
    ['fixed', -8000n, { first_date: '2026-12-05', every: monthly, days: [5], ...rest }],
    ['about', -6000n, { first_date: '2026-12-04', every: { count: 14, unit: 'day' }, days: [], ...rest }],
    [
      'range',
      -4000n,
      { first_date: '2026-12-05', every: monthly, days: [5], weekend: 'before', until: null, times: 2 },
    ],
    ['fixed', -100n, { first_date: '2027-01-31', every: monthly, days: [31], ...rest }],
    [
      'fixed',
      -200n,
      {
        first_date: '2026-12-31',
        every: monthly,
        days: [31, { nth: 2, weekday: 'fri' }],
        weekend: 'same',
        until: '2027-06-30',
        times: null,
      },
    ],
    ['fixed', -300n, { first_date: '2027-01-29', every: null, days: [], ...rest }],
    ['fixed', -400n, { first_date: '2027-03-01', every: null, days: [], ...rest }],
    ['fixed', -500n, { first_date: '2027-01-05', every: { count: 12, unit: 'month' }, days: [5], ...rest }],
  ])
  expect(counts.schedules).toBe(8)
  expect(content.schedules.map(({ auto_post }) => auto_post).indexOf(true)).toBe(0)
  expect(content.schedules[2]?.amount_to).toBe(-8000n)
  expect(notTaken.filter(({ what }) => what.includes('schedules'))).toEqual([
    { what: 'schedules without an account or an amount', count: 1, why: 'left out', items: ['Shop'] },
    {
      what: 'changes of schedules',
      count: 2,
      why: 'correct them with budget schedules edit',
      items: [
        'Shop: due on the last day of shorter months, which Actual leaves out',
        'Shop: only 2027-01-29 came, because its dates do not repeat in a way known here',
      ],
    },
  ])
})

test('schedules have the categories, transfers and splits that their rules set', async () => {
  const set = (field: string, value: string, splitIndex?: number) => ({
    op: 'set',
    field,
    value,
    options: { splitIndex },
  })
  const share = (value: number | null, splitIndex: number, method: string) => ({
    op: 'set-split-amount',
    value,
    options: { splitIndex, method },
  })
  const monthly = recurs({ start: '2026-12-05' })
  const { content, notTaken } = await planSchedules([
    {
      id: 'food',
      next: 20261205,
      conditions: [monthly, spend(-80_00), shop],
      actions: [set('category', 'food'), set('notes', 'weekly shop')],
    },
    {
      id: 'card',
      next: 20261205,
      conditions: [monthly, spend(25_00), { op: 'is', field: 'description', value: 'to-card' }],
    },
    {
      id: 'split',
      next: 20261205,
      conditions: [monthly, spend(-80_00), shop],
      actions: [share(-30_00, 1, 'fixed-amount'), set('category', 'food', 1), share(null, 2, 'remainder')],
    },
    {
      id: 'percent',
      next: 20261205,
      conditions: [monthly, spend(-80_00), shop],
      actions: [share(50, 1, 'fixed-percent'), share(null, 2, 'remainder')],
    },
  ])
  const none = { category: null, ready_to_assign: false, notes: null }
  const food = content.categories.find(({ name }) => name === 'Food')?.seq
  expect(
    content.schedules.map(({ account, transfer_account, amount, category, notes, splits }) => ({
      account,
      transfer_account,
      amount,
      category,
      notes,
      splits,
    })),
  ).toEqual([
    {
      account: 2,
      transfer_account: null,
      amount: -8000n,
      category: food,
      notes: 'weekly shop',
      splits: null,
    },
    { account: 1, transfer_account: 2, amount: -2500n, category: null, notes: null, splits: null },
    {
      account: 2,
      transfer_account: null,
      amount: -8000n,
      category: null,
      notes: null,
      splits: [
        { ...none, category: food, amount: -3000n },
        { ...none, amount: null },
      ],
    },
    { account: 2, transfer_account: null, amount: -8000n, category: null, notes: null, splits: null },
  ])
  expect(notTaken.find(({ what }) => what === 'changes of schedules')?.items).toEqual([
    'Shop: it came without its split',
  ])
})

test('the name comes from the metadata beside the database, and backups are left out', async () => {
  const bytes = createDatabase(smallBudget)
  const metadata = (budgetName: unknown) => Buffer.from(JSON.stringify({ id: 'x', budgetName }))
  const files = [
    { path: 'My-1/db.sqlite', bytes },
    { path: 'My-1/metadata.json', bytes: metadata('Mine') },
    { path: 'My-1/backups/2026.sqlite', bytes },
  ]
  expect((await readFiles(files)).name).toBe('Mine')
  expect((await readFiles([{ path: 'db.sqlite', bytes }])).name).toBeUndefined()
  const odd = { path: 'metadata.json', bytes: metadata(7) }
  expect((await readFiles([{ path: 'db.sqlite', bytes }, odd])).name).toBeUndefined()
})
