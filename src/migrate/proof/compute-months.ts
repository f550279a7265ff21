/** Computes the months of a budget without cards, by the rules of this program or of another one. */

import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits, minimum } from '../../money/minor-units.ts'
import type { AmountsByMonth } from '../figures.ts'

/** What the months of a budget follow from. Only lines of on-budget accounts count, and no transfers between them. */
export interface BudgetFacts<Category> {
  first: string
  last: string
  categories: readonly Category[]
  assigned: AmountsByMonth<Category>
  activity: AmountsByMonth<Category>
  /** Lines in Ready to Assign. */
  income: ReadonlyMap<string, MinorUnits>
  /** Lines without a category. */
  uncategorized: ReadonlyMap<string, MinorUnits>
}

/** The rules on which programs differ. @see docs/migrate.md */
export interface BudgetRules<Category> {
  ignoresUncategorized: boolean
  offersMoneyAssignedLater: boolean
  /** Money held back in a month for the next one. */
  held: ReadonlyMap<string, MinorUnits>
  /** True if what a category overspends in a month stays in the category. */
  carriesOverspending: (category: Category, month: string) => boolean
}

/** A computed month. */
export interface ComputedMonth<Category> {
  month: string
  readyToAssign: MinorUnits
  available: ReadonlyMap<Category, MinorUnits>
}

/** Returns the rules of this program. @see docs/spec.md#b20 */
export const createOwnRules = <Category>(): BudgetRules<Category> => ({
  ignoresUncategorized: false,
  offersMoneyAssignedLater: false,
  held: new Map(),
  carriesOverspending: () => false,
})

/** What a month hands to the next one. */
interface Carry<Category> {
  available: ReadonlyMap<Category, MinorUnits>
  uncategorized: MinorUnits
  /** Ready to Assign before what later months need is held back, and before what is held for the next month. */
  running: MinorUnits
}

/** Returns every month from the first to the last. */
export function computeMonths<Category>(
  facts: BudgetFacts<Category>,
  rules: BudgetRules<Category>,
): ComputedMonth<Category>[] {
  const months: ComputedMonth<Category>[] = []
  let carry: Carry<Category> = { available: new Map(), uncategorized: 0n, running: 0n }
  for (let month = facts.first; month <= facts.last; month = addMonths(month, 1)) {
    carry = computeMonth(facts, { rules, month, before: carry })
    const readyToAssign = carry.running - (rules.held.get(month) ?? 0n)
    months.push({ month, readyToAssign, available: carry.available })
  }
  return rules.offersMoneyAssignedLater ? months : holdForLaterMonths(facts, months)
}

function computeMonth<Category>(
  facts: BudgetFacts<Category>,
  { rules, month, before }: { rules: BudgetRules<Category>; month: string; before: Carry<Category> },
): Carry<Category> {
  const previous = addMonths(month, -1)
  const available = new Map<Category, MinorUnits>()
  let overspent = clampToZero(-before.uncategorized)
  for (const category of facts.categories) {
    const left = before.available.get(category) ?? 0n
    const staysNegative = left < 0n && rules.carriesOverspending(category, previous)
    if (left < 0n && !staysNegative) overspent -= left
    const carried = staysNegative ? left : clampToZero(left)
    const assigned = facts.assigned.get(month)?.get(category) ?? 0n
    available.set(category, carried + assigned + (facts.activity.get(month)?.get(category) ?? 0n))
  }
  const uncategorized = rules.ignoresUncategorized
    ? 0n
    : clampToZero(before.uncategorized) + (facts.uncategorized.get(month) ?? 0n)
  const running = before.running + (facts.income.get(month) ?? 0n) - sumAssigned(facts, month) - overspent
  return { available, uncategorized, running }
}

function sumAssigned<Category>({ assigned }: BudgetFacts<Category>, month: string): MinorUnits {
  let sum = 0n
  for (const amount of assigned.get(month)?.values() ?? []) sum += amount
  return sum
}

/** Takes from each month's Ready to Assign what later months have assigned. @see docs/spec.md#b40 */
function holdForLaterMonths<Category>(
  facts: BudgetFacts<Category>,
  months: readonly ComputedMonth<Category>[],
): ComputedMonth<Category>[] {
  const held: ComputedMonth<Category>[] = []
  let need = 0n
  for (const computed of months.toReversed()) {
    const { month, readyToAssign } = computed
    held.push({ ...computed, readyToAssign: readyToAssign - minimum(clampToZero(readyToAssign), need) })
    need = clampToZero(sumAssigned(facts, month) - (facts.income.get(month) ?? 0n) + need)
  }
  return held.toReversed()
}
