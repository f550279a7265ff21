/** Reads the fields of a line of an archive; each has one form, and anything else is refused. */

import { isNote, isStoredName } from '../../contract/fields.ts'
import { isDate, isMonth } from '../../money/calendar.ts'
import { isAmountText, type MinorUnits, parseAmount, parseTotal } from '../../money/minor-units.ts'
import { type ArchiveLine, refuseLine } from './archive-lines.ts'

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
