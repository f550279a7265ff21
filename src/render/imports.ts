/** How the journal of imports is shown. */

import { sanitizeLine } from './sanitize.ts'
import { type Column, defineView, textColumn, type View } from './view.ts'

/** An import as the journal has it. */
export interface ImportRecordOutput {
  id: string
  /** Where the file was. */
  file: string
  account_id: string
  started_at: string
  state: 'unfinished' | 'done' | 'undone'
  /** The transactions it booked. */
  created: string[]
  /** Rows that were sent, of which nobody knows whether they were booked. */
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
  textColumn('started_at', 'Begun', { neverTruncate: true, dropPriority: 3 }),
  textColumn('state', 'State', { dropPriority: 1 }),
  createLengthColumn('created', 'Booked'),
  createLengthColumn('in_doubt', 'In doubt'),
]
/** A folder would push the name of the file, by which the import may be called, out of a narrow table. */
const fileNameColumn: Column<ImportRecordOutput> = {
  field: 'file',
  heading: 'File',
  kind: 'text',
  getValue: ({ file }) => file.replace(/^.*[/\\]/, ''),
}
const fields = () => ['id', 'file', 'account_id', 'started_at', 'state', 'created', 'in_doubt']

/** Imports one under the other. */
export const importListView = defineView<ImportRecordOutput[], ImportRecordOutput>({
  columns: [...commonColumns, fileNameColumn],
  fields,
  emptyMessage: 'Nothing was imported here yet; budget import FILE --account NAME does it',
})

/** One import. */
export const importRecordView = defineView<ImportRecordOutput, ImportRecordOutput>({
  columns: [...commonColumns, textColumn('file', 'File')],
  fields,
})

/** So many of something, in words. */
export const pluralize = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`

/** An import that was taken back. */
export interface UndoResult {
  import_id: string
  deleted: string[]
}

export const undoView: View<UndoResult> = defineView<UndoResult, { id: string }>({
  columns: [textColumn('id', 'Id')],
  rows: ({ deleted }) => deleted.map((id) => ({ id })),
  fields: () => ['import_id', 'deleted'],
  renderText: ({ import_id, deleted }) =>
    `${sanitizeLine(`Import ${import_id} is undone: ${pluralize(deleted.length, 'transaction')} deleted`)}\n`,
})
