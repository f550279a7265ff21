/** Builds the report of cash flow: income less spending by month. @see docs/reports.md#definitions */

import type { LineKind, LineQuery, LineTotal } from '../contract/ports/report-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { type Comparison, resolveComparison, totalComparedMonths } from './comparison.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { listKnownMonths } from './known-months.ts'
import { nameComparison } from './line-report.ts'
import { comparisonColumns } from './line-rows.ts'
import { listAccountNotes, listFutureNotes, listUncategorizedNotes } from './notes.ts'
import { resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportRow } from './report.ts'
import { createAmountFormatter, toPercent, toPercentChange } from './rounding.ts'
import { clipToMonth, createLineQuery } from './total-lines.ts'

const columns: readonly ReportColumn[] = [
  { field: 'month', heading: 'Month', kind: 'month' },
  { field: 'income', heading: 'Income', kind: 'amount' },
  { field: 'spending', heading: 'Spending', kind: 'amount' },
  { field: 'cash_flow', heading: 'Cash flow', kind: 'amount' },
  { field: 'running', heading: 'Running total', kind: 'amount', dropPriority: 2 },
  { field: 'saved', heading: 'Saved', kind: 'percent', dropPriority: 1 },
]

/** Income and spending, both positive as a rule. */
interface Flow {
  income: MinorUnits
  spending: MinorUnits
}

const subtractSpending = ({ income, spending }: Flow): MinorUnits => income - spending

/** Returns income and spending by month. */
function addUpFlows(totals: readonly LineTotal[]): Map<string, Flow> {
  const flows = new Map<string, Flow>()
  for (const { kind, month, amount } of totals) {
    const flow = flows.get(month ?? '') ?? { income: 0n, spending: 0n }
    if (kind === 'spending') flow.spending -= amount
    else flow.income += amount
    flows.set(month ?? '', flow)
  }
  return flows
}

const nothing: Flow = { income: 0n, spending: 0n }

/** The flows of a report, by month, and those that they are compared with, under the months of the report. */
interface ComparedFlows {
  months: readonly string[]
  flows: ReadonlyMap<string, Flow>
  /** null without `--compare`. */
  before: ReadonlyMap<string, Flow> | null
  comparison: Comparison | null
}

/** Returns the function that makes the figures of a flow. */
function createFigures(currency: string) {
  const format = createAmountFormatter(currency)
  /** @param earlier null where there are no transactions to compare with, undefined without a comparison. */
  return (flow: Flow, earlier: Flow | null | undefined): ReportRow => ({
    income: format(flow.income),
    spending: format(flow.spending),
    cash_flow: format(subtractSpending(flow)),
    saved: toPercent(subtractSpending(flow), flow.income),
    ...(earlier === null && { compared: null, change: null, change_percent: null }),
    ...(earlier && {
      compared: format(subtractSpending(earlier)),
      change: format(subtractSpending(flow) - subtractSpending(earlier)),
      change_percent: toPercentChange(subtractSpending(flow), subtractSpending(earlier)),
    }),
  })
}

/** Returns the rows by month, with their running sum, and the totals. */
function buildRows({ months, flows, before, comparison }: ComparedFlows, query: LineQuery, currency: string) {
  const format = createAmountFormatter(currency)
  const toFigures = createFigures(currency)
  const total = { ...nothing }
  const totalBefore = { ...nothing }
  const rows = months.map((month): ReportRow => {
    const flow = flows.get(month) ?? nothing
    const earlier = before?.get(month) ?? nothing
    addTo(total, flow)
    addTo(totalBefore, earlier)
    const running = format(subtractSpending(total))
    const compared = comparison && (comparison.isMonthKnown(month) ? earlier : null)
    return {
      month,
      ...toFigures(flow, comparison ? compared : undefined),
      running,
      lines: { ...query, ...clipToMonth(query, month) },
    }
  })
  const compared = comparison ? (comparison.isWhole ? totalBefore : null) : undefined
  return { rows, totals: { ...toFigures(total, compared), running: null } }
}

function addTo(total: Flow, flow: Flow): void {
  total.income += flow.income
  total.spending += flow.spending
}

/** Builds the report of cash flow. */
export const cashflow: ReportBuilder = {
  name: 'cashflow',
  dimensions: [],
  flags: ['account', 'compare', 'rows', 'starting-balances'],
  namesMerchants: false,
  columns: [...columns, ...comparisonColumns],
  async build(input) {
    const { request, source, currency } = input
    const period = await resolvePeriod(request, source, 'last-12-months')
    const kinds: LineKind[] = ['income', 'spending']
    if (request.includesStartingBalances) kinds.push('starting_balance')
    const query = createLineQuery(input, kinds, period)
    const flows = addUpFlows(await source.totalLines(query, ['kind', 'month']))
    const comparison = await resolveComparison(input, period, 'the cash flow of ')
    const compared = comparison?.range ?? null
    const before = comparison && addUpFlows(await totalComparedMonths(input, query, ['kind'], comparison))
    const months = await listKnownMonths(
      input,
      period,
      (month) => flows.has(month) || before?.has(month) === true,
    )
    const { title, definition } = reportDefinitions.cashflow
    return {
      report: 'cashflow',
      title: `${title} ${describePeriod(period)}`,
      period: { since: period.since, until: period.until },
      compared_period: compared,
      currency,
      definition,
      columns: compared ? [...columns, ...nameComparison(compared, period)] : columns,
      ...buildRows({ months, flows, before, comparison }, query, currency),
      months: null,
      chart: { kind: 'columns', label: 'month', values: ['cash_flow'], pageValues: ['income', 'spending'] },
      notes: [
        ...listAccountNotes(input, title),
        ...(await listUncategorizedNotes(input, period)),
        ...(await listFutureNotes(input, period, { kinds, sign: 1n })),
        ...(comparison ? [comparison.note] : []),
      ],
    }
  },
}
