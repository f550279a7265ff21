/** Reads and writes the `transactions` and `split_lines` tables. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import { prepareRowInsert } from './insert-rows.ts'
import type { SqlValue } from './statements.ts'
import {
  AS_ARRAYS,
  addRowValues,
  COLUMNS,
  readSplit,
  readTransaction,
  SELECT,
  type SplitRow,
  type StoredSplit,
  type StoredTransaction,
  type TransactionRow,
} from './transaction-row-mapping.ts'

/** Selects rows by the order of their creation; both ends are exclusive. */
interface CreationRange {
  since: number
  first: number
  account: number
  since_date: string
  until_date: string
}

/** Rows in figures: how many, their sum, their dates, how many are reconciled and how many were changed. */
export interface RangeSummary {
  count: bigint
  amount: MinorUnits
  /** null without rows. */
  first_date: string | null
  last_date: string | null
  reconciled: bigint
  edited: bigint
}

/** How many rows of a range are in memory. */
const ROWS_AT_A_TIME = 500

type ReadRow = (stored: StoredTransaction) => TransactionRow

/** Returns the statements of the transactions and their split lines. */
export function transactionsTable(database: Database) {
  const lines = database.prepare<StoredSplit>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const readRow: ReadRow = (stored) =>
    readTransaction(stored, (seq): SplitRow[] => lines.all(seq).map(readSplit))
  return {
    ...selectTransactions(database, readRow),
    ...listTransactions(database, readRow),
    ...writeTransactions(database),
  }
}

/** Finds rows by what they belong to. */
function selectTransactions({ prepare }: Database, readRow: ReadRow) {
  const select = (rest: string) => prepare<StoredTransaction>(`${SELECT} WHERE ${rest}`, AS_ARRAYS)
  const bySeq = select('seq = ?')
  const range = select('seq BETWEEN ? AND ?')
  const summary = prepare<RangeSummary>(
    `SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount, min(date) AS first_date,
       max(date) AS last_date, coalesce(sum(status = 'reconciled'), 0) AS reconciled,
       coalesce(sum(updated_at > created_at), 0) AS edited
     FROM transactions WHERE seq BETWEEN ? AND ? AND deleted = 0`,
    { bigints: true },
  )
  const oldest = prepare<{ seq: number }>(
    'SELECT seq FROM transactions WHERE seq BETWEEN ? AND ? ORDER BY date, seq DESC LIMIT ?',
  )
  const byMerchant = select('merchant = ?')
  const byCategory = select(IN_CATEGORY)
  const cleared = select("account = ? AND status = 'cleared' AND deleted = 0")
  const deleted = select('deleted = 1 ORDER BY date DESC, seq DESC')
  const byCard = select('card = ? AND deleted = 0 AND date >= ? ORDER BY date, amount, seq')
  const cardPayments = prepare<{ amount: MinorUnits }>(
    'SELECT coalesce(sum(amount), 0) AS amount FROM transactions WHERE card = ? AND deleted = 0 AND pair IS NOT NULL AND amount > 0 AND date > ? AND date <= ?',
    { bigints: true },
  )
  const cardBalance = prepare<{ balance: MinorUnits }>(
    'SELECT coalesce(sum(amount), 0) AS balance FROM transactions WHERE card = ? AND deleted = 0 AND date < ?',
    { bigints: true },
  )
  return {
    /** Returns a row, deleted or not. */
    get(seq: number): TransactionRow | undefined {
      const stored = bySeq.get(seq)
      return stored && readRow(stored)
    },
    /** Yields the rows created from `first` to `last`, deleted ones included. */
    *iterateRange([first, last]: readonly [first: number, last: number]): Generator<TransactionRow> {
      // A step of the driver for each row takes longer than reading it.
      for (let start = first; start <= last; start += ROWS_AT_A_TIME)
        for (const stored of range.all(start, Math.min(start + ROWS_AT_A_TIME - 1, last)))
          yield readRow(stored)
    },
    /** Counts and adds up the active rows created from `first` to `last`. */
    summarizeRange: ([first, last]: readonly [first: number, last: number]): RangeSummary | undefined =>
      summary.get(first, last),
    /** Lists the oldest of these rows by their dates, of a date the last created first. */
    listOldestInRange: ([first, last]: readonly [first: number, last: number], limit: number): number[] =>
      oldest.all(first, last, limit).map(({ seq }) => seq),
    /** Lists a merchant's rows, deleted ones included. */
    listByMerchant: (merchant: number): TransactionRow[] => byMerchant.all(merchant).map(readRow),
    /** Lists the rows with a line in a category, deleted ones included. */
    listByCategory: (category: number): TransactionRow[] => byCategory.all(category, category).map(readRow),
    /** Lists the deleted rows, newest first. */
    listDeleted: (): TransactionRow[] => deleted.all().map(readRow),
    /** Lists the active cleared rows of an account. */
    listCleared: (account: number): TransactionRow[] => cleared.all(account).map(readRow),
    /**
     * Yields the active rows of a card from a date on, in the order in which they change its balance.
     * @see docs/spec.md#c2
     */
    *iterateByCard(card: number, since: string): Generator<TransactionRow> {
      for (const stored of byCard.iterate(card, since)) yield readRow(stored)
    },
    /** Returns what was transferred to a card after a day until the end of another one. */
    sumCardPayments: (card: number, since: string, until: string): MinorUnits =>
      cardPayments.get(card, since, until)?.amount ?? 0n,
    /** Returns a card's balance at the start of a day. */
    getCardBalanceBefore: (card: number, date: string): MinorUnits =>
      cardBalance.get(card, date)?.balance ?? 0n,
  }
}

