/** Explains differences in balances and activity: the file contradicts its own transactions, or lacks them. */

import { toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { Contradictions } from '../figures.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import {
  type DifferenceRule,
  type FoundDifference,
  toCategoryMonth,
  type WorkspaceFigures,
} from './compare-figures.ts'

/** Why balances and activity differ. Other figures follow from them. */
export interface ExplainedMoney {
  /** Returns the rules of a difference in a balance or in the activity of a category that is no payment category. */
  explain(difference: FoundDifference): DifferenceRule[]
  /** The first month whose money differs without a reason; '' if a balance may differ from the beginning. */
  firstUnexplained: string | undefined
  /** The first month whose spending differs with a reason. */
  firstExplained: string | undefined
}

/** Returns why the balances and the activity of categories differ. */
export function explainMoney(
  { content, figures }: Pick<WorkspacePlan, 'content' | 'figures'>,
  differences: readonly FoundDifference[],
  { payments, balanceChanges }: { payments: ReadonlySet<number> } & Pick<WorkspaceFigures, 'balanceChanges'>,
): ExplainedMoney {
  const withoutRows = new Set(listMonthsWithoutRows({ content, figures }))
  const sums = indexSums(figures.contradictions)
  const explain = ({ figure, month, category, account, ours }: FoundDifference): DifferenceRule[] => {
    if (figure === 'balance') return sums.balances.get(account ?? 0) === ours ? ['contradicts'] : []
    if (figure !== 'activity' || month === null || category === null) return []
    if (withoutRows.has(month)) return []
    return sums.activity.get(toCategoryMonth({ month, category })) === ours ? ['contradicts'] : []
  }
  const planned = sumByAccountMonth(content)
  const unexplained: string[] = []
  const explained: string[] = []
  for (const difference of differences) {
    const { figure, month, category } = difference
    const isSpending = figure === 'activity' && category !== null && !payments.has(category)
    if (figure !== 'balance' && !isSpending) continue
    if (explain(difference).length === 0)
      unexplained.push(month ?? findFirstChange(difference, { planned, balanceChanges }))
    else if (isSpending) explained.push(month ?? '')
  }
  return { explain, firstUnexplained: unexplained.toSorted()[0], firstExplained: explained.toSorted()[0] }
}

/** Returns the months in which the source states activity and has no transactions: its register may be cut. */
export function listMonthsWithoutRows({
  content,
  figures,
}: Pick<WorkspacePlan, 'content' | 'figures'>): string[] {
  const months = new Set<string>()
  for (const { month, activity = 0n } of figures.categoryMonths) if (activity !== 0n) months.add(month)
  if (months.size > 0) for (const { date } of content.transactions) months.delete(toMonth(date))
  return [...months].toSorted()
}

/** The sums of the amounts by account and month. */
type AccountMonths = ReadonlyMap<number, ReadonlyMap<string, MinorUnits>>

function sumByAccountMonth({ transactions }: WorkspacePlan['content']): AccountMonths {
  const sums = new Map<number, Map<string, MinorUnits>>()
  for (const { account, date, amount, deleted } of transactions) {
    if (deleted) continue
    const ofAccount = sums.get(account) ?? new Map<string, MinorUnits>()
    sums.set(account, ofAccount.set(toMonth(date), (ofAccount.get(toMonth(date)) ?? 0n) + amount))
  }
  return sums
}

/** Returns the first month in which the balance of an account changed in another way than planned. */
function findFirstChange(
  { account }: FoundDifference,
  { planned, balanceChanges }: { planned: AccountMonths; balanceChanges: AccountMonths | undefined },
): string {
  const [theirs, own] = [planned.get(account ?? 0), balanceChanges?.get(account ?? 0)]
  if (!theirs || !own) return ''
  const months = [...new Set([...theirs.keys(), ...own.keys()])].toSorted()
  return months.find((month) => (theirs.get(month) ?? 0n) !== (own.get(month) ?? 0n)) ?? ''
}

const indexSums = (contradictions: Contradictions<number> | undefined) => ({
  balances: new Map(contradictions?.balances.map(({ account, sum }) => [account, sum])),
  activity: new Map(contradictions?.activity.map(({ sum, ...of }) => [toCategoryMonth(of), sum])),
})
