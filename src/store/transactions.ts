import type { MinorUnits } from '../money/minor-units.ts'
import type { Database, SqlValue } from './database.ts'
import {
  buildDateCondition,
  buildFilterCondition,
  IN_CATEGORY,
  type ListPosition,
  type ListRange,
  type TransactionRowFilters,
} from './transaction-query.ts'

export interface SplitRow {
  amount: MinorUnits
  category: number | null
  ready_to_assign: boolean
  notes: string | null
}

export type TransactionStatus = 'pending' | 'cleared' | 'reconciled'
export type ReviewStatus = 'reviewed' | 'needs_review'

export interface TransactionRow {
  seq: number
  date: string
  amount: MinorUnits
  account: number
  /** The account once more where it is a credit account. */
  card: number | null
  merchant: number | null
  category: number | null
  ready_to_assign: boolean
  notes: string | null
  status: TransactionStatus
  review_status: ReviewStatus
  /** Categorized by the service, not by a person. */
  auto: boolean
  splits: SplitRow[] | null
  /** Of a transfer: the other side and its account. */
  pair: number | null
  transfer_account: number | null
  deleted: boolean
  created_at: number
  updated_at: number
}

/** Rows by the order of their creation, both ends left out. */
interface CreationRange {
  since: number
  first: number
  account: number
  since_date: string
  until_date: string
}

/** A row in the order of the columns: as an array, which the driver makes in a third of the time an object takes. */
type StoredTransaction = [
  seq: number,
  date: string,
  amount: number,
  account: number,
  card: number | null,
  merchant: number | null,
  category: number | null,
  ready_to_assign: number,
  notes: string | null,
  status: TransactionStatus,
  review_status: ReviewStatus,
  auto: number,
  split: number,
  pair: number | null,
  transfer_account: number | null,
  deleted: number,
  created_at: number,
  updated_at: number,
]

interface StoredLine {
  amount: number
  category: number | null
  ready_to_assign: number
  notes: string | null
}

const COLUMNS = [
  'date',
  'amount',
  'account',
  'card',
  'merchant',
  'category',
  'ready_to_assign',
  'notes',
  'status',
  'review_status',
  'auto',
  'split',
  'pair',
  'transfer_account',
  'deleted',
  'created_at',
  'updated_at',
]

const SELECT = `SELECT seq, ${COLUMNS.join(', ')} FROM transactions`
const PLACEHOLDERS = `(${COLUMNS.map(() => '?').join(', ')}, ?)`
/** So many rows are inserted by one statement: a statement a row takes half as long again. */
const ROWS_PER_INSERT = 20
const AS_ARRAYS = { arrays: true } as const

/** What is bound for rows: of each the columns in their order, then the seq. */
function toBoundValues(rows: readonly TransactionRow[]): SqlValue[] {
  const values: SqlValue[] = []
  for (const row of rows) {
    values.push(
      row.date,
      row.amount,
      row.account,
      row.card,
      row.merchant,
      row.category,
      Number(row.ready_to_assign),
      row.notes,
      row.status,
      row.review_status,
      Number(row.auto),
      Number(row.splits !== null),
      row.pair,
      row.transfer_account,
      Number(row.deleted),
      row.created_at,
      row.updated_at,
      row.seq,
    )
  }
  return values
}

