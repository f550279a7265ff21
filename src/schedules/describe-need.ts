/** Says in words whether there is money for a date. */

import { isZero, sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { DateNeed } from './needs.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Returns the name of a month. */
export const nameMonth = (month: string): string => MONTHS[Number(month.slice(5)) - 1] ?? month

/**
 * Returns `funded`, or what is there and what to assign: `180.00 of 480.00, 100.00 a month to Jan`; empty for what
 * needs no category. Of several dates of a category only the one that decides tells the monthly amount.
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
  return `${there}, ${groupThousands(sum(deciding.map(({ monthly }) => monthly)))} a month to ${nameMonth(until).slice(0, 3)}`
}
