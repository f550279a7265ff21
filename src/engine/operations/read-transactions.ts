/**
 * Handles listing, reading, deleting and restoring transactions.
 * @see docs/spec.md#p-listing-transactions
 * @see docs/spec.md#e3
 */

import { badRequest } from '../../contract/errors.ts'
import { defaultPageSize, type TransactionFilters } from '../../contract/operations/transactions.ts'
import { isDate } from '../../money/calendar.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import type { ListPosition, TransactionRowFilters } from '../../store/transactions.ts'
import { assertFound, findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { createTransactionView, toTransactionReply } from '../budget/transaction-rows.ts'

/** Returns the filters of a request, without limit and cursor. */
function toCursorFilters({ limit: _, cursor: __, ...filters }: TransactionFilters): CursorFilters {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

/**
 * Returns the filters of a cursor.
 * @throws ApiError bad_request if the request contradicts them
 * @see docs/spec.md#p3
 */
function mergeCursorFilters(requested: CursorFilters, stored: CursorFilters): CursorFilters {
  for (const [key, value] of Object.entries(requested)) {
    if (stored[key] !== value) throw badRequest('cursor does not belong to this query')
  }
  return stored
}

/** Returns the seq of an id in a query; undefined for none. @see docs/spec.md#d03 */
function resolveSeq(
  { ids, store }: RequestContext,
  kind: 'account' | 'category',
  id: string | undefined,
): number | undefined {
  if (id === undefined) return undefined
  const seq = ids.toSeq(kind, id)
  const row =
    seq === undefined ? undefined : kind === 'account' ? store.accounts.get(seq) : store.categories.get(seq)
  if (!row || row.deleted) throw badRequest(`${kind}_id does not exist`)
  return seq
}

const toRowFilters = (context: RequestContext, filters: CursorFilters): TransactionRowFilters => ({
  since_date: filters['since_date'],
  until_date: filters['until_date'],
  status: filters['status'],
  review_status: filters['review_status'],
  account: resolveSeq(context, 'account', filters['account_id']),
  category: resolveSeq(context, 'category', filters['category_id']),
})

const getTransactionRow = (context: RequestContext, id: string): TransactionRow =>
  findRow(context, 'transaction', id, context.store.transactions.get)

/**
 * Deletes or restores a row and, for a transfer, its other side.
 * @see docs/spec.md#e30
 * @see docs/spec.md#e31
 */
function setDeleted(context: RequestContext, row: TransactionRow, deleted: boolean): TransactionRow {
  const { store, now } = context
  if (row.deleted === deleted) return row
  const sides = row.pair === null ? [row] : [row, assertFound(store.transactions.get(row.pair))]
  if (!deleted && sides.some((side) => store.accounts.get(side.account)?.deleted)) {
    throw badRequest('account was deleted') // docs/spec.md#a30
  }
  const totals = openRunningTotals(context)
  for (const side of sides) {
    const after = { ...side, deleted, updated_at: now }
    store.transactions.update(after)
    totals.change(side, after)
  }
  totals.flush()
  return { ...row, deleted, updated_at: now }
}

/** The handlers for reading, deleting and restoring transactions. */
export const transactionHandlers: HandlersFor<
  'listTransactions' | 'getTransaction' | 'deleteTransaction' | 'restoreTransaction'
> = {
  // GET /transactions: newest first. A page may be short; next_cursor null means that it is the last one.
  listTransactions(context, { query = {} }) {
    const { store } = context
    const limit = query.limit ?? defaultPageSize
    const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
    const requested = toCursorFilters(query)
    const filters = cursor ? mergeCursorFilters(requested, cursor.filters) : requested
    const rowFilters = toRowFilters(context, filters)
    const after = cursor?.after
    // One request scans a limited range of the list, however rare the matching rows are. docs/spec.md#p5
    const downTo = store.transactions.findPositionAfter(rowFilters, after, context.scanLimit(limit))
    const rows = store.transactions.list(rowFilters, { after, downTo }, limit + 1)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = rows.length > limit && last ? { date: last.date, seq: last.seq } : downTo
    return {
      transactions: page.map(createTransactionView(context)),
      next_cursor: next ? encodeCursor(next, filters) : null,
    }
  },

  // GET /transactions/{transaction_id}: returns one transaction, deleted or not.
  getTransaction: (context, { transaction_id }) =>
    toTransactionReply(context, getTransactionRow(context, transaction_id)),

  // DELETE /transactions/{transaction_id}: marks it as deleted; for a transfer both sides.
  deleteTransaction: (context, { transaction_id }) =>
    toTransactionReply(context, setDeleted(context, getTransactionRow(context, transaction_id), true)),

  // POST /transactions/{transaction_id}/restore: restores a deleted transaction.
  restoreTransaction: (context, { transaction_id }) =>
    toTransactionReply(context, setDeleted(context, getTransactionRow(context, transaction_id), false)),
}

/** The query parameters that belong to a cursor: all but limit and cursor. */
export type CursorFilters = Record<string, string>

const FILTER_NAMES = new Set([
  'since_date',
  'until_date',
  'account_id',
  'category_id',
  'status',
  'review_status',
])

/** Returns the cursor of a position. */
const encodeCursor = ({ date, seq }: ListPosition, filters: CursorFilters): string =>
  Buffer.from(JSON.stringify({ v: 1, d: date, s: seq, f: filters })).toString('base64url')

/**
 * Returns the position and the filters of a cursor.
 * @throws ApiError bad_request for a cursor that this service did not write
 */
function decodeCursor(text: string): { after: ListPosition; filters: CursorFilters } {
  const { v, d, s, f, ...rest } = parseCursor(text)
  const isOurs =
    v === 1 &&
    typeof d === 'string' &&
    isDate(d) &&
    typeof s === 'number' &&
    Number.isSafeInteger(s) &&
    s > 0 &&
    Object.keys(rest).length === 0 &&
    isCursorFilters(f)
  if (!isOurs) throw badRequest('cursor is invalid')
  return { after: { date: d, seq: s }, filters: f }
}

function parseCursor(text: string): Record<string, unknown> {
  try {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.toString('base64url') !== text) return {}
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const isCursorFilters = (value: unknown): value is CursorFilters =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([key, filter]) => FILTER_NAMES.has(key) && typeof filter === 'string')
