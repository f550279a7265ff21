/** Tests that a budget of the YNAB API is read as what it says. */

import { expect, test } from 'vitest'
import type { WorkspaceContent } from '../../../src/contract/ports/workspace-content.ts'
import { planWorkspace } from '../../../src/migrate/plan/plan-workspace.ts'
import { readJsonBudget } from '../../../src/migrate/ynab/json/read-json-budget.ts'
import type { ReadSourceOptions } from '../../../src/tables/source-file.ts'
import { createFile } from './ynab-files.ts'

const options: ReadSourceOptions = {
  currency: undefined,
  dateOrder: undefined,
  decimal: undefined,
  spending: undefined,
  today: '2026-11-20',
}

const account = (id: string, name: string, rest = {}) => ({
  id,
  name,
  type: 'checking',
  on_budget: true,
  closed: false,
  balance: 0,
  ...rest,
})
const category = (id: string, group: string, name: string, rest = {}) => ({
  id,
  category_group_id: group,
  name,
  hidden: false,
  ...rest,
})
const transaction = (id: string, amount: number, rest = {}) => ({
  id,
  date: '2026-08-15',
  amount,
  cleared: 'cleared',
  approved: true,
  account_id: 'checking',
  payee_id: 'shop',
  category_id: 'rent',
  ...rest,
})

const budget = {
  id: 'b',
  name: 'Home',
  currency_format: { iso_code: 'EUR', decimal_digits: 2 },
  accounts: [
    account('checking', 'Checking', {
      balance: 12340,
      note: 'Main',
      last_reconciled_at: '2026-08-01T00:00:00.000Z',
    }),
    account('savings', 'Savings', { type: 'savings' }),
    account('visa', 'Visa', { type: 'creditCard' }),
    account('house', 'House', { type: 'mortgage', on_budget: false, closed: true }),
    account('gone', 'Gone', { deleted: true }),
  ],
  payees: [
    { id: 'shop', name: 'Shop' },
    { id: 'unused', name: 'Unused' },
    { id: 'start', name: 'Starting Balance' },
    { id: 'to-savings', name: 'Transfer : Savings', transfer_account_id: 'savings' },
  ],
  category_groups: [
    { id: 'internal', name: 'Internal Master Category' },
    { id: 'cards', name: 'Credit Card Payments' },
    { id: 'bills', name: 'Bills', note: 'Every month' },
    { id: 'old', name: 'Old', hidden: true },
    { id: 'empty', name: 'Empty' },
    { id: 'hidden', name: 'Hidden Categories' },
  ],
  categories: [
    category('rta', 'internal', 'Inflow: Ready to Assign'),
    category('none', 'internal', 'Uncategorized'),
    category('pay-visa', 'cards', 'Visa'),
    category('pay-lost', 'cards', 'Lost card'),
    category('rent', 'bills', 'Rent'),
    category('cable', 'bills', 'Cable', { hidden: true }),
    category('hobby', 'old', 'Hobby'),
    category('deleted', 'bills', 'Deleted', { deleted: true }),
    category('deleted-used', 'bills', 'Deleted and used', { deleted: true }),
  ],
  months: [
    {
      month: '2026-08-01',
      to_be_budgeted: 900120,
      age_of_money: 31,
      categories: [
        { id: 'rent', budgeted: 50000, activity: -20010, balance: 29990 },
        { id: 'rta', budgeted: 0, activity: 1000, balance: 1000 },
        { id: 'pay-visa', budgeted: 0, activity: 5000, balance: 5000 },
      ],
    },
    { month: '2026-07-01', to_be_budgeted: null, age_of_money: null, categories: [] },
    {
      month: '2026-06-01',
      deleted: true,
      categories: [{ id: 'rent', budgeted: 1, activity: 0, balance: 0 }],
    },
  ],
  transactions: [transaction('t1', -20010, { memo: 'August', flag_color: 'red' })],
  subtransactions: [] as object[],
  scheduled_transactions: [{ id: 's2', deleted: true }],
}

