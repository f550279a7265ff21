/** Defines what commands do with the workspaces and keys of a database that many machines serve. */

import type { ApiKey, Workspace, WorkspaceFileSummary, Workspaces } from './local-service.ts'
import type { BackupOptions } from './workspace-admin.ts'

/** One thing that is wrong with a workspace of the database. */
export interface DatabaseProblem {
  workspace_id: string
  problem: string
}

/** The workspaces and keys of a database. Methods with a name throw UserError for an unknown or ambiguous one. */
export interface WorkspaceDatabase {
  listWorkspaces(): Promise<Workspace[]>
  /** Finds a workspace by name or id. */
  findWorkspace(name: string): Promise<Workspace>
  setArchived(id: string, archived: boolean): Promise<Workspace>
  /** Renames a workspace; several may have one name. */
  rename(id: string, name: string): Promise<Workspace>
  /** Returns the content of a workspace in figures; null when it cannot be read. */
  summarize(id: string): Promise<WorkspaceFileSummary | null>
  /** Deletes a workspace for good, with its history and the keys that are for it alone. */
  delete(id: string): Promise<Workspace>
  /**
   * Moves a local workspace into the database, whole or not at all, with its history, and archives it here.
   * @throws ApiError conflict when the database has it
   */
  upload(workspaces: Workspaces, id: string): Promise<Workspace>
  /** Writes a workspace to a file, like a backup. @throws UserError when the path is unsuitable */
  download(id: string, file: string, options: BackupOptions): Promise<void>
  listKeys(): Promise<ApiKey[]>
  createKey(draft: Pick<ApiKey, 'name' | 'can' | 'workspace_id'>): Promise<ApiKey & { key: string }>
  revokeKey(id: string): Promise<ApiKey>
  /** Checks that the snapshots, the log and the figures of every workspace agree. */
  check(): Promise<DatabaseProblem[]>
}
