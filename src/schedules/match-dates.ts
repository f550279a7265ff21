/** Matches transactions with open dates of schedules. @see docs/schedules.md#matching */

import { groupBy } from '../contract/group-by.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addDays, daysBetween } from '../money/calendar.ts'
import { compare, isNegative, multiply, negate } from '../money/decimal.ts'
import { isSimilarText } from '../transactions/similar-text.ts'
import { listPlannedDates, shiftWeekend } from './dates/planned-dates.ts'
import { compareTexts, getMatchWindow, type OpenDate } from './open-dates.ts'

/** The fields of a transaction that decide. */
export type MatchedRow = Pick<
  Transaction,
  'id' | 'date' | 'amount' | 'account_id' | 'merchant_id' | 'merchant_name' | 'transfer_account_id' | 'notes'
>

/** An open date and a transaction that may fulfil it. */
export interface DateMatch<Row extends MatchedRow = MatchedRow> {
  open: OpenDate
  row: Row
  /** How many days they are apart. */
  days: number
  isExactAmount: boolean
  /** True if nothing is left to ask: the date lies in the window, and the amount is one that the schedule expects. */
  isFulfilling: boolean
}

/** What fulfils a date for certain, and what only the user can tell: another amount, or further away. */
export interface DateMatches<Row extends MatchedRow> {
  fulfilled: DateMatch<Row>[]
  asked: DateMatch<Row>[]
}

/** A transaction of the right merchant is asked about up to so many days from a date. */
export const MAX_ASKED_DAYS = 15

/**
 * Matches each open date with at most one transaction, and each transaction with at most one date, the best first:
 * equal amounts, fewest days, the earlier date, the older schedule. The order of the rows changes nothing.
 */
export function matchOpenDates<Row extends MatchedRow>(
  openDates: readonly OpenDate[],
  rows: readonly Row[],
): DateMatches<Row> {
  const byDate = groupBy(rows, ({ date }) => date)
  const pairs = [...groupBy(openDates, ({ schedule }) => schedule)]
    .flatMap(([schedule, dates]) => {
      const window = getMatchWindow(schedule)
      return dates.flatMap((open) => listPairs(open, byDate, window))
    })
    .toSorted(comparePairs)
  const fulfilled = takeBest(
    pairs.filter(({ isFulfilling }) => isFulfilling),
    [],
  )
  const asked = takeBest(
    pairs.filter((pair) => !pair.isFulfilling && isNearest(pair)),
    fulfilled,
  )
  return { fulfilled, asked }
}

/** Returns pairs without one whose date or transaction is taken. */
function takeBest<Row extends MatchedRow>(
  pairs: readonly DateMatch<Row>[],
  taken: readonly DateMatch<Row>[],
): DateMatch<Row>[] {
  const dates = new Set(taken.map(({ open }) => open))
  const ids = new Set(taken.map(({ row }) => row.id))
  return pairs.filter(({ open, row }) => {
    if (dates.has(open) || ids.has(row.id)) return false
    dates.add(open)
    ids.add(row.id)
    return true
  })
}

function listPairs<Row extends MatchedRow>(
  open: OpenDate,
  byDate: ReadonlyMap<string, readonly Row[]>,
  window: number,
): DateMatch<Row>[] {
  const { schedule, due_date } = open
  const refused = schedule.dates.find(({ date }) => date === open.date)?.refused_transaction_ids ?? []
  const pairs: DateMatch<Row>[] = []
  for (let offset = -MAX_ASKED_DAYS; offset <= MAX_ASKED_DAYS; offset++)
    for (const row of byDate.get(addDays(due_date, offset)) ?? []) {
      if (refused.includes(row.id) || !isOfSchedule(schedule, row)) continue
      const days = Math.abs(offset)
      const isFulfilling = days <= window && isExpectedAmount(open, row)
      pairs.push({ open, row, days, isExactAmount: isWithin(open, row, ['1', '1']), isFulfilling })
    }
  return pairs
}

