/** What to do about a write whose answer was lost, by the kind of request. */ // reliability.md §2.2

import { type BudgetApi, isWrite, type OperationName, type WriteOperation } from '../../contract/api.ts'
import { ApiError, Unreachable } from '../../contract/errors.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { Settled } from '../retry.ts'
import { settleCreation } from './created-resource.ts'
import { settleTransactions } from './created-transactions.ts'
import { type Fields, hasAll, isObject } from './matches-request.ts'
import type { Inquiry } from './recovery-context.ts'

type Rule = (inquiry: Inquiry) => Promise<Settled>

const pathName = (asked: RawRequest, name: string): string => String(asked[name])
const bodyOf = ({ body }: RawRequest): Fields => (isObject(body) ? body : {})

/** A change is absolute: when the thing does not have it, it can be sent again. */
const changed =
  (read: (inquiry: Inquiry) => Promise<{ reply: unknown; thing: object | undefined }>): Rule =>
  async (inquiry) => {
    const { reply, thing } = await read(inquiry)
    return thing && hasAll(bodyOf(inquiry.asked), { ...thing }) ? { reply } : 'send_again'
  }

/** A deletion is done when the thing is not there. */
const deleted =
  (idName: string, read: (api: BudgetApi, id: string) => Promise<unknown>): Rule =>
  async ({ api, asked }) => {
    const id = pathName(asked, idName)
    try {
      await read(api, id)
      return 'send_again'
    } catch (error) {
      if (error instanceof ApiError && error.name === 'not_found') return { reply: { deleted: true, id } }
      throw error
    }
  }

const deletedIs =
  (wanted: boolean): Rule =>
  async ({ api, asked }) => {
    const reply = await api.getTransaction({ transaction_id: pathName(asked, 'transaction_id') })
    return reply.transaction.deleted === wanted ? { reply } : 'send_again'
  }

const sendAgain: Rule = async () => 'send_again'

// A write without its rule would be sent again blindly: one that is missing here does not compile.
const rules: Readonly<Record<WriteOperation, Rule>> = {
  createAccount: settleCreation,
  updateAccount: changed(async ({ api, asked }) => {
    const reply = await api.getAccount({ account_id: pathName(asked, 'account_id') })
    return { reply, thing: reply.account }
  }),
  deleteAccount: deleted('account_id', (api, account_id) => api.getAccount({ account_id })),
  assignCategory: changed(async ({ api, asked }) => {
    const { month } = await api.getMonth({ month: pathName(asked, 'month') })
    const all = month.category_groups.flatMap(({ categories }) => categories)
    const category = all.find(({ id }) => id === asked['category_id'])
    return { reply: { category }, thing: category }
  }),
  createTransactions: settleTransactions,
  updateTransaction: changed(async ({ api, asked }) => {
    const reply = await api.getTransaction({ transaction_id: pathName(asked, 'transaction_id') })
    return { reply, thing: reply.transaction }
  }),
  deleteTransaction: deletedIs(true),
  restoreTransaction: deletedIs(false),
  createCategory: settleCreation,
  updateCategory: changed(async ({ api, asked }) => {
    const reply = await api.getCategory({ category_id: pathName(asked, 'category_id') })
    return { reply, thing: reply.category }
  }),
  deleteCategory: deleted('category_id', (api, category_id) => api.getCategory({ category_id })),
  createCategoryGroup: sendAgain,
  updateCategoryGroup: changed(async ({ api, asked }) => {
    const { category_groups } = await api.listCategoryGroups({})
    const category_group = category_groups.find(({ id }) => id === asked['group_id'])
    return { reply: { category_group }, thing: category_group }
  }),
  createMerchant: sendAgain,
  updateMerchant: changed(async ({ api, asked }) => {
    const reply = await api.getMerchant({ merchant_id: pathName(asked, 'merchant_id') })
    return { reply, thing: reply.merchant }
  }),
  deleteMerchant: deleted('merchant_id', (api, merchant_id) => api.getMerchant({ merchant_id })),
}

/** Finds out what became of a write; `unknown` also when the service cannot be asked. A read did nothing anyway. */
export async function settle(name: OperationName, inquiry: Inquiry): Promise<Settled> {
  if (!isWrite(name)) return 'did_not_happen'
  if (inquiry.signal?.aborted) return 'unknown'
  if (inquiry.isKeyed) return 'send_again'
  try {
    return await rules[name](inquiry)
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreachable || inquiry.signal?.aborted) return 'unknown'
    throw error
  }
}

/** The reply behind a refusal which only an earlier attempt of ours can have caused; undefined when it has another cause. */
export async function explain(
  name: OperationName,
  refusal: Error,
  { api, asked }: Pick<Inquiry, 'api' | 'asked'>,
): Promise<unknown> {
  if (!(refusal instanceof ApiError)) return undefined
  if (refusal.name === 'not_found' && name.startsWith('delete')) return goneBefore(name, asked)
  if (refusal.name !== 'conflict') return undefined
  const key = nameKey(String(bodyOf(asked)['name']))
  if (name === 'createMerchant') {
    const { merchants } = await api.listMerchants({})
    const merchant = merchants.find((one) => nameKey(one.name) === key)
    return merchant && { merchant }
  }
  if (name !== 'createCategoryGroup') return undefined
  const { category_groups } = await api.listCategoryGroups({})
  const category_group = category_groups.find((one) => nameKey(one.name) === key)
  return category_group && { category_group }
}

function goneBefore(name: OperationName, asked: RawRequest): unknown {
  const id = asked['account_id'] ?? asked['category_id'] ?? asked['merchant_id']
  return name === 'deleteTransaction' ? undefined : { deleted: true, id }
}
