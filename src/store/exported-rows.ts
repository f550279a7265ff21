/** Reads rows for exports and archives: transactions by date and order of creation, other tables whole. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import type { SqlValue } from './statements.ts'
import { AS_ARRAYS, SELECT, type StoredSplit, type StoredTransaction } from './transaction-row-mapping.ts'

/** A row by its columns. Amounts are minor units, instants milliseconds since 1970, references the `seq` of other rows. */
export type ArchivedRow = Readonly<Record<string, string | number | null>>

/** Which live rows an export reads; both dates are included, accounts are given by seq. */
export interface ExportedRange {
  since: string | undefined
  until: string | undefined
  accounts: readonly number[] | undefined
}

/** How many rows a page has: many enough to be read quickly, few enough to keep memory flat. */
const ROWS_PER_PAGE = 100

/** The tables that are read whole, each in the order of its keys. */
const queries = {
  accounts: `SELECT seq, name, type, notes, closed, linked, deleted, last_reconciled_at, created_at, updated_at
    FROM accounts ORDER BY seq`,
  groups: 'SELECT seq, name, system, position FROM category_groups ORDER BY seq',
  categories:
    'SELECT seq, name, category_group, card, archived, deleted, position FROM categories ORDER BY seq',
  merchants: 'SELECT seq, name, deleted, created_at, updated_at FROM merchants ORDER BY seq',
  assignments:
    'SELECT month, category, assigned FROM assignments WHERE assigned <> 0 ORDER BY month, category',
  targets: `SELECT category, kind, amount, weekday, by_date, repeat_months, start_month FROM targets
    ORDER BY category`,
  snoozes: 'SELECT category, month FROM snoozes ORDER BY month, category',
  rules: `SELECT seq, position, merchant, merchant_contains, account, direction, category, ready_to_assign
    FROM rules ORDER BY seq`,
  categorizations: `SELECT merchant, category, ready_to_assign FROM explicit_categorizations AS latest
    WHERE entry = (SELECT max(entry) FROM explicit_categorizations WHERE merchant = latest.merchant)
    ORDER BY merchant`,
  reconciliations: 'SELECT account, date, balance, at FROM reconciliations ORDER BY account, date',
} as const

/** A table that is read whole. */
export type ArchivedTable = keyof typeof queries

/** Returns the statements of exports and archives. */
export function exportedRows({ prepare }: Database) {
  const lines = prepare<StoredSplit>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  const balances = prepare<[account: bigint, balance: MinorUnits]>(
    'SELECT account, sum(amount) FROM transactions WHERE deleted = 0 AND date < ? GROUP BY account',
    { arrays: true, bigints: true },
  )
  /** Yields pages of rows. Reading a page at once takes half the time of single rows. */
  function* iteratePages(
    since: string,
    conditions: readonly string[],
    bound: readonly SqlValue[],
  ): Generator<StoredTransaction[]> {
    const where = ['(date, seq) > (?, ?)', ...conditions].join(' AND ')
    const sql = `${SELECT} WHERE ${where} ORDER BY date, seq LIMIT ${ROWS_PER_PAGE}`
    const page = prepare<StoredTransaction>(sql, AS_ARRAYS)
    let after: [date: string, seq: number] = [since, 0]
    for (;;) {
      const rows = page.all(...after, ...bound)
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_PER_PAGE) return
      after = [last[1], last[0]]
    }
  }
  return {
    /** Yields pages of the live rows of a range. */
    iterateLive({ since = '', until, accounts }: ExportedRange): Generator<StoredTransaction[]> {
      const conditions = ['deleted = 0']
      const bound: SqlValue[] = []
      if (until !== undefined) {
        conditions.push('date <= ?')
        bound.push(until)
      }
      if (accounts) {
        conditions.push(`account IN (${accounts.map(() => '?').join(', ')})`)
        bound.push(...accounts)
      }
      return iteratePages(since, conditions, bound)
    },
    /** Yields all rows, deleted ones too. */
    *iterateAll(): Generator<StoredTransaction> {
      for (const page of iteratePages('', [], [])) yield* page
    },
    /** Lists the split lines of a row. */
    listLines: (seq: number): StoredSplit[] => lines.all(seq),
    /** Lists the balances of the accounts at the start of a day. */
    listBalancesBefore: (date: string): [account: number, balance: MinorUnits][] =>
      balances.all(date).map(([account, balance]) => [Number(account), balance]),
    /** Lists the rows of another table. */
    listTable: (table: ArchivedTable): ArchivedRow[] => prepare<ArchivedRow>(queries[table]).all(),
  }
}
