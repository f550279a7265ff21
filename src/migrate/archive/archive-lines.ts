/** Reads the files of an archive line by line; each field has one form, and anything else is refused. */

import { isUtf8 } from 'node:buffer'
import { UserError } from '../../contract/errors.ts'
import { isNote, isStoredName } from '../../contract/fields.ts'
import { isDate, isMonth } from '../../money/calendar.ts'
import { isAmountText, type MinorUnits, parseAmount, parseTotal } from '../../money/minor-units.ts'
import type { SourceFile } from '../../tables/source-file.ts'

/** One fact of an archive, before its fields are checked. */
export interface ArchiveLine {
  path: string
  /** Counts from 1. */
  number: number
  fields: Readonly<Record<string, unknown>>
}

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

/** Throws the error of a line. */
export function refuseLine({ path, number }: Pick<ArchiveLine, 'path' | 'number'>, problem: string): never {
  throw new UserError('invalid', `${path}, line ${number}: ${problem}`, {
    hint: 'Create the archive again with budget export all, or correct the line',
  })
}

/**
 * Yields the lines of a file.
 * @throws UserError for text that is not UTF-8, or a line that is not a JSON object
 */
export function* iterateLines({ path, bytes }: SourceFile): Generator<ArchiveLine> {
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
    if (line.trim() !== '') yield { path, number, fields: parseLine(line, { path, number }) }
  }
}

const LINE_FEED = 0x0a

function parseLine(line: string, place: Pick<ArchiveLine, 'path' | 'number'>): ArchiveLine['fields'] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseLine(place, 'it is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuseLine(place, 'it is not a JSON object')
  return value as ArchiveLine['fields'] // an object of JSON has no other keys than texts
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
const MAX_SHOWN = 60

/** Throws the error of a field that has another form. */
export function refuseField(line: ArchiveLine, field: string, wanted: string): never {
  const value = line.fields[field]
  const has = value === undefined ? 'is missing' : `is ${show(value)}`
  return refuseLine(line, `"${field}" ${has}, not ${wanted}`)
}

/** Returns a field that is a text. */
export function readText(line: ArchiveLine, field: string): string {
  const value = line.fields[field]
  return typeof value === 'string' ? value : refuseField(line, field, 'a string')
}

/** Returns null, or what `read` makes of a field with a value. */
export const readOrNull = <Value>(
  line: ArchiveLine,
  field: string,
  read: (line: ArchiveLine, field: string) => Value,
): Value | null => (line.fields[field] === null ? null : read(line, field))

/** Returns a name. */
export function readName(line: ArchiveLine, field: string): string {
  const value = readText(line, field)
  return isStoredName(value)
    ? value
    : refuseField(line, field, 'a name of 1 to 200 characters without control characters')
}

/** Returns notes, or null. */
export function readNotes(line: ArchiveLine, field: string): string | null {
  const value = line.fields[field]
  if (value === null) return null
  return typeof value === 'string' && isNote(value)
    ? value
    : refuseField(line, field, 'null or text of at most 500 characters')
}

/** Returns a boolean. */
export function readFlag(line: ArchiveLine, field: string): boolean {
  const value = line.fields[field]
  return typeof value === 'boolean' ? value : refuseField(line, field, 'true or false')
}

/** Returns an integer. */
export function readInteger(line: ArchiveLine, field: string): number {
  const value = line.fields[field]
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? value
    : refuseField(line, field, 'an integer')
}

/** Returns a date. */
export function readDate(line: ArchiveLine, field: string): string {
  const value = line.fields[field]
  return typeof value === 'string' && isDate(value)
    ? value
    : refuseField(line, field, 'a date in the form YYYY-MM-DD')
}

/** Returns a month. */
export function readMonth(line: ArchiveLine, field: string): string {
  const value = line.fields[field]
  return typeof value === 'string' && isMonth(value)
    ? value
    : refuseField(line, field, 'a month in the form YYYY-MM')
}

/** Returns one of several words. */
export function readWord<Word extends string>(
  line: ArchiveLine,
  field: string,
  words: readonly Word[],
): Word {
  const value = line.fields[field]
  return words.find((word) => word === value) ?? refuseField(line, field, `one of ${words.join(', ')}`)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/
/** The last instant that was read: the rows of an import repeat theirs. */
let last = { text: '1970-01-01T00:00:00.000Z', milliseconds: 0 }

/** Returns an instant in milliseconds since 1970. */
export function readInstant(line: ArchiveLine, field: string): number {
  const value = line.fields[field]
  if (value === last.text) return last.milliseconds
  const milliseconds = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  if (typeof value !== 'string' || Number.isNaN(milliseconds))
    return refuseField(line, field, 'a time in the form YYYY-MM-DDTHH:MM:SS.SSSZ')
  last = { text: value, milliseconds }
  return milliseconds
}

/** Returns the amount of a transaction. */
export function readAmount(line: ArchiveLine, field: string, decimals: number): MinorUnits {
  const value = line.fields[field]
  const amount = typeof value === 'string' ? parseAmount(value, decimals) : undefined
  return (
    amount ?? refuseField(line, field, `a decimal string with at most ${decimals} decimals and 15 digits`)
  )
}

/** No sum of amounts is longer. */
const MAX_TOTAL_LENGTH = 24

/** Returns a sum of amounts. */
export function readTotal(line: ArchiveLine, field: string, decimals: number): MinorUnits {
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
