/** Builds the report of recurring payments: subscriptions, bills, pay. @see docs/reports.md#recurring */

import type { MerchantPayment } from '../contract/ports/report-source.ts'
import { addDays } from '../money/calendar.ts'
import { divideRounded, type MinorUnits } from '../money/minor-units.ts'
import {
  countDuePayments,
  countTimesAYear,
  type Payment,
  type RecurringSeries,
} from '../transactions/recurring/frequencies.ts'
import { findRecurringSeries } from '../transactions/recurring/recurring-series.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter, createSentenceFormatter, toPercentChange } from './rounding.ts'

const columns: readonly ReportColumn[] = [
  { field: 'direction', heading: 'Direction', kind: 'text', isGroupHeading: true },
  { field: 'merchant_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'merchant', heading: 'Merchant', kind: 'text' },
  { field: 'frequency', heading: 'How often', kind: 'text' },
  { field: 'amount', heading: 'Amount', kind: 'amount' },
  { field: 'amount_is', heading: 'Amount is', kind: 'text', isHidden: true },
  { field: 'previous_amount', heading: 'Was', kind: 'amount', dropPriority: 2 },
  { field: 'change_percent', heading: 'Change', kind: 'change', dropPriority: 3 },
  { field: 'changed_on', heading: 'Changed', kind: 'date', dropPriority: 6 },
  { field: 'a_year', heading: 'a year', kind: 'amount', dropPriority: 1 },
  { field: 'last_date', heading: 'Last', kind: 'date', dropPriority: 5 },
  { field: 'next_date', heading: 'Next', kind: 'date' },
  { field: 'status', heading: 'Status', kind: 'text', dropPriority: 4 },
  { field: 'count', heading: 'Payments', kind: 'count', isHidden: true },
]

/** A series with its merchant. */
type MerchantSeries = RecurringSeries & {
  merchant_id: string
  direction: 'Money out' | 'Money in'
  a_year: MinorUnits
}

/** Finds the recurring payments of every merchant until a date. */
export async function findRecurringPayments(
  { source, request }: Pick<ReportInput, 'source' | 'request'>,
  { since, until }: { since?: string; until: string },
): Promise<MerchantSeries[]> {
  const found: MerchantSeries[] = []
  const query = { since, until, account_ids: request.account_ids }
  for await (const { merchant_id, payments } of source.listMerchantPayments(query)) {
    const { out, into } = splitByDirection(payments)
    for (const [direction, own] of [['Money out', out] as const, ['Money in', into] as const])
      for (const series of findRecurringSeries(own, until)) {
        const a_year = series.amount * countTimesAYear(series.frequency)
        found.push({ ...series, merchant_id, direction, a_year })
      }
  }
  return found.toSorted(compareSeries)
}

/** Returns the payments out and in, all with positive amounts. */
function splitByDirection(payments: readonly MerchantPayment[]): { out: Payment[]; into: Payment[] } {
  const out: Payment[] = []
  const into: Payment[] = []
  for (const payment of payments) {
    const { date, amount } = payment
    if (amount < 0n) out.push({ date, amount: -amount })
    else if (amount > 0n) into.push(payment)
  }
  return { out, into }
}

/** Money out before money in, what ended last, the dearest first. */
function compareSeries(a: MerchantSeries, b: MerchantSeries): number {
  if (a.direction !== b.direction) return a.direction === 'Money out' ? -1 : 1
  if ((a.status === 'ended') !== (b.status === 'ended')) return a.status === 'ended' ? 1 : -1
  if (a.status === 'ended') return a.next_date > b.next_date ? -1 : 1
  return a.a_year > b.a_year ? -1 : a.a_year < b.a_year ? 1 : 0
}

/** Payments that are due in at most so many days are counted. */
const DUE_DAYS = 30

/** Adds up the money out that is due in the next 30 days. What is overdue is counted separately. */
export function totalDue(series: readonly MerchantSeries[], today: string): MinorUnits {
  const out = series.filter(({ direction }) => direction === 'Money out')
  const days = { today, until: addDays(today, DUE_DAYS) }
  return out.reduce((total, one) => total + one.amount * countDuePayments(one, days), 0n)
}

/** Builds the report of recurring payments. */
export const recurring: ReportBuilder = {
  name: 'recurring',
  dimensions: [],
  flags: ['account'],
  namesMerchants: true,
  columns,
  async build(input) {
    const { request, source, currency, names } = input
    const period = await resolvePeriod(request, source, 'everything')
    const isWhole = request.period?.since === undefined
    const series = await findRecurringPayments(input, isWhole ? { until: period.until } : period)
    const format = createAmountFormatter(currency)
    // Of a time that is over, nothing is due any more.
    const isOver = period.until < request.today
    const { title, definition } = reportDefinitions.recurring
    return {
      report: 'recurring',
      title: `${title} payments${request.period ? `, ${describePeriod(period)}` : ''}`,
      period: { since: period.since, until: period.until },
      compared_period: null,
      currency,
      definition,
      columns,
      rows: series.map(
        (one): ReportRow => ({
          direction: one.direction,
          merchant_id: one.merchant_id,
          merchant: names.getMerchantName(one.merchant_id) ?? 'Unknown merchant',
          frequency: one.frequency,
          amount: format(one.amount),
          amount_is: one.hasPrice ? 'price' : 'median',
          previous_amount: one.changed ? format(one.changed.from) : null,
          change_percent: one.changed ? toPercentChange(one.amount, one.changed.from) : null,
          changed_on: one.changed?.date ?? null,
          a_year: format(one.a_year),
          last_date: one.payments.at(-1)?.date ?? null,
          next_date: isOver || one.status === 'ended' ? null : one.next_date,
          status: isOver && one.status !== 'ended' ? null : one.status,
          count: one.payments.length,
        }),
      ),
      totals: null,
      months: null,
      chart: null,
      notes: describeTotals(series, isOver ? null : period.until, createSentenceFormatter(currency)),
    }
  },
}

/**
 * Returns the sentences under the rows: what recurs costs, what is due soon, and what is overdue.
 * @param today null for a period that is over.
 */
function describeTotals(
  series: readonly MerchantSeries[],
  today: string | null,
  format: (amount: MinorUnits) => string,
): string[] {
  const notes = (['Money out', 'Money in'] as const).flatMap((direction) => {
    const running = series.filter((one) => one.direction === direction && one.status !== 'ended')
    if (running.length === 0) return []
    const a_year = running.reduce((sum, one) => sum + one.a_year, 0n)
    return [`${direction}: ${format(a_year)} a year, about ${format(divideRounded(a_year, 12n))} a month`]
  })
  if (today === null) return notes
  const due = totalDue(series, today)
  const overdue = series
    .filter(({ direction, status }) => direction === 'Money out' && status === 'overdue')
    .reduce((sum, { amount }) => sum + amount, 0n)
  return [
    ...notes,
    ...(due > 0n ? [`Money out due in the next ${DUE_DAYS} days: ${format(due)}`] : []),
    ...(overdue > 0n ? [`Money out overdue: ${format(overdue)}`] : []),
  ]
}
