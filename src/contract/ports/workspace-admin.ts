/** Defines the settings of a workspace that the API does not cover: targets, rules, reconciliations, backups. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { Category, CategoryGroup } from '../operations/categories.ts'
import type { Transaction } from '../operations/transactions.ts'

/** What a reconciliation notes; the balance is the bank's, as a decimal string. */
export interface ReconciliationDraft {
  account_id: string
  date: string
  balance: string
}

/** An account that agreed with the bank. */
export interface Reconciliation extends ReconciliationDraft {
  /** The timestamp at which the user reconciled it. */
  reconciled_at: string
}

/** The reconciliations of a workspace; of a remote one this computer keeps them. */
export interface ReconciliationLog {
  /** Lists all of them, each account's oldest first. */
  list(): Reconciliation[]
  /** Notes that an account agreed with the bank. A local workspace does so when it is reconciled. */
  note(reconciliation: Reconciliation): void
}

/** The kinds of targets. */
export const targetKinds = [
  'monthly_refill',
  'monthly_set_aside',
  'weekly_refill',
  'weekly_set_aside',
  'by_date',
] as const

/** A kind of target. */
export type TargetKind = (typeof targetKinds)[number]

/** The target of a category, as it is set. */
export interface TargetDraft {
  kind: TargetKind
  amount: string
  /** For weekly kinds; 0 is Monday. */
  weekday?: number
  /** For by_date: the date when the amount is needed, and after how many months it is needed again. */
  by?: string
  repeat_months?: number
}

/** The target of a category, as it is read; what does not apply to its kind is null. */
export interface CategoryTarget {
  category_id: string
  category_name: string
  kind: TargetKind
  amount: string
  weekday: number | null
  by: string | null
  repeat_months: number | null
}

/** A category that a month's targets leave out. @see docs/spec.md#t7 */
export interface Snooze {
  category_id: string
  category_name: string
  month: string
}

/** A new rule of auto-categorization; all its conditions must hold. */
export interface CategorizationRuleDraft {
  merchant_id?: string
  merchant_contains?: string
  account_id?: string
  direction?: 'outflow' | 'inflow'
  category_id?: string
  ready_to_assign?: boolean
}

/**
 * A rule of auto-categorization. The first rule whose conditions hold applies, from position 1 on.
 * @see docs/spec.md#x1
 */
export interface CategorizationRule {
  id: string
  position: number
  merchant_id: string | null
  merchant_name: string | null
  /** A name key: case and spaces do not count. */
  merchant_contains: string | null
  account_id: string | null
  account_name: string | null
  direction: 'outflow' | 'inflow' | null
  category_id: string | null
  category_name: string | null
  ready_to_assign: boolean
}

/** The rule that applies to a transaction, and the category it gives. */
export interface RuleMatch {
  transaction_id: string
  rule_id: string
  /** null for Ready to Assign. */
  category_id: string | null
}

/** What a reconciliation changed. */
export interface ReconciliationResult {
  /** How many transactions became reconciled. */
  transactions: number
}

/** Which rows of a register are read: a long one is searched in its newest rows. */
export interface RegisterQuery {
  account_id: string
  /** How many of the newest rows. */
  newest: number
  /** All rows from this date on as well. */
  since: string | undefined
  /** All rows of these amounts, as decimal strings, whatever their date. Pending rows are always read. */
  amounts: readonly [string, string]
}

/** The selected live rows of an account, the oldest first, in a form that is quickly read. */
export interface AccountRegister {
  rows: RegisterEntry[]
  /** Returns the id of the transaction with this key. */
  toId(key: number): string
}

/** A row of a register. */
export interface RegisterEntry {
  /** Tells rows apart; a transaction that was created later has a higher key. */
  key: number
  date: string
  amount: MinorUnits
  status: 'pending' | 'cleared' | 'reconciled'
  /** The merchant, or the other account of a transfer; empty for neither. */
  words: string
}

