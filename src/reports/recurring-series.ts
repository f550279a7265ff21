/**
 * Decides whether payments recur: how often, how much, and when the next one is due.
 * @see docs/reports.md#recurring
 */

import { addDays, addMonths, daysInMonth, toMonth } from '../money/calendar.ts'
import { absolute, type MinorUnits } from '../money/minor-units.ts'
import { createDayNumbers, medianAmount } from './rounding.ts'

/** Merchants have payments on the same days, so that few dates are parsed. */
const toDay = createDayNumbers()
const countDays = (from: string, to: string): number => toDay(to) - toDay(from)

/** How often something recurs. */
export type Frequency =
  | 'weekly'
  | 'every-2-weeks'
  | 'twice-monthly'
  | 'every-4-weeks'
  | 'monthly'
  | 'quarterly'
  | 'yearly'

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

interface FrequencyRule {
  /** The fewest and the most days between two payments. */
  least: number
  most: number
  /** Months between two payments; undefined where weeks count. */
  months?: number
  days: number
  min_payments: number
  times_a_year: bigint
  /** The payments whose amounts differ by more percent from the median are outliers. */
  tolerance: bigint
}

/** The rules by frequency. Weekends, holidays and the lengths of months move a payment by some days. */
const rules: Readonly<Record<Frequency, FrequencyRule>> = {
  weekly: { least: 5, most: 9, days: 7, min_payments: 5, times_a_year: 52n, tolerance: 10n },
  'every-2-weeks': { least: 12, most: 16, days: 14, min_payments: 4, times_a_year: 26n, tolerance: 25n },
  'twice-monthly': { least: 12, most: 18, days: 15, min_payments: 4, times_a_year: 24n, tolerance: 25n },
  'every-4-weeks': { least: 26, most: 30, days: 28, min_payments: 3, times_a_year: 13n, tolerance: 50n },
  monthly: { least: 25, most: 36, months: 1, days: 30, min_payments: 3, times_a_year: 12n, tolerance: 50n },
  quarterly: { least: 83, most: 99, months: 3, days: 91, min_payments: 3, times_a_year: 4n, tolerance: 50n },
  yearly: { least: 350, most: 380, months: 12, days: 365, min_payments: 2, times_a_year: 1n, tolerance: 25n },
}

/** The frequencies, the most frequent first. */
const frequencies: readonly Frequency[] = [
  'weekly',
  'every-2-weeks',
  'twice-monthly',
  'every-4-weeks',
  'monthly',
  'quarterly',
  'yearly',
]

/** Two weeks are 14 days on average, half a month 15.2: in tenths of a day. */
const TENTHS_BETWEEN_TWO_WEEKS_AND_HALF_A_MONTH = 146
/** Four weeks are 28 days, a month 30.4. */
const TENTHS_BETWEEN_FOUR_WEEKS_AND_A_MONTH = 292
/** So many intervals tell four weeks from a month by their average, whatever weekends and February did. */
const ENOUGH_GAPS = 5

/** Payments that differ each time are a bill only if there are so many. */
const MIN_DIFFERING_PAYMENTS = 4
/** A weekend and a holiday move a payment by so many days from its usual day of the month. */
const DAYS_FROM_USUAL = 4

/** Returns how often a year something recurs. */
export const countTimesAYear = (frequency: Frequency): bigint => rules[frequency].times_a_year

/** Of the intervals, at least so many percent must be regular, and of the amounts similar. */
const REGULAR_PERCENT = 75

/**
 * Returns the recurring series of a merchant's payments in one direction, the earliest first: all of them, or else those
 * that share one amount, such as a subscription at a shop where other things are bought too.
 */
export function findRecurringSeries(payments: readonly Payment[], today: string): RecurringSeries[] {
  const merged = mergeDays(payments)
  const whole = classify(merged, today)
  if (whole) return [whole]
  return groupBySameAmount(payments).flatMap((same) => classify(same, today, { areSameAmount: true }) ?? [])
}

/** Fewer payments of one amount are regular by chance where a shop has many others. */
const MIN_SAME_PAYMENTS = 3

