/** Tests that a YNAB export is read as what it says. */

import { expect, test } from 'vitest'
import {
  createFile,
  createPlan,
  createRegister,
  REGISTER_HEADER,
  type RegisterCells,
  readFiles,
} from './ynab-files.ts'

const rent: RegisterCells = {
  date: '08/15/2026',
  payee: 'Landlord',
  group: 'Bills',
  category: 'Rent',
  memo: 'August',
  outflow: '$900.00',
}

test('A payment becomes a transaction with its category', () => {
  expect(readFiles([createRegister([rent])]).transactions).toEqual([
    {
      key: '1',
      account: 'Checking',
      date: '2026-08-15',
      amount: -90000n,
      payee: 'Landlord',
      notes: 'August',
      status: 'cleared',
      isReviewed: true,
      category: { category: 'Bills\nRent' },
      lines: null,
      transfer: null,
      isStartingBalance: false,
    },
  ])
})

test('An export states no balances of its own', () => {
  const { title, figures, statesBalances } = readFiles([createRegister([rent])])
  expect(title).toBe('A YNAB export')
  expect(figures.balances).toEqual([{ account: 'Checking', balance: -90000n }])
  expect(statesBalances).toBe(false)
})

test('The rows of a split become one transaction with lines', () => {
  const files = [
    createRegister([
      { ...rent, payee: 'Shop', memo: 'Split (1/3) food', outflow: '$30.00', flag: 'Red' },
      { ...rent, payee: 'Shop', memo: 'Split (2/3) ', outflow: '$20.00', category: 'Fun', flag: 'Red' },
      {
        date: '08/15/2026',
        payee: 'Transfer : Cash',
        memo: 'Split (3/3) back',
        outflow: '$50.00',
        flag: 'Red',
      },
      { account: 'Cash', date: '08/15/2026', payee: 'Transfer : Checking', inflow: '$50.00' },
    ]),
  ]
  const { transactions, notTaken } = readFiles(files)
  const [cash, split] = transactions
  expect(cash?.transfer).toEqual({ account: 'Checking', otherSide: '1/3' })
  expect(split).toMatchObject({
    amount: -10000n,
    payee: 'Shop',
    notes: '#red',
    category: null,
    transfer: null,
  })
  expect(split?.lines).toEqual([
    { amount: -3000n, category: { category: 'Bills\nRent' }, notes: 'food', payee: null, transfer: null },
    { amount: -2000n, category: { category: 'Bills\nFun' }, notes: null, payee: null, transfer: null },
    {
      amount: -5000n,
      category: null,
      notes: 'back',
      payee: null,
      transfer: { account: 'Cash', otherSide: '2' },
    },
  ])
  expect(notTaken[0]).toMatchObject({ what: 'flags', count: 1 })
})

test('The payee of a split is not that of a transfer in it, also if its other side is missing', () => {
  const { transactions } = readFiles([
    createRegister([
      { ...rent, payee: 'Transfer : Old bank', memo: 'Split (1/2) ', outflow: '$1.00' },
      { ...rent, payee: 'Shop', memo: 'Split (2/2) ', outflow: '$2.00' },
    ]),
  ])
  expect(transactions).toMatchObject([
    { payee: 'Shop', lines: [{ payee: 'Transfer : Old bank', transfer: null }, { payee: null }] },
  ])
})

test('A split of which rows are missing stays as its rows are', () => {
  const { transactions, notTaken } = readFiles([
    createRegister([
      { ...rent, memo: 'Split (1/3) a' },
      { ...rent, memo: 'Split (3/3) c' },
    ]),
  ])
  expect(transactions.map(({ notes, lines }) => [notes, lines])).toEqual([
    ['Split (3/3) c', null],
    ['Split (1/3) a', null],
  ])
  expect(notTaken[0]).toMatchObject({ what: 'incomplete splits', count: 2 })
})

test('Equal transfers are paired in their order, and each side once', () => {
  const out = { date: '08/15/2026', payee: 'Transfer : Savings', outflow: '$10.00' }
  const into = { account: 'Savings', date: '08/15/2026', payee: 'Transfer : Checking', inflow: '$10.00' }
  const { transactions } = readFiles([createRegister([out, out, into, into])])
  expect(transactions.map(({ key, payee, transfer }) => [key, payee, transfer?.otherSide])).toEqual([
    ['4', null, '2'],
    ['3', null, '1'],
    ['2', null, '4'],
    ['1', null, '3'],
  ])
})

