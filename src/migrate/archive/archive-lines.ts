/** Reads the files of an archive line by line; each field has one form, and anything else is refused. */

import { isUtf8 } from 'node:buffer'
import { UserError } from '../../contract/errors.ts'
import { isNote, isStoredName } from '../../contract/fields.ts'
import { isDate, isMonth } from '../../money/calendar.ts'
import { isAmountText, type MinorUnits, parseAmount, parseTotal } from '../../money/minor-units.ts'
import type { SourceFile } from '../../tables/source-file.ts'
import {
  createFieldReader,
  type JsonRecord,
  parseRecord,
  type ReadField,
  refuseField,
} from '../json-record.ts'

/** The files of an archive by their names in docs/export.md, e.g. `accounts.ndjson`. */
export type ArchiveFiles = ReadonlyMap<string, SourceFile>

const SUMMARY_NAME = 'budget.json'

/**
 * Returns the files of an archive, which may lie in a folder of the source; undefined when it is none. Other files, as
 * those of a git repository, are left out.
 */
export function findArchiveFiles(files: readonly SourceFile[]): ArchiveFiles | undefined {
  const paths = files.map((file) => ({ file, path: file.path.replace(/^(?:\.\/)+/, '') }))
  const [root] = paths
    .filter(({ path }) => path === SUMMARY_NAME || path.endsWith(`/${SUMMARY_NAME}`))
    .map(({ path }) => path.slice(0, -SUMMARY_NAME.length))
    .toSorted((a, b) => a.length - b.length)
  if (root === undefined) return undefined
  return new Map(
    paths.flatMap(({ file, path }): [string, SourceFile][] => {
      const name = path.slice(root.length)
      return path.startsWith(root) && ARCHIVE_NAME.test(name) ? [[name, file]] : []
    }),
  )
}

const ARCHIVE_NAME = /^(?:budget\.json|[a-z]+\.ndjson|transactions\/\d{4}-\d\d\.ndjson)$/

const CREATE_AGAIN = 'Create the archive again with budget export all, or correct the line'

/**
 * Yields the lines of a file.
 * @throws UserError for text that is not UTF-8, or a line that is not a JSON object
 */
export function* iterateLines({ path, bytes }: SourceFile): Generator<JsonRecord> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(text))
    throw new UserError('invalid', `${path} is not UTF-8 text`, {
      hint: 'Create the archive again with budget export all',
    })
  // A line is decoded at a time: the text of a whole file would stay in memory for long.
  let number = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf(LINE_FEED, start)
    const end = next < 0 ? text.length : next
    const line = text.toString('utf8', start, end)
    start = end + 1
    number++
    if (line.trim() !== '') yield parseRecord(line, { place: `${path}, line ${number}`, hint: CREATE_AGAIN })
  }
}

const LINE_FEED = 0x0a

/** Returns null, or what `read` makes of a field with a value. */
export const readOrNull = <Value>(line: JsonRecord, field: string, read: ReadField<Value>): Value | null =>
  line.fields[field] === null ? null : read(line, field)

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads a name. */
export const readName = createFieldReader(
  (value): value is string => isText(value) && isStoredName(value),
  'a name of 1 to 200 characters without control characters',
)

/** Reads notes, or null. */
export const readNotes = createFieldReader(
  (value): value is string | null => value === null || (isText(value) && isNote(value)),
  'null or text of at most 500 characters',
)

/** Reads a date. */
export const readDate = createFieldReader(
  (value): value is string => isText(value) && isDate(value),
  'a date in the form YYYY-MM-DD',
)

/** Reads a month. */
export const readMonth = createFieldReader(
  (value): value is string => isText(value) && isMonth(value),
  'a month in the form YYYY-MM',
)

/** Returns one of several words. */
export function readWord<Word extends string>(line: JsonRecord, field: string, words: readonly Word[]): Word {
  const value = line.fields[field]
  return words.find((word) => word === value) ?? refuseField(line, field, `one of ${words.join(', ')}`)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/
/** The last instant that was read: the rows of an import repeat theirs. */
let last = { text: '1970-01-01T00:00:00.000Z', milliseconds: 0 }

/** Returns an instant in milliseconds since 1970. */
export function readInstant(line: JsonRecord, field: string): number {
  const value = line.fields[field]
  if (value === last.text) return last.milliseconds
  const milliseconds = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  if (typeof value !== 'string' || Number.isNaN(milliseconds))
    return refuseField(line, field, 'a time in the form YYYY-MM-DDTHH:MM:SS.SSSZ')
  last = { text: value, milliseconds }
  return milliseconds
}

/** Returns the amount of a transaction. */
export function readAmount(line: JsonRecord, field: string, decimals: number): MinorUnits {
  const value = line.fields[field]
  const amount = typeof value === 'string' ? parseAmount(value, decimals) : undefined
  return (
    amount ?? refuseField(line, field, `a decimal string with at most ${decimals} decimals and 15 digits`)
  )
}

/** No sum of amounts is longer. */
const MAX_TOTAL_LENGTH = 24

/** Returns a sum of amounts. */
export function readTotal(line: JsonRecord, field: string, decimals: number): MinorUnits {
  const value = line.fields[field]
  const isTotal =
    typeof value === 'string' &&
    value.length <= MAX_TOTAL_LENGTH &&
    isAmountText(value) &&
    (value.split('.')[1] ?? '').length <= decimals
  return isTotal
    ? parseTotal(value, decimals)
    : refuseField(line, field, `a decimal string with at most ${decimals} decimals`)
}