/** Lists pages of rows. */
function listTransactions({ prepare }: Database, readRow: ReadRow) {
  const lastSeq = prepare<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'transactions'")
  const between = prepare(
    'SELECT 1 FROM transactions WHERE seq > ? AND seq < ? AND account = ? AND date BETWEEN ? AND ? LIMIT 1',
  )
  const byEnd = prepare<{ seq: number }>(
    'SELECT seq FROM transactions WHERE seq % ? = ? ORDER BY seq DESC LIMIT ?',
  )
  return {
    /** Lists the newest rows, deleted ones too, whose seq leaves this remainder. */
    listSeqsEndingWith: (
      { modulus, remainder }: { modulus: number; remainder: number },
      limit: number,
    ): number[] => byEnd.all(modulus, remainder, limit).map(({ seq }) => seq),
    /** Returns the seq of the next row to insert. */
    nextSeq: (): number => (lastSeq.get()?.seq ?? 0) + 1,
    /** True if a row of the account and its dates was created after `since` and before `first`. */
    hasRowBetween: ({ since, first, account, since_date, until_date }: CreationRange): boolean =>
      between.get(since, first, account, since_date, until_date) !== undefined,
    /** Lists at most `limit` active rows that pass the filters, newest first: below `after`, down to and including `downTo`. */
    list(filters: TransactionRowFilters, range: ListRange, limit: number): TransactionRow[] {
      const { where, bound } = buildFilterCondition(filters, range)
      const sql = `${SELECT} WHERE ${where} ORDER BY date DESC, seq DESC LIMIT ?`
      return prepare<StoredTransaction>(sql, AS_ARRAYS)
        .all(...bound, limit)
        .map(readRow)
    },
    /** Returns the position `count` rows below `after`, counting every row of the dates; undefined past the end. */
    findPositionAfter(
      filters: TransactionRowFilters,
      after: ListPosition | undefined,
      count: number,
    ): ListPosition | undefined {
      const { where, bound } = buildDateCondition(filters, { after })
      const sql = `SELECT date, seq FROM transactions WHERE ${where} ORDER BY date DESC, seq DESC LIMIT 1 OFFSET ?`
      return prepare<ListPosition>(sql).get(...bound, count - 1)
    },
  }
}