const comparePairs = (a: DateMatch, b: DateMatch): number =>
  Number(b.isExactAmount) - Number(a.isExactAmount) ||
  a.days - b.days ||
  compareTexts(a.open.due_date, b.open.due_date) ||
  compareTexts(a.open.schedule.id, b.open.schedule.id) ||
  compareTexts(a.row.date, b.row.date) ||
  // Ids say in which order rows were imported.
  compareTexts(describeRow(a.row), describeRow(b.row)) ||
  compareTexts(a.row.id, b.row.id)

const describeRow = ({ amount, merchant_name, notes }: MatchedRow): string =>
  `${amount} ${merchant_name ?? ''} ${notes ?? ''}`

/** Returns the amount of a transaction as the schedule's account sees it. */
export const toScheduleAmount = (schedule: Schedule, { account_id, amount }: MatchedRow): string =>
  account_id === schedule.account_id ? amount : negate(amount)

/** True for a transaction of the schedule's account, direction and merchant. */
export function isOfSchedule(schedule: Schedule, row: MatchedRow): boolean {
  const { account_id, transfer_account_id, amount } = schedule
  if (row.account_id !== account_id && row.account_id !== transfer_account_id) return false
  const isOut = amount === null || isNegative(amount)
  if (isNegative(toScheduleAmount(schedule, row)) !== isOut) return false
  return hasMerchant(schedule, row)
}

function hasMerchant(schedule: Schedule, row: MatchedRow): boolean {
  const text = `${row.merchant_name ?? ''} ${row.notes ?? ''}`
  if (schedule.match_text !== null) return toNameKey(text).includes(toNameKey(schedule.match_text))
  if (schedule.transfer_account_id !== null) {
    const [other, name] =
      row.account_id === schedule.account_id
        ? [schedule.transfer_account_id, schedule.transfer_account_name]
        : [schedule.account_id, schedule.account_name]
    return row.transfer_account_id === other || isSimilarText(text, name ?? '')
  }
  if (row.transfer_account_id !== null || schedule.merchant_id === null) return false
  return (
    row.merchant_id === schedule.merchant_id ||
    isSimilarText(row.merchant_name ?? '', schedule.merchant_name ?? '')
  )
}

/** The factors of the amount between which another one is fulfilling. */
const ESTIMATE_RANGE = ['0.75', '1.25'] as const
/** Another amount is asked about from half to twice the expected one: a shop also sells other things. */
const ASKED_RANGE = ['0.5', '2'] as const

/**
 * True if an amount lies between two factors of the typed one; the mean of earlier transactions does not decide, since
 * it depends on what was imported first.
 */
function isWithin(open: OpenDate, row: MatchedRow, [from, to]: readonly [string, string]): boolean {
  const { schedule, is_estimate, has_own_amount } = open
  const isTyped = is_estimate && !has_own_amount
  const least = isTyped ? schedule.amount : open.amount
  if (least === null) return true
  const most = (isTyped ? schedule.amount_to : null) ?? least
  const size = toSize(toScheduleAmount(schedule, row))
  return compare(size, multiply(toSize(least), from)) >= 0 && compare(size, multiply(toSize(most), to)) <= 0
}

const toSize = (amount: string): string => (isNegative(amount) ? negate(amount) : amount)

const isExpectedAmount = (open: OpenDate, row: MatchedRow): boolean =>
  isWithin(
    open,
    row,
    open.is_estimate && (open.has_own_amount || open.schedule.amount_kind === 'about')
      ? ESTIMATE_RANGE
      : ['1', '1'],
  )

/** True if the transaction is nearer to no other date of the schedule, and its amount is not a different purchase. */
function isNearest({ open, row, days }: DateMatch): boolean {
  const { schedule } = open
  if (!isWithin(open, row, ASKED_RANGE)) return false
  const around = listPlannedDates(
    schedule,
    addDays(row.date, -2 * MAX_ASKED_DAYS),
    addDays(row.date, 2 * MAX_ASKED_DAYS),
  )
  return around.every((date) => Math.abs(daysBetween(shiftWeekend(schedule, date), row.date)) >= days)
}