const read = (changes: object = {}, userOptions: Partial<ReadSourceOptions> = {}) =>
  readJsonBudget(
    [createFile('budget.json', JSON.stringify({ data: { budget: { ...budget, ...changes } } }))],
    {
      ...options,
      ...userOptions,
    },
  )

test('Accounts have their types and the balances that YNAB states', () => {
  const { accounts, figures, statesBalances } = read()
  expect(accounts.map(({ key, type, onBudget, closed }) => [key, type, onBudget, closed])).toEqual([
    ['checking', 'banking_checking', true, false],
    ['savings', 'banking_savings', true, false],
    ['visa', 'credit_credit_card', true, false],
    ['house', 'loan_mortgage', false, true],
  ])
  expect(accounts[0]).toMatchObject({ notes: 'Main', lastReconciledAt: Date.UTC(2026, 7, 1) })
  expect(figures.balances[0]).toEqual({ account: 'checking', balance: 1234n })
  expect(statesBalances).toBe(true)
})

test('A tracking account of a bank has no type, because ours would be on budget', () => {
  const accounts = [account('checking', 'Checking'), account('x', 'Old broker', { on_budget: false })]
  expect(read({ accounts }).accounts[1]).toMatchObject({
    type: undefined,
    suggestedType: 'investment_brokerage',
  })
})

test('Groups and categories are those of the user, and card payments name their card', () => {
  const rows = [transaction('t1', -10, { category_id: 'deleted-used' })]
  const { groups, categories } = read({ transactions: rows })
  expect(groups).toEqual([
    { key: 'cards', name: 'Credit Card Payments' },
    { key: 'bills', name: 'Bills' },
    { key: 'old', name: 'Old' },
    { key: 'empty', name: 'Empty' },
  ])
  expect(categories.map(({ key, hidden, card }) => [key, hidden, card])).toEqual([
    ['pay-visa', false, 'visa'],
    ['pay-lost', true, undefined],
    ['rent', false, undefined],
    ['cable', true, undefined],
    ['hobby', true, undefined],
    ['deleted-used', true, undefined],
  ])
})

test('Months give assigned amounts and figures', () => {
  const { assignments, figures } = read()
  expect(assignments).toEqual([{ month: '2026-08', category: 'rent', assigned: 5000n }])
  expect(figures.categoryMonths).toEqual([
    { month: '2026-08', category: 'rent', assigned: 5000n, activity: -2001n, available: 2999n },
    { month: '2026-08', category: 'pay-visa', assigned: 0n, activity: 500n, available: 500n },
  ])
  expect(figures.months).toEqual([
    { month: '2026-08', readyToAssign: 90012n, ageOfMoney: 31 },
    { month: '2026-07', readyToAssign: undefined, ageOfMoney: undefined },
  ])
})

test('A transaction keeps memo, flag, payee and state', () => {
  const rows = [
    transaction('t2', 1000, {
      payee_id: 'start',
      category_id: 'rta',
      cleared: 'reconciled',
      date: '2026-08-01',
    }),
    transaction('t1', -20010, { memo: 'August', flag_color: 'red', cleared: 'uncleared', approved: false }),
    transaction('t0', -1000, { deleted: true }),
  ]
  const { transactions, notTaken } = read({ transactions: rows })
  const [start, payment] = transactions
  expect(transactions).toHaveLength(2)
  expect(start).toMatchObject({
    category: 'ready_to_assign',
    isStartingBalance: true,
    status: 'reconciled',
    notes: null,
  })
  expect(payment).toEqual({
    key: 't1',
    account: 'checking',
    date: '2026-08-15',
    amount: -2001n,
    payee: 'Shop',
    notes: 'August #red',
    status: 'pending',
    isReviewed: false,
    category: { category: 'rent' },
    lines: null,
    transfer: null,
    isStartingBalance: false,
  })
  expect(notTaken.map(({ what, count }) => [what, count])).toEqual([
    ['flags', 1],
    ['group and category notes', 1],
  ])
})

