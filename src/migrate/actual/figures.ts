/** Computes what Actual shows: balances, and the months of a budget by its rules. */

import { addMonths, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { computeMonths } from '../proof/compute-months.ts'
import type {
  SourceBudget,
  SourceCategoryRef,
  SourceFigures,
  SourceRules,
  SourceTransaction,
} from '../source-budget.ts'

/** How many months Actual shows after the current one. */
const MONTHS_AFTER = 12

/** Actual knows neither cards nor money that is kept for later months. */
export const actualRules: SourceRules = {
  treatsCardsAsCash: true,
  ignoresUncategorized: true,
  offersMoneyAssignedLater: true,
  held: [],
  carriesOverspending: [],
}

/** Returns the balance of each account that has transactions. */
export function sumBalances(transactions: readonly SourceTransaction[]): Map<string, MinorUnits> {
  const balances = new Map<string, MinorUnits>()
  for (const { account, amount } of transactions)
    balances.set(account, (balances.get(account) ?? 0n) + amount)
  return balances
}

/** What the figures of months follow from. */
export interface MonthFacts {
  /** The keys of the categories. */
  categories: readonly string[]
  assignments: SourceBudget['assignments']
  transactions: readonly SourceTransaction[]
  isOnBudget: (account: string) => boolean
  rules: SourceRules
  currentMonth: string
}

/** Returns the figures of every month from the first to the last that holds anything, and of the current one. */
export function computeFigures(facts: MonthFacts): Pick<SourceFigures, 'categoryMonths' | 'months'> {
  const { categories, rules, currentMonth } = facts
  const sums = sumByMonth(facts)
  const months = [...sums.months, ...rules.held.map(({ month }) => month), currentMonth].toSorted()
  const end = addMonths(currentMonth, MONTHS_AFTER)
  const last = months.findLast((month) => month <= end) ?? currentMonth
  const flags = new Set(rules.carriesOverspending.map(({ month, category }) => `${month} ${category}`))
  const computed = computeMonths(
    { ...sums, first: months[0] ?? currentMonth, last, categories, uncategorized: new Map() },
    {
      ...rules,
      held: new Map(rules.held.map(({ month, amount }) => [month, amount])),
      carriesOverspending: (category, month) => flags.has(`${month} ${category}`),
    },
  )
  return {
    months: computed.map(({ month, readyToAssign }) => ({ month, readyToAssign, ageOfMoney: undefined })),
    categoryMonths: computed.flatMap(({ month, available }) =>
      categories.map((category) => ({
        month,
        category,
        assigned: sums.assigned.get(month)?.get(category) ?? 0n,
        activity: sums.activity.get(month)?.get(category) ?? 0n,
        available: available.get(category) ?? 0n,
      })),
    ),
  }
}

type MutableAmounts = Map<string, Map<string, MinorUnits>>

/** Adds up the lines of on-budget accounts and the assigned amounts. */
function sumByMonth({ assignments, transactions, isOnBudget }: MonthFacts) {
  const [assigned, activity]: [MutableAmounts, MutableAmounts] = [new Map(), new Map()]
  const income = new Map<string, MinorUnits>()
  const months = new Set<string>()
  for (const { month, category, assigned: amount } of assignments) {
    months.add(month)
    addAmount(assigned, { month, category }, amount)
  }
  for (const transaction of transactions) {
    const month = toMonth(transaction.date)
    months.add(month)
    if (!isOnBudget(transaction.account)) continue
    for (const { category, amount } of transaction.lines ?? [transaction])
      if (category === 'ready_to_assign') income.set(month, (income.get(month) ?? 0n) + amount)
      else if (category !== null) addAmount(activity, { month, category: category.category }, amount)
  }
  return { assigned, activity, income, months }
}

function addAmount(
  amounts: MutableAmounts,
  { month, category }: { month: string } & Exclude<SourceCategoryRef, string | null>,
  amount: MinorUnits,
): void {
  const ofMonth = amounts.get(month) ?? new Map<string, MinorUnits>()
  amounts.set(month, ofMonth)
  ofMonth.set(category, (ofMonth.get(category) ?? 0n) + amount)
}
