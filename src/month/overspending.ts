/**
 * Computes what covers the overspending of a month, without counting credit card overspending twice.
 * @see docs/spec.md#c3
 * @see docs/spec.md#c4
 * @see docs/cli.md#month-cover
 */

import type { WorkspaceContext } from '../command/context.ts'
import type { BudgetApi } from '../contract/api.ts'
import { notFound } from '../contract/errors.ts'
import { type Account, isCreditAccountType } from '../contract/operations/accounts.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { daysInMonth } from '../money/calendar.ts'
import { add, clampToZero, compare, isNegative, isZero, negate, subtract, sum } from '../money/decimal.ts'
import { listMonthCategories } from './assign.ts'
import type { MonthReply } from './month-view.ts'

/** An overspent category, and the positive amount that covers it. */
export interface Shortfall {
  category: MonthCategory
  shortage: string
}

/**
 * The shortages of a month: of ordinary categories, and of payment categories once the ordinary ones are
 * covered.
 */
export interface Overspending {
  ordinary: Shortfall[]
  /** Payment categories, with what is missing after the ordinary categories are covered. */
  cards: Shortfall[]
}

/** Returns the amount that covers everything. */
export const totalOverspent = ({ ordinary, cards }: Overspending): string =>
  sum([...ordinary, ...cards].map(({ shortage }) => shortage))

/** Returns the amount that covers everything in a month. */
export const readCoverNeed = async (context: OverspendingSource, month: string): Promise<string> =>
  totalOverspent(await findOverspending(context, await context.workspace.api.getMonth({ month })))

type OverspendingSource = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/**
 * Finds the overspending of a month. It reads card transactions only if a card and a category are overspent.
 */
export async function findOverspending(
  context: OverspendingSource,
  reply: MonthReply,
): Promise<Overspending> {
  const overspent = listMonthCategories(reply).filter(isOverspent)
  const { ordinary, cards } = separateCards(
    overspent.length > 1 ? await listPaymentCategoryIds(context) : noPaymentCategories,
    overspent,
  )
  if (ordinary.length > 0 && cards.length > 0) return predictOverspending(context, reply, overspent)
  return { ordinary: ordinary.map(toShortfall), cards: cards.map(toShortfall) }
}

/**
 * Predicts the shortages of these categories after the ordinary ones are covered. A refund may overspend a
 * card that has enough now.
 */
export async function predictOverspending(
  context: OverspendingSource,
  reply: MonthReply,
  among: readonly MonthCategory[],
): Promise<Overspending> {
  const { ordinary, cards } = separateCards(await listPaymentCategoryIds(context), among)
  const overspent = ordinary.filter(isOverspent).map(toShortfall)
  const brought = await movedToCards(context, reply.month.month, overspent)
  // A payment category has the name of its card. docs/spec.md#c1
  const shortfalls = cards.map((category) => ({
    category,
    shortage: negate(add(category.available, brought.get(category.name) ?? '0')),
  }))
  return { ordinary: overspent, cards: shortfalls.filter(({ shortage }) => compare(shortage, '0') > 0) }
}

const noPaymentCategories: ReadonlySet<string> = new Set()

/** True if the category has less than zero available. */
export const isOverspent = ({ available }: MonthCategory): boolean => isNegative(available)

/** Returns the shortage of a category in its current state. */
export const toShortfall = (category: MonthCategory): Shortfall => ({
  category,
  shortage: negate(category.available),
})

/** Returns the ids of the payment categories, one per credit card. @see docs/spec.md#c1 */
export async function listPaymentCategoryIds({
  workspace: { names },
}: Pick<WorkspaceContext, 'workspace'>): Promise<ReadonlySet<string>> {
  const categories = await names.categories()
  return new Set(categories.filter(({ system }) => system).map(({ id }) => id))
}

/** Separates ordinary categories from payment categories. */
export const separateCards = (payments: ReadonlySet<string>, categories: readonly MonthCategory[]) => ({
  ordinary: categories.filter(({ id }) => !payments.has(id)),
  cards: categories.filter(({ id }) => payments.has(id)),
})

/** The part of a transaction line that was borrowed on a card (negative) or repaid. */
interface CreditMovement {
  date: string
  amount: string
  created_at: string
  category_id: string
  card: string
  part: string
}

/** A month whose assignments change in memory alone: what they cover of credit moves to the payment categories. */
export interface SimulatedMonth {
  api: Pick<BudgetApi, 'getMonth' | 'assignCategory'>
  /** Returns a category as the assignments leave it. */
  getCategory(id: string): MonthCategory
}

