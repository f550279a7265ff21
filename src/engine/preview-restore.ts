/**
 * Compares a backup with the workspace file that restoring it would replace.
 * @see docs/reliability.md#r1
 */

import { StorageError } from '../contract/errors.ts'
import type { RestoreSummary, WorkspaceFileSummary } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { assertRestorableCopy, type CopyContents, inspectCopy } from '../store/inspect-backup.ts'

const toFileSummary = ({
  currency,
  accounts,
  transactions,
  last_change,
}: CopyContents): WorkspaceFileSummary => ({
  currency,
  accounts,
  transactions,
  last_change: last_change === null ? null : formatTimestamp(last_change),
})

/** Returns the content of a workspace's file in figures; null when it is missing or damaged. */
export function summarizeFile(file: string): WorkspaceFileSummary | null {
  const { present } = inspectPresentFile(file)
  return present ? toFileSummary(present) : null
}

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
