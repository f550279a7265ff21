import type { Minor } from '../money/minor.ts'
import type { Database, Value } from './database.ts'

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

export interface Filters {
  since_date?: string | undefined
  until_date?: string | undefined
  account?: number | undefined
  category?: number | undefined
  status?: string | undefined
  review_status?: string | undefined
}

/** A place in the list: the row with this date and seq. */
export interface Position {
  date: string
  seq: number
}

/** A stretch of the list. */
export interface Span {
  after?: Position | undefined
  downTo?: Position | undefined
}

type Stored = Omit<TransactionRow, 'amount' | 'ready_to_assign' | 'auto' | 'splits' | 'deleted'> & {
  amount: number
  ready_to_assign: number
  auto: number
  split: number
  deleted: number
}

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

const values = (row: Omit<TransactionRow, 'seq'>): Value[] => [
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
]

// A row belongs to a category when it, or any of its split lines, does. spec P6
const IN_CATEGORY = `(category = ? OR (split = 1 AND EXISTS (
  SELECT 1 FROM split_lines WHERE "transaction" = transactions.seq AND split_lines.category = ?)))`

export function transactionsTable(database: Database) {
  const one = database.prepare<Stored>('SELECT * FROM transactions WHERE seq = ?')
  const lines = database.prepare<StoredLine>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const insert = database.prepare(
    `INSERT INTO transactions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  )
  const update = database.prepare(
    `UPDATE transactions SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE seq = ?`,
  )
  const insertLine = database.prepare('INSERT INTO split_lines VALUES (?, ?, ?, ?, ?, ?)')
  const deleteLines = database.prepare('DELETE FROM split_lines WHERE "transaction" = ?')
  const nextSeq = database.prepare<{ seq: number }>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'transactions'",
  )
  const ofMerchant = database.prepare<Stored>('SELECT * FROM transactions WHERE merchant = ?')
  const ofCategory = database.prepare<Stored>(`SELECT * FROM transactions WHERE ${IN_CATEGORY}`)
  const clearedOf = database.prepare<Stored>(
    "SELECT * FROM transactions WHERE account = ? AND status = 'cleared' AND deleted = 0",
  )
  const ofCard = database.prepare<Stored>(
    'SELECT * FROM transactions WHERE card = ? AND deleted = 0 AND date >= ? ORDER BY date, amount, seq',
  )
  const cardBalance = database.prepare<{ balance: Minor }>(
    'SELECT coalesce(sum(amount), 0) AS balance FROM transactions WHERE card = ? AND deleted = 0 AND date < ?',
    { bigints: true },
  )

  function read(row: Stored): TransactionRow {
    // Field by field: spreading what the driver returns took a sixth of the time of a list.
    return {
      seq: row.seq,
      date: row.date,
      amount: BigInt(row.amount),
      account: row.account,
      card: row.card,
      merchant: row.merchant,
      category: row.category,
      ready_to_assign: row.ready_to_assign === 1,
      notes: row.notes,
      status: row.status,
      review_status: row.review_status,
      auto: row.auto === 1,
      splits: row.split === 1 ? lines.all(row.seq).map(readLine) : null,
      pair: row.pair,
      transfer_account: row.transfer_account,
      deleted: row.deleted === 1,
      created_at: row.created_at,
      updated_at: row.updated_at,
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
    insert(row: Omit<TransactionRow, 'seq'>): number {
      const { key } = insert.run(...values(row))
      writeLines(key, row.splits)
      return key
    },
    update(row: TransactionRow): void {
      update.run(...values(row), row.seq)
      deleteLines.run(row.seq)
      writeLines(row.seq, row.splits)
    },
    /** The seq the next insert will take. */
    nextSeq: (): number => (nextSeq.get()?.seq ?? 0) + 1,
    /** Live and deleted rows of a merchant. */
    ofMerchant: (merchant: number): TransactionRow[] => ofMerchant.all(merchant).map(read),
    /** Live and deleted rows with a line in a category. */
    ofCategory: (category: number): TransactionRow[] => ofCategory.all(category, category).map(read),
    /** The live cleared rows of an account. */
    clearedOf: (account: number): TransactionRow[] => clearedOf.all(account).map(read),
    /** The live rows of a card from a date on, in the order in which they meet its balance. */ // spec C2
    *ofCard(card: number, since: string): Generator<TransactionRow> {
      for (const row of ofCard.iterate(card, since)) yield read(row)
    },
    /** A card's balance at the start of a day. */
    cardBalanceBefore: (card: number, date: string): Minor => cardBalance.get(card, date)?.balance ?? 0n,
    /** Live rows that pass the filters, newest first: from below `after` down to and including `downTo`, at most `most`. */
    list: (filters: Filters, span: Span, most: number): TransactionRow[] =>
      listed(database, filters, span, most).map(read),
    /** The position `count` rows below `after`, counting every row of the dates asked for; undefined past the end. */
    positionAfter: (filters: Filters, after: Position | undefined, count: number): Position | undefined =>
      scanned(database, filters, { after }, count),
  }
}

const readLine = (line: StoredLine): SplitRow => ({
  amount: BigInt(line.amount),
  category: line.category,
  ready_to_assign: line.ready_to_assign === 1,
  notes: line.notes,
})

/** The part of the list's condition that the index on (date, seq) answers. */
function range(filters: Filters, { after, downTo }: Span): { where: string[]; bound: Value[] } {
  const where: string[] = []
  const bound: Value[] = []
  const also = (condition: string, ...bind: Value[]): void => {
    where.push(condition)
    bound.push(...bind)
  }
  if (after) also('(date, seq) < (?, ?)', after.date, after.seq)
  if (downTo) also('(date, seq) >= (?, ?)', downTo.date, downTo.seq)
  if (filters.since_date !== undefined) also('date >= ?', filters.since_date)
  if (filters.until_date !== undefined) also('date <= ?', filters.until_date)
  return { where, bound }
}

function listed(database: Database, filters: Filters, span: Span, most: number): Stored[] {
  const { where, bound } = range(filters, span)
  where.push('deleted = 0')
  for (const column of ['account', 'status', 'review_status'] as const) {
    const wanted = filters[column]
    if (wanted === undefined) continue
    where.push(`${column} = ?`)
    bound.push(wanted)
  }
  if (filters.category !== undefined) {
    where.push(IN_CATEGORY)
    bound.push(filters.category, filters.category)
  }
  return database
    .prepare<Stored>(
      `SELECT * FROM transactions WHERE ${where.join(' AND ')} ORDER BY date DESC, seq DESC LIMIT ?`,
    )
    .all(...bound, most)
}

function scanned(database: Database, filters: Filters, span: Span, count: number): Position | undefined {
  const { where, bound } = range(filters, span)
  const condition = where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''
  return database
    .prepare<Position>(
      `SELECT date, seq FROM transactions ${condition} ORDER BY date DESC, seq DESC LIMIT 1 OFFSET ?`,
    )
    .get(...bound, count - 1)
}
