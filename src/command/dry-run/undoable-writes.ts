/** A dry run: what is written joins the plan, and where that can be it is made and taken back. */

import type { RawRequest } from '../../contract/operation.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import type { DatabaseTransaction, WorkspaceAdmin } from '../../contract/ports/local-service.ts'
import type { PlannedWrite } from '../../render/planned-write.ts'
import type { Connection } from '../runtime.ts'
import { recordAdminWrites } from './recording-admin.ts'
import type { SimulateWrite } from './recording-api.ts'

/** Where the writes of a dry run are listed; undefined when it is no dry run. */
interface Listing {
  plannedWrites: PlannedWrite[] | undefined
}

/** The writes of a dry run that are made, from the first of them until they are taken back. */
export interface UndoableWrites {
  /** Are they made at all? */
  tryBegin(): boolean
  undo(): void
}

export function beginUndoable({ beginTransaction }: Connection): UndoableWrites {
  let held: DatabaseTransaction | undefined
  return {
    tryBegin() {
      held ??= beginTransaction?.()
      return held !== undefined
    },
    undo: () => held?.rollback(),
  }
}

/** Where writes are taken back they are simply made; elsewhere what is known of the service tells what it would refuse. */
export const createWriteSimulator =
  ({ api, nameCache }: Connection, { tryBegin }: UndoableWrites): SimulateWrite =>
  async (tried) => {
    // Each method takes its own kind of request; passing it on unread needs no knowledge of which.
    const write = api[tried.name] as (asked: RawRequest) => ReturnType<SimulateWrite>
    if (tryBegin()) return write(tried.request)
    return (await import('./predict-errors.ts')).predictErrors(nameCache)(tried)
  }

export function createDryRunAdmin(
  opened: Connection,
  { plannedWrites }: Listing,
  { tryBegin }: UndoableWrites,
): WorkspaceAdmin {
  const admin = opened.workspaceAdmin()
  return plannedWrites ? recordAdminWrites(admin, { plan: plannedWrites, begin: tryBegin }) : admin
}

/** The journal; a dry run holds nothing together, since all of it is taken back. */
export async function openDryRunImportStore(
  opened: Connection,
  { plannedWrites }: Listing,
): Promise<ImportStore> {
  const imports = await opened.openImportStore()
  return plannedWrites ? { ...imports, groupCommit: (work) => work() } : imports
}
