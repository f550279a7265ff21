/** Reads and writes the tables `schedules` and `schedule_dates`. */

import type {
  ContentSchedule,
  ContentScheduleDate,
  ContentScheduleLine,
} from '../contract/ports/workspace-content.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'

/** Creates the tables. */
export const schedulesMigration = `
-- A transaction that is expected on planned dates. docs/schedules.md
CREATE TABLE schedules (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL REFERENCES accounts (seq),
  transfer_account INTEGER REFERENCES accounts (seq),
  merchant INTEGER REFERENCES merchants (seq),
  category INTEGER REFERENCES categories (seq),
  ready_to_assign INTEGER NOT NULL CHECK (ready_to_assign IN (0, 1)),
  amount_kind TEXT NOT NULL,
  amount INTEGER,
  amount_to INTEGER,
  splits TEXT, -- JSON
  notes TEXT,
  match_text TEXT,
  recurrence TEXT NOT NULL, -- JSON
  auto_post INTEGER NOT NULL CHECK (auto_post IN (0, 1)),
  paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- What is known of one planned date. Its transaction may be deleted: then the date is open again.
CREATE TABLE schedule_dates (
  schedule INTEGER NOT NULL REFERENCES schedules (seq),
  date TEXT NOT NULL,
  "transaction" INTEGER,
  skipped INTEGER NOT NULL CHECK (skipped IN (0, 1)),
  amount INTEGER,
  refused TEXT NOT NULL, -- JSON: transactions that do not fulfil it
  PRIMARY KEY (schedule, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX schedule_dates_by_transaction ON schedule_dates ("transaction") WHERE "transaction" IS NOT NULL;
`

/** Adds the day on which a card's statement ends. Older entries of the history lack it, and SQLite takes it as null. */
export const statementDayMigration = 'ALTER TABLE schedules ADD COLUMN statement_day INTEGER'

/** A schedule. References are the `seq` of other rows, instants milliseconds since 1970. */
export type ScheduleRow = ContentSchedule

/** What is known of one planned date; its transaction is null also while that is deleted. */
export interface ScheduleDateRow extends ContentScheduleDate {
  transaction_amount: MinorUnits | null
}

/** Numbers and flags are read as bigints, lists are JSON. */
type StoredValue<Value> = Value extends boolean | number ? bigint : Value extends object ? string : Value
type Stored<Row> = { [Key in keyof Row]: StoredValue<Row[Key]> }

const toSeq = (value: bigint | null): number | null => (value === null ? null : Number(value))

/** Writes split lines as JSON, whose amounts have at most 15 digits. */
const stringifyLines = (lines: readonly ContentScheduleLine[] | null): string | null =>
  lines && JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? Number(value) : value))

const parseLines = (text: string): ContentScheduleLine[] =>
  (JSON.parse(text) as (Omit<ContentScheduleLine, 'amount'> & { amount: number | null })[]) // as `stringifyLines` wrote it
    .map((line) => ({ ...line, amount: line.amount === null ? null : BigInt(line.amount) }))

const readSchedule = (row: Stored<ScheduleRow>): ScheduleRow => ({
  ...row,
  seq: Number(row.seq),
  account: Number(row.account),
  transfer_account: toSeq(row.transfer_account),
  merchant: toSeq(row.merchant),
  category: toSeq(row.category),
  ready_to_assign: row.ready_to_assign === 1n,
  splits: row.splits === null ? null : parseLines(row.splits),
  auto_post: row.auto_post === 1n,
  paused: row.paused === 1n,
  created_at: Number(row.created_at),
  updated_at: Number(row.updated_at),
  statement_day: toSeq(row.statement_day),
})

/** Lists what does not fulfil a date, a deleted transaction too: a user who deletes it wants no other one posted. */
function readRefused({ refused, transaction, transaction_amount }: Stored<ScheduleDateRow>): number[] {
  const listed = JSON.parse(refused) as number[] // as `setDate` wrote it
  const deleted = transaction_amount === null ? toSeq(transaction) : null
  return deleted === null || listed.includes(deleted) ? listed : [...listed, deleted]
}

const readDate = (row: Stored<ScheduleDateRow>): ScheduleDateRow => ({
  ...row,
  schedule: Number(row.schedule),
  transaction: row.transaction_amount === null ? null : toSeq(row.transaction),
  skipped: row.skipped === 1n,
  refused: readRefused(row),
})

const toValues = (row: Omit<ScheduleRow, 'seq'>) => [
  row.account,
  row.transfer_account,
  row.merchant,
  row.category,
  Number(row.ready_to_assign),
  row.amount_kind,
  row.amount,
  row.amount_to,
  stringifyLines(row.splits),
  row.notes,
  row.match_text,
  row.recurrence,
  Number(row.auto_post),
  Number(row.paused),
  row.created_at,
  row.updated_at,
  row.statement_day,
]

const COLUMNS =
  'account, transfer_account, merchant, category, ready_to_assign, amount_kind, amount, amount_to, splits, notes, match_text, recurrence, auto_post, paused, created_at, updated_at, statement_day'

