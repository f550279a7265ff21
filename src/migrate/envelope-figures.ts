/** Computes the months of a budget by the rules of YNAB 4, which Actual has as well: envelopes of cash. */

import { addMonths, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import {
  type AmountsByMonth,
  addAmount,
  addToMonth,
  type ProgramRules,
  type StatedFigures,
} from './figures.ts'
import { computeMonths } from './proof/compute-months.ts'
import type { NotTaken, SourceBudget, SourceTransaction } from './source-budget.ts'

/** How many months the programs show after the current one. */
const MONTHS_AFTER = 12

/** Both programs know neither cards nor money that is kept for later months. */
export const cashBudgetRules: ProgramRules<string> = {
  treatsCardsAsCash: true,
  ignoresUncategorized: true,
  offersMoneyAssignedLater: true,
  held: [],
  carriesOverspending: [],
}

/** What the figures of months follow from. */
export interface MonthFacts {
  /** The keys of the categories. */
  categories: readonly string[]
  assignments: SourceBudget['assignments']
  transactions: readonly SourceTransaction[]
  isOnBudget: (account: string) => boolean
  rules: ProgramRules<string>
  currentMonth: string
}

/** Returns the figures of every month from the first to the last that holds anything, and of the current one. */
export function computeFigures(facts: MonthFacts): Pick<StatedFigures<string>, 'categoryMonths' | 'months'> {
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

/** Adds up the lines of on-budget accounts and the assigned amounts. */
function sumByMonth({ assignments, transactions, isOnBudget }: MonthFacts) {
  const [assigned, activity]: [AmountsByMonth<string>, AmountsByMonth<string>] = [new Map(), new Map()]
  const income = new Map<string, MinorUnits>()
  const months = new Set<string>()
  for (const { month, category, assigned: amount } of assignments) {
    months.add(month)
    addToMonth(assigned, { month, category }, amount)
  }
  for (const transaction of transactions) {
    const month = toMonth(transaction.date)
    months.add(month)
    if (!isOnBudget(transaction.account)) continue
    for (const { category, amount } of transaction.lines ?? [transaction])
      if (category === 'ready_to_assign') addAmount(income, month, amount)
      else if (category !== null) addToMonth(activity, { month, category: category.category }, amount)
  }
  return { assigned, activity, income, months }
}

/** Says that cards became bank accounts, as which their program treats them: then every figure stays as it is. */
export function describeCashCards(
  program: string,
  cards: readonly { key: string; name: string }[],
): NotTaken[] {
  const [first] = cards
  if (!first) return []
  const why = `${program} treats them as cash, so they became bank accounts: ${cards.map(({ name }) => name).join(', ')}; --type "${first.name}=credit_credit_card" makes one a card, which changes Ready to Assign`
  return [{ what: 'cards', count: cards.length, why, accounts: cards.map(({ key }) => key) }]
}
