/** Builds the reports that total lines by category, group, merchant, account or month: spending and income. */

import { resolveComparison } from './comparison.ts'
import { reportDefinitions } from './definitions.ts'
import { abbreviateComparison, abbreviatePeriod, describePeriod } from './describe-period.ts'
import { listKnownMonths } from './known-months.ts'
import {
  averageColumn,
  combinedColumn,
  comparisonColumns,
  createRowMaker,
  dimensionColumns,
  type LineReportPlan,
  MIN_SPARKLINE_MONTHS,
} from './line-rows.ts'
import { describeAverages, listAccountNotes, listFutureNotes, listUncategorizedNotes } from './notes.ts'
import { type DayRange, listMonthsOfPeriod, selectWholeMonths } from './period.ts'
import type { Report, ReportColumn, ReportDimension, ReportInput } from './report.ts'
import { type KeyTotals, totalByKey } from './total-lines.ts'

const amountColumn = (heading: string): ReportColumn => ({ field: 'amount', heading, kind: 'amount' })
const shareColumn: ReportColumn = { field: 'share', heading: 'Share', kind: 'percent', dropPriority: 3 }

/** Returns every column that a report of lines can have by these dimensions. */
export const listLineColumns = (
  dimensions: readonly ReportDimension[],
  details: readonly ReportColumn[],
): ReportColumn[] => [
  ...new Map(
    [
      ...dimensions.flatMap((dimension) => dimensionColumns[dimension]),
      ...details,
      amountColumn('Amount'),
      shareColumn,
      ...comparisonColumns,
      combinedColumn,
    ].map((column) => [column.field, column]),
  ).values(),
]

/** Builds a report of lines. */
export async function buildLineReport(input: ReportInput, plan: LineReportPlan): Promise<Report> {
  const { request, currency } = input
  const { name, period, dimension } = plan
  const comparison = await resolveComparison(input, period)
  const found = await totalByKey(input, plan, comparison)
  const isTime = dimension === 'month'
  const months = await listKnownMonths(input, period, (month) =>
    found.some(
      ({ key, monthly, compared }) => monthly.has(month) || (isTime && key === month && compared !== 0n),
    ),
  )
  const all = isTime ? listByMonth(found, months) : sortByAmount(found)
  const { shown, rest } = isTime ? { shown: all, rest: [] } : splitTop(all, request.top)
  const wholeMonths = selectWholeMonths(months, period, request)
  const hasAverage = hasAverages(plan) && months.length > 1 && wholeMonths.length > 0
  const rows = createRowMaker(input, plan, { all, months, wholeMonths, comparison })
  const compared = comparison?.range ?? null
  const { title, definition } = reportDefinitions[name]
  return {
    report: name,
    title: `${title} ${describePeriod(period)}`,
    period: { since: period.since, until: period.until },
    compared_period: compared,
    currency,
    definition,
    columns: selectColumns(plan, { compared, hasAverage }),
    rows: [...shown.map(rows.toRow), ...(rest.length > 0 ? [rows.toCombinedRow(rest)] : [])],
    totals: all.length > 0 ? rows.toTotals(all) : null,
    months: months.length >= MIN_SPARKLINE_MONTHS && !isTime ? months : null,
    chart: {
      kind: isTime ? 'columns' : 'bars',
      label: isTime ? 'month' : dimension,
      values: ['amount'],
      ...(compared && { pageValues: ['amount', 'compared'] }),
    },
    notes: [
      ...(hasAverage ? describeAverages(listMonthsOfPeriod(period), wholeMonths) : []),
      ...listAccountNotes(input, title),
      ...(await listUncategorizedNotes(input, period)),
      ...(await listFutureNotes(input, period, plan)),
      ...(comparison ? [comparison.note] : []),
    ],
  }
}

/** True if the rows have averages of a month. */
const hasAverages = ({ dimension, details }: LineReportPlan): boolean =>
  dimension !== 'month' && details.some(({ field }) => field === averageColumn.field)

/** Returns the totals of each month, also of those without lines. */
const listByMonth = (found: readonly KeyTotals[], months: readonly string[]): KeyTotals[] => {
  const nothing = { amount: 0n, count: 0, first_date: null, last_date: null, compared: 0n }
  return months.map(
    (month) => found.find(({ key }) => key === month) ?? { key: month, ...nothing, monthly: new Map() },
  )
}

const sortByAmount = (totals: readonly KeyTotals[]): KeyTotals[] =>
  totals.toSorted((a, b) => {
    if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1
    return (a.key ?? '') < (b.key ?? '') ? -1 : 1
  })

/** Returns the first rows and the others; a single other row is shown itself. */
function splitTop(all: readonly KeyTotals[], top: number | undefined) {
  const isCut = top !== undefined && all.length > top + 1
  return { shown: isCut ? all.slice(0, top) : all, rest: isCut ? all.slice(top) : [] }
}

function selectColumns(
  { dimension, details, heading, period }: LineReportPlan,
  { compared, hasAverage }: { compared: DayRange | null; hasAverage: boolean },
): ReportColumn[] {
  const isTime = dimension === 'month'
  return [
    ...dimensionColumns[dimension],
    ...details.flatMap((column) => {
      if (column.field !== averageColumn.field) return [column]
      if (isTime) return []
      return [hasAverage ? column : { ...column, isHidden: true as const }]
    }),
    amountColumn(abbreviatePeriod(period) ?? heading),
    ...(isTime ? [] : [shareColumn]),
    ...(compared ? nameComparison(compared, period) : []),
    ...(isTime ? [] : [combinedColumn]),
  ]
}

/** Returns the columns of a comparison with the name of its period. */
export function nameComparison(compared: DayRange, period: DayRange): ReportColumn[] {
  const name = abbreviateComparison(compared, period)
  const headings: Readonly<Record<string, string>> = {
    compared: name ?? 'Before',
    change_percent: `on ${name ?? 'before'}`,
  }
  return comparisonColumns.map((column) => ({
    ...column,
    heading: headings[column.field] ?? column.heading,
  }))
}
