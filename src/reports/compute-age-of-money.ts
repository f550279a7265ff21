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
  /** Returns the ages of the last 10 payments of each month with payments; the month's key is YYYY-MM. */
  finish(): ReadonlyMap<string, readonly number[]>
  /** True once payments exceeded all money that had come in. */
  isShort(): boolean
}

/** Starts with no money. */
export function createMoneyAging(): MoneyAging {
  const inflows: Inflow[] = []
  const waiting: WaitingPayment[] = []
  // Only those that an age is computed of: parsing the dates of all takes as long as the rest.
  const lastByMonth = new Map<string, DatedPayment[]>()
  let nextInflow = 0
  let nextWaiting = 0

  const record = (payment: DatedPayment): void => {
    const month = toMonth(payment.date)
    const last = lastByMonth.get(month)
    if (!last) lastByMonth.set(month, [payment])
    else if (last.push(payment) > AVERAGED_PAYMENTS) last.shift()
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
      const last = inflows.at(-1)
      // One entry for each day is enough; an entry that is spent is behind `nextInflow`.
      if (amount > 0n && last?.date === date && nextInflow < inflows.length) last.left += amount
      else if (amount > 0n) inflows.push({ date, left: amount })
      if (amount < 0n) waiting.push({ date, left: -amount, paid_from: undefined })
      if (amount !== 0n) payFromInflows()
    },
    finish() {
      // What no money came in for has no age, apart from a payment that a part was there for.
      const [partial] = waiting.slice(nextWaiting)
      if (partial?.paid_from !== undefined) record({ date: partial.date, paid_from: partial.paid_from })
      const toDay = createDayNumbers()
      const toAge = ({ date, paid_from }: DatedPayment): number => Math.max(0, toDay(date) - toDay(paid_from))
      return new Map([...lastByMonth].map(([month, payments]) => [month, payments.map(toAge)]))
    },
    isShort: () => nextWaiting < waiting.length,
  }
}

/** Returns the mean age of the last 10 payments at the end of each month; null before the first payment. */
export function averageAges(
  agesByMonth: ReadonlyMap<string, readonly number[]>,
  months: readonly string[],
): (number | null)[] {
  const [first = ''] = months
  let last: readonly number[] = [...agesByMonth.keys()]
    .filter((month) => month < first)
    .toSorted()
    .flatMap((month) => agesByMonth.get(month) ?? [])
    .slice(-AVERAGED_PAYMENTS)
  return months.map((month) => {
    last = [...last, ...(agesByMonth.get(month) ?? [])].slice(-AVERAGED_PAYMENTS)
    return last.length === 0 ? null : Math.round(last.reduce((sum, age) => sum + age, 0) / last.length)
  })
}
