/**
 * Compares the fields of a resource with those that a request asked for.
 * @see docs/http-client.md#recovery
 */

import { compare } from '../money/decimal.ts'
import { isAmountText } from '../money/minor-units.ts'
import { normalizeName, toNameKey } from './normalize-name.ts'

/** A part of a body or a reply, by field name. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object that is not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

/** True for the text of an amount. */
export const isAmount = (value: unknown): value is string => isText(value) && isAmountText(value)

/** True if both are amounts and equal, whatever their decimals. */
export const isSameAmount = (requested: unknown, actual: unknown): boolean =>
  isAmount(requested) && isAmount(actual) && compare(requested, actual) === 0

const amountFields = new Set(['amount', 'assigned'])

/** True if a resource has the requested value in a field; a missing value and null are equal. */
export function hasValue(field: string, requested: unknown, actual: unknown): boolean {
  if (field === 'splits') return isSameSplits(requested, actual)
  if (requested === null || requested === undefined) return actual === null || actual === undefined
  if (amountFields.has(field)) return isSameAmount(requested, actual)
  if (field === 'merchant_name')
    return isText(requested) && isText(actual) && toNameKey(requested) === toNameKey(actual)
  if (field === 'name')
    return isText(requested) && isText(actual) && normalizeName(requested) === normalizeName(actual)
  if (field === 'notes') return (requested === '' ? null : requested) === actual
  return (
    requested === actual ||
    (typeof requested === 'object' && JSON.stringify(requested) === JSON.stringify(actual))
  )
}

function isSameSplits(requested: unknown, actual: unknown): boolean {
  if (!Array.isArray(requested) || requested.length === 0) return actual === null || actual === undefined
  return (
    Array.isArray(actual) &&
    actual.length === requested.length &&
    requested.every((line, index) => isSameSplitLine(line, actual[index]))
  )
}

const isSameSplitLine = (requested: unknown, actual: unknown): boolean =>
  isJsonObject(requested) &&
  isJsonObject(actual) &&
  Object.keys(requested).every((field) => hasValue(field, requested[field], actual[field]))

/** True if a resource has every requested value. */
export const matchesFields = (requested: JsonObject, actual: JsonObject): boolean =>
  Object.keys(requested).every((field) => hasValue(field, requested[field], actual[field]))
