/**
 * Compares what a service has with what a request asked for.
 * @see docs/http-client.md#retries
 * @see docs/http-client.md#recovery
 */

import { normalizeName, toNameKey } from '../../contract/normalize-name.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { compare, negate } from '../../money/decimal.ts'
import { isAmountText } from '../../money/minor-units.ts'

/** A part of a body or a reply, by field name. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object that is not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

const isAmount = (value: unknown): value is string => isText(value) && isAmountText(value)

const isSameAmount = (requested: unknown, actual: unknown): boolean =>
  isAmount(requested) && isAmount(actual) && compare(requested, actual) === 0

const amountFields = new Set(['amount', 'assigned'])

/** True if a resource has the requested value in a field; a missing value and null are equal. */
function hasValue(field: string, requested: unknown, actual: unknown): boolean {
  if (field === 'splits') return isSameSplits(requested, actual)
  if (requested === null || requested === undefined) return actual === null || actual === undefined
  if (amountFields.has(field)) return isSameAmount(requested, actual)
  if (field === 'merchant_name')
    return isText(requested) && isText(actual) && toNameKey(requested) === toNameKey(actual)
  if (field === 'name')
    return isText(requested) && isText(actual) && normalizeName(requested) === normalizeName(actual)
  if (field === 'notes') return (requested === '' ? null : requested) === actual
  return requested === actual
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

/** The fields that identify a created row; the service may fill in others itself. */
const identifyingFields = ['account_id', 'date', 'notes', 'splits', 'merchant_id', 'merchant_name'] as const

/** True if the row can be the one that a draft asked for. */
export function matchesDraft(draft: JsonObject, row: Transaction): boolean {
  const actual: JsonObject = row
  if (draft['type'] === 'transfer') return matchesTransferDraft(draft, row)
  const requestedFields = identifyingFields.filter(
    (field) => field === 'notes' || field === 'splits' || draft[field] !== undefined,
  )
  const hasMerchant = draft['merchant_id'] !== undefined || draft['merchant_name'] !== undefined
  return (
    row.type === 'regular' &&
    requestedFields.every((field) => hasValue(field, draft[field], actual[field])) &&
    (hasMerchant || row.merchant_id === null) &&
    (draft['amount'] === undefined || draft['amount'] === null || isSameAmount(draft['amount'], row.amount))
  )
}

/** True if the row can be the outflow of the transfer that a draft asked for. */
const matchesTransferDraft = (draft: JsonObject, row: Transaction): boolean =>
  row.type === 'transfer' &&
  row.account_id === draft['from_account_id'] &&
  row.transfer_account_id === draft['to_account_id'] &&
  row.date === draft['date'] &&
  hasValue('notes', draft['notes'], row.notes) &&
  isAmount(row.amount) &&
  isSameAmount(draft['amount'], negate(row.amount))