/** Returns the payments of each amount that was paid often enough to recur. */
function groupBySameAmount(payments: readonly Payment[]): Payment[][] {
  const counts = new Map<MinorUnits, number>()
  for (const { amount } of payments) counts.set(amount, (counts.get(amount) ?? 0) + 1)
  const byAmount = new Map<MinorUnits, Payment[]>()
  for (const payment of payments) {
    if ((counts.get(payment.amount) ?? 0) < MIN_SAME_PAYMENTS) continue
    const same = byAmount.get(payment.amount)
    if (same) same.push(payment)
    else byAmount.set(payment.amount, [payment])
  }
  return [...byAmount.values()]
}

/** Makes one payment of those of a day. The same amount twice is one that was paid twice; others are its parts. */
function mergeDays(payments: readonly Payment[]): readonly Payment[] {
  const merged: Payment[] = []
  let begin = 0
  for (const [at, { date }] of payments.entries()) {
    if (date === payments[at + 1]?.date) continue
    merged.push(mergeDay(payments.slice(begin, at + 1), date))
    begin = at + 1
  }
  return merged
}

/** Adds up the different amounts of a day. */
function mergeDay(payments: readonly Payment[], date: string): Payment {
  const [first] = payments
  if (first && payments.length === 1) return first
  const amounts = new Set(payments.map(({ amount }) => amount))
  return { date, amount: [...amounts].reduce((sum, amount) => sum + amount, 0n) }
}

/** Returns the series that payments make; undefined when they are irregular. */
function classify(
  payments: readonly Payment[],
  today: string,
  { areSameAmount } = { areSameAmount: false },
): RecurringSeries | undefined {
  for (const frequency of frequencies) {
    const rule = rules[frequency]
    if (payments.length < rule.min_payments) continue
    const regular = selectRegular(payments, rule)
    if (!regular || regular.length < rule.min_payments) continue
    // Among many payments of one shop, a few with the same amount are regular by chance.
    if (areSameAmount && (frequency === 'weekly' || regular.length < MIN_SAME_PAYMENTS)) continue
    if (!haveSimilarAmounts(regular, rule) || !hasRhythm(frequency, regular)) continue
    // What differs each time is a bill only if there are enough of it.
    if (!haveFixedPrice(regular) && regular.length < MIN_DIFFERING_PAYMENTS) continue
    if ((areSameAmount || !haveFixedPrice(regular)) && !keepToDay(regular, rule)) continue
    // Two payments a year apart are a coincidence unless they are alike.
    if (regular.length === 2 && !areAlike(regular[0], regular[1])) continue
    return describe(frequency, regular, today)
  }
  return undefined
}

/**
 * Returns the payments at regular intervals; undefined when too many are not. One missed payment is an interval of
 * twice the length, one in between is passed over.
 */
function selectRegular(payments: readonly Payment[], rule: FrequencyRule): Payment[] | undefined {
  const [first, ...others] = payments
  if (!first) return undefined
  const regular = [first]
  let last = toDay(first.date)
  let hits = 0
  let misses = 0
  for (const payment of others) {
    const day = toDay(payment.date)
    const days = day - last
    if (days >= rule.least && days <= rule.most) hits++
    else misses++
    if (misses * 100 > others.length * (100 - REGULAR_PERCENT)) return undefined
    // A payment soon after another one is in between; the next interval starts where the last one did.
    if (days < rule.least) continue
    regular.push(payment)
    last = day
  }
  return hits * 100 >= (hits + misses) * REGULAR_PERCENT ? regular : undefined
}

/** Tells every two weeks from twice a month, and every four weeks from every month, whose intervals overlap. */
function hasRhythm(frequency: Frequency, payments: readonly Payment[]): boolean {
  const { least, most, days } = rules[frequency]
  const gaps = listGaps(payments).filter((gap) => gap >= least && gap <= most)
  const tenths = (gaps.reduce((sum, gap) => sum + gap, 0) * 10) / gaps.length
  if (frequency === 'every-2-weeks' || frequency === 'twice-monthly')
    return tenths < TENTHS_BETWEEN_TWO_WEEKS_AND_HALF_A_MONTH === (frequency === 'every-2-weeks')
  if (frequency !== 'every-4-weeks') return true
  const exact = gaps.filter((gap) => gap === days).length
  return (
    tenths < TENTHS_BETWEEN_FOUR_WEEKS_AND_A_MONTH &&
    (gaps.length >= ENOUGH_GAPS || exact * 100 >= gaps.length * REGULAR_PERCENT)
  )
}

