/** Explains differences with a program that has our rules: by what it states about the month before. */

import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { StatedCategoryMonth } from '../figures.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import { createDivision, type IsDivision } from './card-division.ts'
import {
  type DifferenceRule,
  type FoundDifference,
  toCategoryMonth as toKey,
  type WorkspaceFigures,
} from './compare-figures.ts'
import { type ExplainedMoney, explainMoney } from './explain-money.ts'

interface StatedMonths {
  /** By `MONTH CATEGORY`. */
  categories: ReadonlyMap<string, StatedCategoryMonth<number>>
  payments: ReadonlySet<number>
  money: ExplainedMoney
  isDivision: IsDivision
  /** By how much the activity of each payment category differs, by month. */
  paymentDifferences: ReadonlyMap<string, ReadonlyMap<number, MinorUnits>>
  /** What the months state as income beyond the transactions of the file. */
  income: readonly { month: string; excess: MinorUnits }[]
}

/**
 * Returns a function that explains a difference. Call it in the order of the months, Ready to Assign last.
 * @param differences all of them
 */
export function explainByMonths(
  plan: WorkspacePlan,
  ours: WorkspaceFigures,
  differences: readonly FoundDifference[],
): (difference: FoundDifference) => DifferenceRule[] {
  const payments = new Set(plan.content.categories.filter(({ card }) => card !== null).map(({ seq }) => seq))
  const money = explainMoney(plan, differences, { payments, balanceChanges: ours.balanceChanges })
  const stated: StatedMonths = {
    categories: new Map(plan.figures.categoryMonths.map((theirs) => [toKey(theirs), theirs])),
    payments,
    money,
    isDivision: createDivision(plan, ours),
    paymentDifferences: indexPaymentDifferences(differences, payments),
    income: plan.figures.contradictions?.income ?? [],
  }
  const explained = new Map<string, DifferenceRule[]>()
  return (difference) => {
    const { figure, month, category } = difference
    if (figure === 'age_of_money') return explainAge(money, month ?? '')
    if (month === null) return money.explain(difference)
    if (category === null) return explainReadyToAssign(difference, { month, stated, ours, explained })
    const rules = explainCategory(difference, { month, category, stated, ours, explained })
    explained.set(`${figure} ${toKey({ month, category })}`, rules)
    return rules
  }
}

function indexPaymentDifferences(
  differences: readonly FoundDifference[],
  payments: ReadonlySet<number>,
): Map<string, Map<number, MinorUnits>> {
  const byMonth = new Map<string, Map<number, MinorUnits>>()
  for (const { figure, month, category, theirs, ours } of differences) {
    if (figure !== 'activity' || month === null || category === null || !payments.has(category)) continue
    const ofMonth = byMonth.get(month) ?? new Map<number, MinorUnits>()
    byMonth.set(month, ofMonth.set(category, theirs - ours))
  }
  return byMonth
}

/** The age follows from what came in and went out. */
function explainAge({ firstUnexplained, firstExplained }: ExplainedMoney, month: string): DifferenceRule[] {
  if (firstUnexplained !== undefined && month >= firstUnexplained) return []
  return firstExplained !== undefined ? ['follows'] : ['age-of-money']
}

interface ExplainContext {
  month: string
  stated: StatedMonths
  ours: WorkspaceFigures
  /** The rules of the differences so far, by figure, month and category. */
  explained: ReadonlyMap<string, DifferenceRule[]>
}

