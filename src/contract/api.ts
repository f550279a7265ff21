/** Every operation of the service, in the order of the API document, and the interface that follows from them. */

import type { OperationReply, OperationRequest, RawRequest } from './operation.ts'
import * as accounts from './operations/accounts.ts'
import * as categories from './operations/categories.ts'
import * as categoryGroups from './operations/category-groups.ts'
import * as merchants from './operations/merchants.ts'
import * as months from './operations/months.ts'
import * as transactions from './operations/transactions.ts'

export const operations = {
  listAccounts: accounts.listAccounts,
  getAccount: accounts.getAccount,
  createAccount: accounts.createAccount,
  updateAccount: accounts.updateAccount,
  deleteAccount: accounts.deleteAccount,
  getMonth: months.getMonth,
  assignCategory: months.assignCategory,
  listTransactions: transactions.listTransactions,
  getTransaction: transactions.getTransaction,
  createTransactions: transactions.createTransactions,
  updateTransaction: transactions.updateTransaction,
  deleteTransaction: transactions.deleteTransaction,
  restoreTransaction: transactions.restoreTransaction,
  listCategories: categories.listCategories,
  getCategory: categories.getCategory,
  createCategory: categories.createCategory,
  updateCategory: categories.updateCategory,
  deleteCategory: categories.deleteCategory,
  listCategoryGroups: categoryGroups.listCategoryGroups,
  createCategoryGroup: categoryGroups.createCategoryGroup,
  updateCategoryGroup: categoryGroups.updateCategoryGroup,
  listMerchants: merchants.listMerchants,
  getMerchant: merchants.getMerchant,
  createMerchant: merchants.createMerchant,
  updateMerchant: merchants.updateMerchant,
  deleteMerchant: merchants.deleteMerchant,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations

/** The operations that change something. A table over them does not compile while one is missing. */
export type WriteOperation = {
  [Name in OperationName]: Operations[Name]['method'] extends 'GET' ? never : Name
}[OperationName]

/** Does an operation change something? */
export const isWriteOperation = (name: OperationName): name is WriteOperation =>
  operations[name].method !== 'GET'

/**
 * The service, wherever it runs: one method per operation. `request` holds the path's names, `query` and `body`;
 * the answer is what stands under `data`. Throws ApiError when the service says no, Unreachable when no answer came.
 */
export type BudgetApi = {
  [Name in OperationName]: (
    request: OperationRequest<Operations[Name]>,
    signal?: AbortSignal,
  ) => Promise<OperationReply<Operations[Name]>>
}

/** A BudgetApi whose requests were not looked at yet, as a server has them. */
export type UnvalidatedApi = Record<OperationName, (request: RawRequest) => Promise<unknown>>

export const operationNames = Object.keys(operations) as OperationName[] // the keys of a constant
