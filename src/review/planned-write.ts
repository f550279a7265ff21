/** Defines one write of a review. */

import type { ItemLabel } from '../command/for-each.ts'
import type { Transaction } from '../contract/operations/transactions.ts'

/** One write, and the decision that is done with it. */
export interface PlannedWrite {
  label: ItemLabel
  requests: number
  /** The id under which the decision is stored; undefined if more writes belong to it. */
  draft_id: string | undefined
  run(): Promise<Transaction | undefined>
}