const scheduled = (id: string, fields: object) => ({
  id,
  account_id: 'checking',
  date_first: '2026-01-31',
  date_next: '2027-02-28',
  frequency: 'monthly',
  amount: -50000,
  memo: null,
  flag_color: null,
  payee_id: 'shop',
  category_id: 'rent',
  transfer_account_id: null,
  deleted: false,
  ...fields,
})

const readPlan = (scheduled_transactions: object[], scheduled_subtransactions: object[] = []) =>
  planWorkspace(read({ scheduled_transactions, scheduled_subtransactions }), {
    types: new Map([['savings', 'banking_savings']]),
    now: 0,
  })

const findRent = ({ categories }: WorkspaceContent) => categories.find(({ name }) => name === 'Rent')?.seq

test('Scheduled transactions come with their next dates, in the rhythm of their first ones', () => {
  const { content, counts, notTaken } = readPlan([
    scheduled('a', { memo: 'By hand', flag_color: 'red' }),
    scheduled('b', { date_first: '2027-01-15', date_next: '2027-01-30', frequency: 'twiceAMonth' }),
    scheduled('c', { date_first: '2026-12-04', date_next: '2027-01-01', frequency: 'everyOtherWeek' }),
    scheduled('d', { date_next: '2027-02-27' }),
    scheduled('e', { frequency: 'everyFullMoon' }),
    scheduled('f', { amount: 0 }),
    scheduled('g', { account_id: 'deleted' }),
    scheduled('h', { deleted: true }),
  ])
  expect(counts.schedules).toBe(5)
  const rest = { weekend: 'same', until: null, times: null }
  const monthly = { count: 1, unit: 'month' }
  expect(content.schedules.map(({ recurrence }) => JSON.parse(recurrence))).toEqual([
    { first_date: '2027-02-28', every: monthly, days: [31], ...rest },
    { first_date: '2027-01-30', every: monthly, days: [15, 30], ...rest },
    { first_date: '2027-01-01', every: { count: 14, unit: 'day' }, days: [], ...rest },
    { first_date: '2027-02-27', every: monthly, days: [27], ...rest },
    { first_date: '2027-02-28', every: null, days: [], ...rest },
  ])
  expect(content.schedules[0]).toMatchObject({
    account: 1,
    amount: -5000n,
    notes: 'By hand #red',
    category: findRent(content),
  })
  expect(content.merchants[(content.schedules[0]?.merchant ?? 0) - 1]?.name).toBe('Shop')
  expect(notTaken.flatMap(({ what, items = [] }) => (what.includes('schedules') ? items : []))).toEqual([
    'Shop',
    'Shop',
    'Shop: counted from 2027-02-27, which is none of the dates from 2026-01-31 on',
    'Shop: only 2027-02-28 came, because its dates do not repeat in a way known here',
  ])
})

test('Scheduled splits and transfers come whole; a line that is a transfer is a schedule of its own', () => {
  const line = (id: string, amount: number, fields: object = {}) => ({
    id,
    scheduled_transaction_id: 'split',
    amount,
    memo: id,
    payee_id: null,
    category_id: 'rent',
    transfer_account_id: null,
    deleted: false,
    ...fields,
  })
  const { content } = readPlan(
    [
      scheduled('in', {
        amount: 20000,
        payee_id: 'to-savings',
        transfer_account_id: 'savings',
        category_id: null,
      }),
      scheduled('split', { category_id: null }),
    ],
    [
      line('one', -30000),
      line('two', -15000, { category_id: 'rta' }),
      line('three', -5000, { transfer_account_id: 'savings', category_id: null }),
      line('gone', -1000, { deleted: true }),
    ],
  )
  const none = { category: null, ready_to_assign: false }
  expect(
    content.schedules.map(({ account, transfer_account, amount, splits }) => [
      account,
      transfer_account,
      amount,
      splits,
    ]),
  ).toEqual([
    [2, 1, -2000n, null],
    [
      1,
      null,
      -4500n,
      [
        { ...none, amount: -3000n, category: findRent(content), notes: 'one' },
        { ...none, amount: -1500n, ready_to_assign: true, notes: 'two' },
      ],
    ],
    [1, 2, -500n, null],
  ])
})

