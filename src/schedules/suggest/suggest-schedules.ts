/** Suggests schedules from transactions: what recurs already, with the rows that are the evidence. */

import { absolute, divideRounded, type MinorUnits } from '../../money/minor-units.ts'
import { shiftWeekend } from '../dates/planned-dates.ts'
import type { Recurrence } from '../dates/recurrence.ts'
import type { RecurringSeries } from './frequencies.ts'
import { inferRecurrence, startAtNext } from './infer-recurrence.ts'
import { findRecurringSeries } from './recurring-series.ts'

/** A transaction that may be one of several. */
export interface PaidRow {
  id: string
  date: string
  /** Negative for money out. */
  amount: MinorUnits
  account_id: string
  /** Null for a transfer. */
  merchant_id: string | null
  /** The account on the other side of a transfer. */
  transfer_account_id: string | null
  category_id: string | null
}

/** A schedule that the rows of an account suggest. */
export interface SuggestedSchedule {
  account_id: string
  merchant_id: string | null
  transfer_account_id: string | null
  /** The category of the last row that has one. */
  category_id: string | null
  direction: 'out' | 'in'
  /** Negative for money out: the last price, or the mean of the last three rows where each differs. */
  amount: MinorUnits
  amount_is: 'fixed' | 'about'
  /** Its first date is the next one. */
  recurrence: Recurrence
  /** The day on which that is due: another one only where a weekend moves it. */
  next_date: string
  /** The rows that are the evidence, the earliest first. */
  row_ids: readonly string[]
}

/** So many of the last rows make an amount that differs each time. */
const ROWS_OF_MEAN = 3

/** Returns the rows of each account, other side and direction, in the order of the rows. */
function groupRows(rows: readonly PaidRow[]): PaidRow[][] {
  const groups = new Map<string, PaidRow[]>()
  for (const row of rows) {
    const side = row.transfer_account_id ?? row.merchant_id
    // A transfer is scheduled once, on the side that pays.
    if (side === null || row.amount === 0n || (row.transfer_account_id !== null && row.amount > 0n)) continue
    const key = `${row.account_id} ${side} ${row.amount < 0n ? 'out' : 'in'}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

/** Returns the rows of a payment: one with its amount, or else all of its day, which add up to it. */
function findRows(
  rows: readonly PaidRow[],
  { date, amount }: RecurringSeries['payments'][number],
): PaidRow[] {
  const ofDay = rows.filter((row) => row.date === date)
  const same = ofDay.find((row) => absolute(row.amount) === amount)
  return same ? [same] : ofDay
}

/** Returns the schedule of a series of payments. */
function describe(series: RecurringSeries, group: readonly PaidRow[], today: string): SuggestedSchedule[] {
  const { frequency, payments, hasPrice } = series
  const rows = payments.flatMap((payment) => findRows(group, payment))
  const last = rows.at(-1)
  if (!last) return []
  const recurrence = startAtNext(
    inferRecurrence(
      frequency,
      payments.map(({ date }) => date),
    ),
    last.date,
    today,
  )
  const recent = payments.slice(-ROWS_OF_MEAN)
  const total = recent.reduce((sum, { amount }) => sum + amount, 0n)
  const amount = hasPrice ? series.amount : divideRounded(total, BigInt(recent.length))
  const direction = last.amount < 0n ? 'out' : 'in'
  return [
    {
      account_id: last.account_id,
      merchant_id: last.merchant_id,
      transfer_account_id: last.transfer_account_id,
      category_id: rows.findLast(({ category_id }) => category_id !== null)?.category_id ?? null,
      direction,
      amount: direction === 'out' ? -amount : amount,
      amount_is: hasPrice ? 'fixed' : 'about',
      recurrence,
      next_date: shiftWeekend(recurrence, recurrence.first_date),
      row_ids: rows.map(({ id }) => id),
    },
  ]
}

/**
 * Returns the schedules that rows suggest, the next one first. What has ended is left out.
 * @param rows the transactions until today, the earliest first.
 */
export function suggestSchedules(rows: readonly PaidRow[], today: string): SuggestedSchedule[] {
  return groupRows(rows)
    .flatMap((group) => {
      const payments = group.map(({ date, amount }) => ({ date, amount: absolute(amount) }))
      return findRecurringSeries(payments, today)
        .filter(({ status }) => status !== 'ended')
        .flatMap((series) => describe(series, group, today))
    })
    .toSorted((a, b) => (a.next_date < b.next_date ? -1 : a.next_date > b.next_date ? 1 : 0))
}
