/** Lists the lines of transactions, movements of money and payments for reports, page by page. */

import type { LineKind, MoneyFlow } from '../contract/ports/report-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import {
  buildKind,
  buildLineCondition,
  buildTransactionCondition,
  type LineConditions,
  ON_BUDGET,
  toLineKind,
} from './line-conditions.ts'
import type { ListPosition } from './transaction-query.ts'

/** A line. */
export interface LineRow {
  seq: number
  date: string
  account: number
  merchant: number | null
  category: number | null
  transfer_account: number | null
  notes: string | null
  amount: MinorUnits
  kind: LineKind
}

/** A transaction of a merchant. */
export interface PaymentRow extends ListPosition {
  merchant: number
  account: number
  amount: MinorUnits
}

/** How many transactions a page has. */
const PAGE = 1000

const ARRAYS = { arrays: true } as const
const END: ListPosition = { date: '9', seq: 0 }
const START: ListPosition = { date: '', seq: 0 }

type TransactionArray = [
  seq: number,
  date: string,
  account: number,
  merchant: number | null,
  transfer_account: number | null,
  notes: string | null,
  split: number,
  category: number | null,
  amount: number,
  kind: number,
]
type SplitArray = [category: number | null, amount: number, notes: string | null, kind: number]

/** Returns the statements that list what reports read. */
export const reportLists = (database: Database) => ({
  ...listLines(database),
  ...listFlows(database),
  ...listPayments(database),
})

function listLines({ prepare }: Database) {
  function buildSplitQuery(conditions: LineConditions) {
    const { sql, bound } = buildLineCondition(conditions, 's')
    const split = prepare<SplitArray>(
      `SELECT s.category, s.amount, s.notes, ${buildKind('s.ready_to_assign')}
       FROM transactions t JOIN split_lines s ON s."transaction" = t.seq
       WHERE t.seq = ? AND ${sql} ORDER BY s.line`,
      ARRAYS,
    )
    return (seq: number): SplitArray[] => split.all(seq, ...bound)
  }

  return {
    /** Yields lines page by page, the newest first. */
    *iterateLines(conditions: LineConditions): Generator<LineRow[]> {
      const transaction = buildTransactionCondition(conditions)
      const line = buildLineCondition(conditions, 't')
      const page = prepare<TransactionArray>(
        `SELECT t.seq, t.date, t.account, t.merchant, t.transfer_account, t.notes, t.split, t.category, t.amount,
           ${buildKind('t.ready_to_assign')}
         FROM transactions t
         WHERE (t.date, t.seq) < (?, ?) AND ${transaction.sql} AND (t.split = 1 OR (${line.sql}))
         ORDER BY t.date DESC, t.seq DESC LIMIT ${PAGE}`,
        ARRAYS,
      )
      const listSplits = buildSplitQuery(conditions)
      const bound = [...transaction.bound, ...line.bound]
      let { date, seq } = END
      for (;;) {
        const rows = page.all(date, seq, ...bound)
        const lines = rows.flatMap((row) => toLines(row, listSplits))
        if (lines.length > 0) yield lines
        const last = rows.at(-1)
        if (rows.length < PAGE || !last) return
        ;[seq, date] = last
      }
    },
  }
}

/** Returns the lines of a transaction. */
function toLines(row: TransactionArray, listSplits: (seq: number) => SplitArray[]): LineRow[] {
  const [seq, date, account, merchant, transfer_account, notes, split, ...own] = row
  const shared = { seq, date, account, merchant, transfer_account }
  const [category, amount, kind] = own
  const lines: SplitArray[] = split === 1 ? listSplits(seq) : [[category, amount, null, kind]]
  return lines.map(([lineCategory, lineAmount, lineNotes, lineKind]) => ({
    ...shared,
    category: lineCategory,
    notes: lineNotes ?? notes,
    amount: BigInt(lineAmount),
    kind: toLineKind(lineKind),
  }))
}

function listFlows({ prepare }: Database) {
  const page = prepare<[date: string, seq: number, amount: number]>(
    `SELECT date, seq, amount FROM transactions t
     WHERE (date, seq) > (?, ?) AND date <= ? AND deleted = 0 AND account IN ${ON_BUDGET}
       AND (transfer_account IS NULL OR transfer_account NOT IN ${ON_BUDGET})
     ORDER BY date, seq LIMIT ${PAGE}`,
    ARRAYS,
  )
  return {
    /** Yields the movements into and out of the on-budget accounts page by page, the earliest first. */
    *iterateMoneyFlows(until: string): Generator<MoneyFlow[]> {
      let { date, seq } = START
      for (;;) {
        const rows = page.all(date, seq, until)
        if (rows.length > 0) yield rows.map(([day, , amount]) => ({ date: day, amount: BigInt(amount) }))
        const last = rows.at(-1)
        if (rows.length < PAGE || !last) return
        ;[date, seq] = last
      }
    },
  }
}

function listPayments({ prepare }: Database) {
  const all = prepare<[merchant: number, date: string, seq: number, account: number, amount: number]>(
    `SELECT merchant, date, seq, account, amount FROM transactions NOT INDEXED
     WHERE merchant IS NOT NULL AND pair IS NULL AND deleted = 0 AND date <= ?
     ORDER BY merchant, date, seq`,
    ARRAYS,
  )
  return {
    /** Yields the payments of one merchant after the other, the earliest first. Only one list can be read at a time. */
    *iteratePayments(until: string): Generator<PaymentRow[]> {
      let payments: PaymentRow[] = []
      for (const [merchant, date, seq, account, amount] of all.iterate(until)) {
        const [first] = payments
        if (first && first.merchant !== merchant) {
          yield payments
          payments = []
        }
        payments.push({ merchant, date, seq, account, amount: BigInt(amount) })
      }
      if (payments.length > 0) yield payments
    },
  }
}
