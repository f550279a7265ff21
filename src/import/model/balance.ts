/** The balances that stand beside the rows of a statement. */

/** How the balances of a file stand beside its amounts. */

import type { MinorUnits } from '../../money/minor-units.ts'

export interface BalanceModel {
  order: 'rising' | 'falling'
  /** Is it the balance after each row, or the one before it? */
  stands: 'after' | 'before'
  /** May the rows stand in any order at all? Where the order alone tells the sign, they may not. */
  isOrderFree: boolean
  /** No row says which way its money went: one that went the other way than all others shows in the balance only. */
  isUnsigned?: boolean
}

/** What an account holds at the end of a day, in minor units. */

export interface DatedBalance {
  date: string
  minor: MinorUnits
}
