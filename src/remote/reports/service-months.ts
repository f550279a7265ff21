/** Reads budget months of a service, and takes Ready to Assign apart as far as the service tells. */

import type { BudgetApi } from '../../contract/api.ts'
import type {
  BudgetMonth,
  CategoryMonth,
  ReadyToAssignExplanation,
  ReadyToAssignParts,
} from '../../contract/ports/budget-months.ts'
import type { ReportLine } from '../../contract/ports/report-source.ts'
import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { MonthLines } from './month-lines.ts'
import { listMonths, type Period } from './months.ts'
import { parseReplyAmount } from './report-lines.ts'

/** A month as the service tells it. */
type ServiceMonth = Awaited<ReturnType<BudgetApi['getMonth']>>['month']

type MonthContext = {
  api: Pick<BudgetApi, 'getMonth'>
  decimals: number
  /** The credit accounts: what they take part in is borrowed until they are paid. */
  creditIds: ReadonlySet<string>
  lines: Pick<MonthLines, 'listMonths'>
  reserveRequests: ((requests: number) => void) | undefined
}

/** The months of a service. */
export interface ServiceMonths {
  list(months: Period): Promise<BudgetMonth[]>
  explain(month: string): Promise<ReadyToAssignExplanation>
}

/** Returns the months of a service; each is requested once. */
export function createServiceMonths(context: MonthContext): ServiceMonths {
  const requested = new Map<string, Promise<ServiceMonth>>()
  const getMonth = (month: string): Promise<ServiceMonth> => {
    const known = requested.get(month)
    if (known) return known
    const reading = context.api.getMonth({ month }).then((reply) => reply.month)
    requested.set(month, reading)
    return reading
  }
  const toFigures = async (month: string): Promise<MonthFigures> => {
    const [lines = []] = await context.lines.listMonths({ first: month, last: month })
    return computeFigures(await getMonth(month), lines, context)
  }
  const split = async (month: string): Promise<ReadyToAssignParts> =>
    splitReadyToAssign(await toFigures(month), await toFigures(addMonths(month, -1)))
  return {
    async explain(month) {
      await context.lines.listMonths({ first: addMonths(month, -1), last: month })
      const { categories } = await toFigures(addMonths(month, -1))
      const overspent_categories = categories
        .filter(({ cash_overspending }) => cash_overspending > 0n)
        .map(({ category_id, cash_overspending }) => ({ category_id, amount: cash_overspending }))
      return { ...(await split(month)), overspent_categories }
    },
    async list(months) {
      const budgetMonths: BudgetMonth[] = []
      const needed = [addMonths(months.first, -1), ...listMonths(months)].filter(
        (month) => !requested.has(month),
      )
      context.reserveRequests?.(needed.length)
      // One range is read in fewer pages than month by month.
      await context.lines.listMonths({ first: addMonths(months.first, -1), last: months.last })
      for (const month of listMonths(months)) {
        const { categories } = await toFigures(month)
        budgetMonths.push({ month, parts: await split(month), categories })
      }
      return budgetMonths
    },
  }
}

/** What the service and the lines of a month tell. */
interface MonthFigures {
  ready_to_assign: MinorUnits
  income: MinorUnits
  categories: CategoryMonth[]
}

function computeFigures(
  { ready_to_assign, category_groups }: ServiceMonth,
  lines: readonly ReportLine[],
  { decimals, creditIds }: MonthContext,
): MonthFigures {
  const { income, borrowed, uncategorized } = totalLines(lines, creditIds)
  const categories = category_groups.flatMap((group) =>
    group.categories.map((category): CategoryMonth => {
      const available = parseReplyAmount(category.available, decimals)
      return {
        category_id: category.id,
        carryover: parseReplyAmount(category.carryover_from_previous, decimals),
        assigned: parseReplyAmount(category.assigned, decimals),
        activity: parseReplyAmount(category.activity, decimals),
        available,
        ...splitOverspending(available, borrowed.get(category.id) ?? 0n),
      }
    }),
  )
  if (uncategorized) {
    // The service does not list this envelope. What it carried over is not known.
    const overspending = splitOverspending(uncategorized.activity, borrowed.get(null) ?? 0n)
    const figures = { carryover: 0n, assigned: 0n, available: uncategorized.activity }
    categories.push({ category_id: null, ...figures, ...uncategorized, ...overspending })
  }
  return { ready_to_assign: parseReplyAmount(ready_to_assign, decimals), income, categories }
}

/** Adds up the income of the cash accounts, what each category borrowed, and what is uncategorized. */
function totalLines(lines: readonly ReportLine[], creditIds: ReadonlySet<string>) {
  let income = 0n
  let uncategorized: { activity: MinorUnits } | undefined
  const borrowed = new Map<string | null, MinorUnits>()
  for (const { kind, account_id, category_id, amount } of lines) {
    const isBorrowed = creditIds.has(account_id)
    if ((kind === 'income' || kind === 'starting_balance') && !isBorrowed) income += amount
    if (kind !== 'spending') continue
    if (isBorrowed) borrowed.set(category_id, (borrowed.get(category_id) ?? 0n) + amount)
    if (category_id === null) uncategorized = { activity: (uncategorized?.activity ?? 0n) + amount }
  }
  return { income, borrowed, uncategorized }
}

/**
 * Splits the overspending of a category as if every card were in debt: what a card holds above zero the service does
 * not tell.
 * @see docs/spec.md#c3
 */
function splitOverspending(
  available: MinorUnits,
  borrowed: MinorUnits,
): Pick<CategoryMonth, 'cash_overspending' | 'credit_overspending'> {
  const credit_overspending = clampToZero(-(clampToZero(available - borrowed) + borrowed))
  return { credit_overspending, cash_overspending: clampToZero(-available) - credit_overspending }
}

/** Takes Ready to Assign apart. What later months hold back and other things the service does not tell are `other`. */
function splitReadyToAssign(figures: MonthFigures, before: MonthFigures): ReadyToAssignParts {
  const { ready_to_assign, income } = figures
  const assigned = sumBy(figures.categories, (category) => category.assigned)
  const overspent_last_month = sumBy(before.categories, (category) => category.cash_overspending)
  const carried_over = before.ready_to_assign
  const known = carried_over + income - assigned - overspent_last_month
  return {
    ready_to_assign,
    carried_over,
    income,
    assigned,
    overspent_last_month,
    held_for_later: 0n,
    other: ready_to_assign - known,
  }
}

const sumBy = <Item>(items: readonly Item[], read: (item: Item) => MinorUnits): MinorUnits =>
  items.reduce((sum, item) => sum + read(item), 0n)
