/** Describes in a few words what is planned for an envelope or an account. */

import { nameMonth, toMonth } from '../money/calendar.ts'
import { compare, isZero } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { AccountOutlook } from '../schedules/forecast/plan-forecast.ts'
import type { CategoryNeed, DateNeed } from '../schedules/needs.ts'

/** An envelope to describe. */
export interface DescribedEnvelope {
  need: CategoryNeed | undefined
  dates: readonly DateNeed[]
  /** What its target still asks for this month, as a decimal string. */
  target: string | undefined
  /** Says what the schedules and the target ask for. */
  explains: boolean
  today: string
}

/** Describes an envelope: "short by 300.00: assign 100.00 a month, November to January". */
export function describeEnvelope({ need, dates, target, explains, today }: DescribedEnvelope): string {
  const asksMore = target !== undefined && compare(target, need?.monthly ?? '0') > 0
  const isEstimate = dates.some(({ openDate }) => openDate.is_estimate) ? '~' : ''
  const amount = (text: string): string => `${isEstimate}${groupThousands(text)}`
  const isShort = need !== undefined && !isZero(need.monthly)
  const lack = isShort ? `short by ${amount(need.decidedBy.shortfall)}` : need ? 'funded' : 'target'
  const monthly = isShort
    ? need.until === toMonth(today)
      ? `assign ${amount(need.monthly)} in ${nameMonth(need.until)}`
      : `assign ${amount(need.monthly)} a month, ${nameMonth(today)} to ${nameMonth(need.until)}`
    : undefined
  const targeted =
    target === undefined ? undefined : `its target asks for ${groupThousands(target)} in ${nameMonth(today)}`
  const asked = explains ? [monthly, targeted] : asksMore ? [targeted] : [monthly]
  const shown = asked.filter((text) => text !== undefined)
  const larger = explains && shown.length === 2 ? '; the larger counts' : ''
  return `${lack}${shown.length > 0 ? ': ' : ''}${shown.join(', ')}${larger}`
}

/** Describes an account: "lowest, 212.40". */
export function describeAccount(
  { lowest, balance, belowZero }: AccountOutlook,
  say: (amount: bigint) => string,
): string {
  // A card, or what is below zero already, is told by its lowest balance alone.
  const below = belowZero === undefined || balance < 0n ? '' : `, below zero from ${belowZero}`
  return `lowest, ${say(lowest.lowest)}${below}`
}