function explainCategory(
  difference: FoundDifference,
  { month, category, stated, ours, explained }: ExplainContext & { category: number },
): DifferenceRule[] {
  const { figure } = difference
  if (stated.payments.has(category)) return explainPayment({ month, category, stated, explained })
  if (figure === 'activity') return stated.money.explain(difference)
  if (figure !== 'available') return []
  const theirs = stated.categories.get(toKey({ month, category }))
  if (theirs?.available === undefined) return []
  const own = ours.months.get(month)?.categories.get(category)
  const assigned = theirs.assigned ?? own?.assigned ?? 0n
  const activity = theirs.activity ?? own?.activity ?? 0n
  const carried = theirs.available - assigned - activity
  const ownCarried = (own?.available ?? 0n) - (own?.assigned ?? 0n) - (own?.activity ?? 0n)
  const fromActivity = explained.get(`activity ${toKey({ month, category })}`)
  if (carried === ownCarried) return fromActivity ?? []
  const before = { month: addMonths(month, -1), category }
  const left = stated.categories.get(toKey(before))?.available
  if (left === undefined) return ['begins']
  if (left < 0n && carried === left) return ['carried']
  if (carried !== clampToZero(left)) return carried === left ? [] : ['contradicts']
  const follows = explained.get(`available ${toKey(before)}`)
  return follows && follows.length > 0 ? ['follows'] : []
}

/**
 * Explains a payment category. Payments follow from spending, so all spending and all balances must be the same, the
 * figures of the file must follow from one another, and some order of the cards must give exactly what each has.
 */
function explainPayment({
  month,
  category,
  stated,
  explained,
}: Omit<ExplainContext, 'ours'> & { category: number }): DifferenceRule[] {
  const { firstUnexplained, firstExplained } = stated.money
  if (firstUnexplained !== undefined && month >= firstUnexplained) return []
  if (firstExplained !== undefined && month >= firstExplained) return ['follows']
  const theirs = stated.categories.get(toKey({ month, category }))
  const before = { month: addMonths(month, -1), category }
  const left = stated.categories.get(toKey(before))?.available
  if (!theirs || !isConsistent(theirs, left)) return []
  const differing = stated.paymentDifferences.get(month)
  if (differing?.has(category)) return stated.isDivision(month, differing) ? ['payments'] : []
  return (explained.get(`available ${toKey(before)}`) ?? []).length > 0 ? ['follows'] : []
}

/** True if what is available is what was left, was assigned and moved. */
function isConsistent(
  { assigned, activity, available }: StatedCategoryMonth<number>,
  left: MinorUnits | undefined,
): boolean {
  if (assigned === undefined || activity === undefined || available === undefined || left === undefined)
    return true
  const carried = available - assigned - activity
  return carried === left || carried === clampToZero(left)
}

/** What is not in the categories is in Ready to Assign, so their differences add up to its difference. */
function explainReadyToAssign(
  { theirs, ours: own }: FoundDifference,
  { month, stated, ours, explained }: ExplainContext,
): DifferenceRule[] {
  let missing = 0n
  let isExplained = true
  for (const [key, { available, category }] of stated.categories) {
    if (available === undefined || key !== toKey({ month, category })) continue
    const difference = (ours.months.get(month)?.categories.get(category)?.available ?? 0n) - available
    if (difference === 0n) continue
    missing += difference
    isExplained &&= (explained.get(`available ${key}`) ?? []).length > 0
  }
  const held = ours.months.get(month)?.heldForLater ?? 0n
  const excess = stated.income.reduce((sum, one) => sum + (one.month <= month ? one.excess : 0n), 0n)
  const parts = [0n, held]
    .flatMap((later) =>
      [0n, isExplained ? missing : 0n].flatMap((follows) =>
        [0n, excess].map((contradicts) => ({ later, follows, contradicts })),
      ),
    )
    .map((part) => ({ part, rules: listParts(part) }))
  const sum = ({ part }: (typeof parts)[number]): MinorUnits => part.later + part.follows + part.contradicts
  const fitting = parts.filter((one) => one.rules.length > 0 && sum(one) === theirs - own)
  return fitting.toSorted((a, b) => a.rules.length - b.rules.length)[0]?.rules ?? []
}

type ReadyToAssignRule = 'later' | 'follows' | 'contradicts'

const listParts = (part: Readonly<Record<ReadyToAssignRule, MinorUnits>>): DifferenceRule[] =>
  (['contradicts', 'follows', 'later'] as const).filter((rule) => part[rule] !== 0n)
