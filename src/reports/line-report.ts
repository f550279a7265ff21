/** Builds the reports that total lines by category, group, merchant, account or month: spending and income. */

<<<<<<< HEAD
import type { LineQuery } from '../contract/ports/report-source.ts'
import { daysInMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
=======
>>>>>>> main
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
<<<<<<< HEAD
  totals.toSorted((a, b) =>
    a.amount === b.amount ? ((a.key ?? '') < (b.key ?? '') ? -1 : 1) : a.amount > b.amount ? -1 : 1,
  )
=======
  totals.toSorted((a, b) => {
    if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1
    return (a.key ?? '') < (b.key ?? '') ? -1 : 1
  })
>>>>>>> main

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

<<<<<<< HEAD
/** Returns the functions that make the rows of a report. */
function createRowContext(
  input: ReportInput,
  plan: LineReportPlan,
  all: readonly KeyTotals[],
  counted: readonly string[],
) {
  const { request, currency, names } = input
  const { dimension, period, kinds, getDetails } = plan
  const format = createAmountFormatter(currency)
  const nameRow = createRowNamer(dimension, names)
  const months = listMonthsOfPeriod(period)
  const positive = all.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n)
  const base = createLineQuery(input, kinds, period)
  const toFigures = (totals: KeyTotals): ReportRow => ({
    ...getDetails(totals, counted),
    amount: format(totals.amount),
    ...(dimension !== 'month' && { share: totals.amount > 0n ? toPercent(totals.amount, positive) : null }),
    ...(request.compare && {
      compared: format(totals.compared),
      change: format(totals.amount - totals.compared),
      change_percent: toPercentChange(totals.amount, totals.compared),
    }),
    ...(dimension !== 'month' &&
      months.length >= FEW_MONTHS && {
        monthly: months.map((month) => format(totals.monthly.get(month) ?? 0n)),
      }),
  })
  const narrow = (keys: readonly (string | null)[]): LineQuery => narrowQuery(base, dimension, keys, input)
  return {
    toRow: (totals: KeyTotals): ReportRow => ({
      ...nameRow(totals.key),
      ...toFigures(totals),
      ...(dimension !== 'month' && { combined: null }),
      lines: narrow([totals.key]),
    }),
    toCombinedRow: (rest: readonly KeyTotals[]): ReportRow => ({
      ...nameCombinedRow(dimension, rest.length),
      ...toFigures(addUp(rest)),
      combined: rest.length,
      lines: narrow(rest.map(({ key }) => key)),
    }),
    toTotals: (rows: readonly KeyTotals[]): ReportRow => {
      const { share: _, ...figures } = toFigures(addUp(rows))
      return figures
    },
    notes:
      counted.length < months.length && plan.details.some(({ field }) => field === 'average')
        ? [
            `Averages are over ${counted.length === 1 ? 'one month' : `${counted.length} months`}, from ${counted[0]} on: there is nothing before`,
          ]
        : [],
  }
}

/** Adds rows up into one. */
function addUp(rows: readonly KeyTotals[]): KeyTotals {
  const monthly = new Map<string, MinorUnits>()
  for (const row of rows)
    for (const [month, amount] of row.monthly) monthly.set(month, (monthly.get(month) ?? 0n) + amount)
  const dates = rows
    .flatMap(({ first_date, last_date }) => [first_date ?? [], last_date ?? []].flat())
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

/** Returns the query for the lines of some rows of a report. */
function narrowQuery(
  base: LineQuery,
  dimension: ReportDimension,
  keys: readonly (string | null)[],
  { names }: Pick<ReportInput, 'names'>,
): LineQuery {
  switch (dimension) {
    case 'category':
      return { ...base, category_ids: keys }
    case 'group': {
      const ids = names.categories.filter(({ group_id }) => keys.includes(group_id)).map(({ id }) => id)
      const inGroups = keys.includes(null) ? [...ids, null] : ids
      const asked = base.category_ids
      return { ...base, category_ids: asked ? inGroups.filter((id) => asked.includes(id)) : inGroups }
    }
    case 'merchant':
      return { ...base, merchant_ids: keys }
    case 'account':
      return { ...base, account_ids: keys.filter((key) => key !== null) }
    case 'month': {
      const [month = ''] = keys.filter((key) => key !== null)
      return { ...base, ...clipToMonth(base, month) }
    }
  }
}

/** Returns the days of a month that are in the period of a query. */
export function clipToMonth({ since, until }: Pick<LineQuery, 'since' | 'until'>, month: string): DayRange {
  const [first, last] = [`${month}-01`, `${month}-${daysInMonth(month)}`]
  return {
    since: since !== undefined && since > first ? since : first,
    until: until !== undefined && until < last ? until : last,
=======
/** Returns the columns of a comparison with the name of its period. */
export function nameComparison(compared: DayRange): ReportColumn[] {
  const name = abbreviatePeriod(compared)
  const headings: Readonly<Record<string, string>> = {
    compared: name ?? 'Before',
    change_percent: `on ${name ?? 'before'}`,
>>>>>>> main
  }
  return comparisonColumns.map((column) => ({
    ...column,
    heading: headings[column.field] ?? column.heading,
  }))
}