export function transactionsTable(database: Database) {
  const one = database.prepare<StoredTransaction>(`${SELECT} WHERE seq = ?`, AS_ARRAYS)
  const lines = database.prepare<StoredLine>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const insertOf = (rows: number) =>
    database.prepare(
      `INSERT INTO transactions (${COLUMNS.join(', ')}, seq) VALUES ${Array(rows).fill(PLACEHOLDERS).join(', ')}`,
    )
  const insert = insertOf(1)
  const insertMany = insertOf(ROWS_PER_INSERT)
  const update = database.prepare(
    `UPDATE transactions SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE seq = ?`,
  )
  const insertLine = database.prepare('INSERT INTO split_lines VALUES (?, ?, ?, ?, ?, ?)')
  const deleteLines = database.prepare('DELETE FROM split_lines WHERE "transaction" = ?')
  const lastSeq = database.prepare<{ seq: number }>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'transactions'",
  )
  const between = database.prepare(
    'SELECT 1 FROM transactions WHERE seq > ? AND seq < ? AND account = ? AND date BETWEEN ? AND ? LIMIT 1',
  )
  const ofMerchant = database.prepare<StoredTransaction>(`${SELECT} WHERE merchant = ?`, AS_ARRAYS)
  const ofCategory = database.prepare<StoredTransaction>(`${SELECT} WHERE ${IN_CATEGORY}`, AS_ARRAYS)
  const clearedOf = database.prepare<StoredTransaction>(
    `${SELECT} WHERE account = ? AND status = 'cleared' AND deleted = 0`,
    AS_ARRAYS,
  )
  const deletedOnes = database.prepare<StoredTransaction>(
    `${SELECT} WHERE deleted = 1 ORDER BY date DESC, seq DESC`,
    AS_ARRAYS,
  )
  const ofCard = database.prepare<StoredTransaction>(
    `${SELECT} WHERE card = ? AND deleted = 0 AND date >= ? ORDER BY date, amount, seq`,
    AS_ARRAYS,
  )
  const cardBalance = database.prepare<{ balance: MinorUnits }>(
    'SELECT coalesce(sum(amount), 0) AS balance FROM transactions WHERE card = ? AND deleted = 0 AND date < ?',
    { bigints: true },
  )

  function read(stored: StoredTransaction): TransactionRow {
    const [seq, date, amount, account, card, merchant, category, toAssign, notes, status, review, ...rest] =
      stored
    const [auto, split, pair, transfer_account, deleted, created_at, updated_at] = rest
    return {
      seq,
      date,
      amount: BigInt(amount),
      account,
      card,
      merchant,
      category,
      ready_to_assign: toAssign === 1,
      notes,
      status,
      review_status: review,
      auto: auto === 1,
      splits: split === 1 ? lines.all(seq).map(readLine) : null,
      pair,
      transfer_account,
      deleted: deleted === 1,
      created_at,
      updated_at,
    }
  }

  function writeLines(seq: number, splits: SplitRow[] | null): void {
    splits?.forEach((line, at) =>
      insertLine.run(seq, at, line.amount, line.category, Number(line.ready_to_assign), line.notes),
    )
  }

  return {
    get(seq: number): TransactionRow | undefined {
      const row = one.get(seq)
      return row && read(row)
    },
    insert(rows: readonly TransactionRow[]): void {
      const inMany = rows.length - (rows.length % ROWS_PER_INSERT)
      for (let at = 0; at < inMany; at += ROWS_PER_INSERT)
        insertMany.run(...toBoundValues(rows.slice(at, at + ROWS_PER_INSERT)))
      for (const row of rows.slice(inMany)) insert.run(...toBoundValues([row]))
      for (const { seq, splits } of rows) writeLines(seq, splits)
    },
    update(row: TransactionRow): void {
      update.run(...toBoundValues([row]))
      deleteLines.run(row.seq)
      writeLines(row.seq, row.splits)
    },
    /** The seq of the next row to insert. */
    nextSeq: (): number => (lastSeq.get()?.seq ?? 0) + 1,
    /** Was a row of an account and its days created after `since` and before `first`? */
    anyBetween: ({ since, first, account, since_date, until_date }: CreationRange): boolean =>
      between.get(since, first, account, since_date, until_date) !== undefined,
    /** Live and deleted rows of a merchant. */
    ofMerchant: (merchant: number): TransactionRow[] => ofMerchant.all(merchant).map(read),
    /** Live and deleted rows with a line in a category. */
    ofCategory: (category: number): TransactionRow[] => ofCategory.all(category, category).map(read),
    /** The deleted rows, newest first. */
    deleted: (): TransactionRow[] => deletedOnes.all().map(read),
    /** The live cleared rows of an account. */
    clearedOf: (account: number): TransactionRow[] => clearedOf.all(account).map(read),
    /** The live rows of a card from a date on, in the order in which they meet its balance. @see docs/spec.md#c2 */
    *ofCard(card: number, since: string): Generator<TransactionRow> {
      for (const row of ofCard.iterate(card, since)) yield read(row)
    },
    /** A card's balance at the start of a day. */
    cardBalanceBefore: (card: number, date: string): MinorUnits => cardBalance.get(card, date)?.balance ?? 0n,
    /** Live rows that pass the filters, newest first: from below `after` down to and including `downTo`, at most `most`. */
    list(filters: TransactionRowFilters, span: ListRange, most: number): TransactionRow[] {
      const { where, bound } = buildFilterCondition(filters, span)
      const page = `${SELECT} WHERE ${where} ORDER BY date DESC, seq DESC LIMIT ?`
      return database
        .prepare<StoredTransaction>(page, AS_ARRAYS)
        .all(...bound, most)
        .map(read)
    },
    /** The position `count` rows below `after`, counting every row of the dates asked for; undefined past the end. */
    positionAfter(
      filters: TransactionRowFilters,
      after: ListPosition | undefined,
      count: number,
    ): ListPosition | undefined {
      const { where, bound } = buildDateCondition(filters, { after })
      const place = `SELECT date, seq FROM transactions WHERE ${where} ORDER BY date DESC, seq DESC LIMIT 1 OFFSET ?`
      return database.prepare<ListPosition>(place).get(...bound, count - 1)
    },
  }
}

const readLine = (line: StoredLine): SplitRow => ({
  amount: BigInt(line.amount),
  category: line.category,
  ready_to_assign: line.ready_to_assign === 1,
  notes: line.notes,
})
