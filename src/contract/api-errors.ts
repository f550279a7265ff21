/** What the service refuses for reasons that can be known beforehand; `at` is the path before the field, with its dot. */

import { type ApiError, badRequest, conflict } from './errors.ts'

export const nameTakenError = (what: string): ApiError => conflict(`a ${what} with this name already exists`)
export const systemCategoryError = (): ApiError =>
  badRequest('category is system-managed and cannot be modified') // docs/spec.md#d60
export const closedAccountError = (path: string): ApiError => badRequest(`${path} is a closed account`) // docs/spec.md#a24
export const splitSumError = (at: string): ApiError => badRequest(`${at}splits must add up to amount`) // docs/spec.md#d30
export const partialSplitError = (field: string): ApiError =>
  badRequest(`${field} cannot be changed on a split transaction; send splits`) // docs/spec.md#e10
export const notAllowedOnTransferError = (field: string): ApiError =>
  badRequest(`${field} is not allowed on a transfer`)
export const sameAccountError = (): ApiError =>
  badRequest('transaction.to_account_id must differ from from_account_id') // docs/spec.md#d40
export const notPositiveError = (at: string): ApiError => badRequest(`${at}amount must be positive`)
