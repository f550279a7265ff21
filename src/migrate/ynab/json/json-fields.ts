/** Reads fields of the JSON of the YNAB API, and names the place of a wrong one. */

import { UserError } from '../../../contract/errors.ts'
import { getCurrencyDecimals } from '../../../money/currency.ts'
import type { MinorUnits } from '../../../money/minor-units.ts'
import { explainDecimals } from '../../../tables/cells/likely-currencies.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'

/** A JSON object and its place, e.g. `budget.json, transactions[3]`. */
export interface JsonRecord {
  place: string
  fields: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the object of a JSON text.
 * @throws UserError if the text is no JSON object
 */
export function parseJsonRecord(text: string, file: string): JsonRecord {
  const value = parseJson(text, file)
  if (isObject(value)) return { place: file, fields: value }
  throw new UserError('invalid', `${file} is not a JSON object`, { hint: EXPORT_AGAIN })
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new UserError('invalid', `${file} is not valid JSON: ${cause.message}`, { hint: EXPORT_AGAIN })
  }
}

const createFieldError = ({ place }: JsonRecord, name: string, expected: string): UserError =>
  createPlaceError(place, `${name} is not ${expected}`, EXPORT_AGAIN)

/** Returns a text; undefined if it is missing, null or empty. */
export function readOptionalText(record: JsonRecord, name: string): string | undefined {
  const value = record.fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw createFieldError(record, name, 'a string')
  return value
}

/** Returns a text that must be there. */
export function readText(record: JsonRecord, name: string): string {
  const value = readOptionalText(record, name)
  if (value === undefined) throw createFieldError(record, name, 'a string')
  return value
}

/** Returns a whole number; undefined if it is missing or null. */
export function readOptionalInteger(record: JsonRecord, name: string): number | undefined {
  const value = record.fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw createFieldError(record, name, 'a whole number')
  return value
}

/** Returns a whole number that must be there. */
function readInteger(record: JsonRecord, name: string): number {
  const value = readOptionalInteger(record, name)
  if (value === undefined) throw createFieldError(record, name, 'a whole number')
  return value
}

/** Returns true or false; undefined if it is missing or null. */
export function readOptionalBoolean(record: JsonRecord, name: string): boolean | undefined {
  const value = record.fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw createFieldError(record, name, 'true or false')
  return value
}

/** Returns an object; undefined if it is missing or null. */
export function readOptionalRecord(record: JsonRecord, name: string): JsonRecord | undefined {
  const value = record.fields[name]
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw createFieldError(record, name, 'an object')
  return { place: `${record.place}, ${name}`, fields: value }
}

/** Returns the objects of a list; none if it is missing or null. */
export function readList(record: JsonRecord, name: string): JsonRecord[] {
  const value = record.fields[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw createFieldError(record, name, 'a list')
  return value.map((fields: unknown, at) => {
    if (!isObject(fields)) throw createFieldError(record, `${name}[${at}]`, 'an object')
    return { place: `${record.place}, ${name}[${at}]`, fields }
  })
}

/** True for what was deleted. */
export const isDeleted = (record: JsonRecord): boolean => readOptionalBoolean(record, 'deleted') === true

/** Returns the objects of a list that are not deleted. */
export const readLiveList = (record: JsonRecord, name: string): JsonRecord[] =>
  readList(record, name).filter((one) => !isDeleted(one))

/** Reads an amount of a record. */
export type ReadAmount = (record: JsonRecord, name: string) => MinorUnits

const MILLIUNIT_DECIMALS = 3

/**
 * Returns the function that reads amounts in a currency. It throws a UserError for an amount with more decimals than
 * the currency has.
 */
export function createAmountReader(currency: string): ReadAmount {
  const decimals = getCurrencyDecimals(currency)
  const factor = 10n ** BigInt(Math.max(0, decimals - MILLIUNIT_DECIMALS))
  const divisor = 10n ** BigInt(Math.max(0, MILLIUNIT_DECIMALS - decimals))
  return (record, name) => {
    const milliunits = BigInt(readInteger(record, name)) * factor
    if (milliunits % divisor === 0n) return milliunits / divisor
    const places = MILLIUNIT_DECIMALS - countEndZeros(milliunits)
    const { problem, hint } = explainDecimals(`${name} ${milliunits} milliunits`, {
      currency,
      decimals: places,
    })
    throw createPlaceError(record.place, problem, hint)
  }
}

/** True if an amount of a record has no more decimals than the currency. */
export const isExactAmount = (record: JsonRecord, name: string, currency: string): boolean =>
  getCurrencyDecimals(currency) >= MILLIUNIT_DECIMALS - countEndZeros(BigInt(readInteger(record, name)))

const countEndZeros = (amount: bigint): number => /0*$/.exec(String(amount))?.[0].length ?? 0