const toSavings = { payee_id: 'to-savings', category_id: null, transfer_account_id: 'savings' }
const fromChecking = {
  account_id: 'savings',
  payee_id: '',
  category_id: null,
  transfer_account_id: 'checking',
}

test('Transfers are paired by the ids of their sides', () => {
  const { transactions } = read({
    transactions: [
      transaction('a', -1000, { ...toSavings, transfer_transaction_id: 'd' }),
      transaction('b', -1000, { ...toSavings, transfer_transaction_id: 'c' }),
      transaction('c', 1000, { ...fromChecking, transfer_transaction_id: 'b' }),
      transaction('d', 1000, { ...fromChecking, transfer_transaction_id: 'a' }),
    ],
  })
  expect(transactions.map(({ key, payee, transfer }) => [key, payee, transfer])).toEqual([
    ['a', null, { account: 'savings', otherSide: 'd' }],
    ['b', null, { account: 'savings', otherSide: 'c' }],
    ['c', null, { account: 'checking', otherSide: 'b' }],
    ['d', null, { account: 'checking', otherSide: 'a' }],
  ])
})

test('A transfer that moves no money is a payment, so that its payee is kept', () => {
  const { transactions, notTaken } = read({
    scheduled_transactions: [],
    category_groups: [],
    transactions: [transaction('a', 0, toSavings), transaction('b', 0, fromChecking)],
  })
  expect(transactions.map(({ payee, transfer }) => [payee, transfer])).toEqual([
    ['Transfer : Savings', null],
    [null, null],
  ])
  expect(notTaken).toEqual([])
})

const line = (id: string, amount: number, rest = {}) => ({ id, transaction_id: 'a', amount, ...rest })

test.each([undefined, 'l2', 'a'])(
  'A line may be one side of a transfer, if the other side names %s',
  (other) => {
    const { transactions } = read({
      transactions: [
        transaction('a', -3000, { memo: 'Both' }),
        transaction('c', 2000, { ...fromChecking, transfer_transaction_id: other }),
      ],
      subtransactions: [
        line('l1', -1000, { category_id: 'cable', memo: 'one', payee_id: 'unused' }),
        line('l2', -2000, toSavings),
        line('l3', -2000, { deleted: true }),
      ],
    })
    expect(transactions[0]).toMatchObject({ payee: 'Shop', notes: 'Both', category: null, transfer: null })
    expect(transactions[0]?.lines).toEqual([
      { amount: -100n, category: { category: 'cable' }, notes: 'one', payee: 'Unused', transfer: null },
      {
        amount: -200n,
        category: null,
        notes: null,
        payee: null,
        transfer: { account: 'savings', otherSide: 'c' },
      },
    ])
    expect(transactions[1]?.transfer).toEqual({ account: 'checking', otherSide: 'a/2' })
  },
)

test('Lines inside of their transaction are read as well', () => {
  const subtransactions = [
    line('l1', -1000, { category_id: 'cable' }),
    line('l2', -2000, { category_id: 'rent' }),
  ]
  const { transactions } = read({ transactions: [transaction('a', -3000, { subtransactions })] })
  expect(transactions[0]?.lines?.map(({ amount }) => amount)).toEqual([-100n, -200n])
})

test('A split of one line is a transaction of its category', () => {
  const subtransactions = [line('l1', -3000, { category_id: 'cable', memo: 'one' })]
  const { transactions } = read({ transactions: [transaction('a', -3000)], subtransactions })
  expect(transactions).toMatchObject([
    { lines: null, category: { category: 'cable' }, notes: 'one', payee: 'Shop' },
  ])
})

test('A transfer whose other side is missing stays a payment, and is told', () => {
  const { transactions, notTaken } = read({ transactions: [transaction('a', -1000, toSavings)] })
  expect(transactions).toMatchObject([{ payee: 'Transfer : Savings', transfer: null }])
  expect(notTaken[0]).toMatchObject({ what: 'other sides of transfers', count: 1 })
})

