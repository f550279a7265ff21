/**
 * Reads and writes the stored totals of categories by month, and the credit parts of lines.
 * The tables are `cells`, `card_cells` and `credit_parts`; `assignments` holds what was assigned, which the totals repeat.
 */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import { prepareInsert } from './insert-rows.ts'

/** The category number of lines without a category. @see docs/spec.md#b50 */
export const UNCATEGORIZED = 0

/** The category number of income: money that goes to Ready to Assign. @see docs/spec.md#b31 */
export const INCOME = -1

/** The stored totals of a category in a month. */
export interface MonthTotal {
  month: string
  category: number
  assigned: MinorUnits
  activity: MinorUnits
  /** The part of the activity that was borrowed on cards. */
  credit: MinorUnits
}

/** What one card contributes to a category's totals in a month. */
export interface CardMonthTotal {
  card: number
  month: string
  category: number
  activity: MinorUnits
  credit: MinorUnits
  /** The purchases of `credit` alone, without refunds. */
  credit_out: MinorUnits
}

/** The borrowed part of one line, with the columns that sort the parts into the order in which cash covers them. */
export interface CreditPart {
  month: string
  category: number
  date: string
  amount: MinorUnits
  transaction: number
  line: number
  card: number
  part: MinorUnits
}

/** Returns the statements of the month totals, the cards' contributions and the credit parts. */
export const monthTotalsTable = (database: Database) => ({
  ...categoryTotals(database),
  ...assignedMonths(database),
  ...cardTotals(database),
  ...creditParts(database),
})

// Rows are read as arrays of bigints: this scan is most of what showing a month costs.
const BIGINT_ARRAYS = { bigints: true, arrays: true } as const
type CardArray = [
  card: bigint,
  month: string,
  category: bigint,
  activity: MinorUnits,
  credit: MinorUnits,
  out: MinorUnits,
]

function assignedMonths({ prepare }: Database) {
  const range = prepare<{ first: string | null; last: string | null }>(
    'SELECT min(month) AS first, max(month) AS last FROM assignments WHERE assigned <> 0',
  )
  return {
    /** Returns the first and the last month to which money is assigned. */
    readAssignedRange(): { first: string; last: string } | undefined {
      const { first, last } = range.get() ?? {}
      return first && last ? { first, last } : undefined
    },
  }
}

/** Reads the totals of a month: category, assigned, activity and credit of each. */
function* readTotals(month: string, words: readonly string[]): Generator<MonthTotal> {
  for (let at = 0; at < words.length; at += 4)
    yield {
      month,
      category: Number(words[at]),
      assigned: BigInt(words[at + 1] ?? 0),
      activity: BigInt(words[at + 2] ?? 0),
      credit: BigInt(words[at + 3] ?? 0),
    }
}

function categoryTotals({ prepare }: Database) {
  const all = prepare<[month: string, totals: string]>(
    `SELECT month, group_concat(category || ' ' || assigned || ' ' || activity || ' ' || credit, ' ' ORDER BY category)
     FROM cells WHERE month >= ? GROUP BY month ORDER BY month`,
    { arrays: true },
  )
  const add = prepare(
    `INSERT INTO cells (month, category, activity, credit) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET activity = activity + excluded.activity, credit = credit + excluded.credit`,
  )
  const assign = prepare(
    `INSERT INTO cells (month, category, assigned) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET assigned = excluded.assigned`,
  )
  const store = prepare(
    `INSERT INTO assignments VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET assigned = excluded.assigned`,
  )
  const byCategory = prepare<{ month: string; assigned: MinorUnits }>(
    'SELECT month, assigned FROM assignments WHERE category = ? AND assigned <> 0',
    { bigints: true },
  )
  const byMonth = prepare<{ assigned: MinorUnits }>(
    'SELECT assigned FROM assignments WHERE month = ? AND category = ?',
    { bigints: true },
  )
  const allAssigned = prepare<{ month: string; category: bigint; assigned: MinorUnits }>(
    'SELECT month, category, assigned FROM assignments',
    { bigints: true },
  )
  const getAssigned = (month: string, category: number): MinorUnits =>
    byMonth.get(month, category)?.assigned ?? 0n
  const setAssigned = (month: string, category: number, amount: MinorUnits): void => {
    // Without this, assigning nothing to a category without money would be a change.
    if (getAssigned(month, category) !== amount) store.run(month, category, amount)
    assign.run(month, category, amount)
  }
  return {
    /** Yields every total from a month on, by month. */
    *iterate(since = ''): Generator<MonthTotal> {
      for (const [month, totals] of all.all(since)) yield* readTotals(month, totals.split(' '))
    },
    /** Adds to a category's activity and credit in a month. */
    add: (month: string, category: number, by: { activity: MinorUnits; credit: MinorUnits }): void =>
      void add.run(month, category, by.activity, by.credit),
    /** Sets a category's assigned amount in a month. */
    assign: setAssigned,
    /** Lists every assigned amount. */
    listAssignments: (): Pick<MonthTotal, 'month' | 'category' | 'assigned'>[] =>
      allAssigned.all().map((row) => ({ ...row, category: Number(row.category) })),
    /** Copies the assigned amount of a month to its total, after the amount itself was restored. */
    copyAssigned: (month: string, category: number): void =>
      void assign.run(month, category, getAssigned(month, category)),
    /**
     * Adds a category's assigned amounts to another's, month by month; `to` null drops them.
     * @see docs/spec.md#b71
     * @see docs/spec.md#b72
     */
    moveAssigned(from: number, to: number | null): void {
      for (const { month, assigned } of byCategory.all(from)) {
        if (to !== null) setAssigned(month, to, getAssigned(month, to) + assigned)
        setAssigned(month, from, 0n)
      }
    },
  }
}

