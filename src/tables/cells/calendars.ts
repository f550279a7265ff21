/**
 * Turns the years of other calendars into those of the common one. Each is known by a year that no bank file has in the
 * common calendar: 2568 is Buddhist, 1403 is Persian.
 * @see docs/import.md#dates
 */

const BUDDHIST_YEARS_AHEAD = 543
const isBuddhistYear = (year: number): boolean => year >= 2500 && year < 2700
const isPersianYear = (year: number): boolean => year >= 1300 && year < 1500

/** The years of the Republic of China (Minguo) begin in 1912. */
export const MINGUO_YEARS_BEHIND = 1911

/** The year before the first of each Japanese era, by its name and its letter. */
export const yearsBeforeEra: Readonly<Record<string, number>> = {
  昭和: 1925,
  S: 1925,
  平成: 1988,
  H: 1988,
  令和: 2018,
  R: 2018,
}

/** A day as three numbers. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** Returns the day in the common calendar; undefined for a day that the Persian calendar does not have. */
export function toCommonDay(date: CalendarDay): CalendarDay | undefined {
  if (isBuddhistYear(date.year)) return { ...date, year: date.year - BUDDHIST_YEARS_AHEAD }
  return isPersianYear(date.year) ? fromPersianDay(date) : date
}

const MS_PER_DAY = 86_400_000
const YEARS_BEHIND_PERSIAN = 621

// Six months of 31 days, then months of 30; the new year is on 20 or 21 March, rarely a day earlier or later.
function fromPersianDay(date: CalendarDay): CalendarDay | undefined {
  const { year, month, day } = date
  const daysBefore = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30
  for (const newYear of [20, 21, 19, 22]) {
    const time = Date.UTC(year + YEARS_BEHIND_PERSIAN, 2, newYear) + (daysBefore + day - 1) * MS_PER_DAY
    if (!isPersianDay(time, date)) continue
    const found = new Date(time)
    return { year: found.getUTCFullYear(), month: found.getUTCMonth() + 1, day: found.getUTCDate() }
  }
  return undefined
}

let persianFormat: Intl.DateTimeFormat | undefined

function isPersianDay(time: number, { year, month, day }: CalendarDay): boolean {
  persianFormat ??= new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const numbers = persianFormat
    .formatToParts(time)
    .flatMap(({ type, value }) => (['year', 'month', 'day'].includes(type) ? [[type, Number(value)]] : []))
  const { year: y, month: m, day: d } = Object.fromEntries(numbers)
  return y === year && m === month && d === day
}
