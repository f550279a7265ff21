/**
 * Compares a created transaction with the draft that a request sent.
 * @see docs/http-client.md#retries
 * @see docs/http-client.md#recovery
 */

import { hasValue, isAmount, isSameAmount, type JsonObject } from '../../../contract/matches-fields.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { negate } from '../../../money/decimal.ts'

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
