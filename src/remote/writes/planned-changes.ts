/** Turns a write that is not sent yet into the changes it is expected to make, for a dry run and for the history. */

import { operations, type WriteOperation } from '../../contract/api.ts'
import { type ChangeFields, NEW_ID, type PlannedChange } from '../../contract/ports/history.ts'
import { negate } from '../../money/decimal.ts'
import { isAmountText } from '../../money/minor-units.ts'
import { asFields } from './api-entities.ts'
import { apiWrites } from './api-writes.ts'

/** A write as it would be sent, with the entity that it would change. */
export interface PlannedRequest {
  name: WriteOperation
  path: string
  pathParameters: Readonly<Record<string, string>>
  body: unknown
  /** Undefined when the write creates an entity, or changes one that the dry run would create. */
  before: ChangeFields | undefined
  /** The predicted entity; null when the write deletes it. */
  after: ChangeFields | null
}

/** Returns the changes that a write would make; only the first of them has the request. */
export function toPlannedChanges(write: PlannedRequest): [PlannedChange, ...PlannedChange[]] {
  const { name, path, body, before, after } = write
  const request = { method: operations[name].method, path, body: body ?? null }
  const { type, id } = apiWrites[name].getSubject(write.pathParameters)
  if (operations[name].status === 201) {
    const [first = {}, ...others] = name === 'createTransactions' ? listDrafts(body) : [asFields(body)]
    const create = (after: ChangeFields) => ({ type, id: NEW_ID, before: null, after })
    return [
      { ...request, ...create(first) },
      ...others.map((after) => ({ method: null, path: null, body: null, ...create(after) })),
    ]
  }
  return [{ ...request, type, id: id ?? NEW_ID, ...pickChanges(before ?? {}, after) }]
}

/** Lists the transactions that a body creates; a transfer creates one in each account. */
function listDrafts(body: unknown): ChangeFields[] {
  const { transaction, transactions } = asFields(body)
  if (Array.isArray(transactions)) return transactions.map(asFields)
  const { from_account_id, to_account_id, amount, ...draft } = asFields(transaction)
  if (draft['type'] !== 'transfer') return [asFields(transaction)]
  return [
    {
      ...draft,
      account_id: from_account_id,
      transfer_account_id: to_account_id,
      // The service refuses any other text.
      amount: typeof amount === 'string' && isAmountText(amount) ? negate(amount) : amount,
    },
    { ...draft, account_id: to_account_id, transfer_account_id: from_account_id, amount },
  ]
}

/** The fields that name an entity, also where they do not change. */
const NAMING_FIELDS = new Set(['name', 'date', 'amount', 'merchant_name', 'account_name', 'type'])

/** Returns the fields that change and those that name the entity. */
function pickChanges(
  before: ChangeFields,
  after: ChangeFields | null,
): { before: ChangeFields; after: ChangeFields | null } {
  const isShown = (field: string): boolean =>
    NAMING_FIELDS.has(field) ||
    (after !== null && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const pick = (fields: ChangeFields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => isShown(field)))
  return { before: pick(before), after: after && pick(after) }
}
