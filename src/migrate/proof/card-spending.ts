/** Bounds how differently two programs can divide what is set aside for purchases between cards. */

import { toMonth } from '../../money/calendar.ts'
import { absolute, clampToZero, type MinorUnits, minimum } from '../../money/minor-units.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import type { WorkspaceFigures } from './compare-figures.ts'

/** What was bought and refunded in a category by one card. */
interface CardUse {
  bought: MinorUnits
  refunded: MinorUnits
}

/** The use of cards by month, category (null for none) and payment category. */
type CardUses = ReadonlyMap<string, ReadonlyMap<number | null, ReadonlyMap<number, CardUse>>>

/** Returns how much the activity of a payment category may differ in a month. */
export type FindDivisible = (of: { month: string; category: number }) => MinorUnits

/**
 * Returns what may be set aside for another card: what a category that several cards were used for lacks, or got back.
 * What one card bought, and every payment, has one place.
 * @see docs/spec.md#c4
 */
export function createDivision(plan: WorkspacePlan, ours: Pick<WorkspaceFigures, 'months'>): FindDivisible {
  const uses = collectCardUses(plan)
  return ({ month, category: payment }) => {
    let most = 0n
    for (const [category, byCard] of uses.get(month) ?? []) {
      const own = byCard.get(payment)
      if (!own || byCard.size < 2) continue
      const turnover = own.bought + own.refunded
      let open = 0n
      for (const { refunded } of byCard.values()) open += refunded
      const available = ours.months.get(month)?.categories.get(category ?? 0)?.available
      // What has no category lacks everything.
      open += category === null ? turnover : clampToZero(-(available ?? 0n))
      most += minimum(turnover, open)
    }
    return most
  }
}

function collectCardUses({ content }: WorkspacePlan): CardUses {
  const paymentByCard = new Map(
    content.categories.flatMap(({ card, seq }) => (card === null ? [] : [[card, seq] as const])),
  )
  const uses = new Map<string, Map<number | null, Map<number, CardUse>>>()
  for (const transaction of content.transactions) {
    const payment = paymentByCard.get(transaction.account)
    if (payment === undefined || transaction.deleted) continue
    for (const { category, ready_to_assign, amount } of transaction.splits ?? [transaction]) {
      const isPayment = category === null && transaction.transfer_account !== null
      if (ready_to_assign || isPayment) continue
      const ofMonth = uses.get(toMonth(transaction.date)) ?? new Map<number | null, Map<number, CardUse>>()
      uses.set(toMonth(transaction.date), ofMonth)
      const ofCategory = ofMonth.get(category) ?? new Map<number, CardUse>()
      ofMonth.set(category, ofCategory)
      const use = ofCategory.get(payment) ?? { bought: 0n, refunded: 0n }
      ofCategory.set(payment, use)
      use[amount < 0n ? 'bought' : 'refunded'] += absolute(amount)
    }
  }
  return uses
}