const readTarget = (goal: object) => {
  const { targets, notTaken } = read({
    categories: [
      category('rent', 'bills', 'Rent', { goal_target: 12340, goal_creation_month: '2026-01-01', ...goal }),
    ],
  })
  const [target] = targets
  const left = notTaken.find(({ what }) => what === 'targets')?.count ?? 0
  if (!target || left > 0) return left
  const { kind, amount, weekday, by, repeatMonths } = target
  return [kind, Number(amount), weekday, by, ...(repeatMonths === null ? [] : [repeatMonths])]
}

test.each<[object, unknown]>([
  [{ goal_type: 'MF' }, ['monthly_set_aside', 1234, null, null]],
  [{ goal_type: 'DEBT', goal_cadence: 1 }, ['monthly_set_aside', 1234, null, null]],
  [
    { goal_type: 'NEED', goal_cadence: 1, goal_needs_whole_amount: true },
    ['monthly_set_aside', 1234, null, null],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 1, goal_needs_whole_amount: false },
    ['monthly_refill', 1234, null, null],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 2, goal_day: 0, goal_needs_whole_amount: true },
    ['weekly_set_aside', 1234, 6, null],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 2, goal_day: 1, goal_needs_whole_amount: false },
    ['weekly_refill', 1234, 0, null],
  ],
  [{ goal_type: 'TBD', goal_target_month: '2027-02-01' }, ['by_date', 1234, null, '2027-02-28']],
  [{ goal_type: 'TB' }, 1],
  // Yearly, quarterly, every two months or years, and once by a date.
  [
    { goal_type: 'NEED', goal_cadence: 13, goal_needs_whole_amount: true, goal_target_date: '2027-03-15' },
    ['by_date', 1234, null, '2027-03-31', 12],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 4, goal_target_date: '2027-03-15' },
    ['by_date', 1234, null, '2027-03-31', 3],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 1, goal_cadence_frequency: 2, goal_target_month: '2027-03-01' },
    ['by_date', 1234, null, '2027-03-31', 2],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 14, goal_target_date: '2027-03-15' },
    ['by_date', 1234, null, '2027-03-31', 24],
  ],
  [
    { goal_type: 'NEED', goal_cadence: 0, goal_target_date: '2027-03-15' },
    ['by_date', 1234, null, '2027-03-31'],
  ],
  // No date to begin with, and no kind for every two weeks.
  [{ goal_type: 'NEED', goal_cadence: 13, goal_needs_whole_amount: true }, 1],
  [
    {
      goal_type: 'NEED',
      goal_cadence: 2,
      goal_cadence_frequency: 2,
      goal_day: 1,
      goal_needs_whole_amount: true,
    },
    1,
  ],
  [{ goal_type: 'NEED', goal_cadence: 1 }, 1],
  [{ goal_type: 'MF', goal_target: 0 }, 1],
  [{ goal_type: null }, 0],
])('The target %j becomes %j', (goal, expected) => {
  expect(readTarget(goal)).toEqual(expected)
})

test('A card takes a monthly target only', () => {
  const categories = [
    category('pay-visa', 'cards', 'Visa', {
      goal_type: 'TBD',
      goal_target: 1000,
      goal_target_month: '2027-02-01',
    }),
  ]
  expect(read({ categories, transactions: [] }).targets).toEqual([])
})

test('Payees without transactions are kept', () => {
  expect(read().payees).toEqual(['Unused'])
})

test('The budget may be the whole file, and may be called a plan', () => {
  const { name } = readJsonBudget([createFile('a.json', JSON.stringify(budget))], options)
  const plan = readJsonBudget([createFile('a.json', JSON.stringify({ data: { plan: budget } }))], options)
  expect([name, plan.name, plan.currency]).toEqual(['Home', 'Home', 'EUR'])
})

