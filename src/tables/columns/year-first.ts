/**
 * Infers whether dates begin with the year, e.g. `26-11-03`, or asks the user.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { isChronological, parseDateCell } from '../cells/dates.ts'
import type { DateOrder } from '../read-options.ts'
import type { ColumnProfile } from './column-profile.ts'
import { createDateOrderError, type DateOrderEvidence } from './date-order.ts'

const orders = ['dmy', 'mdy', 'ymd'] as const

/**
 * True if a column's dates begin with the year.
 * @throws AmbiguityError if nothing shows it
 */
export function isYearFirst(column: ColumnProfile, { profile, currency }: DateOrderEvidence): boolean {
  const countOrder = (order: DateOrder) => column.dateForms.get(order) ?? 0
  const maximum = Math.max(...orders.map(countOrder))
  // A mistyped date may fit only the wrong order.
  const candidates = orders.filter((order) => countOrder(order) >= maximum * 0.9)
  if (maximum === 0 || !candidates.includes('ymd')) return false
  const cells = [...new Set(profile.records.flatMap(({ cells: all }) => all[column.index] || []))]
  const short = cells.filter(hasShortYear)
  if (candidates.length === 1 || short.length === 0) return countOrder('ymd') === maximum
  // Dates with the year first are read under every order, so only the others leave one open.
  if (short.every((cell) => parseDateCell(cell, 'ymd') === undefined)) return false
  const found = candidates.map((order) => readInOrder(order, cells))
  const yearFirst = found.filter(({ order }) => order === 'ymd')
  const others = found.filter(({ order }) => order !== 'ymd')
  for (const isBetter of [isMoreRecent, isCloserTogether, isInOrder]) {
    const beats = (readings: readonly OrderReading[], rest: readonly OrderReading[]) =>
      readings.some((one) => rest.every((other) => isBetter(one, other)))
    const year = beats(yearFirst, others)
    if (year !== beats(others, yearFirst)) return year
  }
  // Few banks write short years first: those of these countries, or those that use hyphens.
  if (!YEAR_FIRST_CURRENCIES.has(currency) && cells.every((cell) => !cell.includes('-'))) return false
  throw createDateOrderError(candidates, column.index, profile)
}

const YEAR_FIRST_CURRENCIES = new Set(['CAD', 'CNY', 'HUF', 'JPY', 'KRW', 'SEK', 'TWD', 'ZAR'])

const hasShortYear = (cell: string): boolean => /^\D*\d\d?\D/.test(cell)

/** The dates of a column, read in one order. */
interface OrderReading {
  order: DateOrder
  /** The distinct dates in file order. */
  listed: readonly string[]
  first: string
  last: string
  years: number
}

function readInOrder(order: DateOrder, cells: readonly string[]): OrderReading {
  const listed = cells.flatMap((cell) => parseDateCell(cell, order) ?? [])
  const sorted = listed.toSorted()
  const [first = ''] = sorted
  const last = sorted.at(-1) ?? ''
  return { order, listed, first, last, years: toYears(last) - toYears(first) }
}

/** Returns the date as a fraction of years, roughly. */
const toYears = (date: string): number => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return year + month / 12 + day / 365
}

const OLDEST_PLAUSIBLE_YEAR = '2006'

// No one imports files this old, because banks offered no exports then.
const isMoreRecent = (one: OrderReading, other: OrderReading): boolean =>
  one.first >= OLDEST_PLAUSIBLE_YEAR && other.last < OLDEST_PLAUSIBLE_YEAR

// Days that are misread as years lie years apart. So do yearly payments, but their years are consecutive.
const isCloserTogether = (one: OrderReading, other: OrderReading): boolean =>
  other.years >= 5 && other.years >= one.years * 4 && !isYearly(other)

const isYearly = ({ listed }: OrderReading): boolean => {
  const dates = listed.toSorted()
  return dates.every((date, at) => {
    const before = dates[at - 1]
    return (
      before === undefined ||
      (Number(date.slice(0, 4)) === Number(before.slice(0, 4)) + 1 && date.slice(4) === before.slice(4))
    )
  })
}

const isInOrder = (one: OrderReading, other: OrderReading): boolean =>
  one.listed.length >= 4 && isChronological(one.listed) && !isChronological(other.listed)
