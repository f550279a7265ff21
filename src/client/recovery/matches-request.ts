/** Is what the service has what we asked it for? @see docs/http-client.md#retries, docs/http-client.md#recovery */

import { normalizeName, toNameKey } from '../../contract/normalize-name.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { compare, negate } from '../../money/decimal.ts'
import { isAmountText } from '../../money/minor-units.ts'

/** Parts of a body or of an answer, by the API's names. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

const isAmount = (value: unknown): value is string => isText(value) && isAmountText(value)

const isSameAmount = (asked: unknown, has: unknown): boolean =>
  isAmount(asked) && isAmount(has) && compare(asked, has) === 0

const amountFields = new Set(['amount', 'assigned'])

/** Does a thing have the value that was sent in this field? What was left out or set to nothing is nothing. */
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

/** Does a thing have every value that was sent? */
export const matchesFields = (asked: JsonObject, has: JsonObject): boolean =>
  Object.keys(asked).every((field) => hasValue(field, asked[field], has[field]))

/** The fields by which a created row is known again; others the service may fill in itself. */
const identifyingFields = ['account_id', 'date', 'notes', 'splits', 'merchant_id', 'merchant_name'] as const

/** Can this row be the one a draft asked for? */
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

/** Can this row be the outflow of the transfer a draft asked for? */
const matchesTransferDraft = (draft: JsonObject, row: Transaction): boolean =>
  row.type === 'transfer' &&
  row.account_id === draft['from_account_id'] &&
  row.transfer_account_id === draft['to_account_id'] &&
  row.date === draft['date'] &&
  hasValue('notes', draft['notes'], row.notes) &&
  isAmount(row.amount) &&
  isSameAmount(draft['amount'], negate(row.amount))
