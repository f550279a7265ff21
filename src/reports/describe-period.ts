/** Names periods in English: `2026, to 22 November`, `November 2026`, `3 March to 2 April 2026`. */

import { daysInMonth, nameMonth, toMonth } from '../money/calendar.ts'
import type { DayRange } from './period.ts'

const getYear = (date: string): string => date.slice(0, 4)
const describeDay = (date: string): string => `${Number(date.slice(8))} ${nameMonth(date)}`

/** Names a month: `November 2026`. */
export const describeMonthName = (month: string): string => `${nameMonth(month)} ${getYear(month)}`

/** Names a period. */
export function describePeriod({ since, until }: DayRange): string {
  const startsMonth = since.endsWith('-01')
  const endsMonth = Number(until.slice(8)) === daysInMonth(toMonth(until))
  const isOneYear = getYear(since) === getYear(until)
  const year = getYear(until)
  if (since === until) return `${describeDay(until)} ${year}`
  if (since.endsWith('-01-01') && isOneYear) {
    if (until.endsWith('-12-31')) return year
    if (toMonth(since) !== toMonth(until))
      return endsMonth
        ? `January to ${describeMonthName(toMonth(until))}`
        : `${year}, to ${describeDay(until)}`
  }
  if (toMonth(since) === toMonth(until))
    return startsMonth && endsMonth
      ? describeMonthName(toMonth(until))
      : `${Number(since.slice(8))} to ${describeDay(until)} ${year}`
  const first = startsMonth ? nameMonth(since) : describeDay(since)
  const last = endsMonth ? nameMonth(until) : describeDay(until)
  return isOneYear ? `${first} to ${last} ${year}` : `${first} ${getYear(since)} to ${last} ${year}`
}

/**
 * Names the days of a comparison, for a heading: `1–20 Oct`, where that tells them from `period`, or else as other
 * headings do.
 */
export function abbreviateComparison({ since, until }: DayRange, period: DayRange): string | undefined {
  const isPart = Number(until.slice(8)) < daysInMonth(toMonth(until)) || !since.endsWith('-01')
  if (toMonth(since) !== toMonth(until) || !isPart || nameMonth(until) === nameMonth(period.until))
    return abbreviatePeriod({ since, until })
  const first = since === until ? '' : `${Number(since.slice(8))}–`
  return `${first}${Number(until.slice(8))} ${nameMonth(until).slice(0, 3)}`
}

/** Names a period in at most 10 characters, for a heading: `2026`, `Nov 2026`; undefined when that says too little. */
export function abbreviatePeriod({ since, until }: DayRange): string | undefined {
  if (toMonth(since) === toMonth(until)) return `${nameMonth(until).slice(0, 3)} ${getYear(until)}`
  return since.endsWith('-01-01') && getYear(since) === getYear(until) ? getYear(until) : undefined
}
