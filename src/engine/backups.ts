/**
 * Knows the backups of workspaces: names the last one in errors, and previews a restore.
 * @see docs/reliability.md#r1
 * @see docs/reliability.md#r7
 */

import { StorageError } from '../contract/errors.ts'
import type { RestoreSummary, WorkspaceFileSummary } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { assertRestorableCopy, type CopyContents, inspectCopy } from '../store/inspect-backup.ts'
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

const toFileSummary = ({ accounts, transactions, last_change }: CopyContents): WorkspaceFileSummary => ({
  accounts,
  transactions,
  last_change: last_change === null ? null : formatTimestamp(last_change),
})

/**
 * Returns what restoring a backup would replace.
 * @throws UserError for an unsuitable path
 * @throws StorageError when the backup is damaged
 */
export function previewRestore({
  file,
  workspaceFile,
}: {
  file: string
  workspaceFile: string
}): RestoreSummary {
  assertRestorableCopy(file, workspaceFile)
  const { copy, present, trouble } = {
    copy: inspectCopy(file, workspaceFile),
    ...inspectPresentFile(workspaceFile),
  }
  return {
    path: workspaceFile,
    from: file,
    present: present ? toFileSummary(present) : null,
    present_trouble: trouble,
    copy: toFileSummary(copy),
    same_workspace: present ? present.id_salt === copy.id_salt : null,
    kept_as: null,
  }
}

function inspectPresentFile(workspaceFile: string): {
  present: CopyContents | undefined
  trouble: string | null
} {
  try {
    return { present: inspectCopy(workspaceFile, workspaceFile), trouble: null }
  } catch (error) {
    if (error instanceof StorageError) return { present: undefined, trouble: error.message }
    throw error
  }
}
