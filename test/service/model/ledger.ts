/** Holds the rows of the model in plain arrays, without anything that can be computed. */

import { isCreditAccountType, isOnBudgetAccountType } from '../../../src/contract/operations/accounts.ts'
import type { CategorizationRuleDraft, TargetDraft } from '../../../src/contract/ports/workspace-admin.ts'
import type { MinorUnits } from '../../../src/money/minor-units.ts'

export interface AccountEntry {
  id: string
  name: string
  type: string
  notes: string | null
  closed: boolean
  deleted: boolean
  last_reconciled_at: string | null
  created_at: string
  updated_at: string
}

export interface GroupEntry {
  id: string
  name: string
  system: boolean
}

/** The order of the array is the order in which categories are listed. */
export interface CategoryEntry {
  id: string
  name: string
  group: string
  /** For a payment category: the card it pays. */
  card: string | null
  archived: boolean
  deleted: boolean
}

/** Where a line's money goes: a category, or Ready to Assign. */
export type Envelope = string

export const readyToAssign: Envelope = 'ready_to_assign'

export interface MerchantEntry {
  id: string
  name: string
  deleted: boolean
  /** The last explicit categorization. */
  learned: Envelope | null
  created_at: string
  updated_at: string
}

export interface Line {
  amount: MinorUnits
  category: string | null
  ready_to_assign: boolean
}

export interface SplitEntry extends Line {
  notes: string | null
}

/** The order of the array is the order of creation. */
export interface Row extends Line {
  id: string
  date: string
  account: string
  merchant: string | null
  notes: string | null
  status: 'pending' | 'cleared' | 'reconciled'
  review_status: 'reviewed' | 'needs_review'
  auto: boolean
  splits: SplitEntry[] | null
  /** For a transfer: the id of the other side. */
  pair: string | null
  deleted: boolean
  created_at: string
  updated_at: string
}

export interface Assignment {
  category: string
  month: string
  amount: MinorUnits
}

/** Everything that the model knows. */
export interface Book {
  accounts: AccountEntry[]
  groups: GroupEntry[]
  categories: CategoryEntry[]
  merchants: MerchantEntry[]
  rows: Row[]
  assigned: Assignment[]
  targets: { category: string; draft: TargetDraft }[]
  snoozed: { category: string; month: string }[]
  rules: CategorizationRuleDraft[]
  /** How many categories were ever created. */
  categoriesMade: number
  /** The instant of the call, as the API writes it. */
  now: string
}

export const createEmptyBook = (): Book => ({
  accounts: [],
  groups: [],
  categories: [],
  merchants: [],
  rows: [],
  assigned: [],
  targets: [],
  snoozed: [],
  rules: [],
  categoriesMade: 0,
  now: '',
})

/** Returns the entry with this id, which must exist. */
export function getEntry<Entry extends { id: string }>(entries: Entry[], id: string): Entry {
  const found = entries.find((one) => one.id === id)
  if (!found) throw new Error(`the model knows no ${id}`)
  return found
}

export const onBudget = (book: Book, row: Row): boolean =>
  isOnBudgetAccountType(getEntry(book.accounts, row.account).type)
export const onCard = (book: Book, row: Row): boolean =>
  isCreditAccountType(getEntry(book.accounts, row.account).type)

/** Returns a transaction's lines: its splits, or one line with everything. @see docs/spec.md#b03 */
export const getLines = (row: Row): Line[] => row.splits ?? [row]

export const getEnvelope = (line: Line): Envelope | null =>
  line.ready_to_assign ? readyToAssign : line.category

/** Returns the other side of a transfer. */
export const findOtherSide = (book: Book, row: Row): Row | undefined =>
  row.pair === null ? undefined : getEntry(book.rows, row.pair)
