/** The copies of workspaces: which one is known, and what it would mean to put one in place. */ // reliability R1 R7

import { StorageTrouble } from '../contract/errors.ts'
import type {
  BackupOptions,
  FileSummary,
  Restoration,
  WorkspaceAdmin,
} from '../contract/ports/local-service.ts'
import { timestamp } from '../money/calendar.ts'
import { type Examined, lookInto, refuseNoCopy } from '../store/inspect-backup.ts'
import { isBeyondRepair } from '../store/sqlite-errors.ts'
import type { KnownBackup, openRegistry } from '../store/workspace-registry.ts'

/** A copy that is asked for. */
export interface Copying {
  file: string
  asked: BackupOptions
  admin: WorkspaceAdmin
}

/** The same trouble, with the last copy named where one helps. */
export function withBackup(error: unknown, known: KnownBackup | undefined): unknown {
  if (!(error instanceof StorageTrouble) || !isBeyondRepair(error)) return error
  if (!known) {
    const hint =
      'No backup is known; budget db restore FILE puts a copy in place, budget workspaces create NAME begins another workspace'
    return new StorageTrouble(error.message, error.cause, hint)
  }
  const when = timestamp(known.backup_at)
  const hint = `The last backup known is ${known.backup_path}, of ${when}: budget db restore "${known.backup_path}" puts it in place`
  return new StorageTrouble(error.message, error.cause, hint)
}

/** Remembers a copy. It is there all the same when the registry cannot be written. */
export function noteBackup(
  registry: ReturnType<typeof openRegistry>,
  { id, file, at }: { id: string; file: string; at: number },
): void {
  try {
    registry.setBackup(id, file, at)
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error
  }
}

const summaryOf = ({ accounts, transactions, last_change }: Examined): FileSummary => ({
  accounts,
  transactions,
  last_change: last_change === null ? null : timestamp(last_change),
})

/** What putting a copy in place of a workspace's own file would mean. Throws a Mistake or StorageTrouble when it is no copy. */
export function foresee({ file, own }: { file: string; own: string }): Restoration {
  refuseNoCopy(file, own)
  const { copy, present, trouble } = { copy: lookInto(file, own), ...looked(own) }
  return {
    path: own,
    from: file,
    present: present ? summaryOf(present) : null,
    present_trouble: trouble,
    copy: summaryOf(copy),
    same_workspace: present ? present.id_salt === copy.id_salt : null,
    kept_as: null,
  }
}

function looked(own: string): { present: Examined | undefined; trouble: string | null } {
  try {
    return { present: lookInto(own, own), trouble: null }
  } catch (error) {
    if (error instanceof StorageTrouble) return { present: undefined, trouble: error.message }
    throw error
  }
}
