/**
 * Records the last backup of a workspace, and names it in the error about a damaged file.
 * @see docs/reliability.md#r7
 */

import { StorageError } from '../contract/errors.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { isBeyondRepair } from '../store/sqlite-errors.ts'
import type { KnownBackup, openRegistry } from '../store/workspace-registry.ts'

/** Returns an error of a damaged file with the last known backup in its hint; any other error unchanged. */
export function addBackupHint(error: unknown, backup: KnownBackup | undefined): unknown {
  if (!(error instanceof StorageError) || !isBeyondRepair(error)) return error
  if (!backup) {
    const hint =
      'No backup is known. Restore one with budget db restore FILE, or create a workspace with budget workspaces create NAME'
    return new StorageError(error.message, error.cause, hint)
  }
  const when = formatTimestamp(backup.backup_at)
  const hint = `The last backup is ${backup.backup_path} from ${when}; restore it with budget db restore "${backup.backup_path}"`
  return new StorageError(error.message, error.cause, hint)
}

/** Records a backup; the backup is good even if the registry cannot be written. */
export function recordBackup(
  registry: ReturnType<typeof openRegistry>,
  { id, file, at }: { id: string; file: string; at: number },
): void {
  try {
    registry.setBackup(id, file, at)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}
