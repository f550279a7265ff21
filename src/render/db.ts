/** Shows the database file of a workspace, its check and its backups. */

import { sanitizeLine } from './sanitize.ts'
import { defineView, textColumn } from './view.ts'

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
