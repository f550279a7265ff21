/**
 * What the API document leaves outside the API, and a service on this machine needs all the same.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import type { BudgetApi, UnvalidatedApi } from '../api.ts'
import type { Transaction } from '../operations/transactions.ts'
import type { ImportStore } from './import-journal.ts'

/** A workspace of this machine: one file of its own. */
export interface Workspace {
  id: string
  name: string
  currency: string
  archived: boolean
  created_at: string
}

/** A key that opens the workspaces of this machine over HTTP. The key itself is shown once, when it is made. */
export interface ApiKey {
  id: string
  name: string | null
  read_only: boolean
  created_at: string
  revoked_at: string | null
}

export const targetKinds = [
  'monthly_refill',
  'monthly_set_aside',
  'weekly_refill',
  'weekly_set_aside',
  'by_date',
] as const
export type TargetKind = (typeof targetKinds)[number]

/** What a category's target asks for, beside its amount. */
export interface TargetDraft {
  kind: TargetKind
  amount: string
  /** Of the weekly kinds: 0 is Monday. */
  weekday?: number
  /** Of by_date: the day by which the amount is wanted, and after how many months it is wanted again. */
  by?: string
  repeat_months?: number
}

/** A category's target as it was set; what does not apply to its kind is null. */
export interface CategoryTarget {
  category_id: string
  category_name: string
  kind: TargetKind
  amount: string
  weekday: number | null
  by: string | null
  repeat_months: number | null
}

/** A category that is left out of a month's targets. @see docs/spec.md#t7 */
export interface Snooze {
  category_id: string
  category_name: string
  month: string
}

/** A rule of auto-categorization; every condition given must hold. */
export interface CategorizationRuleDraft {
  merchant_id?: string
  merchant_contains?: string
  account_id?: string
  direction?: 'outflow' | 'inflow'
  category_id?: string
  ready_to_assign?: boolean
}

/** A rule in its place: the first one that holds is taken, from position 1 on. @see docs/spec.md#x1 */
export interface CategorizationRule {
  id: string
  position: number
  merchant_id: string | null
  merchant_name: string | null
  /** As names are compared: without regard to case and blanks. */
  merchant_contains: string | null
  account_id: string | null
  account_name: string | null
  direction: 'outflow' | 'inflow' | null
  category_id: string | null
  category_name: string | null
  ready_to_assign: boolean
}

export interface BackupOptions {
  force: boolean
  /** Only look whether it could be made. */
  dry_run?: boolean
}

/** What a workspace's file holds, in the figures a person knows it by. */
export interface WorkspaceFileSummary {
  accounts: number
  transactions: number
  /** When something was last written in it; null when nothing was. */
  last_change: string | null
}

/** What restoring a copy replaces, and with what. */
export interface RestoreSummary {
  path: string
  from: string
  /** null when the workspace's file is missing or damaged. */
  present: WorkspaceFileSummary | null
  /** Why there is nothing to be told of the workspace's file. */
  present_trouble: string | null
  copy: WorkspaceFileSummary
  /** Is it a copy of this very workspace? null when that cannot be told. */
  same_workspace: boolean | null
  /** Where the file is kept that was replaced; null when nothing was. */
  kept_as: string | null
}

/** What the API cannot set in a workspace. Every method throws ApiError as the API would. */
export interface WorkspaceAdmin {
  /** The workspace's file. */
  path: string
  /** The deleted transactions, newest first; the API only tells them one by one. */
  listDeletedTransactions(): Transaction[]
  listTargets(): CategoryTarget[]
  setTarget(category_id: string, draft: TargetDraft): CategoryTarget
  /** Forgets a category's target and its snoozes. Throws ApiError not_found when it has none. */
  clearTarget(category_id: string): CategoryTarget
  /** Leaves a category out of a month's summary and of what is underfunded. */
  snoozeTarget(category_id: string, month: string): Snooze
  listRules(): CategorizationRule[]
  /** Appends a rule to the workspace's rules. */
  addRule(draft: CategorizationRuleDraft): CategorizationRule
  removeRule(id: string): CategorizationRule
  /** Gives a rule another place; those between move up or down. */
  moveRule(id: string, position: number): CategorizationRule
  /** Marks an account as connected to a bank feed, which the API cannot delete. */
  setLinked(account_id: string, linked: boolean): void
  /** What is wrong with the file and with the figures kept in it, a sentence each; none when all is well. */
  listIntegrityErrors(): string[]
  /** Copies the workspace to a file as it is at this moment, also while others write. Throws a Mistake when it exists, unless `force`. */
  backup(file: string, options: BackupOptions): void
}

/** A workspace's file nobody else writes to: what is written stays only once it is kept. */
export interface DatabaseTransaction {
  commit(): void
  rollback(): void
}

/** An opened workspace: the API, and the same API for requests nobody has looked at yet. */
export type OpenWorkspace = BudgetApi & UnvalidatedApi

/** The workspaces and keys of this machine. */
export interface Workspaces {
  listWorkspaces(): Workspace[]
  getWorkspace(id: string): Workspace | undefined
  /** Throws ApiError conflict when the name is taken. */
  createWorkspace(draft: { name: string; currency: string }): Workspace
  setArchived(id: string, archived: boolean): Workspace
  /** Has nobody ever made an account or a group of categories in it? */
  isUnused(id: string): boolean
  /** Gives an unused workspace another name and currency. Throws ApiError conflict when it is used or the name is taken. */
  updateUnused(id: string, draft: { name: string; currency: string }): Workspace
  /** Opens a workspace's file, or takes it from those still open. Throws ApiError not_found. */
  open(id: string): OpenWorkspace
  /** The same workspace's settings outside the API. Throws ApiError not_found. */
  admin(id: string): WorkspaceAdmin
  /** Holds a workspace's file for several requests. Throws ApiError not_found. */
  beginTransaction(id: string): DatabaseTransaction
  /** Another number whenever somebody else may have changed a workspace. Throws ApiError not_found. */
  changeCounter(id: string): number
  /** The journal of what was imported into a workspace. Throws ApiError not_found. */
  importStore(id: string): ImportStore
  /** What restoring a copy would replace. Throws a Mistake or StorageTrouble when it is no copy that can be used. */
  previewRestore(id: string, file: string): RestoreSummary
  /** Puts a copy in the place of a workspace's file, which is kept under another name. Throws a Mistake while others have it open. */
  restore(id: string, file: string): RestoreSummary
  listKeys(): ApiKey[]
  /** The only time the key's text is seen: what is kept is its SHA-256. */
  createKey(draft: { name: string | null; read_only: boolean }): ApiKey & { key: string }
  /** Throws ApiError not_found. */
  revokeKey(id: string): ApiKey
  /** The key a text stands for, unless it is unknown or revoked; takes the same time either way. */
  findApiKey(text: string): ApiKey | undefined
  close(): void
}
