/** Tests how the budget of another program becomes the content of a workspace. */

import { expect, test } from 'vitest'
import { beginAtMonth } from '../../../src/migrate/plan/begin-at-month.ts'
import { planWorkspace } from '../../../src/migrate/plan/plan-workspace.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { makeAccount, makeCategory, makeLine, makeSource, makeTransaction } from '../make-source.ts'

const plan = (source: SourceBudget, types: Record<string, string> = {}) =>
  planWorkspace(source, { types: new Map(Object.entries(types)), now: 0 })

/** What a row says in short: account, amount, category or lines, and the other side. */
const listRows = (source: SourceBudget, types?: Record<string, string>) =>
  [...plan(source, types).content.transactions].map((row) => [
    row.account,
    Number(row.amount),
    row.ready_to_assign
      ? 'rta'
      : (row.splits?.map((line) => [Number(line.amount), line.category]) ?? row.category),
    row.pair,
  ])

test('a split with a transfer becomes a transaction of the rest and a transfer', () => {
  const source = makeSource({
    accounts: [makeAccount('Checking'), makeAccount('Savings')],
    transactions: [
      makeTransaction(-100n, null, {
        key: 'split',
        lines: [
          makeLine(-30n, { category: 'Food' }),
          makeLine(-50n, null, { transfer: { account: 'Savings', otherSide: 'in' } }),
          makeLine(-20n, { category: 'Fun' }),
        ],
      }),
      makeTransaction(50n, null, {
        key: 'in',
        account: 'Savings',
        transfer: { account: 'Checking', otherSide: 'split/2' },
      }),
    ],
  })
  expect(listRows(source)).toEqual([
    [
      1,
      -50,
      [
        [-30, 1],
        [-20, 2],
      ],
      null,
    ],
    [1, -50, null, 3],
    [2, 50, null, 2],
  ])
})

test('what is left of a split is no split when it is one line', () => {
  const source = makeSource({
    accounts: [makeAccount('Checking'), makeAccount('Savings')],
    transactions: [
      makeTransaction(-80n, null, {
        lines: [
          makeLine(-30n, { category: 'Food' }, { notes: 'bread' }),
          makeLine(-50n, null, { transfer: { account: 'Savings', otherSide: undefined } }),
        ],
      }),
      makeTransaction(50n, null, {
        account: 'Savings',
        transfer: { account: 'Checking', otherSide: undefined },
      }),
    ],
  })
  expect(listRows(source)).toEqual([
    [1, -30, 1, null],
    [1, -50, null, 3],
    [2, 50, null, 2],
  ])
  expect([...plan(source).content.transactions][0]?.notes).toBe('bread')
  const [split] = source.transactions
  const noted = (notes: string, lines = split?.lines ?? null) => {
    const transactions = source.transactions.map((one) => (one === split ? { ...one, notes, lines } : one))
    return [...plan({ ...source, transactions }).content.transactions].map((one) => one.notes)
  }
  expect(noted('#red')).toEqual(['bread · #red', '#red', null])
  // Each note stands where it is, also if nothing is left of the split.
  const alone = makeLine(-80n, null, {
    notes: 'rainy day',
    transfer: { account: 'Savings', otherSide: undefined },
  })
  expect(noted('#red', [alone])[0]).toBe('rainy day · #red')
})

test('equal transfers of one day are matched in their order, and what has no other side stays a transaction', () => {
  const side = (amount: bigint, account: string, other: string) =>
    makeTransaction(amount, null, { account, transfer: { account: other, otherSide: undefined } })
  const source = makeSource({
    accounts: [makeAccount('Checking'), makeAccount('Savings')],
    transactions: [
      side(-5n, 'Checking', 'Savings'),
      side(-5n, 'Checking', 'Savings'),
      side(5n, 'Savings', 'Checking'),
      side(5n, 'Savings', 'Checking'),
      side(-7n, 'Checking', 'Savings'),
    ],
  })
  expect(listRows(source).map(([, , , pair]) => pair)).toEqual([3, 4, 1, 2, null])
  const { content, notTaken } = plan(source)
  expect(content.merchants.map(({ name }) => name)).toEqual(['Transfer: Savings'])
  expect(notTaken.map(({ what, count }) => [what, count])).toEqual([['transfers with one side missing', 1]])
})

