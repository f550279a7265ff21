/**
 * Checks a cached name before a write relies on it: another client may have renamed its thing.
 * @see docs/cli.md#names-for-ids
 */

import type { BudgetApi, Operations } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { OperationReply } from '../../contract/operation.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { Named } from './find-by-name.ts'

/** The things that the user named and a cached list had, by id. */
export type CachedMeanings = Map<string, Named>

type ReadNamed = (id: string) => Promise<Named | undefined>

/** Compares cached names with those of the service. */
interface NameCheck {
  /** Compares a name that was read. @throws UserError conflict for another one */
  confirm: (id: string, name: string) => void
  account: (id: unknown) => Promise<void>
  category: (id: unknown) => Promise<void>
  group: (id: unknown) => Promise<void>
  merchant: (id: unknown) => Promise<void>
}

/** Returns the same API, whose writes are refused where a cached name means another thing by now. */
export function withCheckedNames(api: BudgetApi, meanings: CachedMeanings): BudgetApi {
  const check = createNameCheck(api, meanings)
  return {
    ...api,
    ...checkMonths(api, meanings, check),
    ...checkThings(api, check),
    ...checkRows(api, check),
  }
}

function createNameCheck(api: BudgetApi, meanings: CachedMeanings): NameCheck {
  /** A name is compared once. */
  const confirm = (id: string, name: string): void => {
    const meant = meanings.get(id)
    if (meant && toNameKey(meant.name) !== toNameKey(name)) throw createRenamedError(meant.name, name)
    meanings.delete(id)
  }
  const by =
    (read: ReadNamed) =>
    async (id: unknown): Promise<void> => {
      if (typeof id !== 'string' || !meanings.has(id)) return
      const thing = await read(id)
      if (thing) confirm(id, thing.name)
    }
  return {
    confirm,
    account: by(async (account_id) => (await api.getAccount({ account_id })).account),
    category: by(async (category_id) => (await api.getCategory({ category_id })).category),
    merchant: by(async (merchant_id) => (await api.getMerchant({ merchant_id })).merchant),
    group: by(async (id) =>
      (await api.listCategoryGroups({})).category_groups.find((group) => group.id === id),
    ),
  }
}

const checkMonths = (
  api: BudgetApi,
  meanings: CachedMeanings,
  check: NameCheck,
): Pick<BudgetApi, 'getMonth' | 'assignCategory'> => ({
  async getMonth(request, signal) {
    const reply = await api.getMonth(request, signal)
    for (const { id, name } of reply.month.category_groups.flatMap((group) => group.categories)) {
      // A command that only reads shows the names that it read.
      if (toNameKey(meanings.get(id)?.name ?? '') === toNameKey(name)) meanings.delete(id)
    }
    return reply
  },
  async assignCategory(request, signal) {
    await check.category(request.category_id)
    return api.assignCategory(request, signal)
  },
})

const checkThings = (api: BudgetApi, check: NameCheck): Partial<BudgetApi> => ({
  async updateAccount(request, signal) {
    await check.account(request.account_id)
    return api.updateAccount(request, signal)
  },
  async deleteAccount(request, signal) {
    await check.account(request.account_id)
    return api.deleteAccount(request, signal)
  },
  async createCategory(request, signal) {
    await check.group(request.body.group_id)
    return api.createCategory(request, signal)
  },
  async updateCategory(request, signal) {
    await check.category(request.category_id)
    await check.group(request.body.group_id)
    return api.updateCategory(request, signal)
  },
  async deleteCategory(request, signal) {
    await check.category(request.category_id)
    await check.category(request.query?.move_to_category_id)
    return api.deleteCategory(request, signal)
  },
  async updateCategoryGroup(request, signal) {
    await check.group(request.group_id)
    return api.updateCategoryGroup(request, signal)
  },
  async updateMerchant(request, signal) {
    await check.merchant(request.merchant_id)
    return api.updateMerchant(request, signal)
  },
  async deleteMerchant(request, signal) {
    await check.merchant(request.merchant_id)
    await check.merchant(request.query?.move_to_merchant_id)
    return api.deleteMerchant(request, signal)
  },
})

const checkRows = (
  api: BudgetApi,
  check: NameCheck,
): Pick<BudgetApi, 'createTransactions' | 'updateTransaction'> => ({
  async createTransactions(request, signal) {
    // So many rows are not taken back one by one.
    const rows = 'transactions' in request.body ? request.body.transactions : []
    for (const row of rows) await check.account(row.account_id)
    const reply = await api.createTransactions(request, signal)
    await takeBackIfRenamed(api, reply, check.confirm)
    return reply
  },
  async updateTransaction(request, signal) {
    const { account_id, category_id, merchant_id, splits } = request.body
    await check.account(account_id)
    await check.category(category_id)
    await check.merchant(merchant_id)
    for (const line of splits ?? []) await check.category(line.category_id)
    return api.updateTransaction(request, signal)
  },
})

/** Deletes created transactions whose reply names another account, category or merchant. @throws UserError conflict */
async function takeBackIfRenamed(
  api: BudgetApi,
  { transaction, transactions = [] }: OperationReply<Operations['createTransactions']>,
  confirm: (id: string, name: string) => void,
): Promise<void> {
  const rows = transaction ? [transaction] : transactions
  try {
    for (const [id, name] of rows.flatMap(listNames)) if (id !== null && name !== null) confirm(id, name)
  } catch (error) {
    // Deleting one side of a transfer deletes both.
    const single = rows.filter(({ type }, at) => type !== 'transfer' || at === 0)
    for (const { id: transaction_id } of single) await api.deleteTransaction({ transaction_id })
    throw error
  }
}

const listNames = (row: Transaction): (readonly [id: string | null, name: string | null])[] => [
  [row.account_id, row.account_name],
  [row.category_id, row.category_name],
  [row.merchant_id, row.merchant_name],
  ...(row.splits ?? []).map((line) => [line.category_id, line.category_name] as const),
]

const createRenamedError = (cached: string, current: string): UserError =>
  new UserError('conflict', `"${cached}" is called "${current}" by now; nothing was changed`, {
    hint: 'Another client renamed it; to read the names again: add --refresh',
  })
