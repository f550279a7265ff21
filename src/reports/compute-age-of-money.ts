/**
 * Computes the age of money: money that comes in first goes out first, and the age of a payment is the number of days
 * since the newest money in it came in.
 * @see docs/reports.md#age-of-money
 */

import type { MoneyFlow } from '../contract/ports/report-source.ts'
import { createDayNumbers, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'

/** How many payments the age of money is the mean of. */
const AVERAGED_PAYMENTS = 10

/** Money that came in on a day and is not spent yet. */
interface Inflow {
  date: string
  left: MinorUnits
}

/** A payment that waits for money to come in, because it was more than there was. */
interface WaitingPayment {
  date: string
  left: MinorUnits
  /** The newest money in it so far. */
  paid_from: string | undefined
}

/** A payment, and when the newest money in it came in. */
interface DatedPayment {
  date: string
  paid_from: string
}

/** Ages money as it flows. Add the movements in the order of their dates. */
export interface MoneyAging {
  add(flow: MoneyFlow): void
  /**
   * Returns the ages of the last 10 payments as they were at the end of each month with movements; the key is YYYY-MM.
   * What comes in later changes none of them.
   */
  finish(): ReadonlyMap<string, readonly number[]>
  /** True once payments exceeded all money that had come in. */
  isShort(): boolean
}

/** Starts with no money. */
export function createMoneyAging(): MoneyAging {
  const inflows: Inflow[] = []
  const waiting: WaitingPayment[] = []
  /** The last payments that all money was there for. */
  const last: DatedPayment[] = []
  const agesByMonth = new Map<string, readonly number[]>()
  const toDay = createDayNumbers()
  let month = ''
  let nextInflow = 0
  let nextWaiting = 0

  const record = (payment: DatedPayment): void => {
    if (last.push(payment) > AVERAGED_PAYMENTS) last.shift()
  }

  const toAge = ({ date, paid_from }: DatedPayment): number => Math.max(0, toDay(date) - toDay(paid_from))

  /** Keeps the ages at the end of the month. What no money came in for has none, apart from what a part was there for. */
  function endMonth(): void {
    const [partial] = waiting.slice(nextWaiting, nextWaiting + 1)
    const payments =
      partial?.paid_from === undefined
        ? last
        : [...last, { date: partial.date, paid_from: partial.paid_from }]
    if (payments.length > 0) agesByMonth.set(month, payments.slice(-AVERAGED_PAYMENTS).map(toAge))
  }

  /** Pays waiting payments from unspent money, as far as it goes. */
  function payFromInflows(): void {
    for (let payment = waiting[nextWaiting]; payment; payment = waiting[nextWaiting]) {
      for (let inflow = inflows[nextInflow]; inflow && payment.left > 0n; inflow = inflows[nextInflow]) {
        const paid = inflow.left < payment.left ? inflow.left : payment.left
        inflow.left -= paid
        payment.left -= paid
        payment.paid_from = inflow.date
        if (inflow.left === 0n) nextInflow++
      }
      if (payment.left > 0n) return
      if (payment.paid_from !== undefined) record({ date: payment.date, paid_from: payment.paid_from })
      nextWaiting++
    }
    waiting.length = 0
    nextWaiting = 0
  }

  return {
    add({ date, amount }) {
      if (!date.startsWith(month) || month === '') {
        endMonth()
        month = toMonth(date)
      }
      const inflow = inflows.at(-1)
      // One entry for each day is enough; an entry that is spent is behind `nextInflow`.
      if (amount > 0n && inflow?.date === date && nextInflow < inflows.length) inflow.left += amount
      else if (amount > 0n) inflows.push({ date, left: amount })
      if (amount < 0n) waiting.push({ date, left: -amount, paid_from: undefined })
      if (amount !== 0n) payFromInflows()
    },
    finish() {
      endMonth()
      return agesByMonth
    },
    isShort: () => nextWaiting < waiting.length,
  }
}

/** Returns the mean age of the last 10 payments at the end of each month; null before the first payment. */
export function averageAges(
  agesByMonth: ReadonlyMap<string, readonly number[]>,
  months: readonly string[],
): (number | null)[] {
  const known = [...agesByMonth].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return months.map((month) => {
    const [, ages = []] = known.findLast(([moved]) => moved <= month) ?? []
    return ages.length === 0 ? null : Math.round(ages.reduce((sum, age) => sum + age, 0) / ages.length)
  })
}
