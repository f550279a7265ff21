/** Selects what the page shows: the reports, and the figures above them. @see docs/reports.md#page */

import { addMonths, toMonth } from '../money/calendar.ts'
import { subtract } from '../money/decimal.ts'
import { reportBuilders } from './builders.ts'
import type { BuiltReportName, ReportName } from './definitions.ts'
import { buildForecast, type ForecastApi } from './forecast.ts'
import { hasHabits } from './habits/forecast-habits.ts'
import { type ReadCoverNeed, sumLacking, totalOverspent } from './overspent.ts'
import { type CoveredPeriod, shiftPeriod } from './period.ts'
import type { Report, ReportInput, ReportRequest, ReportRow } from './report.ts'
import { createAmountFormatter } from './rounding.ts'

/** How many merchants the page names. */
const TOP_MERCHANTS = 20

/** Returns the period of reports over time: at least 12 months, to the end of the page's own period. */
function widenPeriod({ since, end }: CoveredPeriod): ReportRequest['period'] {
  const first = `${addMonths(toMonth(end), -11)}-01`
  return { since: since < first ? since : first, until: end, isExact: false }
}

/** Returns with what a period is compared; undefined when there are no transactions from that time. */
async function findComparison(
  { source }: Pick<ReportInput, 'source'>,
  period: CoveredPeriod,
): Promise<ReportRequest['compare']> {
  const isOneMonth = toMonth(period.since) === toMonth(period.end)
  const compare = isOneMonth ? 'previous' : 'last-year'
  const range = await source.readDateRange()
  return range && range.first <= shiftPeriod(period, compare).until ? compare : undefined
}

/** Returns what each report of the page is asked; null leaves a report out. */
function planRequests(
  period: CoveredPeriod,
  compare: ReportRequest['compare'],
): Readonly<Record<BuiltReportName, Partial<ReportRequest> | null>> {
  const own = { period: { since: period.since, until: period.end, isExact: false } }
  const overTime = { period: widenPeriod(period) }
  return {
    spending: { ...own, compare },
    income: { ...own, compare },
    cashflow: overTime,
    networth: overTime,
    budget: own,
    merchants: { ...own, top: TOP_MERCHANTS },
    'age-of-money': overTime,
    recurring: { period: undefined },
    // It needs the names of categories, which a page does not ask for.
    trend: null,
  }
}

/** Returns the balances that are planned, with habits once they are known; none for a remote workspace, nor without a schedule. */
async function buildPageForecast(input: ReportInput & { api: ForecastApi }): Promise<Report[]> {
  if (input.source.costsRequests || (await input.api.listSchedules({})).schedules.length === 0) return []
  const habits = await hasHabits({ source: input.source, today: input.request.today })
  return [await buildForecast(input, { by: 'account', explains: false, habits })]
}

/** Builds the reports of the page, one after the other. */
export async function buildPageReports(
  input: ReportInput & { api: ForecastApi },
  period: CoveredPeriod,
): Promise<Report[]> {
  const requests = planRequests(period, await findComparison(input, period))
  const reports: Report[] = []
  for (const builder of Object.values(reportBuilders)) {
    const request = requests[builder.name]
    if (request) reports.push(await builder.build({ ...input, request: { ...input.request, ...request } }))
  }
  return [...reports, ...(await buildPageForecast(input))]
}

/** A figure above the reports. */
export interface PageFigure {
  name: string
  /** A decimal string, or a number of days. */
  value: string | number
  /** The figure of the period that is compared, where there is one. */
  compared?: string
}

/** Returns the figures above the reports: what came in, what went out, and where that leaves the household. */
export async function listPageFigures(
  input: ReportInput,
  { reports, period }: { reports: readonly Report[]; period: CoveredPeriod },
  readCoverNeed: ReadCoverNeed,
): Promise<PageFigure[]> {
  const { source, currency } = input
  const find = (name: ReportName): Report | undefined => reports.find(({ report }) => report === name)
  const format = createAmountFormatter(currency)
  const month = toMonth(period.until)
  const [budgetMonth] = await source.listBudgetMonths(month, month)
  const categories = budgetMonth?.categories ?? []
  const overspent =
    (await totalOverspent(input, { month, categories }, readCoverNeed)) +
    sumLacking(categories.filter(({ category_id }) => category_id === null))
  const spent = readText(find('spending')?.totals?.['amount']) ?? format(0n)
  const earned = readText(find('income')?.totals?.['amount']) ?? format(0n)
  const spentBefore = readText(find('spending')?.totals?.['compared'])
  const earnedBefore = readText(find('income')?.totals?.['compared'])
  const isKnown = spentBefore !== undefined && earnedBefore !== undefined
  const age = find('age-of-money')?.rows.at(-1)?.['age_of_money']
  const netWorth = readText(find('networth')?.rows.at(-1)?.['net_worth'])
  return [
    { name: 'Income', value: earned, ...(earnedBefore !== undefined && { compared: earnedBefore }) },
    { name: 'Spending', value: spent, ...(spentBefore !== undefined && { compared: spentBefore }) },
    {
      name: 'Cash flow',
      value: subtract(earned, spent),
      ...(isKnown && { compared: subtract(earnedBefore, spentBefore) }),
    },
    { name: 'Ready to Assign', value: format(budgetMonth?.parts.ready_to_assign ?? 0n) },
    ...(overspent > 0n ? [{ name: 'Overspent', value: format(-overspent) }] : []),
    ...(netWorth === undefined ? [] : [{ name: 'Net worth', value: netWorth }]),
    ...(typeof age === 'number' ? [{ name: 'Age of money', value: age }] : []),
  ]
}

const readText = (cell: ReportRow[string]): string | undefined =>
  typeof cell === 'string' ? cell : undefined
