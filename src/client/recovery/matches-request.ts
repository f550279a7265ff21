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

const isSameAmount = (asked: unknown, has: unknown): boolean =>
  isAmount(asked) && isAmount(has) && compare(asked, has) === 0

const amountFields = new Set(['amount', 'assigned'])

/** True if a resource has the requested value in a field; a missing value and null are equal. */
function hasValue(field: string, asked: unknown, has: unknown): boolean {
  if (field === 'splits') return isSameSplits(asked, has)
  if (asked === null || asked === undefined) return has === null || has === undefined
  if (amountFields.has(field)) return isSameAmount(asked, has)
  if (field === 'merchant_name') return isText(asked) && isText(has) && toNameKey(asked) === toNameKey(has)
  if (field === 'name') return isText(asked) && isText(has) && normalizeName(asked) === normalizeName(has)
  if (field === 'notes') return (asked === '' ? null : asked) === has
  return asked === has
}

function isSameSplits(asked: unknown, has: unknown): boolean {
  if (!Array.isArray(asked) || asked.length === 0) return has === null || has === undefined
  return (
    Array.isArray(has) &&
    has.length === asked.length &&
    asked.every((line, at) => isSameSplitLine(line, has[at]))
  )
}

const isSameSplitLine = (asked: unknown, has: unknown): boolean =>
  isJsonObject(asked) &&
  isJsonObject(has) &&
  Object.keys(asked).every((field) => hasValue(field, asked[field], has[field]))

/** True if a resource has every requested value. */
export const matchesFields = (asked: JsonObject, has: JsonObject): boolean =>
  Object.keys(asked).every((field) => hasValue(field, asked[field], has[field]))

/** The fields that identify a created row; the service may fill in others itself. */
const identifyingFields = ['account_id', 'date', 'notes', 'splits', 'merchant_id', 'merchant_name'] as const

/** True if the row can be the one that a draft asked for. */
export function matchesDraft(draft: JsonObject, row: Transaction): boolean {
  const has: JsonObject = row
  if (draft['type'] === 'transfer') return matchesTransferDraft(draft, row)
  const known = identifyingFields.filter(
    (mark) => mark === 'notes' || mark === 'splits' || draft[mark] !== undefined,
  )
  const isPaid = draft['merchant_id'] !== undefined || draft['merchant_name'] !== undefined
  return (
    row.type === 'regular' &&
    known.every((mark) => hasValue(mark, draft[mark], has[mark])) &&
    (isPaid || row.merchant_id === null) &&
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
