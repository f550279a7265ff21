/**
 * Recovers a write whose answer was lost: finds out, by operation, whether it was applied.
 * @see docs/http-client.md#retries
 */

import {
  type BudgetApi,
  isWriteOperation,
  type OperationName,
  type WriteOperation,
} from '../../../contract/api.ts'
import { ApiError, NetworkError } from '../../../contract/errors.ts'
import { isJsonObject, type JsonObject, matchesFields } from '../../../contract/matches-fields.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import type { RawRequest } from '../../../contract/operation.ts'
import { recoverCreatedResource } from './created-resource.ts'
import { recoverCreatedTransactions } from './created-transactions.ts'
import type { RecoveryContext, RecoveryResult } from './recovery-context.ts'

type RecoveryHandler = (context: RecoveryContext) => Promise<RecoveryResult>

const getPathParameter = (request: RawRequest, name: string): string => String(request[name])
const getRequestBody = ({ body }: RawRequest): JsonObject => (isJsonObject(body) ? body : {})

/** Recovers an update. It sets absolute values, so sending it again does no harm. */
const recoverUpdate =
  (
    read: (context: RecoveryContext) => Promise<{ reply: unknown; resource: object | undefined }>,
  ): RecoveryHandler =>
  async (context) => {
    const { reply, resource } = await read(context)
    return resource && matchesFields(getRequestBody(context.request), { ...resource }) ? { reply } : 'retry'
  }

/** Recovers a deletion: it was applied when the resource is gone. */
const recoverDeletion =
  (idName: string, read: (api: BudgetApi, id: string) => Promise<unknown>): RecoveryHandler =>
  async ({ api, request }) => {
    const id = getPathParameter(request, idName)
    try {
      await read(api, id)
      return 'retry'
    } catch (error) {
      if (error instanceof ApiError && error.name === 'not_found') return { reply: { deleted: true, id } }
      throw error
    }
  }

/** Recovers deleting or restoring a transaction, which stays readable. */
const recoverDeletedState =
  (isDeleted: boolean): RecoveryHandler =>
  async ({ api, request }) => {
    const reply = await api.getTransaction({ transaction_id: getPathParameter(request, 'transaction_id') })
    return reply.transaction.deleted === isDeleted ? { reply } : 'retry'
  }

/** Recovers a creation under a unique name: a repetition is refused with `conflict`, which `explainConflict` reads. */
const retryBlindly: RecoveryHandler = async () => 'retry'

// The record is total: a write without recovery, which would be repeated blindly, does not compile.
const recoveryByOperation: Readonly<Record<WriteOperation, RecoveryHandler>> = {
  createAccount: recoverCreatedResource,
  updateAccount: recoverUpdate(async ({ api, request }) => {
    const reply = await api.getAccount({ account_id: getPathParameter(request, 'account_id') })
    return { reply, resource: reply.account }
  }),
  deleteAccount: recoverDeletion('account_id', (api, account_id) => api.getAccount({ account_id })),
  assignCategory: recoverUpdate(async ({ api, request }) => {
    const { month } = await api.getMonth({ month: getPathParameter(request, 'month') })
    const categories = month.category_groups.flatMap((group) => group.categories)
    const category = categories.find(({ id }) => id === request['category_id'])
    return { reply: { category }, resource: category }
  }),
  createTransactions: recoverCreatedTransactions,
  updateTransaction: recoverUpdate(async ({ api, request }) => {
    const reply = await api.getTransaction({ transaction_id: getPathParameter(request, 'transaction_id') })
    return { reply, resource: reply.transaction }
  }),
  deleteTransaction: recoverDeletedState(true),
  restoreTransaction: recoverDeletedState(false),
  createCategory: recoverCreatedResource,
  updateCategory: recoverUpdate(async ({ api, request }) => {
    const reply = await api.getCategory({ category_id: getPathParameter(request, 'category_id') })
    return { reply, resource: reply.category }
  }),
  deleteCategory: recoverDeletion('category_id', (api, category_id) => api.getCategory({ category_id })),
  createCategoryGroup: retryBlindly,
  updateCategoryGroup: recoverUpdate(async ({ api, request }) => {
    const { category_groups } = await api.listCategoryGroups({})
    const category_group = category_groups.find(({ id }) => id === request['group_id'])
    return { reply: { category_group }, resource: category_group }
  }),
  createMerchant: retryBlindly,
  updateMerchant: recoverUpdate(async ({ api, request }) => {
    const reply = await api.getMerchant({ merchant_id: getPathParameter(request, 'merchant_id') })
    return { reply, resource: reply.merchant }
  }),
  deleteMerchant: recoverDeletion('merchant_id', (api, merchant_id) => api.getMerchant({ merchant_id })),
}

/** Finds out what became of a request; `unknown` also when the service cannot be asked. A read is never applied. */
export async function recoverWrite(name: OperationName, context: RecoveryContext): Promise<RecoveryResult> {
  if (!isWriteOperation(name)) return 'not_applied'
  if (context.signal?.aborted) return 'unknown'
  if (context.hasIdempotencyKey) return 'retry'
  try {
    return await recoveryByOperation[name](context)
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError || context.signal?.aborted)
      return 'unknown'
    throw error
  }
}

/** Returns the reply of an earlier attempt that alone explains this error; undefined when the error has another cause. */
export async function explainConflict(
  name: OperationName,
  error: Error,
  { api, request }: Pick<RecoveryContext, 'api' | 'request'>,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'not_found' && name.startsWith('delete')) return buildDeletionReply(name, request)
  if (error.name !== 'conflict') return undefined
  const key = toNameKey(String(getRequestBody(request)['name']))
  if (name === 'createMerchant') {
    const { merchants } = await api.listMerchants({})
    const merchant = merchants.find((candidate) => toNameKey(candidate.name) === key)
    return merchant && { merchant }
  }
  if (name !== 'createCategoryGroup') return undefined
  const { category_groups } = await api.listCategoryGroups({})
  const category_group = category_groups.find((candidate) => toNameKey(candidate.name) === key)
  return category_group && { category_group }
}

/** Returns the reply of a deletion; undefined for a transaction, which stays readable when it is deleted. */
function buildDeletionReply(name: OperationName, request: RawRequest): unknown {
  const id = request['account_id'] ?? request['category_id'] ?? request['merchant_id']
  return name === 'deleteTransaction' ? undefined : { deleted: true, id }
}
