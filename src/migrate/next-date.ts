/** Begins a recurrence at its next date, as a schedule that moves in does. */

import { addDays } from '../money/calendar.ts'
import { iteratePlannedDates, listPlannedDates, shiftWeekend } from '../schedules/dates/planned-dates.ts'
import type { Recurrence } from '../schedules/dates/recurrence.ts'
import type { SourceSchedule } from './source-budget.ts'

/** A weekend moves a date by at most so many days. */
const LONGEST_SHIFT = 2

/**
 * Returns the recurrence from its next date on, with as many dates as are left. Where that is none of its dates, or the
 * recurrence is undefined, it is the only one.
 * @param next the date that the program shows, which a weekend may have moved
 */
export function beginAtNextDate(
  recurrence: Recurrence | undefined,
  next: string,
): Pick<SourceSchedule, 'recurrence' | 'changes'> {
  const near = recurrence
    ? listPlannedDates(recurrence, addDays(next, -LONGEST_SHIFT), addDays(next, LONGEST_SHIFT))
    : []
  const first_date = near.find((date) => recurrence && shiftWeekend(recurrence, date) === next)
  if (!recurrence || first_date === undefined)
    return {
      recurrence: { first_date: next, every: null, days: [], weekend: 'same', until: null, times: null },
      changes: [`only ${next} came, because its dates do not repeat in a way known here`],
    }
  const left = recurrence.times === null ? null : [...iteratePlannedDates(recurrence, first_date)].length
  return { recurrence: { ...recurrence, first_date, times: left }, changes: [] }
}
