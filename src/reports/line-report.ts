/** Builds the reports that total lines by category, group, merchant, account or month: spending and income. */

import { reportDefinitions } from './definitions.ts'
import { abbreviatePeriod, describePeriod } from './describe-period.ts'
import { combinedColumn, comparisonColumns, dimensionColumns } from './line-columns.ts'
import { createRowMaker, type LineReportPlan, MIN_SPARKLINE_MONTHS } from './line-rows.ts'
import { listAccountNotes, listFutureNotes } from './notes.ts'
import { type CoveredPeriod, type DayRange, listMonthsOfPeriod, shiftPeriod } from './period.ts'
import type { Report, ReportColumn, ReportDimension, ReportInput } from './report.ts'
import { skipEmptyStart } from './skip-empty-start.ts'
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
  const { name, period, dimension, kinds } = plan
  const found = await totalByKey(input, plan)
  const months = await findCountedMonths(input, period, found)
  const isTime = dimension === 'month'
  const all = isTime ? listByMonth(found, months) : sortByAmount(found)
  const { shown, rest } = isTime ? { shown: all, rest: [] } : splitTop(all, request.top)
  const rows = createRowMaker(input, plan, { all, months })
  const compared = request.compare ? shiftPeriod(period, request.compare) : null
  const { title, definition } = reportDefinitions[name]
  return {
    report: name,
    title: `${title} ${describePeriod(period)}`,
    period: { since: period.since, until: period.until },
    compared_period: compared,
    currency,
    definition,
    columns: selectColumns(plan, { compared, hasAverage: months.length > 1 }),
    rows: [...shown.map(rows.toRow), ...(rest.length > 0 ? [rows.toCombinedRow(rest)] : [])],
    totals: all.length > 0 ? rows.toTotals(all) : null,
    months: months.length >= MIN_SPARKLINE_MONTHS && !isTime ? months : null,
    chart: { kind: isTime ? 'columns' : 'bars', label: isTime ? 'month' : dimension, values: ['amount'] },
    notes: [
      ...describeAverages(plan, months),
      ...listAccountNotes(input, title),
      ...(await listFutureNotes(input, period, kinds)),
      ...(compared ? [`Compared with ${describePeriod(compared)}`] : []),
    ],
  }
}

/** Returns the months of the period that averages are over: those since the first one with transactions. */
async function findCountedMonths(
  { source }: ReportInput,
  period: CoveredPeriod,
  found: readonly KeyTotals[],
): Promise<readonly string[]> {
  const months = listMonthsOfPeriod(period)
  const [first = ''] = months
  if (months.length === 1 || found.some(({ monthly }) => monthly.has(first))) return months
  // The transactions may begin within the period; those that the filters of the report leave out count as well.
  const { since, until } = period
  const totals = await source.totalLines({ since, until, kinds: ['spending', 'income'] }, ['month'])
  const used = new Set(totals.map(({ month }) => month))
  const counted = skipEmptyStart(months, (month) => !used.has(month))
  return counted.length === 0 ? months : counted
}

/** Says which months averages are over where it is not all of the period. */
function describeAverages({ period, details }: LineReportPlan, months: readonly string[]): string[] {
  const isWhole = months.length === listMonthsOfPeriod(period).length
  if (isWhole || months.length < 2 || !details.some(({ field }) => field === 'average')) return []
  return [`Averages are over ${months.length} months: there is nothing before ${months[0]}`]
}

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
    ...details.filter(({ field }) => field !== 'average' || (hasAverage && !isTime)),
    amountColumn(abbreviatePeriod(period) ?? heading),
    ...(isTime ? [] : [shareColumn]),
    ...(compared ? nameComparison(compared) : []),
    ...(isTime ? [] : [combinedColumn]),
  ]
}

/** Returns the columns of a comparison with the name of its period. */
export function nameComparison(compared: DayRange): ReportColumn[] {
  const name = abbreviatePeriod(compared)
  const headings: Readonly<Record<string, string>> = {
    compared: name ?? 'Before',
    change_percent: `on ${name ?? 'before'}`,
  }
  return comparisonColumns.map((column) => ({
    ...column,
    heading: headings[column.field] ?? column.heading,
  }))
}
