/** Lists the open dates of schedules: what is planned and not yet fulfilled or skipped. docs/schedules.md#dates */

import { groupBy } from '../contract/group-by.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import { findShortestGap, iteratePlannedDates, shiftWeekend } from './dates/planned-dates.ts'

/** A planned date of a schedule that is open. */
export interface OpenDate {
  schedule: Schedule
  /** The planned date, which is its id within the schedule. */
  date: string
  /** The day it is due: another one where a weekend moves it. */
  due_date: string
  /** A decimal string, negative for money out; null for what a card owes on the day. */
  amount: string | null
  /** True if the amount is not known to the cent. */
  is_estimate: boolean
  /** True if the amount is that of this date alone. */
  has_own_amount: boolean
}

/** What is known of most dates. */
const noDate = { transaction_id: null, skipped: false, amount: null }

/** Lists the open dates of a schedule that are due until a day, the earliest first; none while it is paused. */
export function listOpenDates(
  schedule: Schedule,
  until: string,
  most = Number.POSITIVE_INFINITY,
): OpenDate[] {
  const { next_date, paused } = schedule
  if (next_date === null || paused) return []
  const known = new Map(schedule.dates.map((date) => [date.date, date]))
  const open: OpenDate[] = []
  for (const date of iteratePlannedDates(schedule, next_date)) {
    const due_date = shiftWeekend(schedule, date)
    if ((due_date > until && date > until) || open.length >= most) break
    const { transaction_id, skipped, amount } = known.get(date) ?? noDate
    if (transaction_id !== null || skipped || due_date > until) continue
    open.push({
      schedule,
      date,
      due_date,
      amount: amount ?? schedule.expected_amount,
      // An amount that a date keeps when the schedule gets another one is no better known than that.
      is_estimate: schedule.amount_kind !== 'fixed',
      has_own_amount: amount !== null,
    })
  }
  return open
}

/** Lists the open dates of schedules that are due until a day, by due date, the older schedule first. */
export function listAllOpenDates(schedules: readonly Schedule[], until: string): OpenDate[] {
  const bySchedule = schedules
    .toSorted((a, b) => compareTexts(a.id, b.id))
    .flatMap((schedule) => listOpenDates(schedule, until))
  return [...groupBy(bySchedule, ({ due_date }) => due_date)]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .flatMap(([, day]) => day)
}

/** Compares dates or ids. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const WINDOW_DAYS = 5
/** From this gap on, two payments are so far apart that the bank may be later. */
const LONG_GAP_DAYS = 180
const LONG_WINDOW_DAYS = 10

/** Returns by how many days a transaction may differ from a date that it fulfils. @see docs/schedules.md#matching */
export function getMatchWindow(schedule: Schedule): number {
  const gap = findShortestGap(schedule)
  const usual = gap >= LONG_GAP_DAYS ? LONG_WINDOW_DAYS : WINDOW_DAYS
  return Math.min(usual, Math.floor((gap - 1) / 2))
}
