/** Turns a write of a remote dry run into the changes it would make. */

import { operations, type WriteOperation } from '../../contract/api.ts'
import type { ChangeFields, ChangeType } from '../../contract/ports/history.ts'
import { add, negate, subtract } from '../../money/decimal.ts'
import { NEW_ID, type PlannedChange } from '../../render/planned-change.ts'

/** The kind of thing that an operation writes, and the path parameter with its id; null when it creates one. */
const writtenThings: Readonly<Record<WriteOperation, { type: ChangeType; idParameter: string | null }>> = {
  createAccount: { type: 'account', idParameter: null },
  updateAccount: { type: 'account', idParameter: 'account_id' },
  deleteAccount: { type: 'account', idParameter: 'account_id' },
  assignCategory: { type: 'assignment', idParameter: 'category_id' },
  createTransactions: { type: 'transaction', idParameter: null },
  updateTransaction: { type: 'transaction', idParameter: 'transaction_id' },
  deleteTransaction: { type: 'transaction', idParameter: 'transaction_id' },
  restoreTransaction: { type: 'transaction', idParameter: 'transaction_id' },
  createCategory: { type: 'category', idParameter: null },
  updateCategory: { type: 'category', idParameter: 'category_id' },
  deleteCategory: { type: 'category', idParameter: 'category_id' },
  createCategoryGroup: { type: 'category_group', idParameter: null },
  updateCategoryGroup: { type: 'category_group', idParameter: 'group_id' },
  createMerchant: { type: 'merchant', idParameter: null },
  updateMerchant: { type: 'merchant', idParameter: 'merchant_id' },
  deleteMerchant: { type: 'merchant', idParameter: 'merchant_id' },
}

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
  if (operations[name].status === 201) {
    const [first = {}, ...others] = name === 'createTransactions' ? listDrafts(body) : [asFields(body)]
    const create = (after: ChangeFields) => ({
      type: writtenThings[name].type,
      id: NEW_ID,
      before: null,
      after,
    })
    return [
      { ...request, ...create(first) },
      ...others.map((after) => ({ method: null, path: null, body: null, ...create(after) })),
    ]
  }
  return [
    { ...request, type: writtenThings[name].type, id: buildId(write), ...pickChanges(before ?? {}, after) },
  ]
}

const asFields = (value: unknown): ChangeFields => Object(value) as ChangeFields // A body is an object, or missing.

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
      amount: negate(String(amount)),
    },
    { ...draft, account_id: to_account_id, transfer_account_id: from_account_id, amount },
  ]
}

function buildId({ name, pathParameters }: PlannedRequest): string {
  const id = pathParameters[writtenThings[name].idParameter ?? ''] ?? NEW_ID
  return name === 'assignCategory' ? `${pathParameters['month']}/${id}` : id
}

/** Predicts the entity after a write; null when the write deletes it for good. */
export function predictAfter(
  name: WriteOperation,
  before: ChangeFields | undefined,
  body: unknown,
): ChangeFields | null {
  if (name === 'deleteTransaction') return { ...before, deleted: true }
  if (name === 'restoreTransaction') return { ...before, deleted: false }
  if (operations[name].method === 'DELETE') return null
  const after = { ...before, ...asFields(body) }
  if (name !== 'assignCategory' || !before) return after
  const { available, assigned } = before
  return {
    ...after,
    available: add(String(available), subtract(String(asFields(body)['assigned']), String(assigned))),
  }
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