// A deleted transaction fulfils nothing.
const SELECT_DATES = `SELECT d.*, t.amount AS transaction_amount FROM schedule_dates d
  LEFT JOIN transactions t ON t.seq = d."transaction" AND t.deleted = 0`

const BIGINTS = { bigints: true } as const

/** Returns the statements of what is known of planned dates. */
function scheduleDates({ prepare }: Database) {
  const allDates = prepare<Stored<ScheduleDateRow>>(`${SELECT_DATES} ORDER BY schedule, date`, BIGINTS)
  const dates = prepare<Stored<ScheduleDateRow>>(`${SELECT_DATES} WHERE schedule = ? ORDER BY date`, BIGINTS)
  const byTransaction = prepare<Stored<ScheduleDateRow>>(`${SELECT_DATES} WHERE d."transaction" = ?`, BIGINTS)
  const put = prepare(
    `INSERT INTO schedule_dates VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       "transaction" = excluded."transaction", skipped = excluded.skipped, amount = excluded.amount, refused = excluded.refused`,
  )
  return {
    /** Lists what is known of dates, by schedule and date: of all schedules, or of one. */
    listDates: (schedule?: number): ScheduleDateRow[] =>
      (schedule === undefined ? allDates.all() : dates.all(schedule)).map(readDate),
    /** Lists what is stored of all dates, with the links to deleted transactions. */
    listStoredDates: (): ContentScheduleDate[] =>
      prepare<Stored<ScheduleDateRow>>(
        'SELECT *, 0 AS transaction_amount FROM schedule_dates ORDER BY schedule, date',
        BIGINTS,
      )
        .all()
        .map((row) => {
          const { transaction_amount: _, ...date } = readDate(row)
          return date
        }),
    /** Returns the date that a live transaction fulfils. */
    findFulfilled: (transaction: number): ScheduleDateRow | undefined =>
      byTransaction
        .all(transaction)
        .map(readDate)
        .find((date) => date.transaction !== null),
    setDate: ({ schedule, date, transaction, skipped, amount, refused }: ContentScheduleDate): void =>
      void put.run(schedule, date, transaction, Number(skipped), amount, JSON.stringify(refused)),
  }
}

/** Returns the statements of the schedules and their dates. */
export function schedulesTable(database: Database) {
  const { prepare } = database
  const all = prepare<Stored<ScheduleRow>>('SELECT * FROM schedules ORDER BY seq', BIGINTS)
  const one = prepare<Stored<ScheduleRow>>('SELECT * FROM schedules WHERE seq = ?', BIGINTS)
  const insert = prepare(
    `INSERT INTO schedules (seq, ${COLUMNS}) VALUES (?, ${COLUMNS.replace(/\w+/g, '?')})`,
  )
  const replace = prepare(
    `UPDATE schedules SET (${COLUMNS}) = (${COLUMNS.replace(/\w+/g, '?')}) WHERE seq = ?`,
  )
  const list = (): ScheduleRow[] => all.all().map(readSchedule)
  const update = (row: ScheduleRow): void => void replace.run(...toValues(row), row.seq)

  const insertOne = (seq: number | null, row: Omit<ScheduleRow, 'seq'>): number =>
    insert.run(seq, ...toValues(row)).key
  const dates = scheduleDates(database)
  return {
    ...dates,
    list,
    get(seq: number): ScheduleRow | undefined {
      const row = one.get(seq)
      return row && readSchedule(row)
    },
    insert: (row: Omit<ScheduleRow, 'seq'>): number => insertOne(null, row),
    /** Inserts whole schedules and what is known of their dates. */
    insertAll(rows: readonly ContentSchedule[], known: readonly ContentScheduleDate[]): void {
      for (const row of rows) insertOne(row.seq, row)
      for (const date of known) dates.setDate(date)
    },
    update,
    /** Deletes a schedule and what is known of its dates. */
    remove(seq: number): void {
      prepare('DELETE FROM schedule_dates WHERE schedule = ?').run(seq)
      prepare('DELETE FROM schedules WHERE seq = ?').run(seq)
    },
    /** Gives the schedules of one merchant to another, and returns how many they are. */
    moveMerchant: (from: number, to: number | null, now: number): number =>
      prepare('UPDATE schedules SET merchant = ?, updated_at = ? WHERE merchant = ?').run(to, now, from)
        .changes,
    /** Moves the schedules and split lines of one category to another; `to` null leaves them without. */
    moveCategory(from: number, to: number | null, now: number): void {
      const move = <Line extends { category: number | null }>(line: Line): Line =>
        line.category === from ? { ...line, category: to } : line
      for (const row of list()) {
        const moved = { ...move(row), splits: row.splits?.map(move) ?? null }
        if (row.category === from || row.splits?.some(({ category }) => category === from))
          update({ ...moved, updated_at: now })
      }
    },
    /** Lists the schedules that money leaves or reaches an account by. */
    listByAccount: (account: number): ScheduleRow[] =>
      list().filter((row) => row.account === account || row.transfer_account === account),
  }
}
