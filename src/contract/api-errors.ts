/** What the service refuses for reasons that can be known beforehand; `at` is the path before the field, with its dot. */

import { type ApiError, badRequest, conflict } from './errors.ts'

export const nameTakenError = (what: string): ApiError => conflict(`a ${what} with this name already exists`)
export const systemCategoryError = (): ApiError =>
  badRequest('category is system-managed and cannot be modified') // spec D60
export const closedAccountError = (path: string): ApiError => badRequest(`${path} is a closed account`) // spec A24
export const splitSumError = (at: string): ApiError => badRequest(`${at}splits must add up to amount`) // spec D30
export const partialSplitError = (field: string): ApiError =>
  badRequest(`${field} cannot be changed on a split transaction; send splits`) // spec E10
export const notAllowedOnTransferError = (field: string): ApiError =>
  badRequest(`${field} is not allowed on a transfer`)
export const sameAccountError = (): ApiError =>
  badRequest('transaction.to_account_id must differ from from_account_id') // spec D40
export const notPositiveError = (at: string): ApiError => badRequest(`${at}amount must be positive`)
