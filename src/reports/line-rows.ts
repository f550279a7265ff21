/** Makes the rows of reports that total lines, with shares, averages and comparisons. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Comparison } from './comparison.ts'
import { createRowNamer, nameCombinedRow } from './name-rows.ts'
import type { ReportColumn, ReportDimension, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter, meanAmount, toPercent, toPercentChange } from './rounding.ts'
import { createLineQuery, type KeyTotals, type LineScope, narrowQuery } from './total-lines.ts'

/** A sparkline of fewer months says nothing. */
export const MIN_SPARKLINE_MONTHS = 3

/** What a report of lines says of its rows beside their names. */
export interface LineReportPlan extends LineScope {
  name: 'spending' | 'income' | 'merchants'
  /** What the amounts are called where the period has no short name. */
  heading: string
  /** Columns between the names and the amount. */
  details: readonly ReportColumn[]
  /** Returns the cells of those columns, apart from the average of a month. */
  getDetails: (totals: KeyTotals) => ReportRow
}

/** Makes the rows of a report. */
export interface RowMaker {
  toRow(totals: KeyTotals): ReportRow
  /** Returns one row for several. */
  toCombinedRow(rest: readonly KeyTotals[]): ReportRow
  toTotals(rows: readonly KeyTotals[]): ReportRow
}

/** What the rows of a report are made from. */
interface RowOptions {
  all: readonly KeyTotals[]
  /** Those of the sparkline. */
  months: readonly string[]
  /** Those that averages are over. */
  wholeMonths: readonly string[]
  comparison: Comparison | null
}

/** Returns the function that makes the figures of a row. */
function createFigureMaker(
  { currency }: ReportInput,
  { dimension, details, getDetails }: LineReportPlan,
  { all, months, wholeMonths, comparison }: RowOptions,
): (totals: KeyTotals) => ReportRow {
  const format = createAmountFormatter(currency)
  const zero = format(0n)
  // Most merchants have nothing in most months.
  const formatMonth = (amount: MinorUnits | undefined): string => (amount ? format(amount) : zero)
  const positive = all.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n)
  const isTime = dimension === 'month'
  const hasAverage = !isTime && details.some(({ field }) => field === averageColumn.field)
  return (totals) => ({
    ...getDetails(totals),
    ...(hasAverage && { [averageColumn.field]: formatAverage(totals, wholeMonths, format) }),
    amount: format(totals.amount),
    ...(!isTime && { share: totals.amount > 0n ? toPercent(totals.amount, positive) : null }),
    ...(comparison && compareAmounts(totals, isTime, { comparison, format })),
    ...(!isTime &&
      months.length >= MIN_SPARKLINE_MONTHS && {
        monthly: months.map((month) => formatMonth(totals.monthly.get(month))),
      }),
  })
}

/** Returns the functions that make the rows of a report. */
export function createRowMaker(input: ReportInput, plan: LineReportPlan, options: RowOptions): RowMaker {
  const { dimension, period, kinds } = plan
  const nameRow = createRowNamer(dimension, input.names)
  const query = createLineQuery(input, kinds, period)
  const toFigures = createFigureMaker(input, plan, options)
  const narrow = (keys: readonly (string | null)[]) => narrowQuery(query, dimension, keys, input)
  return {
    toRow: (totals) => ({
      ...nameRow(totals.key),
      ...toFigures(totals),
      ...(dimension !== 'month' && { combined: null }),
      lines: narrow([totals.key]),
    }),
    toCombinedRow: (rest) => ({
      ...nameCombinedRow(dimension, rest.length),
      ...toFigures(addUp(rest)),
      combined: rest.length,
      lines: narrow(rest.map(({ key }) => key)),
    }),
    toTotals(rows) {
      const { share: _, ...figures } = toFigures(addUp(rows))
      return figures
    },
  }
}

type Format = (amount: MinorUnits) => string

/** Returns the mean of months; null for none. */
function formatAverage({ monthly }: KeyTotals, months: readonly string[], format: Format): string | null {
  if (months.length === 0) return null
  const total = months.reduce((sum, month) => sum + (monthly.get(month) ?? 0n), 0n)
  return format(meanAmount(total, months.length))
}

/** Returns the cells of a comparison, which are null where as long a time is not known to compare with. */
function compareAmounts(
  { key, amount, compared }: KeyTotals,
  isTime: boolean,
  { comparison, format }: { comparison: Comparison; format: Format },
): ReportRow {
  const isKnown = isTime && key !== null ? comparison.isMonthKnown(key) : comparison.isWhole
  if (!isKnown) return { compared: null, change: null, change_percent: null }
  return {
    compared: format(compared),
    change: format(amount - compared),
    change_percent: toPercentChange(amount, compared),
  }
}

/** Adds rows up into one. */
function addUp(rows: readonly KeyTotals[]): KeyTotals {
  const monthly = new Map<string, MinorUnits>()
  for (const row of rows)
    for (const [month, amount] of row.monthly) monthly.set(month, (monthly.get(month) ?? 0n) + amount)
  const dates = rows
    .flatMap(({ first_date, last_date }) => [first_date, last_date])
    .filter((date) => date !== null)
    .toSorted()
  return {
    key: null,
    amount: rows.reduce((sum, { amount }) => sum + amount, 0n),
    count: rows.reduce((sum, { count }) => sum + count, 0),
    first_date: dates[0] ?? null,
    last_date: dates.at(-1) ?? null,
    monthly,
    compared: rows.reduce((sum, { compared }) => sum + compared, 0n),
  }
}

const hiddenId = (field: string): ReportColumn => ({ field, heading: 'Id', kind: 'text', isHidden: true })

/** The columns that name a row. */
export const dimensionColumns: Readonly<Record<ReportDimension, readonly ReportColumn[]>> = {
  category: [
    hiddenId('category_id'),
    { field: 'category', heading: 'Category', kind: 'text' },
    hiddenId('group_id'),
    { field: 'group', heading: 'Group', kind: 'text', dropPriority: 6 },
  ],
  group: [hiddenId('group_id'), { field: 'group', heading: 'Group', kind: 'text' }],
  merchant: [hiddenId('merchant_id'), { field: 'merchant', heading: 'Merchant', kind: 'text' }],
  account: [hiddenId('account_id'), { field: 'account', heading: 'Account', kind: 'text' }],
  month: [{ field: 'month', heading: 'Month', kind: 'month' }],
}

/** The columns of a comparison. */
export const comparisonColumns: readonly ReportColumn[] = [
  { field: 'compared', heading: 'Before', kind: 'amount', dropPriority: 4 },
  { field: 'change', heading: 'Change', kind: 'amount', isHidden: true },
  { field: 'change_percent', heading: 'Change', kind: 'change' },
]

/** How many rows a row adds up; null for an ordinary row. */
export const combinedColumn: ReportColumn = {
  field: 'combined',
  heading: 'Rows',
  kind: 'count',
  isHidden: true,
}

/** How often there was a row's kind of line; only for scripts. */
export const countColumn: ReportColumn = { field: 'count', heading: 'Times', kind: 'count', isHidden: true }

/** The mean of the months that the report counts. */
export const averageColumn: ReportColumn = {
  field: 'average',
  heading: 'a month',
  kind: 'average',
  dropPriority: 2,
}
