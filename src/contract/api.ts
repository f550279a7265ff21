/** Lists every operation of the service, and derives the BudgetApi interface from them. */

import type { OperationReply, OperationRequest, RawRequest } from './operation.ts'
import * as accounts from './operations/accounts.ts'
import * as categories from './operations/categories.ts'
import * as merchants from './operations/merchants.ts'
import * as months from './operations/months.ts'
import * as schedules from './operations/schedules.ts'
import * as transactions from './operations/transactions.ts'

/** The operations by name, in the order of the API document. */
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
  listCategoryGroups: categories.listCategoryGroups,
  createCategoryGroup: categories.createCategoryGroup,
  updateCategoryGroup: categories.updateCategoryGroup,
  listMerchants: merchants.listMerchants,
  getMerchant: merchants.getMerchant,
  createMerchant: merchants.createMerchant,
  updateMerchant: merchants.updateMerchant,
  deleteMerchant: merchants.deleteMerchant,
  // Not of the API document: a service may lack them.
  listSchedules: schedules.listSchedules,
  createSchedule: schedules.createSchedule,
  updateSchedule: schedules.updateSchedule,
  deleteSchedule: schedules.deleteSchedule,
  updateScheduleDate: schedules.updateScheduleDate,
  postScheduleDate: schedules.postScheduleDate,
} as const

/** The type of `operations`, with the exact type of each operation. */
export type Operations = typeof operations

/** The name of an operation, e.g. `createAccount`. */
export type OperationName = keyof Operations

/**
 * The name of an operation that changes something. A Record over it does not compile while a write is missing.
 */
export type WriteOperation = {
  [Name in OperationName]: Operations[Name]['method'] extends 'GET' ? never : Name
}[OperationName]

/** True if the operation changes something. */
export const isWriteOperation = (name: OperationName): name is WriteOperation =>
  operations[name].method !== 'GET'

/**
 * The service, in this process or over HTTP: one method per operation. `request` holds the path parameters,
 * `query` and `body`; the reply is what the response holds under `data`.
 * @throws ApiError when the service refuses the request
 * @throws NetworkError when no answer came
 */
export type BudgetApi = {
  [Name in OperationName]: (
    request: OperationRequest<Operations[Name]>,
    signal?: AbortSignal,
  ) => Promise<OperationReply<Operations[Name]>>
}

/** A BudgetApi that accepts requests before validation, as a server receives them. */
export type UnvalidatedApi = Record<OperationName, (request: RawRequest) => Promise<unknown>>

/** The names of all operations, in the order of the API document. */
export const operationNames = Object.keys(operations) as OperationName[] // Object.keys loses the type of the keys

/** A method of the API that accepts the request of any operation. */
export type CallOperation = (request: RawRequest, signal?: AbortSignal) => Promise<object>

/** Returns an API from one method for each name. The caller answers for the reply that belongs to each name. */
export const buildApi = (createMethod: (name: OperationName) => CallOperation): BudgetApi =>
  Object.fromEntries(operationNames.map((name) => [name, createMethod(name)])) as Record<
    OperationName,
    unknown
  > as BudgetApi

/** Returns the same API with each method wrapped. */
export const wrapApi = (
  api: BudgetApi,
  wrap: (name: OperationName, call: CallOperation) => CallOperation,
): BudgetApi => buildApi((name) => wrap(name, api[name] as CallOperation)) // the wrapper passes on what it was given
