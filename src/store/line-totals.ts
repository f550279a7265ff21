/** Totals the lines of transactions by dimensions, and the balances of accounts by month. */

import { type LineDimension, type LineKind } from '../contract/ports/report-source.ts'
import { daysBetween, FIRST_DAY, LAST_DAY } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import {
  buildKind,
  buildLineCondition,
  buildTransactionCondition,
  type LineConditions,
  type SqlCondition,
  toLineKind,
} from './line-conditions.ts'

/** The total of the lines of a month, or of all of them. */
export interface MonthTotal {
  /** YYYY-MM; null unless there is a total for each month. */
  month: string | null
  amount: MinorUnits
  count: number
  /** null unless dates are wanted. */
  first_date: string | null
  last_date: string | null
}

/** The totals of lines that agree in every other dimension; those that were not asked for are null. */
export interface LineSeries {
  kind: LineKind | null
  category: number | null
  merchant: number | null
  account: number | null
  months: MonthTotal[]
}

/** What the totals are grouped by, and whether they have dates. */
interface SeriesOptions {
  dimensions: ReadonlySet<LineDimension>
  withDates: boolean
}

/** Where lines are: transactions without splits, or split lines. `line` is the table of amount and category. */
interface LineTable {
  from: (isWide: boolean) => string
  condition: string
  line: 't' | 's'
}

const wholeTransactions: LineTable = {
  // SQLite prefers the index on dates also where it is slower: for most of the rows.
  from: (isWide) => `transactions t ${isWide ? 'NOT INDEXED' : ''}`,
  condition: 't.split = 0',
  line: 't',
}
const splitLines: LineTable = {
  // The first table is read and the other one looked up: of a few days, the transactions.
  from: (isWide) =>
    `${isWide ? 'split_lines s CROSS JOIN transactions t' : 'transactions t CROSS JOIN split_lines s'} ON t.seq = s."transaction"`,
  condition: 't.split = 1',
  line: 's',
}

/** The part of all days from which on reading every row is quicker than looking rows up by the index on dates. */
const WIDE = 0.3

const BIGINT_ARRAYS = { bigints: true, arrays: true } as const
const ARRAYS = { arrays: true } as const

/** A series as one row: its totals are lists. A row for each total is read in twice the time. */
type SeriesArray = [
  kind: number | null,
  category: number | null,
  merchant: number | null,
  account: number | null,
  months: string | null,
  amounts: string,
  counts: string,
  firstDates: string | null,
  lastDates: string | null,
]

/** The dimensions of a series, in the order of its columns. */
const SERIES_DIMENSIONS = ['kind', 'category', 'merchant', 'account'] as const

const readMonths = (row: SeriesArray): MonthTotal[] => {
  const [, , , , months, ...lists] = row
  const [amounts = [], counts = [], firstDates, lastDates] = lists.map((list) => list?.split(','))
  return (months ?? '').split(',').map((month, at) => ({
    month: month || null,
    amount: parseMinorUnits(amounts[at] ?? ''),
    count: Number(counts[at]),
    first_date: firstDates?.[at] ?? null,
    last_date: lastDates?.[at] ?? null,
  }))
}

/** An integer of fewer characters is exact as a number, and a number becomes a bigint more quickly than text. */
const EXACT_LENGTH = 16
const parseMinorUnits = (text: string): MinorUnits => BigInt(text.length < EXACT_LENGTH ? Number(text) : text)

/** Merges the series of split lines into those of whole transactions. */
function mergeSeries(whole: readonly SeriesArray[], split: readonly SeriesArray[]): LineSeries[] {
  const byKey = new Map<string, LineSeries>()
  for (const row of [...whole, ...split]) {
    const [kind, category, merchant, account] = row
    const key = `${kind} ${category} ${merchant} ${account}`
    const months = readMonths(row)
    const known = byKey.get(key)
    if (known) addMonths(known.months, months)
    else
      byKey.set(key, { kind: kind === null ? null : toLineKind(kind), category, merchant, account, months })
  }
  return [...byKey.values()]
}

/** Adds totals to those of the same months. */
function addMonths(to: MonthTotal[], months: readonly MonthTotal[]): void {
  const byMonth = new Map(to.map((total) => [total.month, total]))
  for (const total of months) {
    const known = byMonth.get(total.month)
    if (!known) {
      to.push(total)
      continue
    }
    const { amount, count, first_date, last_date } = total
    known.amount += amount
    known.count += count
    if (known.first_date !== null && first_date !== null && first_date < known.first_date)
      known.first_date = first_date
    if (known.last_date !== null && last_date !== null && last_date > known.last_date)
      known.last_date = last_date
  }
}

const groupBy = (positions: readonly number[]): string =>
  positions.length > 0 ? `GROUP BY ${positions.join(', ')}` : ''

