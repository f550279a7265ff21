/** Says how often something recurs, and when the next payment is due. @see docs/reports.md#recurring */

import { addDays, addMonths, createDayNumbers, toDateInMonth, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'

/** Numbers dates; merchants have payments on the same days, so that few are parsed. */
export const toDay = createDayNumbers()

/** Counts the days from one date to another; negative when that is earlier. */
export const countDays = (from: string, to: string): number => toDay(to) - toDay(from)

/** What tells a frequency from the others. */
export interface FrequencyRule {
  /** The fewest and the most days between two payments. */
  least: number
  most: number
  /** Months between two payments; undefined where weeks count. */
  months?: number
  days: number
  min_payments: number
  /** The payments whose amounts differ by more percent from the median are outliers. */
  tolerance: bigint
}

// Weekends, holidays and the lengths of months move a payment by some days.
const rules = {
  weekly: { least: 5, most: 9, days: 7, min_payments: 5, tolerance: 10n },
  'every-2-weeks': { least: 12, most: 16, days: 14, min_payments: 4, tolerance: 25n },
  'twice-monthly': { least: 12, most: 18, days: 15, min_payments: 4, tolerance: 25n },
  'every-4-weeks': { least: 25, most: 31, days: 28, min_payments: 3, tolerance: 50n },
  monthly: { least: 25, most: 36, months: 1, days: 30, min_payments: 3, tolerance: 50n },
  'every-2-months': { least: 55, most: 67, months: 2, days: 61, min_payments: 3, tolerance: 50n },
  quarterly: { least: 83, most: 99, months: 3, days: 91, min_payments: 3, tolerance: 50n },
  'twice-yearly': { least: 174, most: 192, months: 6, days: 182, min_payments: 3, tolerance: 50n },
  yearly: { least: 350, most: 380, months: 12, days: 365, min_payments: 2, tolerance: 25n },
} satisfies Record<string, FrequencyRule>

/** How often something recurs. */
export type Frequency = keyof typeof rules

/** The rules by frequency. */
export const frequencyRules: Readonly<Record<Frequency, FrequencyRule>> = rules

/** The frequencies, the most frequent first. */
export const frequencies = Object.keys(rules) as Frequency[] // the keys of the table

/** Returns how often a year something recurs. */
export const countTimesAYear = (frequency: Frequency): bigint =>
  BigInt(Math.round(365 / frequencyRules[frequency].days))

/** A payment of a merchant; amounts are positive. */
export interface Payment {
  date: string
  amount: MinorUnits
}

/** Payments that recur. */
export interface RecurringSeries {
  frequency: Frequency
  /** Without payments in between, such as a second one in a month. */
  payments: readonly Payment[]
  /** The price, or the median of the last payments where it differs each time. */
  amount: MinorUnits
  /** False if the amount differs each time. */
  hasPrice: boolean
  /** The price before it changed last; undefined if it never changed, or differs each time. */
  changed: { from: MinorUnits; date: string } | undefined
  next_date: string
  status: 'due' | 'overdue' | 'ended'
}

/** So many of the last payments make the typical amount of a bill that differs each time. */
export const TYPICAL_PAYMENTS = 6

/** A weekend and a holiday move a payment by so many days from its usual day of the month. */
export const DAYS_FROM_USUAL = 4

/** Returns the date with this day of the month that is nearest to a date. */
const findNearest = (date: string, day: number): string =>
  [-1, 0, 1]
    .map((offset) => toDateInMonth(addMonths(toMonth(date), offset), day))
    .toSorted((a, b) => Math.abs(countDays(date, a)) - Math.abs(countDays(date, b)))[0] ?? date

/** Counts the days between a date and the nearest date with a day of the month. */
export const countDaysFrom = (date: string, day: number): number =>
  Math.abs(countDays(date, findNearest(date, day)))

/** Returns the day on which the next payment is due: the usual day of the month, or the same weekday. */
export function computeNextDate(frequency: Frequency, payments: readonly Payment[]): string {
  const { days, months } = frequencyRules[frequency]
  const last = payments.at(-1)?.date ?? ''
  const before = payments.at(-2)?.date
  if (frequency === 'twice-monthly' && before !== undefined)
    return toDateInMonth(addMonths(toMonth(before), 1), Number(before.slice(8)))
  // A payment that a weekend moved over the end of a month is still that of its own month.
  return months === undefined ? addDays(last, days) : findNearest(addDays(last, days), findUsualDay(payments))
}

/** Counts the payments that are due from today to a date. One that is overdue does not count, but those after it do. */
export function countDuePayments(
  { frequency, next_date, status }: Pick<RecurringSeries, 'frequency' | 'next_date' | 'status'>,
  { today, until }: { today: string; until: string },
): bigint {
  if (status === 'ended') return 0n
  const { days, months } = frequencyRules[frequency]
  let count = 0n
  let date = next_date
  while (date <= until) {
    if (status !== 'overdue' || date > today) count++
    date =
      months === undefined
        ? addDays(date, days)
        : toDateInMonth(addMonths(toMonth(date), months), Number(date.slice(8)))
  }
  return count
}

/** Returns the day of the month on which most of the last payments were; the latest of several. */
export function findUsualDay(payments: readonly Payment[]): number {
  const days = payments.slice(-TYPICAL_PAYMENTS).map(({ date }) => Number(date.slice(8)))
  return rankByCount(days.toSorted((a, b) => b - a))[0] ?? 1
}

/** Returns the values, those that occur most often first, of several the first one. */
export function rankByCount<Value>(values: readonly Value[]): Value[] {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** A payment is overdue once it is later than any before, and the series has ended when two are missing. */
export function findStatus(
  frequency: Frequency,
  last: string,
  next: string,
  today: string,
): RecurringSeries['status'] {
  const { days, most } = frequencyRules[frequency]
  const since = countDays(last, today)
  if (since > days + most) return 'ended'
  return today > next && since > most ? 'overdue' : 'due'
}