test('only transfers that leave the budget have a category, and a tracking account has none', () => {
  const transfer = (account: string) => ({ account, otherSide: undefined })
  const source = makeSource({
    accounts: [makeAccount('Checking'), makeAccount('Savings'), makeAccount('Fund')],
    transactions: [
      makeTransaction(-5n, { category: 'Food' }, { transfer: transfer('Savings') }),
      makeTransaction(5n, null, { account: 'Savings', transfer: transfer('Checking') }),
      makeTransaction(-6n, { category: 'Food' }, { transfer: transfer('Fund') }),
      makeTransaction(6n, { category: 'Food' }, { account: 'Fund', transfer: transfer('Checking') }),
      makeTransaction(9n, { category: 'Fun' }, { account: 'Fund' }),
    ],
  })
  expect(
    listRows(source, { Fund: 'investment_other' }).map(([, amount, category]) => [amount, category]),
  ).toEqual([
    [-5, null],
    [5, null],
    [-6, 1],
    [6, null],
    [9, null],
  ])
  expect(plan(source, { Fund: 'investment_other' }).notTaken.map(({ what, count }) => [what, count])).toEqual(
    [
      ['transfer categories', 2],
      ['categories in tracking accounts', 1],
    ],
  )
})

test('the payment category of a card is ours, and what was assigned to it stays', () => {
  const source = makeSource({
    accounts: [makeAccount('Checking'), makeAccount('Visa', { suggestedType: 'credit_credit_card' })],
    groups: [
      { key: 'cards', name: 'Credit Card Payments' },
      { key: 'everyday', name: 'Everyday' },
    ],
    categories: [{ ...makeCategory('Visa', 'Visa'), group: 'cards' }, makeCategory('Food')],
    assignments: [{ month: '2026-10', category: 'Visa', assigned: 40n }],
  })
  const { content } = plan(source)
  expect(content.groups.map(({ name, system }) => [name, system])).toEqual([
    ['Credit Card Payments', true],
    ['Everyday', false],
  ])
  expect(content.categories.map(({ name, card }) => [name, card])).toEqual([
    ['Visa', 2],
    ['Food', null],
  ])
  expect(content.assignments).toEqual([{ month: '2026-10', category: 1, assigned: 40n }])
  // Of an account that is no card it is a category like any other.
  const cash = plan(source, { Visa: 'banking_checking' }).content
  expect(cash.groups.map(({ name, system }) => [name, system])).toEqual([
    ['Credit Card Payments', false],
    ['Everyday', false],
  ])
})

test('names are made to fit and unique, and notes are cut', () => {
  const source = makeSource({
    accounts: [makeAccount('A\u0007B')],
    categories: [
      makeCategory('Food'),
      { ...makeCategory('FOOD'), key: 'second' },
      { ...makeCategory(' '), key: 'third' },
    ],
    transactions: [
      makeTransaction(
        1n,
        { category: 'second' },
        { account: 'A\u0007B', payee: 'Café', notes: 'x'.repeat(600) },
      ),
      makeTransaction(1n, { category: 'third' }, { account: 'A\u0007B', payee: 'CAFÉ' }),
    ],
  })
  const { content, notTaken } = plan(source)
  expect(content.accounts.map(({ name }) => name)).toEqual(['A B'])
  expect(content.categories.map(({ name }) => name)).toEqual(['Food', 'FOOD (2)', 'Other'])
  expect(content.merchants.map(({ name }) => name)).toEqual(['Café'])
  expect(content.categorizations).toEqual([{ merchant: 1, category: 3, ready_to_assign: false }])
  expect([...content.transactions].map(({ notes }) => notes?.length)).toEqual([500, undefined])
  expect(notTaken.map(({ what, count }) => [what, count])).toEqual([
    ['shortened notes', 1],
    ['names that were too long, empty or broken', 2],
    ['duplicate names of groups and categories', 1],
    ['payees that differ only in case or spaces', 1],
  ])
})

test('from a month on, accounts begin with their balance and categories with what they carried', () => {
  const source = makeSource({
    accounts: [makeAccount('Checking'), makeAccount('Fund')],
    transactions: [
      makeTransaction(900n, 'ready_to_assign', { date: '2026-08-01' }),
      makeTransaction(-300n, { category: 'Food' }, { date: '2026-09-30' }),
      makeTransaction(70n, null, { date: '2026-09-30', account: 'Fund' }),
      makeTransaction(-10n, { category: 'Food' }),
    ],
    assignments: [
      { month: '2026-09', category: 'Food', assigned: 500n },
      { month: '2026-10', category: 'Food', assigned: 1n },
    ],
    figures: {
      balances: [{ account: 'Checking', balance: 590n }],
      categoryMonths: [
        { month: '2026-09', category: 'Food', assigned: 500n, activity: -300n, available: 200n },
        { month: '2026-10', category: 'Food', assigned: 1n, activity: -10n, available: 191n },
      ],
      months: [],
    },
  })
  const from = beginAtMonth(source, '2026-10', (account) => account === 'Checking')
  expect(listRows(from, { Fund: 'investment_other' })).toEqual([
    [1, 600, 'rta', null],
    [2, 70, null, null],
    [1, -10, 1, null],
  ])
  const { content, figures } = plan(from)
  expect(content.assignments).toEqual([{ month: '2026-10', category: 1, assigned: 201n }])
  expect(figures.categoryMonths).toEqual([
    { month: '2026-10', category: 1, assigned: 201n, activity: -10n, available: 191n },
  ])
})
