/** Reads every row that an archive keeps, table by table. */

import type { Database } from './database.ts'
import type { ReviewStatus, StoredSplit, TransactionStatus } from './transaction-columns.ts'

/** A row by its columns. Amounts are minor units, instants milliseconds since 1970, references the `seq` of other rows. */
export type ArchivedRow = Readonly<Record<string, string | number | null>>

/** A transaction as the driver makes it quickest; amounts are minor units, instants milliseconds since 1970. */
export type ArchivedTransaction = [
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
  auto: number,
  split: number,
  pair: number | null,
  transfer_account: number | null,
  deleted: number,
  created_at: number,
  updated_at: number,
]

/** How many rows are read at once: many enough to be read quickly, few enough to keep memory flat. */
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

/** Returns the statements of archives. */
export function archivedRows({ prepare }: Database) {
  const page = prepare<ArchivedTransaction>(
    `SELECT seq, date, amount, account, merchant, category, ready_to_assign, notes, status, review_status, auto, split,
       pair, transfer_account, deleted, created_at, updated_at
     FROM transactions WHERE (date, seq) > (?, ?) ORDER BY date, seq LIMIT ${ROWS_PER_PAGE}`,
    { arrays: true },
  )
  const lines = prepare<StoredSplit>(
    'SELECT amount, category, ready_to_assign, notes FROM split_lines WHERE "transaction" = ? ORDER BY line',
  )
  return {
    /** Lists the rows of a table. */
    list: (table: ArchivedTable): ArchivedRow[] => prepare<ArchivedRow>(queries[table]).all(),
    /** Yields all transactions by date and order of creation, deleted ones too. */
    *iterateTransactions(): Generator<ArchivedTransaction> {
      let after: [date: string, seq: number] = ['', 0]
      for (;;) {
        const rows = page.all(...after)
        yield* rows
        const last = rows.at(-1)
        if (!last || rows.length < ROWS_PER_PAGE) return
        after = [last[1], last[0]]
      }
    },
    /** Lists the split lines of a transaction. */
    listLines: (seq: number): StoredSplit[] => lines.all(seq),
  }
}
