/**
 * Finds the recurring series of a merchant: all of its payments, or those of a price.
 * @see docs/reports.md#recurring
 */

import { groupBy } from '../../contract/group-by.ts'
import { absolute } from '../../money/minor-units.ts'
import { classifyPayments, describeSeries, MIN_SAME_PAYMENTS, REGULAR_PERCENT } from './classify-payments.ts'
import {
  computeNextDate,
  countDays,
  DAYS_FROM_USUAL,
  type Frequency,
  frequencyRules,
  type Payment,
  type RecurringSeries,
} from './frequencies.ts'

/**
 * Returns the recurring series of a merchant's payments in one direction, the earliest first: all of them, or else those
 * that share a price, such as two subscriptions, or one at a shop where other things are bought too.
 */
export function findRecurringSeries(payments: readonly Payment[], today: string): RecurringSeries[] {
  const merged = mergeDays(payments)
  const whole = classifyPayments(merged, today)
  // One price for all of them: nothing is to be told apart.
  if (whole?.hasPrice && merged.length === payments.length) return [whole]
  const priced = findPriceSeries(payments, today)
  const count = priced.reduce((sum, series) => sum + series.payments.length, 0)
  const areSeveral = priced.length > 1 && count * 100 >= payments.length * REGULAR_PERCENT
  return whole && !areSeveral ? [whole] : priced
}

/** Returns the series of each price, with what was paid after it changed. */
function findPriceSeries(payments: readonly Payment[], today: string): RecurringSeries[] {
  const found = [...groupBy(payments, ({ amount }) => amount).values()]
    .filter((same) => same.length >= MIN_SAME_PAYMENTS)
    .flatMap((same) => classifyPayments(same, today, { areSameAmount: true }) ?? [])
    .toSorted((a, b) => (getFirstDate(a) < getFirstDate(b) ? -1 : 1))
  const used = new Set<Payment>()
  return found.flatMap((series) => {
    // What continued an earlier series is part of that one.
    if (series.payments.some((payment) => used.has(payment))) return []
    const own = continueSeries(series, { payments, found, used })
    for (const payment of own) used.add(payment)
    return [describeSeries(series.frequency, own, today)]
  })
}

const getFirstDate = ({ payments }: RecurringSeries): string => payments[0]?.date ?? ''

/** A price changes by so many percent at most; what differs more is another thing. */
const MOST_PRICE_CHANGE = 25n

/** What may follow a series: payments that no series has beside it, and later series. */
interface Following {
  payments: readonly Payment[]
  found: readonly RecurringSeries[]
  used: ReadonlySet<Payment>
}

/** Returns the payments of a series and those that follow it in the same rhythm, at about the same price. */
function continueSeries(series: RecurringSeries, { payments, found, used }: Following): readonly Payment[] {
  const own = [...series.payments]
  for (;;) {
    const last = own.at(-1)
    if (!last) return own
    const beside = found.filter((other) => getFirstDate(other) <= last.date)
    const others = new Set(beside.flatMap((other) => other.payments))
    const free = payments.filter((one) => one.date > last.date && !others.has(one) && !used.has(one))
    const next = findFollowing(series.frequency, own, free)
    if (!next) return own
    const later = found.find((other) => other.frequency === series.frequency && other.payments[0] === next)
    own.push(...(later?.payments ?? [next]))
  }
}

/** Returns the payment on the next day that is due, or on the one after it, if its price is near the last one. */
function findFollowing(
  frequency: Frequency,
  own: readonly Payment[],
  free: readonly Payment[],
): Payment | undefined {
  const last = own.at(-1) ?? { date: '', amount: 0n }
  const next = computeNextDate(frequency, own)
  const missed = { date: next, amount: last.amount }
  const dates = [next, computeNextDate(frequency, [...own, missed])]
  return free.find(
    ({ date, amount }) =>
      dates.some(
        (due) =>
          Math.abs(countDays(due, date)) <= Math.min(DAYS_FROM_USUAL, frequencyRules[frequency].days / 4),
      ) && absolute(amount - last.amount) * 100n <= last.amount * MOST_PRICE_CHANGE,
  )
}

/** Makes one payment of those of a day: the same amount twice is one that was paid twice; others are its parts. */
const mergeDays = (payments: readonly Payment[]): Payment[] =>
  [...groupBy(payments, ({ date }) => date)].map(([date, ofDay]) => {
    const [first] = ofDay
    if (first && ofDay.length === 1) return first
    const amounts = new Set(ofDay.map(({ amount }) => amount))
    return { date, amount: [...amounts].reduce((sum, amount) => sum + amount, 0n) }
  })
