/** Makes random budgets and writes them in the shape of YNAB's export, in the formats that YNAB offers. */

import type { SourceFile } from '../../../src/tables/source-file.ts'
import * as fc from '../../support/fast-check.ts'
import { createFile, PLAN_HEADER, REGISTER_HEADER } from './ynab-files.ts'

/** How a user has YNAB write dates and amounts. */
export interface Format {
  date: readonly [parts: string, separator: string]
  currency: string
  symbol: string
  symbolFirst: boolean
  decimals: number
  decimal: string
  group: string
}

const formats: readonly Omit<Format, 'date' | 'group'>[] = [
  { currency: 'USD', symbol: '$', symbolFirst: true, decimals: 2, decimal: '.' },
  { currency: 'EUR', symbol: '€', symbolFirst: false, decimals: 2, decimal: ',' },
  { currency: 'PLN', symbol: ' zł', symbolFirst: false, decimals: 2, decimal: ',' },
  { currency: 'CHF', symbol: '', symbolFirst: true, decimals: 2, decimal: '.' },
  { currency: 'SEK', symbol: '\u00a0kr', symbolFirst: false, decimals: 2, decimal: '-' },
  { currency: 'JPY', symbol: '¥', symbolFirst: true, decimals: 0, decimal: '' },
  { currency: 'KWD', symbol: 'KD ', symbolFirst: true, decimals: 3, decimal: '.' },
]
const dateFormats = [
  ['ymd', '-'],
  ['ymd', '/'],
  ['ymd', '.'],
  ['dmy', '/'],
  ['dmy', '.'],
  ['dmy', '-'],
  ['mdy', '/'],
] as const
const groups: Readonly<Record<string, readonly string[]>> = {
  '.': ['', ',', "'", ' '],
  ',': ['', '.', '\u202f', ' '],
  '-': ['', ' '],
  '': ['', ',', '.', ' '],
}

export const formatArbitrary: fc.Arbitrary<Format> = fc
  .tuple(fc.constantFrom(...formats), fc.constantFrom(...dateFormats))
  .chain(([format, date]) =>
    fc.constantFrom(...(groups[format.decimal] ?? [''])).map((group) => ({ ...format, date, group })),
  )

/** A line, or a transaction without lines. */
export interface ModelRow {
  amount: bigint
  payee: string
  memo: string
  /** Index of a category; -1 is Ready to Assign, -2 none. */
  category: number
  /** The other account, for one side of a transfer. */
  transfer?: string
}

export interface ModelTransaction {
  date: string
  account: string
  flag: string
  cleared: 'Cleared' | 'Uncleared' | 'Reconciled'
  /** One row, or the lines of a split. */
  rows: readonly ModelRow[]
}

export interface Model {
  categories: readonly (readonly [group: string, name: string])[]
  /** The earliest first. */
  transactions: readonly ModelTransaction[]
  plan: readonly { month: string; category: number; assigned: bigint; available: bigint }[]
}

