/** Turns open dates of schedules into the transactions that a forecast is computed from. */

import { UserError } from '../../contract/errors.ts'
import type { Schedule } from '../../contract/operations/schedules.ts'
import type { PlannedLine, PlannedTransaction } from '../../contract/ports/forecast.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { sum } from '../../money/decimal.ts'
import { type MinorUnits, parseTotal } from '../../money/minor-units.ts'
import { findOwedDay } from '../dates/planned-dates.ts'
import type { OpenDate } from '../open-dates.ts'

/**
 * Returns the transactions of open dates, in their order. One that is overdue happens today.
 * @throws UserError where a date has an amount of its own, to which the lines of a split do not add up
 */
export function planTransactions(
  openDates: readonly OpenDate[],
  { today, currency }: { today: string; currency: string },
): PlannedTransaction[] {
  const parse = createAmountParser(getCurrencyDecimals(currency))
  /** Of the last date of each schedule: most dates have the same amount. */
  const known = new Map<Schedule, { text: string | null; amount: MinorUnits | null; lines: PlannedLine[] }>()
  return openDates.map((openDate) => {
    const { schedule, due_date, amount: text } = openDate
    let last = known.get(schedule)
    if (!last || last.text !== text) {
      const amount = text === null ? null : parse(text)
      last = { text, amount, lines: divideWhole(openDate, amount ?? 0n, parse) }
      known.set(schedule, last)
    }
    const day = due_date < today ? today : due_date
    return {
      date: day,
      owed_on: findOwedDay(schedule.statement_day, { planned: openDate.date, day }),
      account_id: schedule.account_id,
      transfer_account_id: schedule.transfer_account_id,
      amount: last.amount,
      lines: last.lines,
    }
  })
}

/** Returns a function that reads decimal strings, each once: schedules repeat them. */
export function createAmountParser(decimals: number): (amount: string) => MinorUnits {
  const known = new Map<string, MinorUnits>()
  return (amount) => {
    const minor = known.get(amount) ?? parseTotal(amount, decimals)
    known.set(amount, minor)
    return minor
  }
}

/** Divides an amount by the lines of a schedule; the line without an amount takes the rest. */
export function divideAmount(
  { splits, category_id, ready_to_assign }: Pick<Schedule, 'splits' | 'category_id' | 'ready_to_assign'>,
  amount: MinorUnits,
  parse: (amount: string) => MinorUnits,
): PlannedLine[] {
  if (!splits) return [{ category_id, ready_to_assign, amount }]
  const given = splits.reduce((total, { amount: text }) => total + (text === null ? 0n : parse(text)), 0n)
  return splits.map((line) => ({
    category_id: line.category_id,
    ready_to_assign: line.ready_to_assign,
    amount: line.amount === null ? amount - given : parse(line.amount),
  }))
}

function divideWhole(
  { schedule, date, amount: text }: OpenDate,
  amount: MinorUnits,
  parse: (amount: string) => MinorUnits,
): PlannedLine[] {
  const lines = divideAmount(schedule, amount, parse)
  if (lines.reduce((total, line) => total + line.amount, 0n) === amount) return lines
  const given = sum((schedule.splits ?? []).flatMap((line) => line.amount ?? []))
  throw new UserError(
    'conflict',
    `${schedule.name} on ${date} has the amount ${text}, but its lines add up to ${given}`,
    { hint: 'Give the date the amount of its lines, or let one of the lines take the rest' },
  )
}
