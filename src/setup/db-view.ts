/** Shows the database file of a workspace, its check and its backups. */

import { sanitizeLine } from '../output/sanitize.ts'
import { countColumn, defineView, textColumn } from '../output/view.ts'

interface FilePath {
  path: string
}

/** The path alone, for use in a shell. */
export const filePathView = defineView<FilePath, FilePath>({
  columns: [textColumn('path', 'File')],
  renderText: ({ path }) => `${path}\n`,
  isPlainText: true,
  isVerbatim: true,
})

/** The result of an integrity check. */
export interface FileCheck {
  path: string
  problems: string[]
}

/** The problems, one per line. */
export const fileCheckView = defineView<FileCheck, { problem: string }>({
  columns: [textColumn('problem', 'Problem')],
  rows: ({ problems }) => problems.map((problem) => ({ problem })),
  fields: () => ['path', 'problems'],
  renderText: ({ path, problems }, { colors }) => {
    if (problems.length === 0) return `${sanitizeLine(path)} is intact and its figures are correct\n`
    return problems.map((problem) => `${colors.red(sanitizeLine(problem))}\n`).join('')
  },
})

/** What a repair did. */
export interface FileRepair {
  path: string
  /** One sentence for each row. */
  repaired: string[]
}

/** What was repaired, one per line. */
export const fileRepairView = defineView<FileRepair, { repaired: string }>({
  columns: [textColumn('repaired', 'Repaired')],
  rows: ({ repaired }) => repaired.map((sentence) => ({ repaired: sentence })),
  fields: () => ['path', 'repaired'],
  renderText: ({ path, repaired }) =>
    (repaired.length === 0 ? [`There is nothing to repair in ${path}`] : repaired)
      .map((sentence) => `${sanitizeLine(sentence)}\n`)
      .join(''),
})

interface BackupResult {
  from: string
  path: string
  /** Always true; kept because scripts read it. */
  written: true
}

/** One line about a backup. */
export const backupView = defineView<BackupResult, BackupResult>({
  columns: [textColumn('from', 'From'), textColumn('path', 'Backup'), textColumn('written', 'Written')],
  renderText: ({ path }) => `Backed up the workspace to ${sanitizeLine(path)}\n`,
})

/** What compacting removed, or would remove in a dry run. */
export interface CompactOutput {
  path: string
  removed_entries: number
  /** Bytes; undefined in a dry run. */
  size_before?: number
  size_after?: number
  written: boolean
}

const KIBIBYTE = 1024
const formatSize = (bytes: number): string =>
  bytes < KIBIBYTE ** 2 ? `${Math.ceil(bytes / KIBIBYTE)} KiB` : `${(bytes / KIBIBYTE ** 2).toFixed(1)} MiB`

const countEntries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)

/** One line about the removed history and the size of the file. */
export const compactView = defineView<CompactOutput, CompactOutput>({
  columns: [
    textColumn('path', 'File'),
    countColumn('removed_entries', 'Removed entries'),
    {
      field: 'size_before',
      heading: 'Bytes before',
      kind: 'count',
      getValue: ({ size_before = null }) => size_before,
    },
    {
      field: 'size_after',
      heading: 'Bytes after',
      kind: 'count',
      getValue: ({ size_after = null }) => size_after,
    },
    textColumn('written', 'Written'),
  ],
  renderText({ path, removed_entries, size_before, size_after }) {
    const entries = countEntries(removed_entries)
    if (size_before === undefined || size_after === undefined)
      return `Would remove ${entries} of the history; nothing was changed\n`
    const removed = removed_entries === 0 ? '' : `; removed ${entries} of the history`
    return `${sanitizeLine(path)}: ${formatSize(size_before)} → ${formatSize(size_after)}${removed}\n`
  },
})
