/** Computes with ranges of months. */

import { addMonths, daysInMonth, FIRST_DAY, LAST_DAY, toMonth } from '../../money/calendar.ts'

/** A range of months or of dates, both ends included. */
export interface Period {
  first: string
  last: string
}

/** Every month that can be budgeted. */
export const ALL_MONTHS: Period = { first: toMonth(FIRST_DAY), last: toMonth(LAST_DAY) }

/** Yields the months of a range. */
export function* listMonths({ first, last }: Period): Generator<string> {
  for (let month = first; month <= last; month = addMonths(month, 1)) yield month
}

/** Returns the dates of a range of months. */
export const toDates = ({ first, last }: Period): Period => ({
  first: `${first}-01`,
  last: `${last}-${daysInMonth(last)}`,
})

/** Returns the ranges of months that are not complete, the newest first. */
export function findGaps(period: Period, isComplete: (month: string) => boolean): Period[] {
  const gaps: Period[] = []
  let gap: Period | undefined
  for (const month of listMonths(period)) {
    if (isComplete(month)) gap = undefined
    else if (gap) gap.last = month
    else gaps.unshift((gap = { first: month, last: month }))
  }
  return gaps
}
