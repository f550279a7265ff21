/** Computes with dates (`YYYY-MM-DD`), months (`YYYY-MM`) and timestamps as strings, which sort by `<`. */

const MONTH_PATTERN = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/
const DATE_PATTERN = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const DAY_IN_MS = 86_400_000

/** True for a month `YYYY-MM` from 1900-01 to 2199-12. @see docs/spec.md#d11 */
export const isMonth = (text: string): boolean => MONTH_PATTERN.test(text)

/** The last date that was valid: the rows of an import repeat their dates. */
let lastValidDate = ''

/** True for an existing date `YYYY-MM-DD` from 1900-01-01 to 2199-12-31. @see docs/spec.md#d11 */
export function isDate(text: string): boolean {
  if (text === lastValidDate) return true
  const isValid = DATE_PATTERN.test(text) && Number(text.slice(8)) <= daysInMonth(toMonth(text))
  if (isValid) lastValidDate = text
  return isValid
}

/** Returns the month of a date. */
export const toMonth = (date: string): string => date.slice(0, 7)

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ')

/** Returns the English name of the month of a month or date. */
export const nameMonth = (date: string): string => MONTH_NAMES[Number(date.slice(5, 7)) - 1] ?? ''

const yearNumber = (text: string): number => Number(text.slice(0, 4))
const monthNumber = (text: string): number => Number(text.slice(5, 7))
const padTwoDigits = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** Counts the months since year 0. */
const monthIndex = (month: string): number => yearNumber(month) * 12 + monthNumber(month) - 1

/** Returns the month `count` months later, or earlier when negative. */
export function addMonths(month: string, count: number): string {
  const index = monthIndex(month) + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${padTwoDigits((((index % 12) + 12) % 12) + 1)}`
}

/** Counts the months from `from` to `to`; negative when `to` is earlier. */
export const monthsBetween = (from: string, to: string): number => monthIndex(to) - monthIndex(from)

/** The days of each month in a year that is no leap year. */
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns the number of days of a month. */
export function daysInMonth(month: string): number {
  const length = MONTH_LENGTHS[monthNumber(month) - 1] ?? 0
  if (length !== 28) return length
  const year = yearNumber(month)
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Returns the date of a day of the month: the last day where the month is shorter. */
export const toDateInMonth = (month: string, day: number): string =>
  // Every month has 28 days.
  `${month}-${padTwoDigits(day <= 28 ? day : Math.min(day, daysInMonth(month)))}`

/** Returns the date `count` days later, or earlier when negative. */
export const addDays = (date: string, count: number): string =>
  formatTimestamp(Date.parse(date) + count * DAY_IN_MS).slice(0, 10)

/** Counts the days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_IN_MS)

/** Returns the weekday of a date: 0 is Monday, 6 is Sunday. */
export const getWeekday = (date: string): number => ((daysBetween('1900-01-01', date) % 7) + 7) % 7

/** Counts how often a weekday (0 is Monday) occurs in a month. */
export function countWeekdays(month: string, day: number): number {
  const first = (day - getWeekday(`${month}-01`) + 7) % 7
  return Math.ceil((daysInMonth(month) - first) / 7)
}

/**
 * Formats an instant in milliseconds since 1970 as the service does: ISO 8601 UTC with milliseconds.
 * @see docs/spec.md#s4
 */
export function formatTimestamp(milliseconds: number): string {
  // A batch formats the same instant two hundred times.
  if (milliseconds !== lastTimestamp.milliseconds)
    lastTimestamp = { milliseconds, text: new Date(milliseconds).toISOString() }
  return lastTimestamp.text
}

let lastTimestamp = { milliseconds: 0, text: '1970-01-01T00:00:00.000Z' }

/** The first valid date. @see docs/spec.md#d11 */
export const FIRST_DAY = '1900-01-01'

/** The last valid date. */
export const LAST_DAY = '2199-12-31'

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