test('A transfer that moves no money is a payment, so that its payee is kept', () => {
  const { transactions, notTaken } = readFiles([
    createRegister([
      { date: '08/15/2026', payee: 'Transfer : Savings' },
      { account: 'Savings', date: '08/15/2026', payee: 'Transfer : Checking' },
    ]),
  ])
  expect(transactions.map(({ payee, transfer }) => [payee, transfer])).toEqual([
    ['Transfer : Checking', null],
    ['Transfer : Savings', null],
  ])
  expect(notTaken.map(({ what }) => what)).toEqual(['scheduled transactions', 'targets'])
})

test('A transfer to an account that was deleted stays a payment, and is told', () => {
  const { transactions, notTaken } = readFiles([
    createRegister([{ date: '08/15/2026', payee: 'Transfer : Old bank', outflow: '$10.00' }]),
  ])
  expect(transactions).toMatchObject([{ payee: 'Transfer : Old bank', transfer: null }])
  expect(notTaken[0]).toMatchObject({ what: 'other sides of transfers', count: 1 })
})

test('Money to be assigned is found under its old and its new name', () => {
  const names = [
    { group: 'Inflow', category: 'Ready to Assign' },
    { group: 'Inflow', category: 'To be Budgeted' },
    { group: 'Ready to Assign', category: '' },
  ]
  const rows = names.map((name) => ({ date: '08/15/2026', inflow: '$5.00', ...name }))
  const { transactions, categories, groups } = readFiles([createRegister(rows)])
  expect(transactions.map(({ category }) => category)).toEqual(Array(3).fill('ready_to_assign'))
  expect([categories, groups]).toEqual([[], []])
})

test('Every name of what has no category is known', () => {
  const names = [
    { group: '', category: '' },
    { group: '', category: 'Uncategorized' },
    { group: 'Internal Master Category', category: 'Uncategorized' },
    { group: 'Uncategorized Transactions', category: 'Uncategorized Transactions' },
  ]
  const { transactions, categories } = readFiles([
    createRegister([rent, ...names.map((name) => ({ ...rent, ...name }))]),
  ])
  expect(transactions.filter(({ category }) => category === null)).toHaveLength(names.length)
  expect(categories.map(({ name }) => name)).toEqual(['Rent'])
})

test('The plan gives groups, categories, assigned amounts and figures', () => {
  const { groups, categories, assignments, figures } = readFiles([
    createPlan([
      ['Dec 2016', 'Credit Card Payments', 'Visa', '$1.00', '$2.00', '$3.00'],
      ['Dec 2016', 'Bills', 'Rent', '$900.00', '-$1,800.00', '-$900.00'],
      ['Jan 2017', 'Bills', 'Rent', '$0.00', '$0.00', '$0.00'],
      ['Dec 2016', 'Hidden Categories', 'Bills: Cable', '$0.00', '$0.00', '$0.00'],
    ]),
  ])
  expect(groups).toEqual([{ key: 'Bills', name: 'Bills' }])
  const visa = { key: 'Credit Card Payments\nVisa', name: 'Visa', group: 'Credit Card Payments' }
  expect(categories).toEqual([
    { ...visa, hidden: false, card: 'Visa' },
    { key: 'Bills\nRent', name: 'Rent', group: 'Bills', hidden: false, card: undefined },
    { key: 'Hidden Categories\nBills: Cable', name: 'Cable', group: 'Bills', hidden: true, card: undefined },
  ])
  expect(assignments).toEqual([
    { month: '2016-12', category: visa.key, assigned: 100n },
    { month: '2016-12', category: 'Bills\nRent', assigned: 90000n },
  ])
  expect(figures.categoryMonths[1]).toEqual({
    month: '2016-12',
    category: 'Bills\nRent',
    assigned: 90000n,
    activity: -180000n,
    available: -90000n,
  })
})

