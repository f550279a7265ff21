/** Reads JSON objects and their fields, and names the place of a wrong one. */

import { createPlaceError } from '../tables/source-file.ts'

/** A JSON object of a file. */
export interface JsonRecord {
  /** E.g. `budget.json, transactions[3]` or `accounts.ndjson, line 2`. */
  place: string
  /** What the user does about a wrong field. */
  hint: string
  fields: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws the error of a record. */
export function refuseRecord({ place, hint }: Pick<JsonRecord, 'place' | 'hint'>, problem: string): never {
  throw createPlaceError(place, problem, hint)
}

/**
 * Returns the object of a JSON text.
 * @throws UserError if the text is no JSON object
 */
export function parseRecord(text: string, { place, hint }: Pick<JsonRecord, 'place' | 'hint'>): JsonRecord {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseRecord({ place, hint }, `it is not JSON: ${error.message}`)
  }
  // No spread: with 100,000 lines it takes 17 MiB more.
  return isObject(fields) ? { place, hint, fields } : refuseRecord({ place, hint }, 'it is not a JSON object')
}

const MAX_SHOWN = 60

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** Throws the error of a field that has another form. */
export function refuseField(record: JsonRecord, name: string, wanted: string): never {
  const value = record.fields[name]
  const has = value === undefined ? 'is missing' : `is ${show(value)}`
  return refuseRecord(record, `"${name}" ${has}, not ${wanted}`)
}

/** Reads a field of a record. @throws UserError if it has another form */
export type ReadField<Value> = (record: JsonRecord, name: string) => Value

/** Returns the reader of fields of one form. */
export const createFieldReader =
  <Value>(isValue: (value: unknown) => value is Value, wanted: string): ReadField<Value> =>
  (record, name) => {
    const value = record.fields[name]
    return isValue(value) ? value : refuseField(record, name, wanted)
  }

/** Reads a text. */
export const readText = createFieldReader((value) => typeof value === 'string', 'a string')

/** Reads a whole number. */
export const readInteger = createFieldReader(
  (value): value is number => Number.isSafeInteger(value),
  'a whole number',
)

/** Reads true or false. */
export const readFlag = createFieldReader((value) => typeof value === 'boolean', 'true or false')

/** Returns undefined for a field that is missing or null, or what `read` makes of any other. */
export const readOptional = <Value>(
  record: JsonRecord,
  name: string,
  read: ReadField<Value>,
): Value | undefined =>
  record.fields[name] === undefined || record.fields[name] === null ? undefined : read(record, name)

/** Reads an object. */
export const readRecord: ReadField<JsonRecord> = (record, name) => toRecord(record, name, record.fields[name])

/** Reads a list of objects. */
export function readRecords(record: JsonRecord, name: string): JsonRecord[] {
  const value = record.fields[name]
  if (!Array.isArray(value)) return refuseField(record, name, 'a list')
  return value.map((one: unknown, at) => toRecord(record, `${name}[${at}]`, one))
}

function toRecord({ place, hint }: JsonRecord, name: string, fields: unknown): JsonRecord {
  const own = `${place}, ${name}`
  return isObject(fields)
    ? { place: own, hint, fields }
    : refuseRecord({ place: own, hint }, 'it is not an object')
}
