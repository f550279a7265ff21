/** Defines a row of the transactions of an Actual file. */

import type { MinorUnits } from '../../money/minor-units.ts'

/** A transaction or a line of a split, which is a row as well. */
export interface TransactionRow {
  id: string
  isLine: boolean
  /** The transaction of which it is a line. */
  parent: string | null
  isSplit: boolean
  account: string
  /** The ids that the row has; others may have taken their places. */
  category: string | null
  payee: string | null
  amount: MinorUnits
  date: string
  notes: string | null
  status: 'pending' | 'cleared' | 'reconciled'
  isStartingBalance: boolean
  /** The row of the other side of a transfer. */
  otherSide: string | null
  order: number
  /** Its number in the table. */
  number: number
}