test('Currencies with other decimals are exact', () => {
  const accounts = [account('checking', 'Checking', { balance: 12345 })]
  const changes = { accounts, transactions: [], months: [] }
  expect(read(changes, { currency: 'KWD' }).figures.balances[0]?.balance).toBe(12345n)
  expect(() => read(changes, { currency: 'EUR' })).toThrow(
    'budget.json, data, budget, accounts[0]: balance 12345 milliunits has 3 decimals, but EUR has 2',
  )
})

test.each<[object, string]>([
  [{ currency_format: null }, 'The file does not say which currency it uses'],
  [
    { transactions: [{ ...transaction('a', 1), amount: 1.5 }] },
    'transactions[0]: "amount" is 1.5, not a whole number',
  ],
  [{ transactions: [transaction('a', 10, { date: '2026-02-30' })] }, 'date "2026-02-30" is not a date'],
  [{ transactions: [transaction('a', 10, { cleared: 'maybe' })] }, 'cleared "maybe" is not cleared'],
  [{ transactions: [transaction('a', 10, { account_id: 'nowhere' })] }, 'there is no account nowhere'],
  [{ transactions: ['a'] }, 'transactions[0]: it is not an object'],
  [{ accounts: [account('a', '')] }, 'accounts[0]: "name" is "", not a string with a character'],
  [{ months: [{ month: 'May' }] }, 'months[0]: month "May" is not a month'],
  [
    { transactions: [transaction('a', -3000)], subtransactions: [line('x', -1000), line('y', -1000)] },
    'the lines of the split do not add up to its amount',
  ],
])('%j is refused', (changes, message) => {
  expect(() => read(changes)).toThrow(message)
})

test.each([
  ['[1]', 'a.json: it is not a JSON object'],
  ['{"a":', 'a.json: it is not JSON: '],
  ['{"a":1}', 'a.json: the file has no accounts or transactions'],
])('The file %s is refused', (text, message) => {
  expect(() => readJsonBudget([createFile('a.json', text)], options)).toThrow(message)
})

test('The budget is found among other files, and two of them are refused', () => {
  const file = createFile('a.json', JSON.stringify({ budget }))
  expect(() => readJsonBudget([file, { ...file, path: 'c.json' }], options)).toThrow(
    'There are 2 budgets: a.json, c.json',
  )
  expect(readJsonBudget([createFile('b.json', '{"x":1}'), file], options).name).toBe('Home')
  expect(() => readJsonBudget([], options)).toThrow('No file is a budget from the YNAB API')
})

test('Categories are also found in their groups and in the months', () => {
  const listed = budget.categories
  const nested = budget.category_groups.map((group) => ({
    ...group,
    categories: listed.filter((one) => one.category_group_id === group.id && one.id !== 'rent'),
  }))
  const [august, ...others] = budget.months
  const inMonth = {
    ...august,
    categories: [{ ...listed.find(({ id }) => id === 'rent'), budgeted: 0, activity: 0, balance: 0 }],
  }
  const changes = { categories: undefined, category_groups: nested, months: [inMonth, ...others] }
  const find = ({ categories }: ReturnType<typeof read>) => categories.map(({ key }) => key).toSorted()
  expect(find(read(changes))).toEqual(find(read()))
})

test('A category of a group that is not in the file has the group that it names', () => {
  const categories = [
    ...budget.categories,
    category('lost', 'elsewhere', 'Lost', { category_group_name: 'Abroad' }),
  ]
  const { groups, categories: found } = read({ categories })
  expect(groups).toContainEqual({ key: 'elsewhere', name: 'Abroad' })
  expect(found.find(({ key }) => key === 'lost')?.group).toBe('elsewhere')
})

test('Months without their categories do not say what is assigned, so Ready to Assign is not compared', () => {
  const months = [{ month: '2026-08-01', budgeted: 50000, to_be_budgeted: 10 }]
  const { figures, notTaken } = read({ months })
  expect(figures.months).toEqual([{ month: '2026-08', readyToAssign: undefined, ageOfMoney: undefined }])
  expect(notTaken).toContainEqual({
    what: 'months whose categories are missing',
    count: 1,
    why: 'their assigned amounts are not in the file, so Ready to Assign is not compared',
  })
})