const readCardTotal = ([card, month, category, activity, credit, credit_out]: CardArray): CardMonthTotal => ({
  card: Number(card),
  month,
  category: Number(category),
  activity,
  credit,
  credit_out,
})

function cardTotals({ prepare }: Database) {
  const columns = 'card, month, category, activity, credit, credit_out'
  const all = prepare<CardArray>(
    `SELECT ${columns} FROM card_cells ORDER BY month, category, card`,
    BIGINT_ARRAYS,
  )
  const borrowed = prepare<CardArray>(
    `SELECT ${columns} FROM card_cells WHERE month >= ? AND (credit <> 0 OR credit_out <> 0)
     ORDER BY month, category, card`,
    BIGINT_ARRAYS,
  )
  const byCard = prepare<CardArray>(
    `SELECT ${columns} FROM card_cells WHERE card = ? AND month >= ?`,
    BIGINT_ARRAYS,
  )
  const insert = prepare('INSERT INTO card_cells VALUES (?, ?, ?, ?, ?, ?)')
  const remove = prepare('DELETE FROM card_cells WHERE card = ? AND month >= ?')
  const removeParts = prepare('DELETE FROM credit_parts WHERE card = ? AND month >= ?')
  return {
    /** Lists what the cards contribute, by month and category. */
    listCards: (): CardMonthTotal[] => all.all().map(readCardTotal),
    /** Lists what a card contributes from a month on. */
    listCard: (card: number, since: string): CardMonthTotal[] => byCard.all(card, since).map(readCardTotal),
    /** Lists what was borrowed on the cards from a month on, by month and category. */
    listBorrowed: (since = ''): CardMonthTotal[] => borrowed.all(since).map(readCardTotal),
    /** Removes and returns what a card contributed from a month on; the category totals still include it. */
    removeCard(card: number, since: string): CardMonthTotal[] {
      const removed = byCard.all(card, since).map(readCardTotal)
      remove.run(card, since)
      removeParts.run(card, since)
      return removed
    },
    /** Inserts what a card contributes to a category in a month. */
    insertCard: (total: CardMonthTotal): void =>
      void insert.run(
        total.card,
        total.month,
        total.category,
        total.activity,
        total.credit,
        total.credit_out,
      ),
  }
}

type StoredPart = {
  [Column in keyof CreditPart]: CreditPart[Column] extends number ? bigint : CreditPart[Column]
}

const readPart = (row: StoredPart): CreditPart => ({
  ...row,
  category: Number(row.category),
  transaction: Number(row.transaction),
  line: Number(row.line),
  card: Number(row.card),
})

function creditParts(database: Database) {
  const { prepare } = database
  const all = prepare<StoredPart>('SELECT * FROM credit_parts ORDER BY card', { bigints: true })
  const byCategory = prepare<StoredPart>(
    `SELECT * FROM credit_parts WHERE month = ? AND category = ? ORDER BY date, amount, "transaction", line`,
    { bigints: true },
  )
  const insertParts = prepareInsert(database, 'credit_parts', [
    'month',
    'category',
    'date',
    'amount',
    'transaction',
    'line',
    'card',
    'part',
  ])
  return {
    /** Lists every credit part, by card. */
    listParts: (): CreditPart[] => all.all().map(readPart),
    /** Lists a category's credit parts in a month, in the order in which its cash covers them. @see docs/spec.md#c4 */
    listCreditParts: (month: string, category: number): CreditPart[] =>
      byCategory.all(month, category).map(readPart),
    /** Inserts credit parts. */
    insertParts: (parts: readonly CreditPart[]): void => insertParts(parts),
  }
}
