/** What to do about a write whose answer was lost, by the kind of request. @see docs/http-client.md#retries */

import {
  type BudgetApi,
  isWriteOperation,
  type OperationName,
  type WriteOperation,
} from '../../contract/api.ts'
import { ApiError, NetworkError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { RecoveryResult } from '../retry.ts'
import { recoverCreatedResource } from './created-resource.ts'
import { recoverCreatedTransactions } from './created-transactions.ts'
import { isJsonObject, type JsonObject, matchesFields } from './matches-request.ts'
import type { RecoveryContext } from './recovery-context.ts'

type RecoveryHandler = (inquiry: RecoveryContext) => Promise<RecoveryResult>

const getPathParameter = (asked: RawRequest, name: string): string => String(asked[name])
const getRequestBody = ({ body }: RawRequest): JsonObject => (isJsonObject(body) ? body : {})

/** A change is absolute: when the thing does not have it, it can be sent again. */
const recoverUpdate =
  (
    read: (inquiry: RecoveryContext) => Promise<{ reply: unknown; thing: object | undefined }>,
  ): RecoveryHandler =>
  async (inquiry) => {
    const { reply, thing } = await read(inquiry)
    return thing && matchesFields(getRequestBody(inquiry.asked), { ...thing }) ? { reply } : 'send_again'
  }

/** A deletion is done when the thing is not there. */
const recoverDeletion =
  (idName: string, read: (api: BudgetApi, id: string) => Promise<unknown>): RecoveryHandler =>
  async ({ api, asked }) => {
    const id = getPathParameter(asked, idName)
    try {
      await read(api, id)
      return 'send_again'
    } catch (error) {
      if (error instanceof ApiError && error.name === 'not_found') return { reply: { deleted: true, id } }
      throw error
    }
  }

const recoverDeletedState =
  (wanted: boolean): RecoveryHandler =>
  async ({ api, asked }) => {
    const reply = await api.getTransaction({ transaction_id: getPathParameter(asked, 'transaction_id') })
    return reply.transaction.deleted === wanted ? { reply } : 'send_again'
  }

const retryBlindly: RecoveryHandler = async () => 'send_again'

// A write without its rule would be sent again blindly: one that is missing here does not compile.
const recoveryByOperation: Readonly<Record<WriteOperation, RecoveryHandler>> = {
  createAccount: recoverCreatedResource,
  updateAccount: recoverUpdate(async ({ api, asked }) => {
    const reply = await api.getAccount({ account_id: getPathParameter(asked, 'account_id') })
    return { reply, thing: reply.account }
  }),
  deleteAccount: recoverDeletion('account_id', (api, account_id) => api.getAccount({ account_id })),
  assignCategory: recoverUpdate(async ({ api, asked }) => {
    const { month } = await api.getMonth({ month: getPathParameter(asked, 'month') })
    const all = month.category_groups.flatMap(({ categories }) => categories)
    const category = all.find(({ id }) => id === asked['category_id'])
    return { reply: { category }, thing: category }
  }),
  createTransactions: recoverCreatedTransactions,
  updateTransaction: recoverUpdate(async ({ api, asked }) => {
    const reply = await api.getTransaction({ transaction_id: getPathParameter(asked, 'transaction_id') })
    return { reply, thing: reply.transaction }
  }),
  deleteTransaction: recoverDeletedState(true),
  restoreTransaction: recoverDeletedState(false),
  createCategory: recoverCreatedResource,
  updateCategory: recoverUpdate(async ({ api, asked }) => {
    const reply = await api.getCategory({ category_id: getPathParameter(asked, 'category_id') })
    return { reply, thing: reply.category }
  }),
  deleteCategory: recoverDeletion('category_id', (api, category_id) => api.getCategory({ category_id })),
  createCategoryGroup: retryBlindly,
  updateCategoryGroup: recoverUpdate(async ({ api, asked }) => {
    const { category_groups } = await api.listCategoryGroups({})
    const category_group = category_groups.find(({ id }) => id === asked['group_id'])
    return { reply: { category_group }, thing: category_group }
  }),
  createMerchant: retryBlindly,
  updateMerchant: recoverUpdate(async ({ api, asked }) => {
    const reply = await api.getMerchant({ merchant_id: getPathParameter(asked, 'merchant_id') })
    return { reply, thing: reply.merchant }
  }),
  deleteMerchant: recoverDeletion('merchant_id', (api, merchant_id) => api.getMerchant({ merchant_id })),
}

/** Finds out what became of a write; `unknown` also when the service cannot be asked. A read did nothing anyway. */
export async function recoverWrite(name: OperationName, inquiry: RecoveryContext): Promise<RecoveryResult> {
  if (!isWriteOperation(name)) return 'did_not_happen'
  if (inquiry.signal?.aborted) return 'unknown'
  if (inquiry.isKeyed) return 'send_again'
  try {
    return await recoveryByOperation[name](inquiry)
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError || inquiry.signal?.aborted)
      return 'unknown'
    throw error
  }
}

/** The reply behind a refusal which only an earlier attempt of ours can have caused; undefined when it has another cause. */
export async function explainConflict(
  name: OperationName,
  refusal: Error,
  { api, asked }: Pick<RecoveryContext, 'api' | 'asked'>,
): Promise<unknown> {
  if (!(refusal instanceof ApiError)) return undefined
  if (refusal.name === 'not_found' && name.startsWith('delete')) return buildDeletionReply(name, asked)
  if (refusal.name !== 'conflict') return undefined
  const key = toNameKey(String(getRequestBody(asked)['name']))
  if (name === 'createMerchant') {
    const { merchants } = await api.listMerchants({})
    const merchant = merchants.find((one) => toNameKey(one.name) === key)
    return merchant && { merchant }
  }
  if (name !== 'createCategoryGroup') return undefined
  const { category_groups } = await api.listCategoryGroups({})
  const category_group = category_groups.find((one) => toNameKey(one.name) === key)
  return category_group && { category_group }
}

function buildDeletionReply(name: OperationName, asked: RawRequest): unknown {
  const id = asked['account_id'] ?? asked['category_id'] ?? asked['merchant_id']
  return name === 'deleteTransaction' ? undefined : { deleted: true, id }
}