const listGaps = (payments: readonly Payment[]): number[] =>
  payments.slice(1).map(({ date }, at) => countDays(payments[at]?.date ?? date, date))

/** True if most payments are near their usual day of the month; always where weeks count. */
function keepToDay(payments: readonly Payment[], { months }: FrequencyRule): boolean {
  if (months === undefined) return true
  const usual = findUsualDay(payments)
  const near = payments.filter(({ date }) => countDaysFrom(date, usual) <= DAYS_FROM_USUAL)
  return near.length * 100 >= payments.length * REGULAR_PERCENT
}

/** Returns the date of a day of a month, or of its last day where it is shorter. */
const toDateInMonth = (month: string, day: number): string =>
  `${month}-${String(Math.min(day, daysInMonth(month))).padStart(2, '0')}`

/** Returns the date with this day of the month that is nearest to a date. */
const findNearest = (date: string, day: number): string =>
  [-1, 0, 1]
    .map((offset) => toDateInMonth(addMonths(toMonth(date), offset), day))
    .toSorted((a, b) => Math.abs(countDays(date, a)) - Math.abs(countDays(date, b)))[0] ?? date

const countDaysFrom = (date: string, day: number): number => Math.abs(countDays(date, findNearest(date, day)))

/** True if most amounts are near the median of those around them. Prices may rise over the years. */
function haveSimilarAmounts(payments: readonly Payment[], { tolerance }: FrequencyRule): boolean {
  const near = payments.filter(({ amount }, at) => {
    const around = payments.slice(Math.max(0, at - 3), at + 4).map((other) => other.amount)
    const median = medianAmount(around)
    return absolute(amount - median) * 100n <= median * tolerance
  })
  return near.length * 100 >= payments.length * REGULAR_PERCENT
}

/** True if two amounts differ by a quarter at most, and their days of the year by a week. */
const areAlike = (a: Payment | undefined, b: Payment | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  absolute(a.amount - b.amount) * 4n <= a.amount &&
  Math.abs(countDays(a.date, b.date) - 365) <= 7

/** True if a price is charged: most payments have the amount of the one before. */
function haveFixedPrice(payments: readonly Payment[]): boolean {
  const equal = payments.slice(1).filter(({ amount }, at) => amount === payments[at]?.amount).length
  return equal * 2 >= payments.length - 1
}

/** So many of the last payments make the typical amount of a bill that differs each time. */
const TYPICAL_PAYMENTS = 6

function describe(frequency: Frequency, payments: readonly Payment[], today: string): RecurringSeries {
  const last = payments.at(-1) ?? { date: today, amount: 0n }
  const isFixed = haveFixedPrice(payments)
  const previousAt = payments.findLastIndex(({ amount }) => amount !== last.amount)
  const previous = isFixed ? payments[previousAt] : undefined
  const next_date = computeNextDate(frequency, payments)
  return {
    frequency,
    payments,
    amount: isFixed
      ? last.amount
      : medianAmount(payments.slice(-TYPICAL_PAYMENTS).map(({ amount }) => amount)),
    hasPrice: isFixed,
    changed: previous && { from: previous.amount, date: payments[previousAt + 1]?.date ?? last.date },
    next_date,
    status: findStatus(frequency, last.date, next_date, today),
  }
}

/** Returns the day on which the next payment is due: the usual day of the month, or the same weekday. */
function computeNextDate(frequency: Frequency, payments: readonly Payment[]): string {
  const { days, months } = rules[frequency]
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
  const { days, months } = rules[frequency]
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
function findUsualDay(payments: readonly Payment[]): number {
  const counts = new Map<number, number>()
  for (const { date } of payments.slice(-TYPICAL_PAYMENTS)) {
    const day = Number(date.slice(8))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1
}

/** A payment is overdue once it is later than any before, and the series has ended when two are missing. */
function findStatus(
  frequency: Frequency,
  last: string,
  next: string,
  today: string,
): RecurringSeries['status'] {
  const { days, most } = rules[frequency]
  const since = countDays(last, today)
  if (since > days + most) return 'ended'
  return today > next && since > most ? 'overdue' : 'due'
}
