/** How the journal of imports is shown. */

import { oneLine } from './sanitize.ts'
import { type Column, type Sheet, sheet, text } from './view.ts'

/** An import as the journal has it. */
export interface ShownRecord {
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

const number = (
  field: 'created' | 'in_doubt',
  heading: string,
): Column<Pick<ShownRecord, 'created' | 'in_doubt'>> => ({
  field,
  heading,
  kind: 'count',
  spare: 2,
  value: (record) => record[field].length,
})

const common = [
  text('id', 'Import', { whole: true }),
  text('started_at', 'Begun', { whole: true, spare: 3 }),
  text('state', 'State', { spare: 1 }),
  number('created', 'Booked'),
  number('in_doubt', 'In doubt'),
]
/** A folder would push the name of the file, by which the import may be called, out of a narrow table. */
const fileName: Column<ShownRecord> = {
  field: 'file',
  heading: 'File',
  kind: 'text',
  value: ({ file }) => file.replace(/^.*[/\\]/, ''),
}
const fields = () => ['id', 'file', 'account_id', 'started_at', 'state', 'created', 'in_doubt']

/** Imports one under the other. */
export const recordList = sheet<ShownRecord[], ShownRecord>({
  columns: [...common, fileName],
  fields,
  empty: 'Nothing was imported here yet; budget import FILE --account NAME does it',
})

/** One import. */
export const recordCard = sheet<ShownRecord, ShownRecord>({
  columns: [...common, text('file', 'File')],
  fields,
})

/** So many of something, in words. */
export const countWords = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`

/** An import that was taken back. */
export interface Undone {
  import_id: string
  deleted: string[]
}

export const undone: Sheet<Undone> = sheet<Undone, { id: string }>({
  columns: [text('id', 'Id')],
  rows: ({ deleted }) => deleted.map((id) => ({ id })),
  fields: () => ['import_id', 'deleted'],
  say: ({ import_id, deleted }) =>
    `${oneLine(`Import ${import_id} is undone: ${countWords(deleted.length, 'transaction')} deleted`)}\n`,
})
