/** Suggests schedules from transactions: what recurs already, with the rows that are the evidence. */

import { groupBy } from '../../contract/group-by.ts'
import { absolute, divideRounded, type MinorUnits } from '../../money/minor-units.ts'
import type { Payment, RecurringSeries } from '../../transactions/recurring/frequencies.ts'
import { findRecurringSeries } from '../../transactions/recurring/recurring-series.ts'
import { shiftWeekend } from '../dates/planned-dates.ts'
import type { Recurrence } from '../dates/recurrence.ts'
import { inferRecurrence, startAtNext } from './infer-recurrence.ts'

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
export interface SuggestedSchedule<Row extends PaidRow = PaidRow>
  extends Pick<PaidRow, 'account_id' | 'merchant_id' | 'transfer_account_id'> {
  /** The category of the last row that has one. */
  category_id: string | null
  /** Negative for money out: the last price, or the mean of the last three rows where each differs. */
  amount: MinorUnits
  amount_kind: 'fixed' | 'about'
  /** Its first date is the next one. */
  recurrence: Recurrence
  /** The day on which that is due: another one only where a weekend moves it. */
  next_date: string
  /** The rows that are the evidence, the earliest first. */
  rows: readonly Row[]
}

/** So many of the last rows make an amount that differs each time. */
const ROWS_OF_MEAN = 3

/** Returns the rows of each account, other side and direction, in the order of the rows. */
function groupRows<Row extends PaidRow>(rows: readonly Row[]): Row[][] {
  // A transfer is scheduled once, on the side that pays.
  const own = rows.filter(({ amount, merchant_id, transfer_account_id }) =>
    transfer_account_id === null ? merchant_id !== null && amount !== 0n : amount < 0n,
  )
  const getKey = ({ account_id, merchant_id, transfer_account_id, amount }: PaidRow): string =>
    `${account_id} ${transfer_account_id ?? merchant_id} ${amount < 0n ? 'out' : 'in'}`
  return [...groupBy(own, getKey).values()]
}

/** Returns the rows of a payment: one with its amount, or else all of its day, which add up to it. */
function findRows<Row extends PaidRow>(rows: readonly Row[], { date, amount }: Payment): Row[] {
  const ofDay = rows.filter((row) => row.date === date)
  const same = ofDay.find((row) => absolute(row.amount) === amount)
  return same ? [same] : ofDay
}

/** Returns the schedule of a series of payments. */
function toSchedule<Row extends PaidRow>(
  { frequency, payments, hasPrice, amount: price }: RecurringSeries,
  group: readonly Row[],
  today: string,
): SuggestedSchedule<Row>[] {
  const rows = payments.flatMap((payment) => findRows(group, payment))
  const last = rows.at(-1)
  if (!last) return []
  const dates = payments.map(({ date }) => date)
  const recurrence = startAtNext(inferRecurrence(frequency, dates), last.date, today)
  const recent = payments.slice(-ROWS_OF_MEAN)
  const total = recent.reduce((sum, { amount }) => sum + amount, 0n)
  const amount = hasPrice ? price : divideRounded(total, BigInt(recent.length))
  return [
    {
      account_id: last.account_id,
      merchant_id: last.merchant_id,
      transfer_account_id: last.transfer_account_id,
      category_id: rows.findLast(({ category_id }) => category_id !== null)?.category_id ?? null,
      amount: last.amount < 0n ? -amount : amount,
      amount_kind: hasPrice ? 'fixed' : 'about',
      recurrence,
      next_date: shiftWeekend(recurrence, recurrence.first_date),
      rows,
    },
  ]
}

/**
 * Returns the schedules that rows suggest, the next one first. What has ended is left out.
 * @param rows the transactions until today, the earliest first.
 */
export function suggestSchedules<Row extends PaidRow>(
  rows: readonly Row[],
  today: string,
): SuggestedSchedule<Row>[] {
  return groupRows(rows)
    .flatMap((group) => {
      const payments = group.map(({ date, amount }) => ({ date, amount: absolute(amount) }))
      return findRecurringSeries(payments, today)
        .filter(({ status }) => status !== 'ended')
        .flatMap((series) => toSchedule(series, group, today))
    })
    .toSorted((a, b) => (a.next_date < b.next_date ? -1 : a.next_date > b.next_date ? 1 : 0))
}
