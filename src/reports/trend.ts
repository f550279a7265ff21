/** Builds the trend of categories: their spending by month, last year beside it. @see docs/reports.md#definitions */

import type { LineQuery } from '../contract/ports/report-source.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import { type MinorUnits, medianAmount } from '../money/minor-units.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { listKnownMonths } from './known-months.ts'
import { createRowNamer } from './name-rows.ts'
import { listFutureNotes } from './notes.ts'
import { resolvePeriod, selectWholeMonths, shiftPeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportInput, ReportRow } from './report.ts'
import { readText } from './report.ts'
import { createAmountFormatter, createSentenceFormatter, meanAmount, toPercentChange } from './rounding.ts'
import { clipToMonth, createLineQuery } from './total-lines.ts'

const columns: readonly ReportColumn[] = [
  { field: 'category_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'category', heading: 'Category', kind: 'text', isGroupHeading: true },
  { field: 'month', heading: 'Month', kind: 'month' },
  { field: 'amount', heading: 'Spent', kind: 'amount' },
  { field: 'last_year', heading: 'A year before', kind: 'amount', dropPriority: 2 },
  { field: 'change', heading: 'Change', kind: 'amount', isHidden: true },
  { field: 'change_percent', heading: 'Change', kind: 'change', dropPriority: 1 },
  { field: 'mean', heading: 'Mean', kind: 'average', isHidden: true },
  { field: 'median', heading: 'Median', kind: 'average', isHidden: true },
]

/** The key of all categories together; null stands for lines without a category. */
const EVERY_CATEGORY = 'all'

type SpentByMonth = ReadonlyMap<string, MinorUnits>

/** Returns what was spent by month: of each category that was asked for, or of all together. */
async function readSpending(
  { source, request }: ReportInput,
  query: LineQuery,
): Promise<Map<string | null, Map<string, MinorUnits>>> {
  const spent = new Map<string | null, Map<string, MinorUnits>>()
  const dimensions = request.category_ids ? (['category', 'month'] as const) : (['month'] as const)
  for (const { category_id, month, amount } of await source.totalLines(query, dimensions)) {
    const key = request.category_ids ? category_id : EVERY_CATEGORY
    const byMonth = spent.get(key) ?? new Map<string, MinorUnits>()
    byMonth.set(month ?? '', (byMonth.get(month ?? '') ?? 0n) - amount)
    spent.set(key, byMonth)
  }
  return spent
}

/** Builds the trend of categories. */
export const trend: ReportBuilder = {
  name: 'trend',
  dimensions: [],
  flags: ['account', 'category', 'rows'],
  namesMerchants: false,
  sign: -1n,
  columns,
  async build(input) {
    const { request, source, currency } = input
    const period = await resolvePeriod(request, source, 'last-12-months')
    const before = shiftPeriod(period, 'last-year')
    const query = createLineQuery(input, ['spending'], period)
    const spent = await readSpending(input, query)
    const lastYear = await readSpending(input, createLineQuery(input, ['spending'], before))
    const keys = request.category_ids ?? [EVERY_CATEGORY]
    const firstDate = (await source.readDateRange())?.first
    const firstMonth = firstDate === undefined ? undefined : toMonth(firstDate)
    const months = await listKnownMonths(input, period, (month) =>
      [...spent.values()].some((byMonth) => byMonth.has(month)),
    )
    const wholeMonths = selectWholeMonths(months, period, request)
    const series = keys.map((key) =>
      buildSeries(input, {
        key,
        months,
        wholeMonths,
        query,
        spent: spent.get(key),
        lastYear: lastYear.get(key),
        firstMonth,
      }),
    )
    const isSingle = series.length === 1
    const hidden = new Set([
      ...(isSingle ? ['category'] : []),
      ...(lastYear.size === 0 ? ['last_year', 'change_percent'] : []),
    ])
    const { title, definition } = reportDefinitions.trend
    return {
      report: 'trend',
      title: `${title}${isSingle ? ` of ${request.category_ids ? series[0]?.name : 'all categories'}` : ''}, ${describePeriod(period)}`,
      period: { since: period.since, until: period.until },
      compared_period: before,
      currency,
      definition,
      columns: columns.map((column) => (hidden.has(column.field) ? { ...column, isHidden: true } : column)),
      rows: series.flatMap(({ rows }) => rows),
      totals: null,
      months: null,
      chart: {
        kind: 'lines',
        label: 'month',
        values: lastYear.size === 0 ? ['amount'] : ['amount', 'last_year'],
        ...(isSingle ? {} : { splitBy: 'category' }),
      },
      notes: [
        ...series.flatMap(({ note }) => note ?? []),
        ...(await listFutureNotes(input, period, { kinds: ['spending'], sign: -1n })),
      ],
    }
  },
}

interface SeriesInput {
  key: string | null
  months: readonly string[]
  /** Those that mean and median are over. */
  wholeMonths: readonly string[]
  query: LineQuery
  spent: SpentByMonth | undefined
  lastYear: SpentByMonth | undefined
  /** The month of the first transaction; undefined if there is none. */
  firstMonth: string | undefined
}

/** Returns the rows of one category, and its mean and median as a sentence. */
function buildSeries(
  { names, currency }: ReportInput,
  { key, months, wholeMonths, query, ...figures }: SeriesInput,
) {
  const format = createAmountFormatter(currency)
  const isAll = key === EVERY_CATEGORY
  const category_id = isAll ? null : key
  const name = isAll ? 'All categories' : (readText(createRowNamer('category', names)(key), 'category') ?? '')
  const getAmount = (month: string): MinorUnits => figures.spent?.get(month) ?? 0n
  const averages = computeAverages(wholeMonths.map(getAmount))
  const rows = months.map((month): ReportRow => {
    const amount = getAmount(month)
    const monthBefore = addMonths(month, -12)
    const isKnown = figures.firstMonth !== undefined && monthBefore >= figures.firstMonth
    const before = isKnown ? (figures.lastYear?.get(monthBefore) ?? 0n) : null
    return {
      category_id,
      category: name,
      month,
      amount: format(amount),
      last_year: before === null ? null : format(before),
      change: before === null ? null : format(amount - before),
      change_percent: before === null ? null : toPercentChange(amount, before),
      mean: averages && format(averages.mean),
      median: averages && format(averages.median),
      lines: {
        ...query,
        ...(isAll ? {} : { category_ids: [key] }),
        ...clipToMonth(query, month),
      },
    }
  })
  const say = createSentenceFormatter(currency)
  const span = wholeMonths.length === 1 ? 'one whole month' : `${wholeMonths.length} whole months`
  return {
    name,
    rows,
    note:
      averages &&
      `${name}: ${say(averages.mean)} a month on average, median ${say(averages.median)}, over ${span}`,
  }
}

/** Returns the mean and the median; null for no amounts. */
function computeAverages(amounts: readonly MinorUnits[]): { mean: MinorUnits; median: MinorUnits } | null {
  if (amounts.length === 0) return null
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  return { mean: meanAmount(total, amounts.length), median: medianAmount(amounts) }
}