test('A target with more decimals than the currency is left, and the budget is read', () => {
  const goal = { goal_type: 'MF', goal_target: 33_333, goal_cadence: 1 }
  const categories = budget.categories.map((one) => (one.id === 'rent' ? { ...one, ...goal } : one))
  const { targets, notTaken } = read({ categories })
  expect(targets).toEqual([])
  expect(notTaken.find(({ what }) => what === 'targets')?.count).toBe(1)
})

test('The first version of the API is read: its own categories have other names, and words are in capitals', () => {
  const { figures, transactions, accounts, categories } = read({
    accounts: [{ id: 'checking', name: 'Checking', type: 'Checking', on_budget: true, balance: 998_000 }],
    category_groups: [{ id: 'hidden', name: 'Hidden Categories' }],
    categories: [
      category('now', 'own', 'Immediate Income SubCategory'),
      category('later', 'own', 'Deferred Income SubCategory'),
      category('split', 'own', 'Split (Multiple Categories)...'),
      category('none', 'own', 'None'),
      category('rent', 'bills', 'Rent'),
      category('rent', 'bills', 'Rent'),
    ],
    months: [
      {
        month: '2026-08-01',
        to_be_budgeted: 1_000_000,
        categories: [{ id: 'none', name: 'None', budgeted: 0, activity: -2000, balance: -2000 }],
      },
    ],
    transactions: [
      transaction('t1', 1_000_000, { category_id: 'now', cleared: 'Cleared' }),
      transaction('t2', -2000, { category_id: null, cleared: 'Uncleared' }),
    ],
  })
  expect(accounts.map(({ type }) => type)).toEqual(['banking_checking'])
  expect(transactions.map(({ category: ref, status }) => [ref, status])).toEqual([
    ['ready_to_assign', 'cleared'],
    [null, 'pending'],
  ])
  expect(categories.map(({ key }) => key)).toEqual(['rent'])
  expect([figures.categoryMonths, figures.contradictions]).toEqual([
    [],
    { balances: [], activity: [], income: [] },
  ])
})

test('What the next month pays for a row whose category is not in the file contradicts it', () => {
  const { figures } = read({ transactions: [transaction('t1', -20_010, { category_id: 'nowhere' })] })
  expect(figures.contradictions?.income).toEqual([{ month: '2026-09', excess: 2001n }])
})

test('Targets without a counterpart and notes are listed, so that they can be typed', () => {
  const { notTaken } = read({
    category_groups: [
      ...budget.category_groups.map((group) =>
        group.id === 'bills' ? { ...group, note: 'all fixed' } : group,
      ),
    ],
    categories: [
      category('rent', 'bills', 'Rent', { goal_type: 'TB', goal_target: 12340, note: 'by the 3rd' }),
      category('cable', 'bills', 'Cable', {
        ...{ goal_type: 'NEED', goal_target: 5000, goal_cadence: 2, goal_cadence_frequency: 2 },
      }),
      category('gym', 'bills', 'Gym', {
        ...{ goal_type: 'NEED', goal_target: 60_000, goal_cadence: 13, goal_needs_whole_amount: true },
        goal_target_date: '2027-03-15',
      }),
    ],
    months: [{ month: '2026-08-01', note: 'careful', categories: [] }],
    transactions: [],
  })
  const itemsOf = (what: string) => notTaken.find((one) => one.what === what)?.items
  expect(itemsOf('targets')).toEqual(['Rent: 12.34 as a balance', 'Cable: 5.00 every 2 weeks'])
  expect(itemsOf('targets to set aside another amount')).toEqual([
    'Gym: 60.00 every 12 months, by 2027-03-15',
  ])
  expect(itemsOf('group and category notes')).toEqual(['Bills: all fixed', 'Rent: by the 3rd'])
  expect(itemsOf('month notes')).toEqual(['2026-08: careful'])
})
