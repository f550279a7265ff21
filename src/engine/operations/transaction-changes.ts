/**
 * What a change of a transaction leaves, where regular transactions and transfers agree.
 * @see docs/spec.md#e-changing-transactions
 */

import { closedAccountError } from '../../contract/errors.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transaction-columns.ts'
import { assertFound, type RequestContext } from '../budget/request-context.ts'
import { assertOneDestination, toCategorySeq } from '../budget/split-lines.ts'

/** The account a checked id stands for; it must be open to take a new row. @see docs/spec.md#a24 */
export function getOpenAccount(context: RequestContext, id: string, path: string): AccountRow {
  const account = context.getAccount(assertFound(context.ids.toSeq('account', id)))
  if (account.closed) throw closedAccountError(path)
  return account
}

/** The account a change leaves the row in; moving it takes an open one. @see docs/spec.md#a24 */
export function resolveAccount(
  context: RequestContext,
  row: TransactionRow,
  id: string | undefined,
): AccountRow {
  const stays = id === undefined || context.ids.toSeq('account', id) === row.account
  return stays ? context.getAccount(row.account) : getOpenAccount(context, id, 'account_id')
}

/** The fields every kind of transaction takes as they are. */
export const mergePlainFields = (row: TransactionRow, body: TransactionChanges) => ({
  date: body.date ?? row.date,
  notes: body.notes === undefined ? row.notes : body.notes,
  status: body.status ?? row.status,
  review_status: body.review_status ?? row.review_status,
})

type Categorization = Pick<TransactionRow, 'category' | 'ready_to_assign'>

/** The envelope of a row without splits: category and Ready to Assign push each other out. @see docs/spec.md#e5 */
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

/** Is anything of the row, as it is stored, different? */
export const isDifferent = (a: TransactionRow, b: TransactionRow): boolean =>
  toComparable(a) !== toComparable(b)
