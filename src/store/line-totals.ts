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

/** The total of lines that agree in every dimension; those that were not asked for are null. */
export interface LineTotalRow {
  kind: LineKind | null
  month: string | null
  category: number | null
  merchant: number | null
  account: number | null
  amount: MinorUnits
  count: number
  first_date: string
  last_date: string
}

/** Where lines are: transactions without splits, or split lines. `line` is the table of amount and category. */
interface LineTable {
  from: (isWide: boolean) => string
  line: 't' | 's'
}

const wholeTransactions: LineTable = {
  // SQLite prefers the index on dates also where it is slower: for most of the rows.
  from: (isWide) => `transactions t ${isWide ? 'NOT INDEXED ' : ''}WHERE t.split = 0`,
  line: 't',
}
const splitLines: LineTable = {
  from: () => 'split_lines s CROSS JOIN transactions t ON t.seq = s."transaction" WHERE TRUE',
  line: 's',
}

/** The part of all days from which on reading every row is quicker than looking rows up by the index on dates. */
const WIDE = 0.3

const BIGINT_ARRAYS = { bigints: true, arrays: true } as const

type TotalArray = [
  kind: bigint | null,
  month: string | null,
  category: bigint | null,
  merchant: bigint | null,
  account: bigint | null,
  amount: MinorUnits,
  count: bigint,
  first: string,
  last: string,
]

/** The columns of a group: the first ones of `TotalArray`, in whose order the groups come. */
const DIMENSIONS = ['kind', 'month', 'category', 'merchant', 'account'] as const

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value))

const readTotal = ([
  kind,
  month,
  category,
  merchant,
  account,
  amount,
  count,
  first,
  last,
]: TotalArray): LineTotalRow => ({
  kind: kind === null ? null : toLineKind(kind),
  month,
  category: toNumber(category),
  merchant: toNumber(merchant),
  account: toNumber(account),
  amount,
  count: Number(count),
  first_date: first,
  last_date: last,
})

/** Orders groups as SQLite does: null first. */
function compareGroups(a: TotalArray, b: TotalArray): number {
  for (let at = 0; at < DIMENSIONS.length; at++) {
    const [left, right] = [a[at] ?? null, b[at] ?? null]
    if (left === right) continue
    if (left === null) return -1
    return right === null || left > right ? 1 : -1
  }
  return 0
}

/** Merges the totals of whole transactions with those of split lines; both come in the order of their groups. */
function mergeTotals(whole: readonly TotalArray[], split: readonly TotalArray[]): LineTotalRow[] {
  const merged: LineTotalRow[] = []
  let next = 0
  for (const group of whole) {
    let order = -1
    for (let other = split[next]; other && order < 0; other = split[next]) {
      order = compareGroups(other, group)
      if (order > 0) continue
      merged.push(readTotal(other))
      next++
    }
    const row = readTotal(group)
    const last = merged.at(-1)
    if (order === 0 && last) addTotal(last, row)
    else merged.push(row)
  }
  return merged.concat(split.slice(next).map(readTotal))
}

function addTotal(to: LineTotalRow, { amount, count, first_date, last_date }: LineTotalRow): void {
  to.amount += amount
  to.count += count
  if (first_date < to.first_date) to.first_date = first_date
  if (last_date > to.last_date) to.last_date = last_date
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

  function buildTotals(
    conditions: LineConditions,
    dimensions: ReadonlySet<LineDimension>,
    table: LineTable,
  ): SqlCondition {
    const { line } = table
    const expressions: Record<LineDimension, string> = {
      kind: buildKind(`${line}.ready_to_assign`),
      month: 'substr(t.date, 1, 7)',
      category: `${line}.category`,
      merchant: 't.merchant',
      account: 't.account',
    }
    const columns = DIMENSIONS.map((one) => (dimensions.has(one) ? expressions[one] : 'NULL'))
    const positions = DIMENSIONS.flatMap((one, at) => (dimensions.has(one) ? [at + 1] : [])).join(', ')
    const transaction = buildTransactionCondition(conditions)
    const lineCondition = buildLineCondition(conditions, line)
    const groupBy = positions && `GROUP BY ${positions} ORDER BY ${positions}`
    const sql = `SELECT ${columns.join(', ')}, sum(${line}.amount), count(*), min(t.date), max(t.date)
      FROM ${table.from(isWide(conditions))} AND ${transaction.sql} AND ${lineCondition.sql} ${groupBy}`
    return { sql, bound: [...transaction.bound, ...lineCondition.bound] }
  }

  return {
    /** Returns the first and the last date of the live transactions; undefined when there are none. */
    readDateRange,
    /** Returns the totals of lines by dimensions. */
    listTotals(conditions: LineConditions, dimensions: ReadonlySet<LineDimension>): LineTotalRow[] {
      const list = (table: LineTable): TotalArray[] => {
        const { sql, bound } = buildTotals(conditions, dimensions, table)
        const rows = prepare<TotalArray>(sql, BIGINT_ARRAYS).all(...bound)
        // Without dimensions there is a row also of no lines.
        return dimensions.size > 0 ? rows : rows.filter(([, , , , , , count]) => count > 0n)
      }
      return mergeTotals(list(wholeTransactions), list(splitLines))
    },
    /** Returns what the balances of accounts changed by in each month until a date. */
    listBalanceChanges: (until: string): { account: number; month: string; amount: MinorUnits }[] =>
      balances.all(until).map(([account, month, amount]) => ({ account: Number(account), month, amount })),
  }
}
