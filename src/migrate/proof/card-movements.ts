/** Adds up what moved on the cards, which bounds what their payment categories can differ by. */

import { toMonth } from '../../money/calendar.ts'
import { absolute, clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import { toCategoryMonth } from './category-month.ts'

/** What moved on the cards. */
export interface CardMovements {
  /** The sum of all amounts without their signs, by month and payment category. */
  turnover: ReadonlyMap<string, MinorUnits>
  /** Returns what the cards have above zero at the end of a month. */
  sumCredit(month: string): MinorUnits
}

/** Returns what moved on the cards of a plan. */
export function collectCardMovements({ content }: WorkspacePlan): CardMovements {
  const paymentByCard = new Map(
    content.categories.flatMap(({ card, seq }) => (card === null ? [] : [[card, seq] as const])),
  )
  const turnover = new Map<string, MinorUnits>()
  const changes = new Map<number, Map<string, MinorUnits>>()
  for (const { account, date, amount, deleted } of content.transactions) {
    const category = paymentByCard.get(account)
    if (category === undefined || deleted) continue
    const month = toMonth(date)
    const key = toCategoryMonth({ month, category })
    turnover.set(key, (turnover.get(key) ?? 0n) + absolute(amount))
    const ofCard = changes.get(account) ?? new Map<string, MinorUnits>()
    changes.set(account, ofCard.set(month, (ofCard.get(month) ?? 0n) + amount))
  }
  return {
    turnover,
    sumCredit(until) {
      let credit = 0n
      for (const ofCard of changes.values()) {
        let balance = 0n
        for (const [month, amount] of ofCard) if (month <= until) balance += amount
        credit += clampToZero(balance)
      }
      return credit
    },
  }
}
