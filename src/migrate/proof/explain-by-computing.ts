/** Explains differences with a program without cards: computes the months by its rules, and by ours one by one. */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { ContentTransaction } from '../../contract/ports/workspace-content.ts'
import { toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { type AmountsByMonth, addAmount, addToMonth, type ProgramRules } from '../figures.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import type { DifferenceRule, FoundDifference } from './compare-figures.ts'
import {
  type BudgetFacts,
  type BudgetRules,
  type ComputedMonth,
  computeMonths,
  createOwnRules,
} from './compute-months.ts'

/** How a rule of the other program becomes ours. */
const ownRuleByName = {
  uncategorized: { ignoresUncategorized: false },
  later: { offersMoneyAssignedLater: false },
  held: { held: new Map() },
  carried: { carriesOverspending: () => false },
} satisfies Partial<Record<DifferenceRule, Partial<BudgetRules<number>>>>

type ComputedRule = keyof typeof ownRuleByName

const computedRules: readonly ComputedRule[] = ['uncategorized', 'later', 'held', 'carried']

/**
 * Returns a function that explains a difference; it returns no rule for what the other program's rules do not give.
 * @param differences all of them
 */
export function explainByComputing(
  plan: WorkspacePlan,
  rules: ProgramRules<number>,
  differences: readonly FoundDifference[],
): (difference: FoundDifference) => DifferenceRule[] {
  // What was before the first month that moves in decides what the program says about later ones.
  const facts = collectFacts(plan.whole ?? plan)
  const theirRules = toBudgetRules(rules)
  const compute = (by: BudgetRules<number>) => indexMonths(computeMonths(facts, by))
  const firstWrong = findFirstWrongMonth(differences)
  const hasCards = plan.content.accounts.some(({ type }) => isCreditAccountType(type))
  const theirs = compute(theirRules)
  const ours = compute(createOwnRules())
  const withOwnRule = new Map(
    computedRules.map((rule) => [rule, compute({ ...theirRules, ...ownRuleByName[rule] })]),
  )
  return (difference) => {
    const computed = findFigure(theirs, difference)
    if (computed === undefined || computed !== difference.theirs) return []
    const found: DifferenceRule[] = computedRules.filter((rule) => {
      const months = withOwnRule.get(rule)
      return months && findFigure(months, difference) !== computed
    })
    if (findFigure(ours, difference) === difference.ours) return found
    // Our own rules without cards do not give the figure of the workspace: cards do, or what moved in is not all there.
    if (firstWrong !== undefined && (difference.month ?? '') >= firstWrong) return []
    if (plan.whole && found.length === 0) return ['since']
    return hasCards ? [...found, 'cards'] : plan.whole ? found : []
  }
}

/** Returns the first month with a figure that no rule changes: a balance, what was assigned, or what moved. */
function findFirstWrongMonth(differences: readonly FoundDifference[]): string | undefined {
  return differences
    .filter(({ figure }) => figure === 'balance' || figure === 'assigned' || figure === 'activity')
    .map(({ month }) => month ?? '')
    .toSorted()[0]
}

type MonthIndex = ReadonlyMap<string, ComputedMonth<number>>

const indexMonths = (months: readonly ComputedMonth<number>[]): MonthIndex =>
  new Map(months.map((month) => [month.month, month]))

function findFigure(
  months: MonthIndex,
  { figure, month, category }: FoundDifference,
): MinorUnits | undefined {
  const computed = months.get(month ?? '')
  if (figure === 'ready_to_assign') return computed?.readyToAssign
  if (figure === 'available' && category !== null) return computed?.available.get(category)
  return undefined
}

function toBudgetRules(rules: ProgramRules<number>): BudgetRules<number> {
  const carried = new Set(rules.carriesOverspending.map(({ month, category }) => `${month} ${category}`))
  return {
    ignoresUncategorized: rules.ignoresUncategorized,
    offersMoneyAssignedLater: rules.offersMoneyAssignedLater,
    held: new Map(rules.held.map(({ month, amount }) => [month, amount])),
    carriesOverspending: (category, month) => carried.has(`${month} ${category}`),
  }
}

/** Collects what the months follow from: every line of an on-budget account, apart from transfers between them. */
function collectFacts({ content, figures }: WorkspacePlan): BudgetFacts<number> {
  const onBudget = new Set(
    content.accounts.filter(({ type }) => isOnBudgetAccountType(type)).map(({ seq }) => seq),
  )
  const [assigned, activity]: [AmountsByMonth<number>, AmountsByMonth<number>] = [new Map(), new Map()]
  const [income, uncategorized] = [new Map<string, MinorUnits>(), new Map<string, MinorUnits>()]
  const months = new Set<string>()
  for (const { month, category, assigned: amount } of content.assignments) {
    months.add(month)
    addToMonth(assigned, { month, category }, amount)
  }
  for (const transaction of content.transactions) {
    if (!onBudget.has(transaction.account) || transaction.deleted) continue
    if (transaction.transfer_account !== null && onBudget.has(transaction.transfer_account)) continue
    const month = toMonth(transaction.date)
    months.add(month)
    for (const { amount, category, ready_to_assign } of listLines(transaction)) {
      if (ready_to_assign) addAmount(income, month, amount)
      else if (category === null) addAmount(uncategorized, month, amount)
      else addToMonth(activity, { month, category }, amount)
    }
  }
  for (const { month } of [...figures.categoryMonths, ...figures.months]) months.add(month)
  const sorted = [...months].toSorted()
  return {
    first: sorted[0] ?? '',
    last: sorted.at(-1) ?? '',
    categories: content.categories.map(({ seq }) => seq),
    assigned,
    activity,
    income,
    uncategorized,
  }
}

const listLines = (transaction: ContentTransaction) => transaction.splits ?? [transaction]
