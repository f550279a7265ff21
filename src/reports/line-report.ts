/** Builds the reports that total lines by category, group, merchant, account or month: spending and income. */

import type { LineQuery } from '../contract/ports/report-source.ts'
import { daysInMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { reportDefinitions } from './definitions.ts'
import { abbreviatePeriod, describePeriod } from './describe-period.ts'
import { combinedColumn, comparisonColumns, dimensionColumns } from './line-columns.ts'
import { createRowNamer, nameCombinedRow } from './name-rows.ts'
import { listFutureNotes } from './notes.ts'
import { type CoveredPeriod, type DayRange, listMonthsOfPeriod, shiftPeriod } from './period.ts'
import type { Report, ReportColumn, ReportDimension, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter, toPercent, toPercentChange } from './rounding.ts'
import { createLineQuery, type KeyTotals, type LineScope, totalByKey } from './total-lines.ts'

/** What a report of lines says of its rows beside their names. */
export interface LineReportPlan extends LineScope {
  name: 'spending' | 'income' | 'merchants'
  /** What the amounts are called where the period has no short name. */
  heading: string
  /** Columns between the names and the amount. */
  details: readonly ReportColumn[]
  /** Returns the cells of those columns. */
  getDetails: (totals: KeyTotals, months: readonly string[]) => ReportRow
}

const FEW_MONTHS = 3

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

const amountColumn = (heading: string): ReportColumn => ({ field: 'amount', heading, kind: 'amount' })
const shareColumn: ReportColumn = { field: 'share', heading: 'Share', kind: 'percent', dropPriority: 3 }

/** Builds a report of lines. */
export async function buildLineReport(input: ReportInput, plan: LineReportPlan): Promise<Report> {
  const { request, currency } = input
  const { name, period, dimension } = plan
  const found = await totalByKey(input, plan)
  const months = listMonthsOfPeriod(period)
  const all = dimension === 'month' ? fillMonths(found, months) : sortByAmount(found)
  const { shown, rest } = dimension === 'month' ? { shown: all, rest: [] } : splitTop(all, request.top)
  const context = createRowContext(input, plan, all, await findCountedMonths(input, period, all))
  const compared = request.compare ? shiftPeriod(period, request.compare) : null
  const { title, definition } = reportDefinitions[name]
  return {
    report: name,
    title: `${title} ${describePeriod(period)}`,
    period: { since: period.since, until: period.until },
    compared_period: compared,
    currency,
    definition,
    columns: selectColumns(plan, period, compared),
    rows: [
      ...shown.map((totals) => context.toRow(totals)),
      ...(rest.length > 0 ? [context.toCombinedRow(rest)] : []),
    ],
    totals: all.length > 0 ? context.toTotals(all) : null,
    months: months.length >= FEW_MONTHS && dimension !== 'month' ? months : null,
    chart:
      dimension === 'month'
        ? { kind: 'columns', label: 'month', values: ['amount'] }
        : { kind: 'bars', label: dimension, values: ['amount'] },
    notes: [
      ...context.notes,
      ...(await listFutureNotes(input, period, plan.kinds)),
      ...(compared ? [`Compared with ${describePeriod(compared)}`] : []),
    ],
  }
}

/** Returns a row for every month of the period, also for those without lines. */
const fillMonths = (found: readonly KeyTotals[], months: readonly string[]): KeyTotals[] =>
  months.map(
    (month) =>
      found.find(({ key }) => key === month) ?? {
        key: month,
        amount: 0n,
        count: 0,
        first_date: null,
        last_date: null,
        monthly: new Map(),
        compared: 0n,
      },
  )

const sortByAmount = (totals: readonly KeyTotals[]): KeyTotals[] =>
  totals.toSorted((a, b) =>
    a.amount === b.amount ? ((a.key ?? '') < (b.key ?? '') ? -1 : 1) : a.amount > b.amount ? -1 : 1,
  )

/** Returns the first rows and the others; a single other row is shown itself. */
function splitTop(all: readonly KeyTotals[], top: number | undefined) {
  const isCut = top !== undefined && all.length > top + 1
  return { shown: isCut ? all.slice(0, top) : all, rest: isCut ? all.slice(top) : [] }
}

/** Returns the months of the period that averages are over: those since the first one with transactions. */
async function findCountedMonths(
  { source }: ReportInput,
  period: CoveredPeriod,
  all: readonly KeyTotals[],
): Promise<readonly string[]> {
  const months = listMonthsOfPeriod(period)
  const [first = ''] = months
  if (months.length === 1 || all.some(({ monthly }) => monthly.has(first))) return months
  // The transactions may begin within the period; those that the filters of the report leave out count as well.
  const { since, until } = period
  const totals = await source.totalLines({ since, until, kinds: ['spending', 'income'] }, ['month'])
  const used = new Set(totals.map(({ month }) => month))
  const begin = months.findIndex((month) => used.has(month))
  return begin < 0 ? months : months.slice(begin)
}

function selectColumns(
  { dimension, details, heading }: LineReportPlan,
  period: CoveredPeriod,
  compared: DayRange | null,
): ReportColumn[] {
  const before = compared && abbreviatePeriod(compared)
  const hasAverage = listMonthsOfPeriod(period).length > 1 && dimension !== 'month'
  return [
    ...dimensionColumns[dimension],
    ...details.filter(({ field }) => field !== 'average' || hasAverage),
    amountColumn(abbreviatePeriod(period) ?? heading),
    ...(dimension === 'month' ? [] : [shareColumn]),
    ...(compared
      ? comparisonColumns.map((column) => ({
          ...column,
          heading:
            column.field === 'compared'
              ? (before ?? 'Before')
              : column.field === 'change_percent'
                ? `on ${before ?? 'before'}`
                : column.heading,
        }))
      : []),
    ...(dimension === 'month' ? [] : [combinedColumn]),
  ]
}

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
  }
}
