/** Tests that one random household is the same in the tables of every program. */

import { expect, test } from 'vitest'
import { readCsvBudget } from '../../../src/migrate/csv/read-csv-budget.ts'
import * as fc from '../../support/fast-check.ts'
import { createFile } from '../ynab/ynab-files.ts'

const ROUNDS = Number(process.env['BUDGET_ROUNDS'] ?? 30)
const ACCOUNTS = ['Main', 'Visa', 'Second'] as const

/** A payment of an account in cents, or a transfer to another one. */
interface Move {
  day: number
  account: string
  cents: number
  to: string | undefined
}

const arbitraryMoves = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    account: fc.constantFrom(...ACCOUNTS),
    cents: fc.oneof(fc.integer({ min: -99_999, max: -1 }), fc.integer({ min: 1, max: 99_999 })),
    to: fc.option(fc.constantFrom(...ACCOUNTS), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 12 },
)

interface Side extends Omit<Move, 'to'> {
  other: string | undefined
}

/** Returns the sides of the moves; a transfer goes out of its account, and has an amount of its own. */
const listSides = (moves: readonly Move[]): Side[] =>
  moves.flatMap(({ day, account, cents, to }, at): Side[] => {
    if (to === undefined || to === account) return [{ day, account, cents, other: undefined }]
    const size = Math.abs(cents) + 100_000 * (at + 1)
    return [
      { day, account, cents: -size, other: to },
      { day, account: to, cents: size, other: account },
    ]
  })

const formatCents = (cents: number): string => (cents / 100).toFixed(2)
const formatDay = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`
const size = ({ cents }: Side): string => formatCents(Math.abs(cents))
const signed = ({ cents }: Side): string => formatCents(cents)
const turned = ({ cents }: Side): string => formatCents(-cents)

/** A header, and the row of each side; undefined for a side that stands in the row of the other one. */
type Program = readonly [name: string, header: string, format: (side: Side) => string | undefined]

const programs: readonly Program[] = [
  [
    'Mint',
    'Date,Description,Original Description,Amount,Transaction Type,Category,Account Name,Labels,Notes',
    (side) =>
      `3/${side.day}/2026,P,P,${size(side)},${side.cents < 0 ? 'debit' : 'credit'},${side.other ? 'Transfer' : 'Hobby'},${side.account},,`,
  ],
  [
    'Monarch',
    'Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner',
    (side) =>
      `${formatDay(side.day)},P,${side.other ? 'Transfer' : 'Hobby'},${side.account},P,,${signed(side)},,Shared`,
  ],
  [
    'Rocket Money',
    'Date,Original Date,Account Type,Account Name,Account Number,Institution Name,Name,Custom Name,Amount,Description,Category',
    (side) =>
      `${formatDay(side.day)},,Cash,${side.account},1,Bank,P,,${turned(side)},P,${side.other ? 'Internal Transfers' : 'Hobby'}`,
  ],
  [
    'Copilot',
    'date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring',
    (side) =>
      `${formatDay(side.day)},P,${turned(side)},posted,,,false,,${side.other ? 'internal transfer' : side.cents < 0 ? 'regular' : 'income'},${side.account},1,,`,
  ],
  [
    'Wallet',
    'account;category;currency;amount;ref_currency_amount;type;payment_type;note;date;transfer;payee;labels',
    (side) =>
      `${side.account};Hobby;USD;${size(side)};${size(side)};${side.cents < 0 ? 'Gasto' : 'Ingreso'};Cash;;${formatDay(side.day)}T10:00:00.000Z;${side.other !== undefined};;`,
  ],
  [
    'Toshl',
    'Date,Account,Category,Tags,Expense amount,Income amount,Currency,In main currency,Main currency,Description',
    (side) =>
      `${formatDay(side.day)},${side.account},${side.other ? 'Transfer' : 'Hobby'},,${side.cents < 0 ? size(side) : 0},${side.cents > 0 ? size(side) : 0},USD,1.00,USD,P`,
  ],
  [
    '1Money',
    'DATE,TYPE,FROM ACCOUNT,TO ACCOUNT / TO CATEGORY,AMOUNT,CURRENCY,AMOUNT 2,CURRENCY 2,TAGS,NOTES',
    (side) => {
      if (side.other !== undefined && side.cents > 0) return undefined
      const type = side.other ? 'Transfer' : side.cents < 0 ? 'Expense' : 'Income'
      return `${formatDay(side.day)},${type},${side.account},${side.other ?? 'Hobby'},${size(side)},USD,${size(side)},USD,,`
    },
  ],
  [
    'Firefly III',
    'type,currency_code,amount,description,date,source_name,source_type,destination_name,destination_type,category',
    (side) => {
      const own = `${side.account},Asset account`
      const [date, amount] = [formatDay(side.day), formatCents(-Math.abs(side.cents))]
      if (side.other === undefined)
        return side.cents < 0
          ? `Withdrawal,USD,${amount},P,${date},${own},Shop,Expense account,Hobby`
          : `Deposit,USD,${amount},P,${date},Job,Revenue account,${own},Hobby`
      return side.cents > 0
        ? undefined
        : `Transfer,USD,${amount},P,${date},${own},${side.other},Asset account,`
    },
  ],
  [
    'A spreadsheet with types',
    'Date,Account,Type,Amount',
    (side) => {
      const type = side.cents < 0 ? ['Expense', 'Transfer Out'] : ['Income', 'Transfer In']
      return `${formatDay(side.day)},${side.account},${type[side.other ? 1 : 0]},${size(side)}`
    },
  ],
  [
    'A spreadsheet with words behind its amounts',
    'Date,Account,Category,Amount',
    (side) =>
      `${formatDay(side.day)},${side.account},${side.other ? 'Transfer' : 'Hobby'},${size(side)} ${side.cents < 0 ? 'DR' : 'CR'}`,
  ],
]

test.each(programs)('%s writes the household that is read', (_, header, format) => {
  fc.assert(
    // These tables leave nothing open, so no answer may change them.
    fc.property(arbitraryMoves, fc.constantFrom(undefined, 'positive', 'negative'), (moves, spending) => {
      const sides = listSides(moves)
      const lines = [header, ...sides.flatMap((side) => format(side) ?? [])]
      const { transactions } = readCsvBudget([createFile('rows.csv', lines.join('\n'))], {
        currency: 'USD',
        dateOrder: undefined,
        decimal: undefined,
        spending,
        today: '2026-11-20',
      })
      const found = transactions.map(({ date, account, amount, transfer }) =>
        [date, account, amount, transfer?.account ?? '-'].join(' '),
      )
      const expected = sides.map(({ day, account, cents, other }) =>
        [formatDay(day), account, cents, other ?? '-'].join(' '),
      )
      expect(found.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: ROUNDS },
  )
})
