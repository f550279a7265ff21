/** Tests what is read of a book of GnuCash, in SQLite and in XML. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { createSqliteBook, createXmlBook, type PlannedAccount, type PlannedBook } from './gnucash-file.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

const accounts: readonly PlannedAccount[] = [
  { name: 'Assets', type: 'ASSET', isPlaceholder: true },
  { name: 'Checking', type: 'BANK', parent: 'Assets' },
  { name: 'Old', type: 'BANK', parent: 'Assets', isHidden: true },
  { name: 'House', type: 'ASSET', parent: 'Assets' },
  { name: 'Euros', type: 'BANK', parent: 'Assets', holds: 'CURRENCY:EUR' },
  { name: 'Shares', type: 'STOCK', parent: 'Assets', holds: 'NASDAQ:ACME' },
  { name: 'Visa', type: 'CREDIT' },
  { name: 'Mortgage', type: 'LIABILITY' },
  { name: 'Expenses', type: 'EXPENSE', isPlaceholder: true },
  { name: 'Food & Drink', type: 'EXPENSE', parent: 'Expenses' },
  { name: 'Auto', type: 'EXPENSE', parent: 'Expenses' },
  { name: 'Fuel', type: 'EXPENSE', parent: 'Auto', isHidden: true },
  { name: 'Salary', type: 'INCOME' },
  { name: 'Anfang', type: 'EQUITY', isOpening: true },
  { name: 'Imbalance-USD', type: 'BANK' },
  { name: 'Trading', type: 'TRADING', holds: 'NASDAQ:ACME' },
]

const book: PlannedBook = {
  accounts,
  transactions: [
    {
      date: '2026-01-01',
      description: 'Opening',
      splits: [
        { account: 'Checking', value: 1000_00n, state: 'y' },
        { account: 'House', value: 9000_00n },
        { account: 'Mortgage', value: -4000_00n },
        { account: 'Anfang', value: -6000_00n },
      ],
    },
    {
      date: '2026-01-05',
      description: 'Market <1>',
      number: '101',
      notes: 'fruit',
      splits: [
        { account: 'Visa', value: -50_00n, state: 'c', memo: 'card' },
        { account: 'Food & Drink', value: 30_00n, memo: 'pears' },
        { account: 'Fuel', value: 20_00n },
      ],
    },
    {
      date: '2026-01-06',
      description: 'Pay card',
      splits: [
        { account: 'Checking', value: -50_00n },
        { account: 'Visa', value: 50_00n },
      ],
    },
    {
      date: '2026-01-07',
      description: 'Buy shares',
      splits: [
        { account: 'Checking', value: -100_00n },
        { account: 'Shares', value: 100_00n, quantity: 2_50n },
        { account: 'Trading', value: -100_00n, quantity: -2_50n },
      ],
    },
    {
      date: '2026-01-08',
      description: 'Lunch in Rome',
      currency: 'EUR',
      splits: [
        { account: 'Euros', value: -9_00n },
        { account: 'Food & Drink', value: 9_00n, quantity: 10_00n },
      ],
    },
    {
      date: '2026-01-09',
      description: 'Void',
      splits: [
        { account: 'Checking', value: 0n, state: 'v' },
        { account: 'Fuel', value: 0n, state: 'v' },
      ],
    },
    {
      date: '2026-01-10',
      description: 'Move',
      splits: [
        { account: 'Fuel', value: -5_00n },
        { account: 'Food & Drink', value: 5_00n },
      ],
    },
    {
      date: '2026-01-11',
      description: 'Close the year',
      splits: [
        { account: 'Fuel', value: -15_00n },
        { account: 'Anfang', value: 15_00n },
      ],
    },
    {
      date: '2026-01-12',
      description: 'Lost',
      splits: [
        { account: 'Old', value: -7_00n },
        { account: 'Imbalance-USD', value: 7_00n },
      ],
    },
  ],
  scheduled: {
    date: '2026-02-01',
    description: 'Rent',
    splits: [
      { account: 'template', value: 1n },
      { account: 'template', value: -1n },
    ],
  },
}

const formats = {
  SQLite: createSqliteBook,
  XML: createXmlBook,
  'XML in gzip': (plan: PlannedBook) => gzipSync(createXmlBook(plan)),
} as const

const formatNames = Object.keys(formats) as (keyof typeof formats)[]

const moveIn = async (content: string | Uint8Array, ...flags: string[]) => {
  writeFileSync(join(harness.folder, 'home.gnucash'), content)
  return harness.budget(['migrate', 'home.gnucash', '--json', ...flags])
}

const query = async (sql: string): Promise<unknown[][]> => {
  const { stdout } = await harness.budget(['db', 'query', sql, '--json'])
  return JSON.parse(stdout).map((row: object) => Object.values(row))
}

describe.each(formatNames)('A book in %s', (format) => {
  test('has its accounts, categories, splits, transfers and starting balances', async () => {
    const { stdout, stderr, code } = await moveIn(formats[format](book))
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const { differences, not_taken, source, currency } = JSON.parse(stdout)
    expect({ differences, source, currency }).toEqual({ differences: [], source: 'gnucash', currency: 'USD' })
    expect(
      not_taken.map(({ what, count, items }: SourceBudget['notTaken'][number]) => [what, count, items]),
    ).toEqual([
      ['accounts without USD', 2, ['Assets:Shares (2.5 ACME)', 'Assets:Euros (-9 EUR)']],
      ['transactions between categories', 1, ['2026-01-10 Move']],
      ['void transactions', 1, []],
      ['scheduled transactions', 1, ['Rent']],
    ])
    expect(await query('SELECT name, type, balance, closed FROM accounts ORDER BY 1')).toEqual([
      ['Checking', 'banking_checking', 850_00, 0],
      ['House', 'investment_other', 9000_00, 0],
      ['Mortgage', 'loan_mortgage', -4000_00, 0],
      ['Old', 'banking_checking', -7_00, 1],
      ['Visa', 'credit_credit_card', 0, 0],
    ])
    expect(
      await query(
        'SELECT date, amount, account, merchant, category, transfer_account, notes FROM lines ORDER BY date, account, amount',
      ),
    ).toEqual([
      ['2026-01-01', 1000_00, 'Checking', null, 'Ready to Assign', null, 'Starting balance'],
      ['2026-01-01', 9000_00, 'House', null, null, null, 'Starting balance'],
      ['2026-01-01', -4000_00, 'Mortgage', null, null, null, 'Starting balance'],
      ['2026-01-05', -30_00, 'Visa', 'Market <1>', 'Food & Drink', null, 'pears'],
      ['2026-01-05', -20_00, 'Visa', 'Market <1>', 'Fuel', null, '101 · fruit · card'],
      ['2026-01-06', -50_00, 'Checking', null, null, 'Visa', 'Pay card'],
      ['2026-01-06', 50_00, 'Visa', null, null, 'Checking', 'Pay card'],
      ['2026-01-07', -100_00, 'Checking', 'Buy shares', null, null, null],
      ['2026-01-12', -7_00, 'Old', 'Lost', null, null, null],
    ])
    expect(await query("SELECT notes, status FROM transactions WHERE date = '2026-01-05'")).toEqual([
      ['101 · fruit · card', 'cleared'],
    ])
    expect(
      await query(
        "SELECT category_group, name, archived FROM categories WHERE category_group IN ('Auto', 'Expenses') ORDER BY 2",
      ),
    ).toEqual([
      ['Expenses', 'Food & Drink', 0],
      ['Auto', 'Fuel', 1],
    ])
  })

  test('moves in in another of its currencies when asked', async () => {
    const { stdout } = await moveIn(formats[format](book), '--currency', 'EUR')
    expect(JSON.parse(stdout).counts).toMatchObject({ accounts: 1, transactions: 1 })
    expect(await query('SELECT account, amount, category FROM lines')).toEqual([
      ['Euros', -9_00, 'Food & Drink'],
    ])
    const { stderr } = await moveIn(formats[format](book), '--name', 'Other', '--currency', 'JPY')
    expect(JSON.parse(stderr).error.detail).toBe('No account of the book is in JPY: most are in USD')
  })

  test('is refused with an amount that the currency does not have', async () => {
    const splits = [
      { account: 'Checking', value: 1n, quantity: 1n },
      { account: 'Salary', value: -1n },
    ]
    const yen = accounts.map((one) => ({ ...one, holds: 'CURRENCY:JPY' }))
    const { stderr, code } = await moveIn(
      formats[format]({
        accounts: yen,
        transactions: [{ date: '2026-01-01', description: 'Pay', currency: 'JPY', splits }],
      }),
    )
    expect({ code, detail: JSON.parse(stderr).error.detail }).toEqual({
      code: 3,
      detail: '2026-01-01, Pay: 0.01 is not an amount in JPY',
    })
  })
})

test('an account that is inside of itself is refused', async () => {
  const circle = accounts.map((one) => (one.name === 'Assets' ? { ...one, parent: 'Checking' } : one))
  for (const format of [createSqliteBook, createXmlBook]) {
    const { stderr } = await moveIn(format({ accounts: circle, transactions: book.transactions }))
    expect(JSON.parse(stderr).error.detail).toMatch(/: the account is inside of itself$/)
  }
})

test.each([
  ['cut off', (text: string) => text.slice(0, text.length / 2), 'the book is cut off: its end is missing'],
  ['with a wrong amount', (text: string) => text.replace('-5000/100', '5,0'), '"5,0" is not an amount'],
  ['with a wrong date', (text: string) => text.replaceAll('2026-01-05', '2026-13-05'), 'is not a date'],
] as const)('XML %s is refused', async (_what, damage, message) => {
  const { stderr, code } = await moveIn(damage(createXmlBook(book)))
  expect(code).toBe(3)
  expect(JSON.parse(stderr).error.detail).toContain(message)
})

test('entities that a book declares are not expanded', async () => {
  const text = createXmlBook(book).replace('Market &lt;1&gt;', '&lol;')
  await moveIn(text)
  expect(await query("SELECT DISTINCT merchant FROM lines WHERE date = '2026-01-05'")).toEqual([['&lol;']])
  const declared = text.replace('?>\n', '?>\n<!DOCTYPE x [<!ENTITY lol "&lol;&lol;">]>\n')
  const { stderr } = await moveIn(declared, '--from', 'gnucash')
  expect(JSON.parse(stderr).error.detail).toBe('The files are no book of GnuCash')
})

test('gzip that is damaged is refused', async () => {
  const packed = gzipSync(createXmlBook(book))
  const { stderr, code } = await moveIn(packed.subarray(0, packed.length / 2))
  expect({ code, detail: JSON.parse(stderr).error.detail }).toEqual({
    code: 3,
    detail: 'The file is damaged or cut off: gzip cannot unpack it',
  })
})
