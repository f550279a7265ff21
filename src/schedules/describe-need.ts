/** Says in words whether there is money for a date. */

import { nameMonth } from '../money/calendar.ts'
import { isZero, sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { DateNeed } from './needs.ts'

/**
 * Returns `funded`, or what is there and what to assign: `180.00 of 480.00, 100.00 a month to Jan`; empty for what
 * needs no category. Of several schedules of a category only the one that decides tells the monthly amount.
 */
export function describeNeed(needs: readonly DateNeed[], deciding: readonly DateNeed[]): string {
  if (needs.length === 0) return ''
  if (needs.every(({ missing }) => isZero(missing))) return 'funded'
  const total = (field: 'funded' | 'needed'): string => groupThousands(sum(needs.map((need) => need[field])))
  const there = `${total('funded')} of ${total('needed')}`
  const until = deciding
    .map((need) => need.until)
    .toSorted()
    .at(-1)
  if (until === undefined) return there
  const when = deciding.every(({ monthly, shortfall }) => monthly === shortfall) ? 'in' : 'a month to'
  const monthly = groupThousands(sum(deciding.map((need) => need.monthly)))
  return `${there}, ${monthly} ${when} ${nameMonth(until).slice(0, 3)}`
}
