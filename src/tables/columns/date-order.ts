/**
 * Infers whether day or month comes first: by the file's dates, its row order, then its currency.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#dates
 */

import { type AmbiguityError, createAmbiguityError } from '../ambiguity-error.ts'
import { detectDateStyles, inferOrderFromSequence, parseDateCell } from '../cells/dates.ts'
import type { FileRecord } from '../file-record.ts'
import { type DateOrder } from '../read-options.ts'
import { type ColumnProfile, describeRow, type TableProfile } from './column-profile.ts'

type DayMonthOrder = 'dmy' | 'mdy'

/** What the order of day and month is inferred from. */
export interface DateOrderEvidence {
  profile: TableProfile
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  /** Yields the records after the sample. */
  remaining(): Iterable<FileRecord>
  /** The currency of the account. */
  currency: string
}

/**
 * Returns the order of a column's dates.
 * @throws AmbiguityError if nothing shows it
 */
export function inferDayMonthOrder(
  column: ColumnProfile,
  { profile, preamble, remaining, currency }: DateOrderEvidence,
): DayMonthOrder {
  const votes = { dmy: 0, mdy: 0 }
  const cells = countDateVotes(votes, column, profile.records)
  countDateVotes(votes, column, profile.others)
  // A small lead of dates that fit only one order is weak, so all dates of the file vote.
  if (Math.abs(votes.dmy - votes.mdy) < STRONG_VOTE) cells.push(...countDateVotes(votes, column, remaining()))
  const votedOrder = inferOrderFromVotes(votes)
  if (votedOrder) return votedOrder
  // A date that fits only one order rules out the other; here both are ruled out.
  if (votes.dmy > 0) throw createMixedOrdersError(column, profile)
  const told = inferOrderFromSeparators(cells) ?? inferOrderFromOtherDates(profile, preamble)
  // Banks sort by date, so the order under which the rows are not sorted is wrong, unless a few are sorted by shop.
  const sorted = told === undefined ? inferOrderFromSequence(cells) : undefined
  const isUnusual = sorted !== undefined && sorted !== (inferOrderFromCurrency(currency) ?? sorted)
  if (isUnusual && profile.records.length < MIN_UNUSUAL_ROWS)
    throw createDateOrderError(['dmy', 'mdy'], column.index, profile)
  const order =
    told ??
    sorted ??
    inferOrderWithinMonth(column, profile) ??
    inferOrderFromPlaces(profile, currency) ??
    (cells.every(isZeroPadded) && !isTighterMonthFirst(cells) ? inferOrderFromCurrency(currency) : undefined)
  if (order) return order
  throw createDateOrderError(['dmy', 'mdy'], column.index, profile)
}

/** So many rows in order show an order of day and month that banks with the currency do not use. */
const MIN_UNUSUAL_ROWS = 20

// American programs omit leading zeros and are used everywhere; banks in other countries write two digits.
const isZeroPadded = (cell: string): boolean => !/^\D*(?:\d[/-]|\d\d?[/-]\d[/-])/.test(cell)

const US_STATES =
  'AL|AK|AZ|AR|CA|CT|FL|GA|ID|IL|IA|KS|KY|LA|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC'
const US_PLACE = new RegExp(`\\p{L}{3,} +(?:${US_STATES})(?: +USA?)?$`, 'u')

// Only American banks list shops in American states, and they write the month first.
function inferOrderFromPlaces({ records }: TableProfile, currency: string): DayMonthOrder | undefined {
  if (currency !== 'USD') return undefined
  return records.some(({ cells }) => cells.some((cell) => US_PLACE.test(cell))) ? 'mdy' : undefined
}

const MIN_SPREAD_RATIO = 3

/**
 * True if the dates span a much shorter time with the month first. Days of one month look like months of one
 * year.
 */
