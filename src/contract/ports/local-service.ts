/**
 * Defines what a service on this machine offers apart from the API.
 * Workspaces, keys, targets, rules, backups.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { BudgetApi, UnvalidatedApi } from '../api.ts'
import type { Category, CategoryGroup } from '../operations/categories.ts'
import type { Transaction } from '../operations/transactions.ts'
import type { ArchiveSource, ExportSource } from './export-source.ts'
import type { LocalHistory } from './history.ts'
import type { ImportStore } from './import-journal.ts'
import type { Reconciliation, ReconciliationDraft } from './reconciliations.ts'
import type { TransactionReferences } from './references.ts'
import type { ReportSource } from './report-source.ts'
import type { WorkspaceContent } from './workspace-content.ts'

/** A workspace of this machine, stored in one file. */
export interface Workspace {
  id: string
  name: string
  currency: string
  archived: boolean
  created_at: string
}

/**
 * A key with which the workspaces of this machine are reached over HTTP. The key itself is shown once, at its
 * creation.
 */
export interface ApiKey {
  id: string
  name: string | null
  read_only: boolean
  created_at: string
  revoked_at: string | null
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

/** The content of a workspace's file in figures that the user can recognize. */
export interface WorkspaceFileSummary {
  currency: string
  accounts: number
  transactions: number
  /** The instant of the last change; null when there was none. */
  last_change: string | null
}

/** What restoring a backup replaces, and with what. */
export interface RestoreSummary {
  path: string
  from: string
  /** null when the workspace's file is missing or damaged. */
  present: WorkspaceFileSummary | null
  /** Why `present` is null. */
  present_trouble: string | null
  copy: WorkspaceFileSummary
  /** True if it is a backup of this workspace; null when that is unknown. */
  same_workspace: boolean | null
  /** The path under which the replaced file is kept; null when there was none. */
  kept_as: string | null
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

/** A transaction of the workspace's file: no other process can write until it ends. */
export interface DatabaseTransaction {
  commit(): void
  rollback(): void
}

/** An open workspace: the API, also for requests before validation. */
export type OpenWorkspace = BudgetApi & UnvalidatedApi

/** The workspaces and keys of this machine. Methods with an id throw ApiError not_found for an unknown one. */
export interface Workspaces {
  listWorkspaces(): Workspace[]
  getWorkspace(id: string): Workspace | undefined
  /**
   * Creates a workspace.
   * @throws ApiError conflict when the name is taken
   */
  createWorkspace(draft: { name: string; currency: string }): Workspace
  /**
   * Creates a workspace with all of its content, whole or not at all, even if this process is killed.
   * @throws ApiError conflict when the name is taken
   * @throws InvalidContentError for content that no workspace may have
   */
  createFilledWorkspace(draft: { name: string; content: WorkspaceContent }): Workspace
  setArchived(id: string, archived: boolean): Workspace
  /**
   * Renames a workspace.
   * @throws ApiError conflict when the name is taken
   */
  rename(id: string, name: string): Workspace
  /** Returns the content of a workspace's file in figures; null when it is missing or damaged. */
  summarize(id: string): WorkspaceFileSummary | null
  /**
   * Deletes a workspace and its file for good.
   * @throws UserError while another process has it open
   */
  delete(id: string): Workspace
  /** True if it never had an account or a category group. */
  isUnused(id: string): boolean
  /**
   * Renames an unused workspace and changes its currency.
   * @throws ApiError conflict when it is used or the name is taken
   */
  updateUnused(id: string, draft: { name: string; currency: string }): Workspace
  /** Returns the API of a workspace, opening its file when it is not open. */
  open(id: string): OpenWorkspace
  /** Returns the currency of a workspace. */
  getCurrency(id: string): string
  /** Returns the settings of a workspace that the API does not cover. */
  admin(id: string): WorkspaceAdmin
  /** Returns the history of a workspace. */
  history(id: string): LocalHistory
  /** Returns the references to the transactions of a workspace. */
  references(id: string): TransactionReferences
  /** Returns what archives read of a workspace. */
  archiveSource(id: string): ArchiveSource
  /** Returns what exports read of a workspace. */
  exportSource(id: string): ExportSource
  /** Returns what reports read of a workspace. */
  reportSource(id: string): ReportSource
  /** Makes one entry of the history of everything that this process writes from now on. */
  recordCommand(id: string, command: string): void
  /** Returns the entry of the recorded command; undefined while it changed nothing. */
  recordedEntry(id: string): number | undefined
  /** Begins a transaction over several requests to a workspace. */
  beginTransaction(id: string): DatabaseTransaction
  /** Returns another number whenever another process may have changed a workspace. */
  changeCounter(id: string): number
  /** Returns the journal of the imports into a workspace. */
  importStore(id: string): ImportStore
  /**
   * Returns what restoring a backup would replace.
   * @throws UserError or StorageError for a file that is no usable backup
   */
  previewRestore(id: string, file: string): RestoreSummary
  /**
   * Replaces a workspace's file by a backup and keeps the old file.
   * @throws UserError while another process has it open
   */
  restore(id: string, file: string): RestoreSummary
  listKeys(): ApiKey[]
  /** Creates a key. Its text is returned only here: the SHA-256 is stored. */
  createKey(draft: { name: string | null; read_only: boolean }): ApiKey & { key: string }
  /** Revokes a key. */
  revokeKey(id: string): ApiKey
  /** Returns the active key with this text, in the same time whether or not it exists. */
  findApiKey(text: string): ApiKey | undefined
  close(): void
}
