/** Parses periods, durations and relative days: `2026-Q1`, `last-30-days`, `1h30m`, `yesterday`, `-3d`. */

import { UserError } from '../contract/errors.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  getWeekday,
  isDate,
  isMonth,
  monthsBetween,
  toMonth,
} from '../money/calendar.ts'

/** A range of dates, first and last day included. */
export interface Period {
  since: string
  until: string
}

const spanMonths = (first: string, last: string): Period => ({
  since: `${first}-01`,
  until: `${last}-${daysInMonth(last)}`,
})

/** Returns the months of a period with a name; undefined for any other text. */
function parseNamedPeriod(text: string, thisMonth: string): Period | undefined {
  const [, which, unit] = /^(this|last)-(month|quarter|year)$/.exec(text) ?? []
  if (unit === undefined) return undefined
  const length = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12
  const begun = (Number(thisMonth.slice(5)) - 1) % length
  const first = addMonths(thisMonth, -begun - (which === 'last' ? length : 0))
  return spanMonths(first, addMonths(first, length - 1))
}

/**
 * Parses a period: `2026-11`, `2026`, `2026-Q1`, `2026-11-20`, `this-month`, `last-quarter`, `this-year`, `last-30-days`,
 * `last-12-months`. The last 12 months include the current one.
 * @throws UserError for any other text.
 */
export function parsePeriod(text: string, today: string): Period {
  const thisMonth = toMonth(today)
  const named = parseNamedPeriod(text, thisMonth)
  if (named) return named
  const months = /^last-(\d{1,4})-months$/.exec(text)?.[1]
  if (months !== undefined && Number(months) > 0)
    return spanMonths(addMonths(thisMonth, 1 - Number(months)), thisMonth)
  const days = /^last-(\d{1,4})-days$/.exec(text)?.[1]
  if (days !== undefined && Number(days) > 0) return { since: addDays(today, 1 - Number(days)), until: today }
  if (isDate(text)) return { since: text, until: text }
  if (isMonth(text)) return spanMonths(text, text)
  if (isMonth(`${text}-01`)) return spanMonths(`${text}-01`, `${text}-12`)
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/i.exec(text) ?? []
  if (year !== undefined && isMonth(`${year}-01`)) {
    const first = addMonths(`${year}-01`, (Number(quarter) - 1) * 3)
    return spanMonths(first, addMonths(first, 2))
  }
  throw new UserError('invalid', `"${text}" is not a period`, {
    field: 'period',
    hint: 'Use 2026, 2026-11, 2026-Q1, a date, this-month, last-month, this-quarter, last-quarter, this-year, last-year, last-N-days or last-N-months',
  })
}

const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/**
 * Parses a duration into seconds: `90s`, `10m`, `1h`, `1h30m`; a plain number is seconds.
 * @throws UserError for any other text.
 */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(\d{1,6})([smh])/g)]
  const seconds = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (SECONDS_PER_UNIT[unit ?? ''] ?? 0),
    0,
  )
  if (/^\d{1,6}$/.test(text)) return Number(text)
  if (text !== '' && parts.map(([part]) => part).join('') === text) return seconds
  throw new UserError('invalid', `"${text}" is not a duration`, { hint: 'Use 90s, 10m or 1h30m' })
}

const DAY_OFFSETS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')

/** Matches the names of months, whole or their first three letters, in lower case. */
export const MONTH_NAME = new RegExp(
  `^(?:${MONTH_NAMES.flatMap((name) => [name, name.slice(0, 3)]).join('|')})$`,
)

/** Returns the month of a name that is nearest to this one: in November, `jan` is next January. */
export function findNearestMonth(text: string, thisMonth: string): string | undefined {
  const name = text.toLowerCase()
  if (!MONTH_NAME.test(name)) return undefined
  const index = MONTH_NAMES.findIndex((month) => month.startsWith(name))
  const inYear = addMonths(`${thisMonth.slice(0, 4)}-01`, index)
  const nearest = Math.abs(monthsBetween(thisMonth, inYear)) <= 6 ? 0 : inYear < thisMonth ? 12 : -12
  return addMonths(inYear, nearest)
}

/** Returns the date with this month and day that is nearest to today: `12-28` in January is last December's. */
function findNearestDate(text: string, today: string): string | undefined {
  if (!/^\d\d?-\d\d?$/.test(text)) return undefined
  const monthAndDay = text.replace(/\b\d\b/g, '0$&')
  const year = Number(today.slice(0, 4))
  return [year, year - 1, year + 1]
    .map((candidate) => `${candidate}-${monthAndDay}`)
    .filter(isDate)
    .toSorted((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))[0]
}

/**
 * Parses `today`, `yesterday`, `tomorrow`, `+3d`, `-3d`, a weekday or `11-20` into a date; a weekday is its last
 * occurrence, which may be today. Returns undefined for any other text.
 */
export function parseRelativeDay(text: string, today: string): string | undefined {
  const lowerCase = text.toLowerCase()
  const offset = DAY_OFFSETS[lowerCase] ?? /^([+-]\d{1,4})d$/.exec(lowerCase)?.[1]
  if (offset !== undefined) return addDays(today, Number(offset))
  const day = lowerCase.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(lowerCase))
  return day < 0 ? findNearestDate(text, today) : addDays(today, -((getWeekday(today) - day + 7) % 7))
}