const name = fc.constantFrom(
  'Rent',
  '🛒 Groceries',
  'A, B & C',
  'He said "no"',
  'Müll: Gebühr',
  'Ω',
  "Dad's",
  '1/2',
)
const accountNames = ['Checking', 'Visa – 1234', 'Cash 💶', 'A "B", C'] as const
const account = fc.constantFrom(...accountNames)
const payee = fc.oneof(name, fc.constant(''))
const memo = fc.oneof(
  name,
  fc.constant(''),
  fc.constant('two\nlines'),
  fc.constant('a;b\tc'),
  fc.constant('ends "'),
)
const amount = fc.oneof(fc.bigInt(-999n, 999n), fc.bigInt(-123456789n, 123456789n))
const date = fc.date({ min: new Date('2024-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
const day = date.map((one) => one.toISOString().slice(0, 10))

const rowArbitrary = (categories: number): fc.Arbitrary<ModelRow> =>
  fc.record({ amount, payee, memo, category: fc.integer({ min: -2, max: categories - 1 }) })

/** Transactions; a transfer gives both of its sides. */
function transactionArbitrary(categories: number): fc.Arbitrary<ModelTransaction[]> {
  const row = rowArbitrary(categories)
  const head = fc.record({
    date: day,
    account,
    flag: fc.constantFrom('', '', 'Red', 'Blue'),
    cleared: fc.constantFrom('Cleared' as const, 'Uncleared' as const, 'Reconciled' as const),
  })
  const plain = fc.tuple(head, row).map(([one, only]) => [{ ...one, rows: [only] }])
  const split = fc
    .tuple(head, fc.array(row, { minLength: 2, maxLength: 4 }), payee)
    .map(([one, rows, shared]) => [{ ...one, rows: rows.map((line) => ({ ...line, payee: shared })) }])
  const transfer = fc
    .tuple(head, account, fc.array(row, { minLength: 1, maxLength: 3 }), memo, fc.boolean())
    .filter(([one, other]) => one.account !== other)
    .map(([one, other, rows, otherMemo, isLast]) => {
      const at = isLast ? rows.length - 1 : 0
      const own = rows.map((line, index) =>
        index === at ? { ...line, payee: '', transfer: other } : { ...line, payee: 'Shop' },
      )
      const back = {
        amount: -(rows[at]?.amount ?? 0n),
        payee: '',
        memo: otherMemo,
        category: -2,
        transfer: one.account,
      }
      const sides: ModelTransaction[] = [
        { ...one, rows: own },
        { ...one, account: other, flag: '', rows: [back] },
      ]
      return sides
    })
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 2, arbitrary: split },
    { weight: 3, arbitrary: transfer },
  )
}

export const modelArbitrary: fc.Arbitrary<Model> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('Bills', 'Fun: 🎉', 'Ω "x"'), name), {
    minLength: 1,
    maxLength: 6,
    selector: (pair) => pair.join('\n'),
  })
  .chain((categories) =>
    fc.record({
      categories: fc.constant(categories),
      transactions: fc
        .array(transactionArbitrary(categories.length), { minLength: 1, maxLength: 25 })
        .map((lists) => lists.flat().toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))),
      plan: fc.uniqueArray(
        fc.record({
          month: day.map((one) => one.slice(0, 7)),
          category: fc.nat(categories.length - 1),
          assigned: amount,
          available: amount,
        }),
        { maxLength: 12, selector: ({ month, category }) => `${month} ${category}` },
      ),
    }),
  )

function formatMoney(minor: bigint, format: Format): string {
  const { decimals, decimal, group, symbol, symbolFirst } = format
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, group)
  const number = decimals === 0 ? whole : `${whole}${decimal}${digits.slice(-decimals)}`
  return `${minor < 0n ? '-' : ''}${symbolFirst ? symbol + number : number + symbol}`
}

const formatDate = (iso: string, { date: [parts, separator] }: Format): string => {
  const [y = '', m = '', d = ''] = iso.split('-')
  const values: Readonly<Record<string, string>> = { y, m, d }
  return [...parts].map((part) => values[part]).join(separator)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Sums the rows of a category in a month. */
export const sumActivity = ({ transactions }: Model, month: string, category: number): bigint =>
  transactions
    .filter((one) => one.date.startsWith(month))
    .flatMap(({ rows }) => rows)
    .filter((row) => row.category === category)
    .reduce((sum, row) => sum + row.amount, 0n)

/** Returns the files of a budget: the newest rows first, separated by tabs where the comma is a decimal separator. */
export function writeExport(model: Model, format: Format): SourceFile[] {
  const delimiter = format.decimal === ',' || format.group === ',' ? '\t' : ','
  const toCells = (category: number): string[] => {
    if (category === -2) return ['', '', '']
    const [group, one] =
      category === -1 ? ['Inflow', 'Ready to Assign'] : (model.categories[category] ?? ['', ''])
    return [`${group}: ${one}`, group, one]
  }
  const header = (text: string) => text.replaceAll('","', `"${delimiter}"`)
  const register = model.transactions.toReversed().flatMap(({ rows, ...one }) =>
    rows.map((row, at) => {
      const memoCell = rows.length > 1 ? `Split (${at + 1}/${rows.length}) ${row.memo}` : row.memo
      const payeeCell = row.transfer === undefined ? row.payee : `Transfer : ${row.transfer}`
      const texts = [
        one.account,
        one.flag,
        formatDate(one.date, format),
        payeeCell,
        ...toCells(row.category),
        memoCell,
      ]
      const out = row.amount < 0n ? -row.amount : 0n
      const amounts = [out, row.amount + out].map((minor) => formatMoney(minor, format))
      return [...texts.map(quote), ...amounts, quote(one.cleared)].join(delimiter)
    }),
  )
  const plan = model.plan.map(({ month, category, assigned, available }) => {
    const [year = '', number] = month.split('-')
    const texts = [`${MONTHS[Number(number) - 1]} ${year}`, ...toCells(category)]
    const amounts = [assigned, sumActivity(model, month, category), available]
    return [...texts.map(quote), ...amounts.map((minor) => formatMoney(minor, format))].join(delimiter)
  })
  return [
    createFile('Register.csv', [header(REGISTER_HEADER), ...register].join('\r\n')),
    createFile('Plan.csv', [header(PLAN_HEADER), ...plan].join('\r\n')),
  ]
}
