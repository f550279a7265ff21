/** Explains figures of a month: takes Ready to Assign or what a category has apart into parts that add up to it. */

import type { WorkspaceContext } from '../command/context.ts'
import { isCreditAccountType } from '../contract/operations/accounts.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import type { LineQuery, ReportLine, ReportSource } from '../contract/ports/report-source.ts'
import { daysInMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { subtract } from '../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../money/minor-units.ts'
import { describeTakingBack } from '../output/ready-to-assign.ts'
import { findMonthCategory } from './assign.ts'
import {
  type CategoryResult,
  type ExplainedLine,
  type ReadyToAssignResult,
  withTakingBack,
} from './month-explanation-view.ts'
import type { MonthReply } from './month-view.ts'

type ExplainContext = Pick<WorkspaceContext, 'workspace'>

/** Returns the dates of a month. */
const toDates = (month: string): Pick<LineQuery, 'since' | 'until'> => ({
  since: `${month}-01`,
  until: `${month}-${daysInMonth(month)}`,
})

const createFormatter = (currency: string): ((amount: MinorUnits) => string) => {
  const decimals = getCurrencyDecimals(currency)
  return (amount) => formatAmount(amount, decimals)
}

/** Returns why Ready to Assign of a month is what it is. */
export async function explainReadyToAssign(
  context: ExplainContext,
  month: string,
): Promise<ReadyToAssignResult> {
  const currency = await context.workspace.names.currency(month)
  const format = createFormatter(currency)
  const source = await context.workspace.openReportSource()
  const { overspent_categories, ...parts } = await source.explainReadyToAssign(month)
  const names = new Map((await context.workspace.names.categories()).map(({ id, name }) => [id, name]))
  const uncategorized: LineQuery = { ...toDates(month), kinds: ['spending'], category_ids: [null] }
  const [waiting] = await source.totalLines(uncategorized, [])
  const result: ReadyToAssignResult = {
    month,
    currency,
    ready_to_assign: format(parts.ready_to_assign),
    carried_over: format(parts.carried_over),
    income: format(parts.income),
    assigned: format(parts.assigned),
    overspent_last_month: format(parts.overspent_last_month),
    held_for_later: format(parts.held_for_later),
    other: format(parts.other),
    overspent_categories: overspent_categories.map(({ category_id, amount }) => ({
      category_id,
      category_name: category_id === null ? 'Uncategorized' : (names.get(category_id) ?? category_id),
      amount: format(amount),
    })),
    assigned_categories: await listAssigned(source, month, { names, format }),
    uncategorized: { count: waiting?.count ?? 0, amount: format(waiting?.amount ?? 0n) },
  }
  if (parts.ready_to_assign >= 0n) return result
  const reply = await context.workspace.api.getMonth({ month })
  return withTakingBack(result, describeTakingBack(reply.month, ` --month ${month}`))
}

async function listAssigned(
  source: ReportSource,
  month: string,
  { names, format }: { names: ReadonlyMap<string, string>; format: (amount: MinorUnits) => string },
): Promise<ReadyToAssignResult['assigned_categories']> {
  const [budgetMonth] = await source.listBudgetMonths(month, month)
  return (budgetMonth?.categories ?? [])
    .filter(({ assigned }) => assigned !== 0n)
    .toSorted((a, b) => (a.assigned > b.assigned ? -1 : 1))
    .flatMap(({ category_id, assigned }) =>
      category_id === null
        ? []
        : [{ category_id, category_name: names.get(category_id) ?? category_id, assigned: format(assigned) }],
    )
}

/** Returns why a category has what it has in a month. */
export async function explainCategory(
  context: ExplainContext,
  month: string,
  category: { id: string; name: string },
): Promise<CategoryResult> {
  const reply = await context.workspace.api.getMonth({ month })
  const figures = findMonthCategory(reply, category)
  const source = await context.workspace.openReportSource()
  const card = await findCard(context, figures)
  const lines = await listLines(source, month, card === undefined ? { category: category.id } : { card })
  return {
    ...describeFigures(reply, figures),
    ...(card === undefined
      ? { funded_card_spending: null, card_payments: null }
      : splitActivity(reply, figures, lines)),
    lines: await describeLines(context, reply, lines),
  }
}

const describeFigures = ({ month, currency }: MonthReply, figures: MonthCategory) => ({
  month: month.month,
  currency,
  category_id: figures.id,
  category_name: figures.name,
  carried_over: figures.carryover_from_previous,
  assigned: figures.assigned,
  activity: figures.activity,
  available: figures.available,
})

/** Returns the credit account that a category pays; undefined for other categories. */
async function findCard(
  { workspace: { names } }: ExplainContext,
  { id, name }: MonthCategory,
): Promise<string | undefined> {
  const isPayment = (await names.categories()).some((category) => category.id === id && category.system)
  if (!isPayment) return undefined
  // A payment category has the name of its card. docs/spec.md#c1
  const cards = (await names.accounts()).filter(({ type }) => isCreditAccountType(type))
  return cards.find((account) => account.name === name)?.id
}

/** Lists the lines of a category in a month, or the payments to a card; the newest first. */
async function listLines(
  source: ReportSource,
  month: string,
  of: { category: string } | { card: string },
): Promise<ReportLine[]> {
  const query: LineQuery =
    'card' in of
      ? { ...toDates(month), kinds: ['transfer'], account_ids: [of.card] }
      : { ...toDates(month), kinds: ['spending'], category_ids: [of.category] }
  const lines: ReportLine[] = []
  for await (const page of source.listLines(query)) lines.push(...page)
  // Only what arrives at a card is paid from its category. docs/spec.md#c6
  return 'card' in of ? lines.filter(({ amount }) => amount > 0n) : lines
}

/** Splits the activity of a payment category into purchases that were funded and payments to the card. */
function splitActivity(
  { currency }: MonthReply,
  { activity }: MonthCategory,
  payments: readonly ReportLine[],
): Pick<CategoryResult, 'funded_card_spending' | 'card_payments'> {
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n)
  const card_payments = createFormatter(currency)(-paid)
  return { funded_card_spending: subtract(activity, card_payments), card_payments }
}

async function describeLines(
  { workspace: { names } }: ExplainContext,
  { currency }: MonthReply,
  lines: readonly ReportLine[],
): Promise<ExplainedLine[]> {
  if (lines.length === 0) return []
  const format = createFormatter(currency)
  const accounts = new Map((await names.accounts()).map(({ id, name }) => [id, name]))
  const hasMerchants = lines.some(({ merchant_id }) => merchant_id !== null)
  const merchants = new Map(
    hasMerchants ? (await names.merchants()).map(({ id, name }) => [id, name] as const) : [],
  )
  return lines.map(
    ({ transaction_id, date, account_id, merchant_id, transfer_account_id, notes, amount }) => ({
      transaction_id,
      date,
      account_name: accounts.get(transfer_account_id ?? account_id) ?? account_id,
      merchant_name: merchant_id === null ? null : (merchants.get(merchant_id) ?? merchant_id),
      notes,
      amount: format(amount),
    }),
  )
}
