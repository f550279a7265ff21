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

const COLUMNS = `seq, date, amount, account, merchant, category, ready_to_assign, notes, status, review_status, split,
  pair, transfer_account, created_at, updated_at`

/** Returns the statements of exports. */
export function exportedRows({ prepare }: Database) {
  const lines = prepare<StoredSplit>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const balances = prepare<[number, MinorUnits]>(
    'SELECT account, sum(amount) FROM transactions WHERE deleted = 0 AND date < ? GROUP BY account',
    { arrays: true, bigints: true },
  )
  return {
    /** Yields rows by date and order of creation. */
    iterate({ since, until, accounts }: ExportedRange): IterableIterator<ExportedRow> {
      const where = ['deleted = 0']
      const bound: SqlValue[] = []
      const addCondition = (condition: string, ...values: SqlValue[]): void => {
        where.push(condition)
        bound.push(...values)
      }
      if (since !== undefined) addCondition('date >= ?', since)
      if (until !== undefined) addCondition('date <= ?', until)
      if (accounts) addCondition(`account IN (${accounts.map(() => '?').join(', ')})`, ...accounts)
      const sql = `SELECT ${COLUMNS} FROM transactions WHERE ${where.join(' AND ')} ORDER BY date, seq`
      return prepare<ExportedRow>(sql, { arrays: true }).iterate(...bound)
    },
    /** Lists the split lines of a row. */
    listLines: (seq: number): StoredSplit[] => lines.all(seq),
    /** Lists the balances of the accounts at the start of a day. */
    listBalancesBefore: (date: string): [account: number, balance: MinorUnits][] =>
      balances.all(date).map(([account, balance]) => [Number(account), balance]),
  }
}