function isTighterMonthFirst(cells: readonly string[]): boolean {
  const [byDay, byMonth] = (['dmy', 'mdy'] as const).map((order) => {
    const times = cells.flatMap((cell) => parseDateCell(cell, order) ?? []).map((date) => Date.parse(date))
    return Math.max(...times) - Math.min(...times)
  })
  return new Set(cells).size > 2 && (byDay ?? 0) > MIN_SPREAD_RATIO * (byMonth ?? 0)
}

/** The number of dates that fit only one of the orders. */
type OrderVotes = Record<DayMonthOrder, number>

/**
 * Returns the order with the clear majority; undefined if there is none. A single exception counts as a bad
 * row.
 */
export function inferOrderFromVotes({ dmy, mdy }: OrderVotes): DayMonthOrder | undefined {
  const [few, many] = [Math.min(dmy, mdy), Math.max(dmy, mdy)]
  const isSlip = few * 10 <= many || (few === 1 && many >= 3)
  if (few === many || !isSlip) return undefined
  return dmy > mdy ? 'dmy' : 'mdy'
}

// Dots are used where the day comes first; slashes and hyphens everywhere.
const inferOrderFromSeparators = (cells: readonly string[]): DayMonthOrder | undefined =>
  cells.every((cell) => /^\d{1,2}\./.test(cell)) ? 'dmy' : undefined

const orderLabels = { dmy: 'Day first', mdy: 'Month first', ymd: 'Year first' } as const
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
)

/** Returns `3 April 2026`, or `3 April` for a date without a year. */
function formatSpelledDate(date: string): string {
  const [day, month, ...year] = date.split('-').map(Number).toReversed()
  return [day, MONTHS[(month ?? 1) - 1], ...year].join(' ')
}

/**
 * Returns the error that asks for the order of a column's dates, with a row of the file that shows the
 * difference.
 */
export function createDateOrderError<Asked extends DateOrder>(
  orders: readonly Asked[],
  at: number,
  profile: TableProfile,
  parse: (cell: string, order: Asked) => string | undefined = parseDateCell,
): AmbiguityError {
  const readings = (cell: string) => orders.flatMap((order) => parse(cell, order) ?? [])
  const showsDifference = ({ cells }: FileRecord) => new Set(readings(cells[at] ?? '')).size === orders.length
  const record = profile.records.find(showsDifference)
  const readable = profile.records.find(({ cells }) => readings(cells[at] ?? '').length === orders.length)
  const cell = (record ?? readable)?.cells[at] ?? ''
  const words = record
    ? readings(cell).map(formatSpelledDate)
    : orders.map((order) => `written ${orderLabels[order].toLowerCase()}`)
  const row = record ? describeRow(record, profile) : ''
  return createAmbiguityError(
    `Is "${cell}"${row && ` (${row})`} ${words.join(' or ')}? No date in the file shows which`,
    '',
    orders.map((date_order, index) => ({
      label: record ? (words[index] ?? '') : orderLabels[date_order],
      options: { date_order },
    })),
  )
}

/** Returns the error for a column in which some dates have the day first and some the month. */
function createMixedOrdersError({ index }: ColumnProfile, { records, others }: TableProfile): AmbiguityError {
  const cells = [...records, ...others].map((record) => record.cells[index] ?? '')
  const findOnly = (order: DayMonthOrder, other: DayMonthOrder) =>
    cells.find((cell) => parseDateCell(cell, order) !== undefined && parseDateCell(cell, other) === undefined)
  const [dayFirst, monthFirst] = [findOnly('dmy', 'mdy'), findOnly('mdy', 'dmy')]
  return createAmbiguityError(
    `The dates contradict each other: "${dayFirst}" has the day first and "${monthFirst}" the month`,
    '',
    (['dmy', 'mdy'] as const).map((date_order) => ({
      label: `${orderLabels[date_order]}; reject the others`,
      options: { date_order },
    })),
  )
}

const STRONG_VOTE = 20

