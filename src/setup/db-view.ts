/** Shows the database file of a workspace, its check and its backups. */

import type { RestoreSummary, WorkspaceFileSummary } from '../contract/ports/local-service.ts'
import type { QueryResult } from '../contract/ports/workspace-admin.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { type Cell, countColumn, defineView, textColumn } from '../output/view.ts'

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
    const entries = pluralize(removed_entries, 'history entry', 'history entries')
    if (size_before === undefined || size_after === undefined)
      return `Would remove ${entries}; nothing was changed\n`
    const removed = removed_entries === 0 ? '' : `; removed ${entries}`
    return `${sanitizeLine(path)}: ${formatSize(size_before)} → ${formatSize(size_after)}${removed}\n`
  },
})

/** A row of an answer, by column. */
type QueryRow = Readonly<Record<string, Cell>>

const toCell = (value: QueryResult['rows'][number][number]): Cell =>
  typeof value === 'bigint' ? (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) : value

/** Returns the rows as objects; of columns with one name, the last one counts. */
export const toQueryRows = ({ columns, rows }: QueryResult): QueryRow[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, toCell(row[at] ?? null)])))

/** Any answer, before it is known. */
export const queryView = defineView<QueryRow[], QueryRow>({ columns: [] })

/** An answer with its columns. */
export const createQueryView = (rows: QueryRow[]) =>
  defineView<QueryRow[], QueryRow>({
    columns: Object.keys(rows[0] ?? {}).map((field) => ({
      field,
      heading: field,
      kind: rows.every((row) => typeof row[field] === 'number') ? 'count' : 'text',
      getValue: (row) => row[field] ?? null,
    })),
    emptyMessage: 'No rows',
  })

/** The result of a restore, or of its dry run. */
export interface RestoreResult extends RestoreSummary {
  written: boolean
}

/** Describes the content of a workspace's file: `2 accounts, 40 transactions, last changed …`. */
export const describeFile = ({ accounts, transactions, last_change }: WorkspaceFileSummary): string => {
  const sizes = `${pluralize(accounts, 'account')}, ${pluralize(transactions, 'transaction')}`
  return last_change === null ? sizes : `${sizes}, last changed ${last_change}`
}

const describePresentFile = ({ present, present_trouble }: RestoreSummary): string =>
  present ? describeFile(present) : (present_trouble ?? '')

/** Says that the backup is of another workspace, in another currency; empty when it is not. */
export function describeOtherWorkspace({ same_workspace, present, copy }: RestoreSummary): string[] {
  if (same_workspace !== false) return []
  const money =
    present && present.currency !== copy.currency
      ? `, in ${copy.currency} instead of ${present.currency}`
      : ''
  return [`The backup is of another workspace${money}`]
}

/** Describes the current file and the backup, for the confirmation and the dry run. */
export function describeRestore(restoration: RestoreSummary): string {
  const { path, from, copy } = restoration
  const lines = [
    `Current: ${path}: ${describePresentFile(restoration)}`,
    `Backup:  ${from}: ${describeFile(copy)}`,
    ...describeOtherWorkspace(restoration),
  ]
  return lines.map(sanitizeLine).join('\n')
}

/** What was replaced, and where the old file is kept. */
export const restoreView = defineView<RestoreResult, RestoreResult>({
  columns: [
    textColumn('path', 'File'),
    textColumn('from', 'Backup'),
    textColumn('kept_as', 'Old file'),
    textColumn('written', 'Written'),
  ],
  fields: () => [
    'path',
    'from',
    'present',
    'present_trouble',
    'copy',
    'same_workspace',
    'kept_as',
    'written',
  ],
  renderText: (restored) => {
    const { from, copy, kept_as, written } = restored
    if (!written)
      return `${describeRestore(restored)}\nNothing was changed; the backup would replace the current file\n`
    const keptLines = kept_as === null ? [] : [`Saved the old file as ${kept_as}`]
    return [`Restored the workspace from ${from}: ${describeFile(copy)}`, ...keptLines]
      .map((line) => `${sanitizeLine(line)}\n`)
      .join('')
  },
})