/** Reads what a month is computed from; on a remote profile that takes the requests of `predictOverspending`. */
export async function simulateMonth(
  context: OverspendingSource,
  { currency, month }: MonthReply,
): Promise<SimulatedMonth> {
  const all = listMonthCategories({ currency, month })
  const { ordinary, cards } = separateCards(await listPaymentCategoryIds(context), all)
  const parts = cards.length > 0 ? await listCreditMovements(context, month.month) : []
  const categories = new Map(all.map((category) => [category.id, category]))
  const payments = new Map(cards.map(({ id, name }) => [name, id]))
  const isOrdinary = new Set(ordinary.map(({ id }) => id))
  const getCategory = (id: string): MonthCategory => {
    const category = categories.get(id)
    if (category) return category
    throw notFound('category')
  }
  let { ready_to_assign } = month
  const change = (id: string, by: string, field: 'assigned' | 'available'): void => {
    const category = getCategory(id)
    categories.set(id, { ...category, [field]: add(category[field], by) })
  }
  return {
    getCategory,
    api: {
      getMonth: async () => ({
        currency,
        month: {
          ...month,
          ready_to_assign,
          category_groups: month.category_groups.map((group) => ({
            ...group,
            categories: group.categories.map(({ id }) => getCategory(id)),
          })),
        },
      }),
      async assignCategory({ category_id, body }) {
        const { assigned, available } = getCategory(category_id)
        const by = subtract(body.assigned, assigned)
        if (isOrdinary.has(category_id))
          for (const [card, amount] of moveByAssignment(parts, { id: category_id, available }, by))
            change(payments.get(card) ?? '', amount, 'available')
        ready_to_assign = subtract(ready_to_assign, by)
        change(category_id, by, 'assigned')
        change(category_id, by, 'available')
        return { category: getCategory(category_id) }
      },
    },
  }
}

/** Returns, by the name of the card, what an assignment to a category moves to its payment category. */
function moveByAssignment(
  parts: readonly CreditMovement[],
  { id, available }: Pick<MonthCategory, 'id' | 'available'>,
  by: string,
): Map<string, string> {
  const own = parts.filter(({ category_id }) => category_id === id)
  const cash = subtract(available, sum(own.map(({ part }) => part)))
  const before = fundByCard(own, cash)
  const after = fundByCard(own, add(cash, by))
  return new Map([...after].map(([card, funded]) => [card, subtract(before.get(card) ?? '0', funded)]))
}

/** Returns, by the name of the card, what covering these categories moves to its payment category. */
async function movedToCards(
  context: OverspendingSource,
  month: string,
  ordinary: readonly Shortfall[],
): Promise<Map<string, string>> {
  const brought = new Map<string, string>()
  if (ordinary.length === 0) return brought
  const parts = await listCreditMovements(context, month)
  for (const { category, shortage } of ordinary)
    for (const [card, moved] of moveByAssignment(parts, category, shortage))
      brought.set(card, add(brought.get(card) ?? '0', moved))
  return brought
}

/**
 * Returns what a category's cash pays for on each card, negative; earlier purchases are paid first.
 * @see docs/spec.md#c4
 */
function fundByCard(parts: readonly CreditMovement[], cash: string): Map<string, string> {
  const funded = new Map<string, string>()
  let remaining = clampToZero(cash)
  for (const { card, part } of parts) {
    const moved = subtract(clampToZero(add(remaining, part)), clampToZero(remaining))
    funded.set(card, add(funded.get(card) ?? '0', moved))
    remaining = add(remaining, part)
  }
  return funded
}

/**
 * Returns the borrowed and repaid parts of a month on all cards, in the order in which they are funded.
 * @see docs/spec.md#c2
 * @see docs/spec.md#c4
 */
async function listCreditMovements(
  { workspace: { api }, invocation: { signal } }: OverspendingSource,
  month: string,
): Promise<CreditMovement[]> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const parts: CreditMovement[] = []
  for (const card of accounts.filter(({ type }) => isCreditAccountType(type))) {
    const rows: Transaction[] = []
    const filters = { account_id: card.id, since_date: `${month}-01` }
    for await (const page of paginateTransactions(api, filters, signal)) rows.push(...page)
    // Transactions are listed newest first; among equal ones the older one is funded first.
    const inOrder = rows.toReversed().toSorted(compareFundingOrder)
    parts.push(...splitCreditMovements(card, inOrder, `${month}-${daysInMonth(month)}`))
  }
  return parts.toSorted(compareFundingOrder)
}

type FundingOrderKey = Pick<CreditMovement, 'date' | 'amount' | 'created_at'>

const compareFundingOrder = (a: FundingOrderKey, b: FundingOrderKey): number =>
  compareText(a.date, b.date) || compare(a.amount, b.amount) || compareText(a.created_at, b.created_at)
const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/**
 * Splits transactions into borrowed and other parts: only what moves the balance of the card below zero is
 * borrowed. `rows` are all transactions of the card since the month began.
 * @see docs/spec.md#c2
 */
function splitCreditMovements(
  card: Account,
  rows: readonly Transaction[],
  lastDay: string,
): CreditMovement[] {
  let balance = subtract(card.balance, sum(rows.map(({ amount }) => amount)))
  const parts: CreditMovement[] = []
  for (const { date, amount, created_at, ...row } of rows.filter((shortfall) => shortfall.date <= lastDay)) {
    const lines = row.splits ?? [{ amount, category_id: row.category_id }]
    for (const line of lines) {
      const balanceAfter = add(balance, line.amount)
      const part = subtract(line.amount, subtract(clampToZero(balanceAfter), clampToZero(balance)))
      balance = balanceAfter
      if (line.category_id !== null && !isZero(part))
        parts.push({ date, amount, created_at, category_id: line.category_id, card: card.name, part })
    }
  }
  return parts
}
