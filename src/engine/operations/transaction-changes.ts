/**
 * Applies the changes that regular transactions and transfers have in common.
 * @see docs/spec.md#e-changing-transactions
 */

import { closedAccountError } from '../../contract/errors.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { assertFound, type RequestContext } from '../budget/request-context.ts'
import { assertOneDestination, toCategorySeq } from '../budget/split-lines.ts'

/**
 * Returns the account of a validated id.
 * @throws ApiError bad_request when it is closed
 * @see docs/spec.md#a24
 */
export function getOpenAccount(context: RequestContext, id: string, path: string): AccountRow {
  const account = context.getAccount(assertFound(context.ids.toSeq('account', id)))
  if (account.closed) throw closedAccountError(path)
  return account
}

/**
 * Returns the account of a changed row.
 * @throws ApiError bad_request when the row moves to a closed account
 * @see docs/spec.md#a24
 */
export function resolveAccount(
  context: RequestContext,
  row: TransactionRow,
  id: string | undefined,
): AccountRow {
  const isSameAccount = id === undefined || context.ids.toSeq('account', id) === row.account
  return isSameAccount ? context.getAccount(row.account) : getOpenAccount(context, id, 'account_id')
}

/** Returns the changed fields that transactions and transfers treat alike: date, notes and both statuses. */
export const mergePlainFields = (row: TransactionRow, body: TransactionChanges) => ({
  date: body.date ?? row.date,
  notes: body.notes === undefined ? row.notes : body.notes,
  status: body.status ?? row.status,
  review_status: body.review_status ?? row.review_status,
})

type Categorization = Pick<TransactionRow, 'category' | 'ready_to_assign'>

/**
 * Returns the category of a changed row without splits; a category and Ready to Assign replace each other.
 * @see docs/spec.md#e5
 */
export function resolveCategorization(
  context: RequestContext,
  row: Categorization,
  body: TransactionChanges,
): Categorization {
  assertOneDestination(body, '')
  if (body.ready_to_assign) return { category: null, ready_to_assign: true }
  if (typeof body.category_id === 'string') {
    return { category: toCategorySeq(context, body.category_id), ready_to_assign: false }
  }
  return {
    category: body.category_id === null ? null : row.category,
    ready_to_assign: body.ready_to_assign ?? row.ready_to_assign,
  }
}

const toComparable = (row: TransactionRow): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** True if the stored rows differ in any field. */
export const isDifferent = (a: TransactionRow, b: TransactionRow): boolean =>
  toComparable(a) !== toComparable(b)
