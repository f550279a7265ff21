/** Numbers days, so that thousands of dates are compared without parsing each of them again. */

import { daysBetween } from '../money/calendar.ts'

const EPOCH = '1970-01-01'

/** Returns a function that numbers dates; equal dates are parsed once. */
export function createDayNumbers(): (date: string) => number {
  const known = new Map<string, number>()
  return (date) => {
    const found = known.get(date)
    if (found !== undefined) return found
    const number = daysBetween(EPOCH, date)
    known.set(date, number)
    return number
  }
}
