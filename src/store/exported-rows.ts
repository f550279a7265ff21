/** Reads the live rows of the `transactions` table for exports, the earliest first. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import type { SqlValue } from './statements.ts'
import type { ReviewStatus, StoredSplit, TransactionStatus } from './transaction-columns.ts'

/** A row as the driver makes it quickest; amounts are minor units, instants milliseconds since 1970. */
export type ExportedRow = [
  seq: number,
  date: string,
  amount: number,
  account: number,
  merchant: number | null,
  category: number | null,
  ready_to_assign: number,
  notes: string | null,
  status: TransactionStatus,
  review_status: ReviewStatus,
  split: number,
  pair: number | null,
  transfer_account: number | null,
  created_at: number,
  updated_at: number,
]

/** Which rows are read; both dates are included, accounts are given by seq. */
export interface ExportedRange {
  since: string | undefined
  until: string | undefined
  accounts: readonly number[] | undefined
}

/** How many rows a page has: many enough to be read quickly, few enough to keep memory flat. */
const ROWS_PER_PAGE = 100

const COLUMNS = `seq, date, amount, account, merchant, category, ready_to_assign, notes, status, review_status, split,
  pair, transfer_account, created_at, updated_at`

/** Returns the statements of exports. */
export function exportedRows({ prepare }: Database) {
  const lines = prepare<StoredSplit>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const balances = prepare<[account: bigint, balance: MinorUnits]>(
    'SELECT account, sum(amount) FROM transactions WHERE deleted = 0 AND date < ? GROUP BY account',
    { arrays: true, bigints: true },
  )
  return {
    /** Yields pages of rows by date and order of creation. Reading a page at once takes half the time of single rows. */
    *iteratePages({ since, until, accounts }: ExportedRange): Generator<ExportedRow[]> {
      const where = ['deleted = 0', '(date, seq) > (?, ?)']
      const bound: SqlValue[] = []
      if (until !== undefined) {
        where.push('date <= ?')
        bound.push(until)
      }
      if (accounts) {
        where.push(`account IN (${accounts.map(() => '?').join(', ')})`)
        bound.push(...accounts)
      }
      const sql = `SELECT ${COLUMNS} FROM transactions WHERE ${where.join(' AND ')} ORDER BY date, seq LIMIT ${ROWS_PER_PAGE}`
      const page = prepare<ExportedRow>(sql, { arrays: true })
      let after: [date: string, seq: number] = [since ?? '', 0]
      for (;;) {
        const rows = page.all(...after, ...bound)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < ROWS_PER_PAGE) return
        after = [last[1], last[0]]
      }
    },
    /** Lists the split lines of a row. */
    listLines: (seq: number): StoredSplit[] => lines.all(seq),
    /** Lists the balances of the accounts at the start of a day. */
    listBalancesBefore: (date: string): [account: number, balance: MinorUnits][] =>
      balances.all(date).map(([account, balance]) => [Number(account), balance]),
  }
}
