/** Defines what a new workspace is filled with, row by row, when a budget moves in. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountKind } from '../operations/schedules.ts'

/**
 * Everything that a new workspace holds at first. Rows refer to one another by `seq`, the order of creation, which is 1
 * or more and unique in each list. Dates are YYYY-MM-DD, months YYYY-MM, instants milliseconds since 1970.
 */
export interface WorkspaceContent {
  currency: string
  /** The 16 letters or digits of the ids; new ones when it is undefined. */
  id_salt?: string | undefined
  accounts: readonly ContentAccount[]
  groups: readonly ContentGroup[]
  categories: readonly ContentCategory[]
  merchants: readonly ContentMerchant[]
  /** In any order. They are read once. */
  transactions: Iterable<ContentTransaction>
  assignments: readonly { month: string; category: number; assigned: MinorUnits }[]
  targets: readonly ContentTarget[]
  snoozes: readonly { month: string; category: number }[]
  rules: readonly ContentRule[]
  /** What each merchant was last categorized as. */
  categorizations: readonly ContentCategorization[]
  reconciliations: readonly { account: number; date: string; balance: MinorUnits; at: number }[]
  schedules: readonly ContentSchedule[]
  scheduleDates: readonly ContentScheduleDate[]
  /** What the file said, with which a later move compares a newer one. */
  move?: ContentMove
}

/** What a file said when it was brought in. Only the code that moves budgets in knows the form. */
export interface ContentMove {
  /** Milliseconds since 1970. */
  at: number
  source: string
  /** JSON. */
  answers: string
  said: Uint8Array
}

/** The tables whose rows are numbered by `seq`. */
export type NumberedTable = 'accounts' | 'groups' | 'categories' | 'merchants' | 'transactions'

/** What a workspace holds, deleted rows included, as far as a move compares it. */
export interface StoredContent
  extends Pick<
    WorkspaceContent,
    'currency' | 'accounts' | 'groups' | 'categories' | 'merchants' | 'assignments' | 'targets' | 'move'
  > {
  id_salt: string
  transactions: readonly ContentTransaction[]
  /** The `seq` of the next new row of each table. */
  next: Readonly<Record<NumberedTable, number>>
}

/**
 * What a move changes in a workspace: whole rows, new ones with the next `seq`s. Both sides of a changed transfer are
 * there.
 */
export interface ContentChanges
  extends Pick<
    WorkspaceContent,
    'accounts' | 'groups' | 'categories' | 'merchants' | 'assignments' | 'targets'
  > {
  transactions: readonly ContentTransaction[]
  /** The categories whose targets are deleted. */
  withoutTarget: readonly number[]
  move: ContentMove
}

/** Reads and changes the content of a workspace of this machine as a whole. */
export interface ContentStore {
  read(): StoredContent
  /**
   * Writes the changes, all or none of them.
   * @throws InvalidContentError for the first row that breaks a rule
   */
  update(changes: ContentChanges): void
}

/** An account. A credit account also needs its payment category, with `card`. */
export interface ContentAccount {
  seq: number
  name: string
  type: string
  notes: string | null
  closed: boolean
  linked: boolean
  deleted: boolean
  last_reconciled_at: number | null
  created_at: number
  updated_at: number
}

/** A group of categories; a higher position comes first or last as in the store. */
export interface ContentGroup {
  seq: number
  name: string
  /** True for the group of the payment categories. */
  system: boolean
  position: number
}

/** A category. */
export interface ContentCategory {
  seq: number
  name: string
  group: number
  /** Of a payment category: the credit account it pays. */
  card: number | null
  archived: boolean
  deleted: boolean
  position: number
}

/** A merchant. Names of merchants that are not deleted are unique. */
export interface ContentMerchant {
  seq: number
  name: string
  deleted: boolean
  created_at: number
  updated_at: number
}

/** A line of a split transaction. */
export interface ContentSplit {
  amount: MinorUnits
  category: number | null
  ready_to_assign: boolean
  notes: string | null
}

/** A transaction. Both sides of a transfer are transactions. */
export interface ContentTransaction {
  seq: number
  date: string
  amount: MinorUnits
  account: number
  merchant: number | null
  category: number | null
  ready_to_assign: boolean
  notes: string | null
  status: 'pending' | 'cleared' | 'reconciled'
  review_status: 'reviewed' | 'needs_review'
  /** Categorized by the service, not by the user. */
  auto: boolean
  splits: readonly ContentSplit[] | null
  /** Of a transfer: the other side, and its account. */
  pair: number | null
  transfer_account: number | null
  deleted: boolean
  created_at: number
  updated_at: number
}

/** The target of a category, in the form of the local service. */
export interface ContentTarget {
  category: number
  kind: string
  amount: MinorUnits
  /** 0 is Monday. */
  weekday: number | null
  by_date: string | null
  repeat_months: number | null
  start_month: string | null
}

/** A rule that categorizes new transactions. */
export interface ContentRule {
  seq: number
  position: number
  merchant: number | null
  /** A name key that the merchant's name key must contain. */
  merchant_contains: string | null
  account: number | null
  direction: 'outflow' | 'inflow' | null
  category: number | null
  ready_to_assign: boolean
}

/** What a merchant was last categorized as. */
export interface ContentCategorization {
  merchant: number
  category: number | null
  ready_to_assign: boolean
}

/** A line of a split schedule; without an amount it takes the rest. */
export interface ContentScheduleLine {
  amount: MinorUnits | null
  category: number | null
  ready_to_assign: boolean
  notes: string | null
}

/** A transaction that is expected on planned dates. */
export interface ContentSchedule {
  seq: number
  account: number
  transfer_account: number | null
  merchant: number | null
  category: number | null
  ready_to_assign: boolean
  amount_kind: AmountKind
  amount: MinorUnits | null
  amount_to: MinorUnits | null
  splits: ContentScheduleLine[] | null
  notes: string | null
  match_text: string | null
  /** JSON. */
  recurrence: string
  auto_post: boolean
  paused: boolean
  /** From 1 to 31. */
  statement_day: number | null
  created_at: number
  updated_at: number
}

/** What is known of one planned date. */
export interface ContentScheduleDate {
  schedule: number
  date: string
  /** The transaction that fulfils it. While that is deleted, the date is open. */
  transaction: number | null
  skipped: boolean
  amount: MinorUnits | null
  /** Transactions that do not fulfil it. */
  refused: number[]
}