test('A category that only the register names was deleted', () => {
  const { categories } = readFiles([
    createRegister([rent]),
    createPlan([['Aug 2026', 'Bills', 'Power', '$0.00', '$0.00', '$0.00']]),
  ])
  expect(categories.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Power', false],
    ['Rent', true],
  ])
})

test('Accounts show by their rows whether they are on budget', () => {
  const date = '08/15/2026'
  const { accounts, figures } = readFiles([
    createRegister([
      rent,
      { ...rent, account: 'Visa', outflow: '$10.00' },
      { date, payee: 'Transfer : House', group: 'Bills', category: 'Rent', outflow: '$100.00' },
      { account: 'House', date, payee: 'Transfer : Checking', inflow: '$100.00' },
      { account: 'House', date, payee: 'Starting Balance', outflow: '$5000.00' },
      { date, payee: 'Transfer : Piggy bank', outflow: '$1.00' },
      { account: 'Piggy bank', date, payee: 'Transfer : Checking', inflow: '$1.00' },
    ]),
    createPlan([['Aug 2026', 'Credit Card Payments', 'Visa', '$0.00', '$0.00', '$0.00']]),
  ])
  const shown = accounts.map(({ name, onBudget, suggestedType }) => [name, onBudget, suggestedType])
  expect(shown.toSorted()).toEqual([
    ['Checking', true, 'banking_checking'],
    ['House', false, 'loan_other'],
    ['Piggy bank', undefined, 'banking_checking'],
    ['Visa', true, 'credit_credit_card'],
  ])
  expect(figures.balances).toContainEqual({ account: 'House', balance: -490000n })
})

test.each([
  ['Uncleared', 'pending'],
  ['Cleared', 'cleared'],
  ['Reconciled', 'reconciled'],
])('The state %s is our %s', (cleared, status) => {
  expect(readFiles([createRegister([{ ...rent, cleared }])]).transactions).toMatchObject([{ status }])
})

test('The name of the budget is in the names of the files', () => {
  const file = createRegister([rent], 'Our Home as of 2026-11-20 0510 PM - Register.csv')
  expect(readFiles([file]).name).toBe('Our Home')
})

test('Memos keep quotes, commas and line ends', () => {
  const memo = 'said "hi",\nthen left'
  expect(readFiles([createRegister([{ ...rent, memo }])]).transactions).toMatchObject([{ notes: memo }])
})

test.each([
  [
    'a backslash before them',
    String.raw`"Parents \"Owe\" Me"`,
    String.raw`"she said \"hi\""`,
    ['Parents "Owe" Me', 'she said "hi"'],
  ],
  [
    'one more before them',
    '"Parents ""Owe"" Me"',
    '"she said ""hi"""',
    ['Parents "Owe" Me', 'she said "hi"'],
  ],
  ['one more before them, and a backslash at an end', '"A ""B"" C"', String.raw`"C:\"`, ['A "B" C', 'C:\\']],
  ['nothing before them', '"A "B" C"', '"D"', ['A "B" C', 'D']],
])('Quotes inside of names and memos that have %s are read', (_, account, memo, expected) => {
  const row = `${account},"","08/15/2026","Shop","A: B","A","B",${memo},$1.00,$0.00,"Cleared"`
  const plain = '"Cash","","08/15/2026","Shop","A: B","A","B","",$1.00,$0.00,"Cleared"'
  const { transactions } = readFiles([createFile('r.csv', [REGISTER_HEADER, plain, row, plain].join('\n'))])
  expect([transactions[1]?.account, transactions[1]?.notes]).toEqual(expected)
})

test('A row with too few cells is named', () => {
  const file = createFile('Register.csv', `${REGISTER_HEADER}\n"Checking","","08/15/2026"`)
  expect(() => readFiles([file])).toThrow('Register.csv, row 2: the row has 3 cells, but the header has 11')
})

test('A quote that is never closed is named', () => {
  const file = createFile('Register.csv', `${REGISTER_HEADER}\n"Checking","","08/15/2026","Sho`)
  expect(() => readFiles([file])).toThrow('Register.csv, row 2: a quote is never closed')
})

test('Two registers are refused', () => {
  const files = [createRegister([rent], 'a.csv'), createRegister([rent], 'b.csv')]
  expect(() => readFiles(files)).toThrow('There are 2 registers: a.csv, b.csv')
})
