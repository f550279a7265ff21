/** Shows what `budget db restore` replaces, and with what. */

import type { RestoreSummary, WorkspaceFileSummary } from '../contract/ports/local-service.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'

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
