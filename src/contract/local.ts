/** What the API document leaves outside the API, and a service on this machine needs all the same. */ // spec L

import type { BudgetApi, UncheckedApi } from './api.ts'

/** A workspace of this machine: one file of its own. */
export interface Workspace {
  id: string
  name: string
  currency: string
  archived: boolean
  created_at: string
}

/** A key that opens the workspaces of this machine over HTTP. The key itself is shown once, when it is made. */
export interface Key {
  id: string
  name: string | null
  read_only: boolean
  created_at: string
  revoked_at: string | null
}

/** An opened workspace: the API, and the same API for requests nobody has looked at yet. */
export type OpenWorkspace = BudgetApi & UncheckedApi

/** The workspaces and keys of this machine. */
export interface Workspaces {
  listWorkspaces(): Workspace[]
  /** Throws ApiError conflict when the name is taken. */
  createWorkspace(draft: { name: string; currency: string }): Workspace
  setArchived(id: string, archived: boolean): Workspace
  /** Opens a workspace's file, or takes it from those still open. Throws ApiError not_found. */
  open(id: string): OpenWorkspace
  listKeys(): Key[]
  /** The only time the key's text is seen: what is kept is its SHA-256. */
  createKey(draft: { name: string | null; read_only: boolean }): Key & { key: string }
  /** Throws ApiError not_found. */
  revokeKey(id: string): Key
  /** The key a text stands for, unless it is unknown or revoked; takes the same time either way. */
  keyOf(text: string): Key | undefined
  close(): void
}
