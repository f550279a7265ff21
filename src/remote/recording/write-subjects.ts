/** Says which thing each write of the API is about; the dry run and the history both ask here. */

import type { BudgetApi, WriteOperation } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { type Fields } from '../../contract/transaction-digest.ts'
import { type ApiEntityType, type EntityReference, readEntityByType, toAssignmentId } from './api-entities.ts'

/** What a write is about: a thing that exists, or the kind of the things that it creates. */
export type WriteSubject = EntityReference | { type: ApiEntityType; id: undefined }

const existing =
  (type: ApiEntityType, parameter: string) =>
  (request: RawRequest): WriteSubject => ({ type, id: String(request[parameter]) })

const created = (type: ApiEntityType) => (): WriteSubject => ({ type, id: undefined })

// The record is total: a write without a subject, which a dry run would really send, does not compile.
const subjectByOperation: Readonly<Record<WriteOperation, (request: RawRequest) => WriteSubject>> = {
  createAccount: created('account'),
  updateAccount: existing('account', 'account_id'),
  deleteAccount: existing('account', 'account_id'),
  assignCategory: ({ month, category_id }) => ({
    type: 'assignment',
    id: toAssignmentId(String(month), String(category_id)),
  }),
  createTransactions: created('transaction'),
  updateTransaction: existing('transaction', 'transaction_id'),
  deleteTransaction: existing('transaction', 'transaction_id'),
  restoreTransaction: existing('transaction', 'transaction_id'),
  createCategory: created('category'),
  updateCategory: existing('category', 'category_id'),
  deleteCategory: existing('category', 'category_id'),
  createCategoryGroup: created('category_group'),
  updateCategoryGroup: existing('category_group', 'group_id'),
  createMerchant: created('merchant'),
  updateMerchant: existing('merchant', 'merchant_id'),
  deleteMerchant: existing('merchant', 'merchant_id'),
}

/** Returns what a write is about. */
export const getSubject = (name: WriteOperation, request: RawRequest): WriteSubject =>
  subjectByOperation[name](request)

/** Reads the thing that a write would change; undefined when the write creates one. */
export async function readBefore(
  api: BudgetApi,
  name: WriteOperation,
  request: RawRequest,
): Promise<Fields | undefined> {
  const { type, id } = getSubject(name, request)
  return id === undefined ? undefined : readEntityByType[type](api, id)
}
