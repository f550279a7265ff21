/** Defines what a server asks of the workspaces it serves: those of this machine, or of a database. */

import type { UnvalidatedApi } from '../api.ts'
import type { ApiKey, Workspace } from './local-service.ts'

/** Runs work on a workspace while no other request and no command of this process uses it. */
export type RunAlone = <Result>(workspace_id: string, work: () => Promise<Result>) => Promise<Result>

/** A request whose key is valid. */
export interface Admission {
  key: ApiKey
  /** The workspace of the request's path; undefined when there is none. */
  workspace: Workspace | undefined
  /** How many seconds ago the answers were certainly current; undefined when they are now. */
  staleSeconds?: number
  /** Opens the workspace; call it when the request was read, and at most once. @throws ApiError not_found */
  open(): UnvalidatedApi
  /**
   * Locks the accounts of a batch against imports of this computer; returns the function that releases them.
   * @throws ApiError conflict when another import is running
   */
  lockAccounts?(body: unknown): Promise<() => void>
}

/** The workspaces that a server serves. */
export interface ServedWorkspaces {
  /**
   * Finds the active key with this text, and the workspace that it asks for; undefined for an unknown key, in the
   * same time whether or not it exists.
   * @param workspace_id empty when the path names none
   */
  admit(key: string, workspace_id: string): Admission | undefined | Promise<Admission | undefined>
  /**
   * Counts one request of a key where other machines count too.
   * @default the server counts by itself
   * @throws ApiError rate_limit_exceeded
   */
  countRequest?(key: ApiKey): void | Promise<void>
  /** Tells why requests cannot be answered now; undefined when they can. */
  findTrouble?(): Promise<string | undefined>
}
