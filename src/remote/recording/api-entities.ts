/** Says what the API's things are called, which of their fields count, and how each is read. */

import type { BudgetApi } from '../../contract/api.ts'
import type { ChangeType } from '../../contract/ports/history.ts'
import type { Fields } from '../../contract/transaction-digest.ts'

/** The kinds of things that API requests change. */
export type ApiEntityType = Extract<
  ChangeType,
  'transaction' | 'assignment' | 'account' | 'category_group' | 'category' | 'merchant'
>

/** Names one thing of the API; the id of an assignment is `MONTH/CATEGORY_ID`. */
export interface EntityReference {
  type: ApiEntityType
  id: string
}

/** The fields of each kind that a change can hold, in the order of the API document. */
export const contentFields: Readonly<Record<ApiEntityType, readonly string[]>> = {
  transaction: [
    'date',
    'amount',
    'account_id',
    'account_name',
    'merchant_id',
    'merchant_name',
    'category_id',
    'category_name',
    'ready_to_assign',
    'notes',
    'status',
    'review_status',
    'type',
    'transfer_account_id',
    'splits',
  ],
  assignment: ['month', 'category_id', 'category_name', 'assigned'],
  account: ['name', 'type', 'notes', 'closed'],
  category_group: ['name'],
  category: ['name', 'group_id', 'archived'],
  merchant: ['name'],
}

/** The fields of each kind that name a thing. */
export const namingFields: Readonly<Record<ApiEntityType, readonly string[]>> = {
  transaction: ['date', 'amount', 'merchant_name', 'account_name'],
  assignment: ['month', 'category_id', 'category_name'],
  account: ['name'],
  category_group: ['name'],
  category: ['name'],
  merchant: ['name'],
}

/** Returns those fields that a thing has. */
export const pickFields = (entity: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (entity[name] === undefined ? [] : [[name, entity[name]]])))

/** Returns an amount of a thing; zero where it has none. */
export function getAmount(
  fields: Fields | null | undefined,
  name: 'amount' | 'assigned' | 'available',
): string {
  const value = fields?.[name]
  return typeof value === 'string' ? value : '0'
}

/** Returns the id of what is assigned to a category in a month. */
export const toAssignmentId = (month: string, category_id: string): string => `${month}/${category_id}`

/** Returns the month and the category of an assignment's id. */
export function parseAssignmentId(id: string): { month: string; category_id: string } {
  const slash = id.indexOf('/')
  return { month: id.slice(0, slash), category_id: id.slice(slash + 1) }
}

/** Reads one thing; undefined when a list does not contain it. */
type ReadEntity = (api: BudgetApi, id: string) => Promise<Fields | undefined>

/** Reads a thing of each kind, in one request. */
export const readEntityByType: Readonly<Record<ApiEntityType, ReadEntity>> = {
  transaction: async (api, transaction_id) => (await api.getTransaction({ transaction_id })).transaction,
  async assignment(api, id) {
    const { month, category_id } = parseAssignmentId(id)
    const reply = await api.getMonth({ month })
    return reply.month.category_groups
      .flatMap(({ categories }) => categories)
      .find(({ id }) => id === category_id)
  },
  account: async (api, account_id) => (await api.getAccount({ account_id })).account,
  category_group: async (api, group_id) =>
    (await api.listCategoryGroups({})).category_groups.find(({ id }) => id === group_id),
  category: async (api, category_id) => (await api.getCategory({ category_id })).category,
  merchant: async (api, merchant_id) => (await api.getMerchant({ merchant_id })).merchant,
}
