/** Decides whether payments recur, and how often. @see docs/reports.md#recurring */

import { absolute, medianAmount } from '../../money/minor-units.ts'
import {
  computeNextDate,
  countDays,
  countDaysFrom,
  DAYS_FROM_USUAL,
  type Frequency,
  type FrequencyRule,
  findStatus,
  findUsualDay,
  frequencies,
  frequencyRules,
  type Payment,
  type RecurringSeries,
  TYPICAL_PAYMENTS,
  toDay,
} from './frequencies.ts'

/** Two weeks are 14 days on average, half a month 15.2: in tenths of a day. */
const TENTHS_BETWEEN_TWO_WEEKS_AND_HALF_A_MONTH = 146

/** Four weeks are 28 days, a month 30.4. */
const TENTHS_BETWEEN_FOUR_WEEKS_AND_A_MONTH = 292

/** So many intervals tell four weeks from a month by their average, whatever weekends and February did. */
const ENOUGH_GAPS = 5

/** Payments that differ each time are a bill only if there are so many. */
const MIN_DIFFERING_PAYMENTS = 4

/** Of the intervals, at least so many percent must be regular, and of the amounts similar. */
export const REGULAR_PERCENT = 75

/** Fewer payments of one amount are regular by chance where a shop has many others. */
export const MIN_SAME_PAYMENTS = 3

/** Returns the series that payments make; undefined when they are irregular. */
export function classifyPayments(
  payments: readonly Payment[],
  today: string,
  { areSameAmount } = { areSameAmount: false },
): RecurringSeries | undefined {
  for (const frequency of frequencies) {
    const rule = frequencyRules[frequency]
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
    return describeSeries(frequency, regular, today)
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
  const { least, most, days } = frequencyRules[frequency]
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

/** Returns the series of regular payments: its amount, what changed, and when it goes on. */
export function describeSeries(
  frequency: Frequency,
  payments: readonly Payment[],
  today: string,
): RecurringSeries {
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