/** Returns the query for the series of a table. */
function buildSeries(
  conditions: LineConditions,
  { dimensions, withDates, isWide }: SeriesOptions & { isWide: boolean },
  { from, condition, line }: LineTable,
): SqlCondition {
  const expressions: Record<(typeof SERIES_DIMENSIONS)[number], string> = {
    kind: buildKind(`${line}.ready_to_assign`),
    category: `${line}.category`,
    merchant: 't.merchant',
    account: 't.account',
  }
  const columns = SERIES_DIMENSIONS.map((one) => (dimensions.has(one) ? expressions[one] : 'NULL'))
  const asked = SERIES_DIMENSIONS.flatMap((one, at) => (dimensions.has(one) ? [at + 1] : []))
  const hasMonths = dimensions.has('month')
  const inner = hasMonths ? [...asked, SERIES_DIMENSIONS.length + 1] : asked
  const lineCondition = buildLineCondition(conditions, line)
  const transaction = buildTransactionCondition(conditions)
  const lists = ['month', 'amount', 'count', ...(withDates ? ['first', 'last'] : [])]
  // What few lines fulfil comes first: SQLite tests the conditions in this order.
  const sql = `SELECT kind, category, merchant, account,
      ${lists.map((list) => `group_concat(${list})`).join(', ')}${withDates ? '' : ', NULL, NULL'}
    FROM (
      SELECT ${columns.map((column, at) => `${column} AS ${SERIES_DIMENSIONS[at]}`).join(', ')},
        ${hasMonths ? 'substr(t.date, 1, 7)' : "''"} AS month, sum(${line}.amount) AS amount, count(*) AS count
        ${withDates ? ', min(t.date) AS first, max(t.date) AS last' : ''}
      FROM ${from(isWide)}
      WHERE ${lineCondition.sql} AND ${condition} AND ${transaction.sql}
      ${groupBy(inner)} HAVING count(*) > 0
    ) ${groupBy(asked)}`
  return { sql, bound: [...lineCondition.bound, ...transaction.bound] }
}

/** Returns the statements that total lines. */
export function lineTotals({ prepare }: Database) {
  const first = prepare<{ date: string }>(
    'SELECT date FROM transactions WHERE deleted = 0 ORDER BY date LIMIT 1',
  )
  const last = prepare<{ date: string }>(
    'SELECT date FROM transactions WHERE deleted = 0 ORDER BY date DESC LIMIT 1',
  )
  const balances = prepare<[account: bigint, month: string, amount: MinorUnits]>(
    `SELECT account, substr(date, 1, 7) AS month, sum(amount) FROM transactions NOT INDEXED
     WHERE deleted = 0 AND date <= ? GROUP BY account, month`,
    BIGINT_ARRAYS,
  )
  const dayFlows = prepare<[account: bigint, date: string, outflow: MinorUnits, inflow: MinorUnits]>(
    `SELECT account, date, sum(min(amount, 0)), sum(max(amount, 0)) FROM transactions
     WHERE deleted = 0 AND date > ? GROUP BY account, date`,
    BIGINT_ARRAYS,
  )
  const readDateRange = (): { first: string; last: string } | undefined => {
    const [earliest, latest] = [first.get(), last.get()]
    return earliest && latest && { first: earliest.date, last: latest.date }
  }

  /** True if the dates span so much of all days that most rows are read anyway. */
  function isWide({ since = FIRST_DAY, until = LAST_DAY }: LineConditions): boolean {
    const range = readDateRange()
    if (!range) return false
    const from = since > range.first ? since : range.first
    const to = until < range.last ? until : range.last
    return daysBetween(from, to) + 1 >= WIDE * (daysBetween(range.first, range.last) + 1)
  }

  return {
    /** Returns the first and the last date of the live transactions; undefined when there are none. */
    readDateRange,
    /** Returns the totals of lines by dimensions, those of months in one series. */
    listSeries(conditions: LineConditions, options: SeriesOptions): LineSeries[] {
      const seriesOptions = { ...options, isWide: isWide(conditions) }
      const list = (table: LineTable): SeriesArray[] => {
        const { sql, bound } = buildSeries(conditions, seriesOptions, table)
        // Without dimensions there is a row also of no lines.
        return prepare<SeriesArray>(sql, ARRAYS)
          .all(...bound)
          .filter(([, , , , months]) => months !== null)
      }
      return mergeSeries(list(wholeTransactions), list(splitLines))
    },
    /** Returns what the balances of accounts changed by in each month until a date. */
    listBalanceChanges: (until: string): { account: number; month: string; amount: MinorUnits }[] =>
      balances.all(until).map(([account, month, amount]) => ({ account: Number(account), month, amount })),
    /** Returns what leaves and reaches each account on the days after a date. */
    listDayFlows: (after: string) =>
      dayFlows
        .all(after)
        .map(([account, date, outflow, inflow]) => ({ account: Number(account), date, outflow, inflow })),
  }
}
