/** Makes the writes of a local dry run inside a transaction that is rolled back at the end. */

import type { RawRequest } from '../../contract/operation.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import type { DatabaseTransaction, WorkspaceAdmin } from '../../contract/ports/local-service.ts'
import type { PlannedWrite } from '../../render/planned-write.ts'
import type { Connection } from '../runtime.ts'
import { recordAdminWrites } from './recording-admin.ts'
import type { SimulateWrite } from './recording-api.ts'

/** Where a dry run records its writes; undefined when the command is no dry run. */
interface Listing {
  plannedWrites: PlannedWrite[] | undefined
}

/** The transaction of a local dry run. It begins with the first write. */
export interface UndoableWrites {
  /**
   * Begins the transaction and returns true; returns false on a remote profile, where writes cannot be
   * undone.
   */
  tryBegin(): boolean
  undo(): void
}

/** Returns the undoable writes of a connection. */
export function beginUndoable({ beginTransaction }: Connection): UndoableWrites {
  let transaction: DatabaseTransaction | undefined
  return {
    tryBegin() {
      transaction ??= beginTransaction?.()
      return transaction !== undefined
    },
    undo: () => transaction?.rollback(),
  }
}

/**
 * Returns how a dry run simulates a write: a local one is made and rolled back later, a remote one is only
 * checked.
 */
export const createWriteSimulator =
  ({ api, nameCache }: Connection, { tryBegin }: UndoableWrites): SimulateWrite =>
  async (pending) => {
    // The methods take different requests; the cast lets this call pass any of them on.
    const write = api[pending.name] as (request: RawRequest) => ReturnType<SimulateWrite>
    if (tryBegin()) return write(pending.request)
    return (await import('./predict-errors.ts')).predictErrors(nameCache)(pending)
  }

/** Returns the admin API of the workspace, which records its writes in a dry run. */
export function createDryRunAdmin(
  connection: Connection,
  { plannedWrites }: Listing,
  { tryBegin }: UndoableWrites,
): WorkspaceAdmin {
  const admin = connection.workspaceAdmin()
  return plannedWrites ? recordAdminWrites(admin, { plannedWrites, beforeWrite: tryBegin }) : admin
}

/** Returns the import store. In a dry run it groups no commits, because everything is rolled back. */
export async function openDryRunImportStore(
  connection: Connection,
  { plannedWrites }: Listing,
): Promise<ImportStore> {
  const imports = await connection.openImportStore()
  return plannedWrites ? { ...imports, groupCommit: (work) => work() } : imports
}