/** The options of a backup. */
export interface BackupOptions {
  force: boolean
  /** True to check only whether the backup could be written. */
  dry_run?: boolean
}

/** Which part of the history `compact` keeps. */
export interface CompactOptions {
  /** Removes older entries than this timestamp. @default none are removed */
  keep_since?: string
}

/** What `compact` removed, and the size of the workspace's file in bytes. */
export interface CompactResult {
  removed_entries: number
  size_before: number
  size_after: number
}

/** The settings of a workspace that the API does not cover. Every method throws ApiError as the API does. */
export interface WorkspaceAdmin {
  /** The workspace's file. */
  path: string
  /** Lists the deleted transactions, newest first; the API returns them only one by one. */
  listDeletedTransactions(): Transaction[]
  listTargets(): CategoryTarget[]
  setTarget(category_id: string, draft: TargetDraft): CategoryTarget
  /**
   * Removes a category's target and its snoozes.
   * @throws ApiError not_found without a target
   */
  clearTarget(category_id: string): CategoryTarget
  /** Leaves a category out of a month's summary and of its underfunded amounts. */
  snoozeTarget(category_id: string, month: string): Snooze
  listRules(): CategorizationRule[]
  /** Adds a rule after the others. */
  addRule(draft: CategorizationRuleDraft): CategorizationRule
  removeRule(id: string): CategorizationRule
  /** Moves a rule to another position; the rules in between shift by one. */
  moveRule(id: string, position: number): CategorizationRule
  /** Returns the rule that applies to each of these transactions; those without one are left out. */
  matchRules(ids: readonly string[]): RuleMatch[]
  /** True if a merchant's own transactions say something about its category. @see docs/spec.md#x4 */
  hasCategoryHistory(merchant_id: string): boolean
  /**
   * Categorizes these transactions by the rules, as if they were created now: the category counts as automatic.
   * Transactions that no rule applies to stay unchanged and are left out of the result.
   */
  applyRules(ids: readonly string[]): Transaction[]
  /** Moves a group to another position, from 1 on; the system group stays first, and does not count. */
  moveGroup(group_id: string, position: number): CategoryGroup
  /** Moves a category to another position in its group, from 1 on; archived categories count. */
  moveCategory(category_id: string, position: number): Category
  /**
   * Deletes a group without categories.
   * @throws ApiError bad_request for a group with categories
   */
  deleteGroup(group_id: string): CategoryGroup
  /** Lists the reconciliations of all accounts, each account's oldest first. */
  listReconciliations(): Reconciliation[]
  /** Marks the cleared transactions of an account up to a date as reconciled, and notes the balance of the bank. */
  reconcileAccount(draft: ReconciliationDraft): ReconciliationResult
  /** Returns the cleared balance of an account at the end of a date. */
  readClearedBalance(account_id: string, date: string): string
  /** Returns live rows of an account. */
  readRegister(query: RegisterQuery): AccountRegister
  /** Lists the newest transactions of an amount in all accounts, deleted ones too. */
  findByAmount(amount: string): Transaction[]
  /** Marks an account as linked to a bank; the API does not delete linked accounts. */
  setLinked(account_id: string, linked: boolean): void
  /**
   * Answers a SELECT over the documented views.
   * @throws UserError for SQL that is not valid, and for anything but reading the views
   */
  query(sql: string): QueryResult
  /** Lists what is wrong with the file and its stored totals, one sentence each; empty when it is sound. */
  listIntegrityErrors(): string[]
  /** Takes back what is assigned to deleted categories or snoozed in them; lists what it did, one sentence each. */
  repair(): string[]
  /**
   * Copies the workspace to a file, while other processes may write.
   * @throws UserError when the file exists, unless `force`
   */
  backup(file: string, options: BackupOptions): void
  /** Removes old entries of the history and returns unused space of the file to the disk. */
  compact(options: CompactOptions): CompactResult
}

/** The answer to a query: amounts are whole minor units. */
export interface QueryResult {
  columns: string[]
  rows: (string | number | bigint | null)[][]
}
