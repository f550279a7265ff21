/** Names a category in a month, and compares amounts of it. */

import type { MinorUnits } from '../../money/minor-units.ts'

/** Returns the key of a category in a month. */
export const toCategoryMonth = ({ month, category }: { month: string; category: number }): string =>
  `${month} ${category}`

/** Returns an amount without its sign. */
export const absolute = (amount: MinorUnits): MinorUnits => (amount < 0n ? -amount : amount)
