/** Describes in a few words what is planned for an envelope or an account. */

import { nameMonth, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { AccountOutlook } from '../schedules/forecast/plan-forecast.ts'
import type { CategoryNeed } from '../schedules/needs.ts'

/** An envelope to describe. */
export interface DescribedEnvelope {
  need: CategoryNeed | undefined
  /** What its target still asks for this month, in minor units. */
  target: MinorUnits | undefined
  /** Says what the schedules and the target ask for. */
  explains: boolean
  today: string
}

/** Describes an envelope: "short by 300.00: assign 100.00 a month, November to January". */
export function describeEnvelope(
  { need, target, explains, today }: DescribedEnvelope,
  say: (amount: MinorUnits) => string,
): string {
  const asksMore = target !== undefined && target > (need?.monthly ?? 0n)
  const isEstimate = need?.dates.some(({ openDate }) => openDate.is_estimate) ? '~' : ''
  const amount = (minor: MinorUnits): string => `${isEstimate}${say(minor)}`
  const isShort = need !== undefined && need.monthly !== 0n
  const lack = isShort ? `short by ${amount(need.decidedBy.shortfall)}` : need ? 'funded' : 'target'
  const monthly = isShort
    ? need.until === toMonth(today)
      ? `assign ${amount(need.monthly)} in ${nameMonth(need.until)}`
      : `assign ${amount(need.monthly)} a month, ${nameMonth(today)} to ${nameMonth(need.until)}`
    : undefined
  const targeted =
    target === undefined ? undefined : `its target asks for ${say(target)} in ${nameMonth(today)}`
  const asked = explains ? [monthly, targeted] : asksMore ? [targeted] : [monthly]
  const shown = asked.filter((text) => text !== undefined)
  const larger = explains && shown.length === 2 ? '; the larger counts' : ''
  return `${lack}${shown.length > 0 ? ': ' : ''}${shown.join(', ')}${larger}`
}

/** Describes an account: "lowest, 212.40". */
export function describeAccount(
  { lowest, balance, belowZero }: AccountOutlook,
  say: (amount: MinorUnits) => string,
): string {
  // A card, or what is below zero already, is told by its lowest balance alone.
  const below = belowZero === undefined || balance < 0n ? '' : `, below zero from ${belowZero}`
  return `lowest, ${say(lowest.lowest)}${below}`
}
