/** Selects where commands manage workspaces and keys: on this computer, or in a database that many machines serve. */

import type { Computer } from '../command/context.ts'
import { booleanFlag } from '../command/option-spec.ts'
import { fileOption } from '../command/options.ts'
import type { Devices } from '../contract/ports/devices.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import type { WorkspaceDatabase } from '../contract/ports/workspace-database.ts'
import { findWorkspace } from './resolve-workspace.ts'

/** The flags that select the database. */
export const databaseFlags = {
  database: booleanFlag('Use the database whose address is in BUDGET_DATABASE_URL'),
  databaseFile: fileOption('Use the database whose address is in this file'),
}

/** Their values. */
export interface DatabaseFlags {
  database: boolean
  databaseFile: string | undefined
}

/** True if the flags select the database. */
export const selectsDatabase = ({ database, databaseFile }: DatabaseFlags): boolean =>
  database || databaseFile !== undefined

/** What both places offer. */
export type ManagedWorkspaces = Omit<WorkspaceDatabase, 'upload' | 'download' | 'check'> & {
  /** The devices of the page; a database has none. */
  devices?: Pick<Devices, 'list' | 'end'>
}

/** Opens the workspaces and keys that the flags select. */
export async function openManagedWorkspaces(
  computer: Computer,
  flags: DatabaseFlags,
): Promise<ManagedWorkspaces> {
  if (selectsDatabase(flags)) return computer.connectDatabase(flags.databaseFile)
  return manageLocally(await computer.openLocalWorkspaces())
}

const manageLocally = (all: Workspaces): ManagedWorkspaces => ({
  listWorkspaces: async () => all.listWorkspaces(),
  findWorkspace: async (name) => findWorkspace(all, name),
  setArchived: async (id, archived) => all.setArchived(id, archived),
  rename: async (id, name) => all.rename(id, name),
  summarize: async (id) => all.summarize(id),
  delete: async (id) => all.delete(id),
  listKeys: async () => all.listKeys(),
  createKey: async (draft) => all.createKey(draft),
  revokeKey: async (id) => all.revokeKey(id),
  devices: all.devices,
})