/** Inserts and updates rows with their split lines. */
function writeTransactions(database: Database) {
  const { prepare } = database
  const columns = [...COLUMNS, 'seq']
  const insert = prepareRowInsert(database, { table: 'transactions', columns }, addRowValues)
  const update = prepare(
    `UPDATE transactions SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE seq = ?`,
  )
  const insertLine = prepare('INSERT INTO split_lines VALUES (?, ?, ?, ?, ?, ?)')
  const deleteLines = prepare('DELETE FROM split_lines WHERE "transaction" = ?')

  function writeLines(seq: number, splits: SplitRow[] | null): void {
    splits?.forEach((line, index) =>
      insertLine.run(seq, index, line.amount, line.category, Number(line.ready_to_assign), line.notes),
    )
  }

  return {
    /** Inserts new rows. */
    insert(rows: readonly TransactionRow[]): void {
      insert(rows)
      for (const { seq, splits } of rows) writeLines(seq, splits)
    },
    /** Replaces a row and its split lines. */
    update(row: TransactionRow): void {
      const values: SqlValue[] = []
      addRowValues(row, values)
      update.run(...values)
      deleteLines.run(row.seq)
      writeLines(row.seq, row.splits)
    },
  }
}

/** The filters of a list of transactions; accounts and categories are given by seq. */
export interface TransactionRowFilters {
  since_date?: string | undefined
  until_date?: string | undefined
  account?: number | undefined
  category?: number | undefined
  status?: string | undefined
  review_status?: string | undefined
}

/** A position in the list: the row with this date and seq. */
export interface ListPosition {
  date: string
  seq: number
}

/** A range of the list, from below `after` down to and including `downTo`. */
export interface ListRange {
  after?: ListPosition | undefined
  downTo?: ListPosition | undefined
}

// docs/spec.md#p6

/**
 * Selects the rows with a line in a category, split lines included.
 * @see docs/spec.md#p6
 */
const IN_CATEGORY = `(category = ? OR (split = 1 AND EXISTS (
  SELECT 1 FROM split_lines WHERE "transaction" = transactions.seq AND split_lines.category = ?)))`

interface SqlCondition {
  where: string
  bound: SqlValue[]
}

/** Selects every row of the dates, deleted or not; the index on (date, seq) answers it alone. */
function buildDateCondition(filters: TransactionRowFilters, { after, downTo }: ListRange): SqlCondition {
  const where = ['TRUE']
  const bound: SqlValue[] = []
  const addCondition = (condition: string, ...values: SqlValue[]): void => {
    where.push(condition)
    bound.push(...values)
  }
  if (after) addCondition('(date, seq) < (?, ?)', after.date, after.seq)
  if (downTo) addCondition('(date, seq) >= (?, ?)', downTo.date, downTo.seq)
  if (filters.since_date !== undefined) addCondition('date >= ?', filters.since_date)
  if (filters.until_date !== undefined) addCondition('date <= ?', filters.until_date)
  return { where: where.join(' AND '), bound }
}

/**
 * Selects the active rows that pass all filters.
 * @see docs/spec.md#e33
 * @see docs/spec.md#p6
 */
function buildFilterCondition(filters: TransactionRowFilters, range: ListRange): SqlCondition {
  const { where: dates, bound } = buildDateCondition(filters, range)
  const where = [dates, 'deleted = 0']
  for (const column of ['account', 'status', 'review_status'] as const) {
    const value = filters[column]
    if (value === undefined) continue
    where.push(`${column} = ?`)
    bound.push(value)
  }
  if (filters.category !== undefined) {
    where.push(IN_CATEGORY)
    bound.push(filters.category, filters.category)
  }
  return { where: where.join(' AND '), bound }
}
