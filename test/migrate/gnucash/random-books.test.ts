/** Moves random books of GnuCash in: every balance and every category is what the splits add up to. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCliHarness } from '../../support/cli-harness.ts'
import * as fc from '../../support/fast-check.ts'
import {
  createCsvBook,
  createSqliteBook,
  createXmlBook,
  type PlannedAccount,
  type PlannedBook,
  type PlannedSplit,
} from './gnucash-file.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 25)

const own: readonly PlannedAccount[] = [
  { name: 'Checking', type: 'BANK' },
  { name: 'Savings', type: 'BANK' },
  { name: 'Visa', type: 'CREDIT' },
  { name: 'Cash', type: 'CASH' },
]
const foreign: readonly PlannedAccount[] = [
  { name: 'Euros', type: 'BANK', holds: 'CURRENCY:EUR' },
  { name: 'Shares', type: 'STOCK', holds: 'NASDAQ:ACME' },
]
const others: readonly PlannedAccount[] = [
  { name: 'Food', type: 'EXPENSE' },
  { name: 'Rent', type: 'EXPENSE' },
  { name: 'Trips', type: 'EXPENSE', holds: 'CURRENCY:EUR' },
  { name: 'Salary', type: 'INCOME' },
  { name: 'Opening Balances', type: 'EQUITY' },
]

const cents = fc.bigInt({ min: -50_000n, max: 50_000n })
/** Own accounts are in most transactions. */
const splitAccount = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...own) },
  { weight: 4, arbitrary: fc.constantFrom(...others) },
  { weight: 1, arbitrary: fc.constantFrom(...foreign) },
)

/** Splits that add up to zero; an account of something else has another quantity. */
const splits = fc
  .array(fc.tuple(splitAccount, cents, fc.constantFrom('n', 'c', 'y')), { minLength: 1, maxLength: 5 })
  .chain((parts) =>
    splitAccount.map((last): PlannedSplit[] => {
      const rest = -parts.reduce((sum, [, value]) => sum + value, 0n)
      return [...parts, [last, rest, 'n'] as const].map(([{ name, holds }, value, state]) => ({
        account: name,
        value,
        quantity: holds === undefined ? value : value * 2n,
        state,
      }))
    }),
  )

const day = fc
  .integer({ min: 0, max: 400 })
  .map((count) => new Date(Date.UTC(2025, 0, 1 + count)).toISOString())

const book: fc.Arbitrary<PlannedBook> = fc
  .array(fc.record({ date: day, description: fc.string({ maxLength: 8 }), splits }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((transactions) => ({
    accounts: [...own, ...foreign, ...others],
    // Without a split on an own account nothing moves.
    transactions: transactions.map(({ date, ...one }) => ({ ...one, date: date.slice(0, 10) })),
  }))

const isOwn = (name: string): boolean => own.some((one) => one.name === name)

const sumSplits = (parts: readonly PlannedSplit[], name: string): bigint =>
  parts.reduce((sum, { account, value }) => (account === name ? sum + value : sum), 0n)

/** Adds up what the splits say, by account. Categories count only in transactions with own accounts. */
function addUp({ transactions }: PlannedBook): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const one of transactions) {
    const counts = own.some(({ name }) => sumSplits(one.splits, name) !== 0n)
    for (const { account, value } of one.splits)
      if (isOwn(account) || counts) sums.set(account, (sums.get(account) ?? 0n) + value)
  }
  return sums
}

test('books move in with equal balances and categories', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(book, fc.boolean(), async (plan, isXml) => {
      const harness = createCliHarness()
      try {
        writeFileSync(
          join(harness.folder, 'home.gnucash'),
          isXml ? createXmlBook(plan) : createSqliteBook(plan),
        )
        const types = own.flatMap(({ name }) => ['--type', `${name}=banking_checking`])
        const moved = await harness.budget([
          'migrate',
          'home.gnucash',
          '--json',
          '--currency',
          'USD',
          ...types,
        ])
        expect(moved.stderr).toBe('')
        expect(JSON.parse(moved.stdout).differences).toEqual([])
        const read = async (sql: string): Promise<Record<string, number>> => {
          const { stdout } = await harness.budget(['db', 'query', sql, '--json'])
          const rows: { name: string; sum: number }[] = JSON.parse(stdout)
          return Object.fromEntries(rows.flatMap(({ name, sum }) => (sum === 0 ? [] : [[name, sum]])))
        }
        const sums = addUp(plan)
        const expected = (names: readonly PlannedAccount[], sign: bigint) =>
          Object.fromEntries(
            names.flatMap(({ name }) => {
              const sum = (sums.get(name) ?? 0n) * sign
              return sum === 0n ? [] : [[name, Number(sum)]]
            }),
          )
        expect(await read('SELECT name, balance AS sum FROM accounts')).toEqual(expected(own, 1n))
        const income = sums.get('Salary') ?? 0n
        sums.set('Ready to Assign', income + (sums.get('Opening Balances') ?? 0n))
        const categories = [
          ...others.filter(({ type }) => type === 'EXPENSE'),
          { name: 'Ready to Assign', type: 'INCOME' },
        ]
        expect(
          await read(
            'SELECT category AS name, sum(amount) AS sum FROM lines WHERE category IS NOT NULL GROUP BY 1',
          ),
        ).toEqual(expected(categories, -1n))
      } finally {
        harness.close()
      }
    }),
    { numRuns: rounds, endOnFailure: true },
  )
})

test('the table that GnuCash exports is the same budget as its book', { timeout: 600_000 }, async () => {
  const foreignNames = new Set([...foreign, ...others].flatMap(({ name, holds }) => (holds ? [name] : [])))
  await fc.assert(
    fc.asyncProperty(book, async (random) => {
      const plan = {
        ...random,
        transactions: random.transactions
          .filter((one) => one.splits.every(({ account }) => !foreignNames.has(account)))
          .map((one) => ({ ...one, description: 'Shop' })),
      }
      fc.pre(plan.transactions.some((one) => own.some(({ name }) => sumSplits(one.splits, name) !== 0n)))
      const types = own.flatMap(({ name }) =>
        plan.transactions.some((one) => sumSplits(one.splits, name) !== 0n)
          ? ['--type', `${name}=banking_checking`]
          : [],
      )
      // A table does not say that an expense account of refunds only is no income.
      const move = async (file: string, content: string | Uint8Array, ...flags: string[]) => {
        const harness = createCliHarness()
        try {
          writeFileSync(join(harness.folder, file), content)
          const moved = await harness.budget([
            'migrate',
            file,
            '--currency',
            'USD',
            '--json',
            ...types,
            ...flags,
          ])
          expect(moved.stderr).toBe('')
          const read = async (sql: string) =>
            JSON.parse((await harness.budget(['db', 'query', sql, '--json'])).stdout)
          return {
            transactions: await read('SELECT date, account, amount FROM transactions ORDER BY 1, 2, 3'),
            balances: await read('SELECT name, balance FROM accounts WHERE balance <> 0 ORDER BY 1'),
            spent: await read(
              `SELECT category, amount FROM lines WHERE category IN ('Food', 'Rent') ORDER BY 1, 2`,
            ),
          }
        } finally {
          harness.close()
        }
      }
      expect(await move('book.csv', createCsvBook(plan), '--income', 'none')).toEqual(
        await move('home.gnucash', createSqliteBook(plan)),
      )
    }),
    { numRuns: rounds, endOnFailure: true },
  )
})
