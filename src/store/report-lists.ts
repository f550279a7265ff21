/** Lists the lines of transactions, movements of money and payments for reports, page by page. */

import { type LineKind, lineKinds, type MoneyFlow } from '../contract/ports/report-source.ts'
import { toMonth } from '../money/calendar.ts'
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
import type { ListPosition } from './transactions.ts'
import { unplannedFlows } from './unplanned-flows.ts'

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

/** How many transactions a page has. */
const PAGE = 1000

const ARRAYS = { arrays: true } as const
const END: ListPosition = { date: '9', seq: 0 }

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
  ...unplannedFlows(database),
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

/** So many of the last payments of each month come one by one: the age of money is their mean. */
const SINGLE_PAYMENTS = 10

const IS_FLOW = `deleted = 0 AND account IN ${ON_BUDGET}
  AND (transfer_account IS NULL OR transfer_account NOT IN ${ON_BUDGET})`

function listFlows({ prepare }: Database) {
  const days = prepare<[date: string, came: MinorUnits, went: MinorUnits]>(
    `SELECT date, coalesce(sum(amount) FILTER (WHERE amount > 0), 0), coalesce(sum(amount) FILTER (WHERE amount < 0), 0)
     FROM transactions WHERE date <= ? AND ${IS_FLOW} GROUP BY date ORDER BY date`,
    { arrays: true, bigints: true },
  )
  // One query for all months: a query for each takes ten times as long.
  const lastOfMonths = prepare<[payments: string | null]>(
    `SELECT (SELECT group_concat(date || ' ' || amount) FROM (
       SELECT date, amount FROM transactions
       WHERE date >= substr(last.value, 1, 7) || '-01' AND date <= last.value AND amount < 0 AND ${IS_FLOW}
       ORDER BY date DESC, seq DESC LIMIT ${SINGLE_PAYMENTS}))
     FROM json_each(?) AS last ORDER BY last.key`,
    ARRAYS,
  )
  const allOfMonth = prepare<[date: string, amount: number]>(
    `SELECT date, amount FROM transactions WHERE date >= ? AND date <= ? AND amount < 0 AND ${IS_FLOW}
     ORDER BY date, seq`,
    ARRAYS,
  )

  /** Returns the last payments of the months of these dates, by day, until each date. */
  const listLastPayments = (dates: readonly string[]): PaymentsByDay[] =>
    lastOfMonths.all(JSON.stringify(dates)).map(([payments]) =>
      groupByDay(
        (payments?.split(',') ?? []).toReversed().map((payment): [string, number] => {
          const [date = '', amount] = payment.split(' ')
          return [date, Number(amount)]
        }),
      ),
    )

  return {
    /**
     * Yields the movements into and out of the on-budget accounts page by page, the earliest first: the last payments
     * of each month one by one, the others of a day as one.
     */
    *iterateMoneyFlows(until: string): Generator<MoneyFlow[]> {
      const found = days.all(until)
      const months = groupByMonth(found)
      const lastDays = months.map((month) => month.at(-1)?.[0] ?? '')
      const lastPayments = listLastPayments(lastDays)
      let left = found.reduce((sum, [, came]) => sum + came, 0n)
      for (const [at, month] of months.entries()) {
        const before = left
        left += month.reduce((sum, [, , went]) => sum + went, 0n)
        const last = lastDays[at] ?? ''
        // Where the money of all time ends, the last payments with an age are not the last of the month.
        const single =
          before >= 0n && left < 0n
            ? groupByDay(allOfMonth.all(`${toMonth(last)}-01`, last))
            : lastPayments[at]
        yield month.flatMap(([date, came, went]) => splitDay({ date, came, went }, single?.get(date) ?? []))
      }
    },
  }
}

/** Payments one by one, the earliest of a day first. */
type PaymentsByDay = ReadonlyMap<string, readonly MinorUnits[]>

function groupByDay(payments: readonly (readonly [date: string, amount: number])[]): PaymentsByDay {
  const byDay = new Map<string, MinorUnits[]>()
  for (const [date, amount] of payments) {
    const day = byDay.get(date)
    if (day) day.push(BigInt(amount))
    else byDay.set(date, [BigInt(amount)])
  }
  return byDay
}

/** Returns the movements of a day: what came in, the payments together, and then those that are listed one by one. */
function splitDay(
  { date, came, went }: { date: string; came: MinorUnits; went: MinorUnits },
  payments: readonly MinorUnits[],
): MoneyFlow[] {
  const together = payments.reduce((rest, amount) => rest - amount, went)
  return [came, together, ...payments].map((amount) => ({ date, amount }))
}

/** Groups consecutive days by month. */
function groupByMonth<Day extends readonly [date: string, ...unknown[]]>(days: readonly Day[]): Day[][] {
  const months: Day[][] = []
  for (const day of days) {
    const month = months.at(-1)
    if (month?.[0] && toMonth(month[0][0]) === toMonth(day[0])) month.push(day)
    else months.push([day])
  }
  return months
}

/** Which payments are read; accounts are given by seq. */
interface PaymentConditions {
  since?: string | undefined
  until: string
  accounts?: readonly number[] | undefined
}

/** The payments of a merchant, the earliest first. */
interface MerchantRow {
  merchant: number
  payments: { date: string; amount: MinorUnits }[]
}

function listPayments({ prepare }: Database) {
  return {
    /** Yields the payments of one merchant after the other. Only one list can be read at a time. */
    *iteratePayments(conditions: PaymentConditions): Generator<MerchantRow> {
      const { sql, bound } = buildTransactionCondition({ ...conditions, kinds: lineKinds })
      // One text for each merchant is read in half the time of a row for each payment.
      const merchants = prepare<[merchant: number, dates: string, amounts: string]>(
        `SELECT merchant, group_concat(date), group_concat(amount) FROM (
           SELECT t.merchant, t.date, t.amount FROM transactions t NOT INDEXED
           WHERE t.merchant IS NOT NULL AND t.pair IS NULL AND ${sql} ORDER BY t.merchant, t.date, t.seq
         ) GROUP BY merchant ORDER BY merchant`,
        ARRAYS,
      )
      for (const [merchant, dates, amounts] of merchants.iterate(...bound)) {
        const minor = amounts.split(',')
        yield {
          merchant,
          payments: dates.split(',').map((date, at) => ({ date, amount: BigInt(Number(minor[at])) })),
        }
      }
    },
  }
}
