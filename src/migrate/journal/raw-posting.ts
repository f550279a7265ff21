/** Defines a posting as the programs of journals write it. */

import type { SourceTransaction } from '../source-budget.ts'

/** A posting with its entry. */
export interface RawPosting {
  /** What tells its entry from others. */
  entry: string
  date: string
  payee: string
  notes: string
  account: string
  /** The name of the account where the journal has another one than the account's own. */
  accountName: string
  commodity: string
  /** A decimal number such as `-12.50`. */
  quantity: string
  status: SourceTransaction['status']
  postingNotes: string
  /** True for one that moves no money, such as `[budget:Food]` of hledger. */
  isVirtual: boolean
}
