/** Shows the journal of imports. */

import { type ImportRecord, type ImportStore, listImportedIds } from '../../contract/ports/import-journal.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import { pluralize } from '../../output/pluralize.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import { type Column, defineView, textColumn, type View } from '../../output/view.ts'

// JSON omits symbol keys: the lines are for users.
const linesKey: unique symbol = Symbol('what was taken back with an import')

/** An import in the journal. */
export interface ImportRecordOutput {
  id: string
  /** The path of the file. */
  file: string
  account_id: string
  started_at: string
  state: 'unfinished' | 'done' | 'undone'
  /** The ids of the transactions it created. */
  created: string[]
  /** Rows that were sent and may or may not have been imported. */
  in_doubt: unknown[]
}

const createLengthColumn = (
  field: 'created' | 'in_doubt',
  heading: string,
): Column<Pick<ImportRecordOutput, 'created' | 'in_doubt'>> => ({
  field,
  heading,
  kind: 'count',
  dropPriority: 2,
  getValue: (record) => record[field].length,
})

const commonColumns = [
  textColumn('id', 'Import', { neverTruncate: true }),
  textColumn('started_at', 'Started', { neverTruncate: true, dropPriority: 3 }),
  textColumn('state', 'State', { dropPriority: 1 }),
  createLengthColumn('created', 'Imported'),
  {
    ...createLengthColumn('in_doubt', 'Uncertain'),
    // Only requests to a service end uncertain.
    formatForTerminal: ({ in_doubt }: ImportRecordOutput) =>
      in_doubt.length === 0 ? '' : String(in_doubt.length),
  },
]
/** Shows the file name only, because the directory would push it out of a narrow table. */
const fileNameColumn: Column<ImportRecordOutput> = {
  field: 'file',
  heading: 'File',
  kind: 'text',
  getValue: ({ file }) => file.replace(/^.*[/\\]/, ''),
}
const fields = () => ['id', 'file', 'account_id', 'started_at', 'state', 'created', 'in_doubt']

/** A list of imports. */
export const importListView = defineView<ImportRecordOutput[], ImportRecordOutput>({
  columns: [...commonColumns, fileNameColumn],
  fields,
  emptyMessage: 'No imports yet; start with budget import FILE --account NAME',
})

/** One import. */
export const importRecordView = defineView<ImportRecordOutput, ImportRecordOutput>({
  columns: [...commonColumns, textColumn('file', 'File')],
  fields,
})

/** An import that was undone. */
export interface UndoResult {
  import_id: string
  deleted: string[]
  /** What was taken back with it, in lines. */
  readonly [linesKey]?: readonly string[]
}

/** Returns the result of an undo that took back other changes with the import. */
export const toImportUndoResult = (result: UndoResult, lines: readonly string[]): UndoResult => ({
  ...result,
  [linesKey]: lines,
})

/** One line about an undone import. */
export const undoView: View<UndoResult> = defineView<UndoResult, { id: string }>({
  columns: [textColumn('id', 'Id')],
  rows: ({ deleted }) => deleted.map((id) => ({ id })),
  fields: () => ['import_id', 'deleted'],
  renderText: ({ import_id, deleted, [linesKey]: lines = [] }) =>
    [`Import ${import_id} undone: ${pluralize(deleted.length, 'transaction')} deleted`, ...lines]
      .map((line) => `${sanitizeLine(line)}\n`)
      .join(''),
})

/** Converts an import to the object that is printed. */
export function toImportRecordOutput(record: ImportRecord, imports: ImportStore): ImportRecordOutput {
  const { id, path, account_id, started_at, state } = record
  const batches = imports.listBatches(id)
  const doubtful = batches.filter((batch) => batch.state === 'sending' || batch.state === 'unknown')
  return {
    id,
    file: path,
    account_id,
    started_at: formatTimestamp(started_at),
    state,
    created: listImportedIds(batches),
    in_doubt: doubtful.flatMap(({ drafts }) => JSON.parse(drafts || '[]') as unknown[]), // written by post-batches
  }
}
