/** Turns open dates of schedules into the transactions that a forecast is computed from. */

import { UserError } from '../../contract/errors.ts'
import type { Schedule } from '../../contract/operations/schedules.ts'
import type { PlannedLine, PlannedTransaction } from '../../contract/ports/forecast.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits, parseTotal } from '../../money/minor-units.ts'
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
  const decimals = getCurrencyDecimals(currency)
  /** Of the last date of each schedule: most dates have the same amount. */
  const known = new Map<Schedule, { text: string | null; amount: MinorUnits | null; lines: PlannedLine[] }>()
  return openDates.map((openDate) => {
    const { schedule, due_date, amount: text } = openDate
    let last = known.get(schedule)
    if (!last || last.text !== text) {
      const amount = text === null ? null : parseTotal(text, decimals)
      last = { text, amount, lines: divideWhole(openDate, amount ?? 0n, decimals) }
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

/** Divides an amount by the lines of a schedule; the line without an amount takes the rest. */
export function divideAmount(
  { splits, category_id, ready_to_assign }: Pick<Schedule, 'splits' | 'category_id' | 'ready_to_assign'>,
  amount: MinorUnits,
  parse: (amount: string) => MinorUnits,
): PlannedLine[] {
  if (!splits) return [{ category_id, ready_to_assign, amount }]
  const given = splits.reduce((sum, line) => sum + (line.amount === null ? 0n : parse(line.amount)), 0n)
  return splits.map((line) => ({
    category_id: line.category_id,
    ready_to_assign: line.ready_to_assign,
    amount: line.amount === null ? amount - given : parse(line.amount),
  }))
}

function divideWhole({ schedule, date }: OpenDate, amount: MinorUnits, decimals: number): PlannedLine[] {
  const lines = divideAmount(schedule, amount, (text) => parseTotal(text, decimals))
  const given = lines.reduce((sum, line) => sum + line.amount, 0n)
  if (given === amount) return lines
  throw new UserError(
    'conflict',
    `${schedule.name} on ${date} has the amount ${formatAmount(amount, decimals)}, but its lines add up to ${formatAmount(given, decimals)}`,
    { hint: 'Give the date the amount of its lines, or let one of the lines take the rest' },
  )
}
