/** Builds the summary of a month: what came in, what went out, what is overspent, and how the rest stands. */

import { addDays, addMonths, daysInMonth, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { isZero } from '../money/decimal.ts'
import { medianAmount, parseTotal } from '../money/minor-units.ts'
import { ageOfMoney } from './age-of-money.ts'
import { cashflow } from './cashflow.ts'
import { createRowNamer } from './name-rows.ts'
import { netWorth } from './net-worth.ts'
import { findUncategorizedInflows } from './notes.ts'
import { listMonthsOfPeriod } from './period.ts'
import { findRecurringPayments, totalDue } from './recurring.ts'
import type { ReportInput } from './report.ts'
import { readNumber, readText } from './report.ts'
import { createAmountFormatter } from './rounding.ts'
import { spending } from './spending.ts'

/** A category with an amount. */
export interface CategoryAmount {
  category_id: string | null
  category: string
  amount: string
}

/** The figures of a month at a glance. */
export interface MonthSummaryReport {
  month: string
  period: { since: string; until: string }
  currency: string
  income: string
  spending: string
  /** Income less spending. */
  cash_flow: string
  ready_to_assign: string
  /** What categories lack, each above zero. */
  overspent: CategoryAmount[]
  /** Where the most was spent. */
  largest: (CategoryAmount & { share: number | null })[]
  net_worth: string
  net_worth_change: string
  age_of_money: number | null
  would_last: number | null
  /** The median cash flow of the six months before; null without transactions in them. */
  typically_left: string | null
  /** What recurring payments will take in the next 30 days; null for another month than this one. */
  due_soon: string | null
  /** What came in without a category and lowers spending; null if nothing did. */
  uncategorized_inflows: { count: number; amount: string } | null
}

const LARGEST = 5
const TYPICAL_MONTHS = 6

/** Builds the summary of a month. */
export async function buildMonthSummary(input: ReportInput, month: string): Promise<MonthSummaryReport> {
  const { request, source, currency } = input
  const { today } = request
  const end = `${month}-${daysInMonth(month)}`
  const isCurrent = month === toMonth(today)
  const isBegun = month <= toMonth(today)
  const ask = (changes: Partial<ReportInput['request']>): ReportInput => ({
    ...input,
    request: { ...request, period: { since: `${month}-01`, until: end, isExact: false }, ...changes },
  })
  // The reports that need every transaction come first: then a remote source has read those of the others too.
  const age = (await ageOfMoney.build(ask({}))).rows.at(-1)
  // A month that has not begun has no balances yet: those of today are what is known.
  const begun = isBegun ? month : toMonth(today)
  const known = { since: `${begun}-01`, until: end, isExact: false }
  const worth = (await netWorth.build(ask({ period: known }))).rows.at(-1)
  const spent = await spending.build(ask({}))
  const flow = await cashflow.build(ask({}))
  const inflows = await findUncategorizedInflows(input, spent.period)
  const [budgetMonth] = await source.listBudgetMonths(month, month)
  const format = createAmountFormatter(currency)
  const zero = format(0n)
  const due = isCurrent ? totalDue(await findRecurringPayments(input, { until: today }), today) : null
  return {
    month,
    period: spent.period,
    currency,
    income: readText(flow.totals, 'income') ?? zero,
    spending: readText(flow.totals, 'spending') ?? zero,
    cash_flow: readText(flow.totals, 'cash_flow') ?? zero,
    ready_to_assign: format(budgetMonth?.parts.ready_to_assign ?? 0n),
    overspent: listOverspent(input, budgetMonth?.categories ?? []),
    largest: spent.rows
      .map((row) => ({
        category_id: readText(row, 'category_id'),
        category: readText(row, 'category') ?? '',
        amount: readText(row, 'amount') ?? zero,
        share: readNumber(row, 'share'),
      }))
      .filter(({ share }) => share !== null)
      .slice(0, LARGEST),
    net_worth: readText(worth, 'net_worth') ?? zero,
    net_worth_change: (isBegun && readText(worth, 'change')) || zero,
    age_of_money: readNumber(age, 'age_of_money'),
    would_last: readNumber(age, 'would_last'),
    typically_left: await findTypicalCashFlow(input, month),
    due_soon: due === null ? null : format(due),
    uncategorized_inflows: inflows && { count: inflows.count, amount: format(inflows.amount) },
  }
}

/** Returns the categories whose available amount is below zero, the largest first. */
function listOverspent(
  { names, currency }: ReportInput,
  categories: readonly { category_id: string | null; available: bigint }[],
): CategoryAmount[] {
  const format = createAmountFormatter(currency)
  const nameRow = createRowNamer('category', names)
  return categories
    .filter(({ available }) => available < 0n)
    .toSorted((a, b) => (a.available < b.available ? -1 : 1))
    .map(({ category_id, available }) => ({
      category_id,
      category: readText(nameRow(category_id), 'category') ?? '',
      amount: format(-available),
    }))
}

/**
 * Returns the median cash flow of the six months before a month, from the first one with transactions on; null when they
 * have none. A month in which nothing happened leaves nothing.
 */
export async function findTypicalCashFlow(input: ReportInput, month: string): Promise<string | null> {
  const first = `${addMonths(month, -TYPICAL_MONTHS)}-01`
  const last = addDays(`${month}-01`, -1)
  const period = { since: first, until: last, isExact: true }
  const { rows } = await cashflow.build({ ...input, request: { ...input.request, period } })
  const decimals = getCurrencyDecimals(input.currency)
  const byMonth = new Map(rows.map((row) => [readText(row, 'month'), row]))
  const hasHappened = (month: string): boolean =>
    ['income', 'spending'].some((field) => !isZero(readText(byMonth.get(month), field) ?? '0'))
  const months = listMonthsOfPeriod(period).filter((one) => one < toMonth(input.request.today))
  if (!months.some(hasHappened)) return null
  // What the report leaves out of its rows is read as well: a service has been read to its beginning by now.
  const known = await input.source.totalLines({ until: last, kinds: ['spending', 'income'] }, ['month'])
  const begin = known.flatMap((total) => total.month ?? []).toSorted()[0] ?? ''
  const flows = months
    .filter((one) => one >= begin)
    .map((one) => parseTotal(readText(byMonth.get(one), 'cash_flow') ?? '0', decimals))
  return createAmountFormatter(input.currency)(medianAmount(flows))
}