/** Counts the votes of the records. Returns their dates in file order without repeated neighbours. */
function countDateVotes(
  votes: OrderVotes,
  { index }: ColumnProfile,
  records: Iterable<FileRecord>,
): string[] {
  const dates: string[] = []
  let lastCell = { cell: '', dmy: false, mdy: false }
  for (const { cells, invalidReason } of records) {
    const cell = cells[index] ?? ''
    if (cell === '' || invalidReason !== undefined) continue
    if (cell !== lastCell.cell) {
      const forms = detectDateStyles(cell)
      lastCell = { cell, dmy: forms.includes('dmy'), mdy: forms.includes('mdy') }
      if (lastCell.dmy || lastCell.mdy) dates.push(cell)
    }
    if (lastCell.dmy && !lastCell.mdy) votes.dmy += 1
    if (lastCell.mdy && !lastCell.dmy) votes.mdy += 1
  }
  return dates
}

// Two digits at the end of a number with hyphens are more often a part of an account number than a year.
const NUMERIC_DATE =
  /(?<![\d/-])(?:(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})|(\d{1,2})-(\d{1,2})-(?:19|20)\d{2})(?![\d/-])/g

// The same program writes the dates in preambles, value dates and texts.
function inferOrderFromOtherDates(
  { records, others }: TableProfile,
  preamble: readonly FileRecord[],
): DayMonthOrder | undefined {
  let dayFirst = 0
  let monthFirst = 0
  for (const { cells } of [...preamble, ...records, ...others]) {
    for (const cell of cells) {
      if (!/[/-]/.test(cell)) continue
      for (const [, slashed, slashedSecond, hyphened, hyphenedSecond] of cell.matchAll(NUMERIC_DATE)) {
        const [first, second] = [slashed ?? hyphened, slashedSecond ?? hyphenedSecond]
        if (Number(first) > 12 && Number(second) <= 12) dayFirst += 1
        if (Number(second) > 12 && Number(first) <= 12) monthFirst += 1
      }
    }
  }
  if (dayFirst > 0 && monthFirst === 0) return 'dmy'
  return monthFirst > 0 && dayFirst === 0 ? 'mdy' : undefined
}

const WORD = /\p{L}{4,}/gu

// For 05/01, 05/01, 05/02 and 05/04, days of one May are more likely than the fifth of three months. A
// monthly payment such as rent occurs once per date with the same words; then the months are just as likely.
function inferOrderWithinMonth(
  { index }: ColumnProfile,
  { records }: TableProfile,
): DayMonthOrder | undefined {
  const days = new Map<string, Set<string>>()
  for (const { cells } of records) {
    const words = days.get(cells[index] ?? '') ?? new Set<string>()
    for (const cell of cells) for (const [word] of cell.matchAll(WORD)) words.add(word.toLowerCase())
    days.set(cells[index] ?? '', words)
  }
  if (days.size < 3 || days.size === records.length) return undefined
  const words = [...days.values()].flatMap((dayWords) => [...dayWords])
  if (new Set(words).size < words.length) return undefined
  const isOneMonth = (order: DayMonthOrder) => {
    const [month, ...others] = [...days.keys()].map((cell) => parseDateCell(cell, order)?.slice(0, 7))
    return month !== undefined && others.every((other) => other === month)
  }
  if (isOneMonth('mdy')) return 'mdy'
  return isOneMonth('dmy') ? 'dmy' : undefined
}

// In countries with these currencies all banks write the day first. Countries with dollars differ, and Canada
// uses both orders.
const DAY_FIRST_CURRENCIES = new Set(
  'ARS|AUD|BGN|BRL|CHF|CLP|COP|CZK|DKK|EGP|EUR|GBP|HKD|IDR|ILS|INR|MAD|MXN|MYR|NOK|NZD|PEN|PLN|RON|RSD|RUB|SGD|THB|TND|TRY|UAH|UYU|VND'.split(
    '|',
  ),
)

/** Returns the order that is usual for a currency; undefined if both are. */
export const inferOrderFromCurrency = (currency: string): DayMonthOrder | undefined =>
  DAY_FIRST_CURRENCIES.has(currency) ? 'dmy' : undefined
