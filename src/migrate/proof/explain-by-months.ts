/** Explains differences with a program that has our rules: by what it states about the month before. */

import { addMonths, toMonth } from '../../money/calendar.ts'
import { clampToZero } from '../../money/minor-units.ts'
import type { MovedCategoryMonth } from '../figures.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import type { FoundDifference, WorkspaceFigures } from './compare-figures.ts'
import type { DifferenceRule } from './proof.ts'

interface StatedMonths {
  /** By `MONTH CATEGORY`. */
  categories: ReadonlyMap<string, MovedCategoryMonth>
  withTransactions: ReadonlySet<string>
  payments: ReadonlySet<number>
  /** The first month whose spending differs, and whether each such month has no transactions in the file. */
  spending: { firstDifference: string | undefined; isMissing: boolean }
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
  const withTransactions = listMonthsWithTransactions(plan)
  const stated: StatedMonths = {
    categories: new Map(plan.figures.categoryMonths.map((theirs) => [toKey(theirs), theirs])),
    withTransactions,
    payments,
    spending: findSpendingDifferences(differences, payments, withTransactions),
  }
  const explained = new Map<string, DifferenceRule[]>()
  return (difference) => {
    const { figure, month, category } = difference
    if (figure === 'age_of_money') return ['age-of-money']
    if (month === null) return []
    if (category === null) return explainReadyToAssign(difference, { month, stated, ours, explained })
    const rules = explainCategory(difference, { month, category, stated, ours, explained })
    explained.set(`${figure} ${toKey({ month, category })}`, rules)
    return rules
  }
}

const toKey = ({ month, category }: { month: string; category: number }): string => `${month} ${category}`

function listMonthsWithTransactions({ content }: WorkspacePlan): Set<string> {
  const months = new Set<string>()
  for (const { date } of content.transactions) months.add(toMonth(date))
  return months
}

/** A wrong balance differs from the first month on. */
function findSpendingDifferences(
  differences: readonly FoundDifference[],
  payments: ReadonlySet<number>,
  withTransactions: ReadonlySet<string>,
): StatedMonths['spending'] {
  const months = differences
    .filter(
      ({ figure, category }) =>
        figure === 'balance' || (figure === 'activity' && category !== null && !payments.has(category)),
    )
    .map(({ month }) => month ?? '')
  return {
    firstDifference: months.toSorted()[0],
    isMissing: months.every((month) => month !== '' && !withTransactions.has(month)),
  }
}

interface ExplainContext {
  month: string
  stated: StatedMonths
  ours: WorkspaceFigures
  /** The rules of the differences so far, by figure, month and category. */
  explained: ReadonlyMap<string, DifferenceRule[]>
}

function explainCategory(
  { figure }: FoundDifference,
  { month, category, stated, ours, explained }: ExplainContext & { category: number },
): DifferenceRule[] {
  if (stated.payments.has(category)) return explainPayment(month, stated)
  if (figure === 'activity') return stated.withTransactions.has(month) ? [] : ['missing']
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
  const follows = explained.get(`available ${toKey(before)}`)
  return carried === clampToZero(left) && follows && follows.length > 0 ? ['follows'] : []
}

/** Payments follow from spending: only where all spending is the same, it is the rule for payments that differs. */
function explainPayment(
  month: string,
  { spending: { firstDifference, isMissing } }: StatedMonths,
): DifferenceRule[] {
  if (firstDifference === undefined || month < firstDifference) return ['payments']
  return isMissing ? ['follows'] : []
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
  if (theirs - own === missing && missing !== 0n && isExplained) return ['follows']
  if (theirs - own === held && held !== 0n) return ['later']
  return theirs - own === missing + held && held !== 0n && isExplained ? ['later', 'follows'] : []
}
