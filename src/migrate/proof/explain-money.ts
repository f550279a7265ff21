/** Explains differences in balances and activity: the file has no transactions of a month, or contradicts its own. */

import { toMonth } from '../../money/calendar.ts'
import type { MovedContradictions } from '../figures.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import { toCategoryMonth } from './category-month.ts'
import type { FoundDifference } from './compare-figures.ts'
import type { DifferenceRule } from './proof.ts'

/** Why balances and activity differ. Other figures follow from them. */
export interface ExplainedMoney {
  /** Returns the rules of a difference in a balance or in the activity of a category that is no payment category. */
  explain(difference: FoundDifference): DifferenceRule[]
  /** The first month whose spending differs without a reason; '' for a balance, which may differ from the beginning. */
  firstUnexplained: string | undefined
  /** The first month whose spending differs with a reason. */
  firstExplained: string | undefined
}

/** Returns why the balances and the activity of categories differ. */
export function explainMoney(
  { content, figures }: Pick<WorkspacePlan, 'content' | 'figures'>,
  differences: readonly FoundDifference[],
  payments: ReadonlySet<number>,
): ExplainedMoney {
  const withTransactions = new Set<string>()
  for (const { date } of content.transactions) withTransactions.add(toMonth(date))
  const sums = indexSums(figures.contradictions)
  const explain = ({ figure, month, category, account, ours }: FoundDifference): DifferenceRule[] => {
    if (figure === 'balance') return sums.balances.get(account ?? 0) === ours ? ['contradicts'] : []
    if (figure !== 'activity' || month === null || category === null) return []
    if (!withTransactions.has(month)) return ['missing']
    return sums.activity.get(toCategoryMonth({ month, category })) === ours ? ['contradicts'] : []
  }
  const unexplained: string[] = []
  const explained: string[] = []
  for (const difference of differences) {
    const { figure, month, category } = difference
    const isSpending = figure === 'activity' && category !== null && !payments.has(category)
    if (figure !== 'balance' && !isSpending) continue
    if (explain(difference).length === 0) unexplained.push(month ?? '')
    else if (isSpending) explained.push(month ?? '')
  }
  return { explain, firstUnexplained: unexplained.toSorted()[0], firstExplained: explained.toSorted()[0] }
}

const indexSums = (contradictions: MovedContradictions | undefined) => ({
  balances: new Map(contradictions?.balances.map(({ account, sum }) => [account, sum])),
  activity: new Map(contradictions?.activity.map(({ sum, ...of }) => [toCategoryMonth(of), sum])),
})
