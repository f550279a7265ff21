import type { Minor } from '../money/minor-units.ts'
import type { Database, Value } from './database.ts'
import { type Filters, IN_CATEGORY, type Position, passing, type Span, within } from './transaction-query.ts'

export interface SplitRow {
  amount: Minor
  category: number | null
  ready_to_assign: boolean
  notes: string | null
}

export type TransactionStatus = 'pending' | 'cleared' | 'reconciled'
export type ReviewStatus = 'reviewed' | 'needs_review'

export interface TransactionRow {
  seq: number
  date: string
  amount: Minor
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
interface Between {
  since: number
  first: number
  account: number
  since_date: string
  until_date: string
}

/** A row in the order of the columns: as an array, which the driver makes in a third of the time an object takes. */
type Stored = [
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
const PLACES = `(${COLUMNS.map(() => '?').join(', ')}, ?)`
/** So many rows are inserted by one statement: a statement a row takes half as long again. */
const MANY = 20
const arrays = { arrays: true } as const

/** What is bound for rows: of each the columns in their order, then the seq. */
function valuesOf(rows: readonly TransactionRow[]): Value[] {
  const values: Value[] = []
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
  const one = database.prepare<Stored>(`${SELECT} WHERE seq = ?`, arrays)
  const lines = database.prepare<StoredLine>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const insertOf = (rows: number) =>
    database.prepare(
      `INSERT INTO transactions (${COLUMNS.join(', ')}, seq) VALUES ${Array(rows).fill(PLACES).join(', ')}`,
    )
  const insert = insertOf(1)
  const insertMany = insertOf(MANY)
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
  const ofMerchant = database.prepare<Stored>(`${SELECT} WHERE merchant = ?`, arrays)
  const ofCategory = database.prepare<Stored>(`${SELECT} WHERE ${IN_CATEGORY}`, arrays)
  const clearedOf = database.prepare<Stored>(
    `${SELECT} WHERE account = ? AND status = 'cleared' AND deleted = 0`,
    arrays,
  )
  const deletedOnes = database.prepare<Stored>(
    `${SELECT} WHERE deleted = 1 ORDER BY date DESC, seq DESC`,
    arrays,
  )
  const ofCard = database.prepare<Stored>(
    `${SELECT} WHERE card = ? AND deleted = 0 AND date >= ? ORDER BY date, amount, seq`,
    arrays,
  )
  const cardBalance = database.prepare<{ balance: Minor }>(
    'SELECT coalesce(sum(amount), 0) AS balance FROM transactions WHERE card = ? AND deleted = 0 AND date < ?',
    { bigints: true },
  )

  function read(stored: Stored): TransactionRow {
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
      const inMany = rows.length - (rows.length % MANY)
      for (let at = 0; at < inMany; at += MANY) insertMany.run(...valuesOf(rows.slice(at, at + MANY)))
      for (const row of rows.slice(inMany)) insert.run(...valuesOf([row]))
      for (const { seq, splits } of rows) writeLines(seq, splits)
    },
    update(row: TransactionRow): void {
      update.run(...valuesOf([row]))
      deleteLines.run(row.seq)
      writeLines(row.seq, row.splits)
    },
    /** The seq of the next row to insert. */
    nextSeq: (): number => (lastSeq.get()?.seq ?? 0) + 1,
    /** Was a row of an account and its days created after `since` and before `first`? */
    anyBetween: ({ since, first, account, since_date, until_date }: Between): boolean =>
      between.get(since, first, account, since_date, until_date) !== undefined,
    /** Live and deleted rows of a merchant. */
    ofMerchant: (merchant: number): TransactionRow[] => ofMerchant.all(merchant).map(read),
    /** Live and deleted rows with a line in a category. */
    ofCategory: (category: number): TransactionRow[] => ofCategory.all(category, category).map(read),
    /** The deleted rows, newest first. */
    deleted: (): TransactionRow[] => deletedOnes.all().map(read),
    /** The live cleared rows of an account. */
    clearedOf: (account: number): TransactionRow[] => clearedOf.all(account).map(read),
    /** The live rows of a card from a date on, in the order in which they meet its balance. */ // spec C2
    *ofCard(card: number, since: string): Generator<TransactionRow> {
      for (const row of ofCard.iterate(card, since)) yield read(row)
    },
    /** A card's balance at the start of a day. */
    cardBalanceBefore: (card: number, date: string): Minor => cardBalance.get(card, date)?.balance ?? 0n,
    /** Live rows that pass the filters, newest first: from below `after` down to and including `downTo`, at most `most`. */
    list(filters: Filters, span: Span, most: number): TransactionRow[] {
      const { where, bound } = passing(filters, span)
      const page = `${SELECT} WHERE ${where} ORDER BY date DESC, seq DESC LIMIT ?`
      return database
        .prepare<Stored>(page, arrays)
        .all(...bound, most)
        .map(read)
    },
    /** The position `count` rows below `after`, counting every row of the dates asked for; undefined past the end. */
    positionAfter(filters: Filters, after: Position | undefined, count: number): Position | undefined {
      const { where, bound } = within(filters, { after })
      const place = `SELECT date, seq FROM transactions WHERE ${where} ORDER BY date DESC, seq DESC LIMIT 1 OFFSET ?`
      return database.prepare<Position>(place).get(...bound, count - 1)
    },
  }
}

const readLine = (line: StoredLine): SplitRow => ({
  amount: BigInt(line.amount),
  category: line.category,
  ready_to_assign: line.ready_to_assign === 1,
  notes: line.notes,
})
