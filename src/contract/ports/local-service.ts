/**
 * Defines the workspaces and API keys of this machine, and what each workspace offers beside the API.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import type { KeyLevel } from '../access.ts'
import type { BudgetApi, UnvalidatedApi } from '../api.ts'
import type { Devices } from './devices.ts'
import type { ArchiveSource, ExportSource } from './export-source.ts'
import type { EntryOrigin, LocalHistory } from './history.ts'
import type { ImportStore } from './import-journal.ts'
import type { TransactionReferences } from './references.ts'
import type { ReportSource } from './report-source.ts'
import type { WorkspaceAdmin } from './workspace-admin.ts'
import type { ContentStore, WorkspaceContent } from './workspace-content.ts'

/** Any schedule, or only those whose dates are posted by themselves. */
export type ScheduleKind = 'any' | 'auto'

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
  can: KeyLevel
  /** The only workspace that it opens; null for every one. */
  workspace_id: string | null
  created_at: string
  /** When it was last used, at most an hour too early; null if never, and in a database of several machines. */
  used_at: string | null
  revoked_at: string | null
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
  /** True if a workspace has a schedule of a kind. */
  hasSchedules(id: string, kind: ScheduleKind): boolean
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
  /** Returns the content of a workspace, which a move compares and changes as a whole. */
  contentStore(id: string): ContentStore
  /**
   * Lets `use` read a workspace with this content that is nowhere stored.
   * @throws InvalidContentError for content that no workspace may have
   */
  useTemporaryWorkspace<Result>(
    content: WorkspaceContent,
    use: (api: BudgetApi, reports: ReportSource) => Promise<Result>,
  ): Promise<Result>
  /**
   * Makes one entry of the history of everything that is written from now on through this object.
   * @param origin who runs the command, and the draft that it applies
   */
  recordCommand(id: string, command: string, origin?: EntryOrigin): void
  /** Returns the entry of the recorded command; undefined while it changed nothing. */
  recordedEntry(id: string): number | undefined
  /** Begins a transaction over several requests to a workspace. */
  beginTransaction(id: string): DatabaseTransaction
  /** Ends the view that a report or an export keeps of a workspace while it reads. */
  endSnapshot(id: string): void
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
  createKey(draft: Pick<ApiKey, 'name' | 'can' | 'workspace_id'>): ApiKey & { key: string }
  /** Revokes a key, and ends the devices that signed in with it. */
  revokeKey(id: string): ApiKey
  /** Returns the active key with this text, in the same time whether or not it exists. */
  findApiKey(text: string): ApiKey | undefined
  devices: Devices
  close(): void
}
