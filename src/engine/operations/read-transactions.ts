/** Listing, showing, deleting and restoring transactions. */ // spec P E3

import { badRequest } from '../../contract/errors.ts'
import { defaultPage, type TransactionFilters } from '../../contract/operations/transactions.ts'
import type { Filters } from '../../store/transaction-query.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { type CursorFilters, decodeCursor, encodeCursor } from '../budget/page-cursor.ts'
import { type Context, find, must } from '../budget/request-context.ts'
import { openLedger } from '../budget/running-totals.ts'
import { oneOrPair, presenter } from '../budget/transaction-view.ts'
import type { RulesFor } from './handler.ts'

/** The filters of a request as text, without limit and cursor. */
function filtersOf({ limit: _, cursor: __, ...filters }: TransactionFilters): CursorFilters {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

/** A cursor brings its own filters; a request may repeat but not contradict them. */ // spec P3
function joined(asked: CursorFilters, ofCursor: CursorFilters): CursorFilters {
  for (const [key, value] of Object.entries(asked)) {
    if (ofCursor[key] !== value) throw badRequest('cursor does not belong to this query')
  }
  return ofCursor
}

/** The row an id in a query stands for. */ // spec D03
function seqIn(
  { ids, store }: Context,
  kind: 'account' | 'category',
  id: string | undefined,
): number | undefined {
  if (id === undefined) return undefined
  const seq = ids.seq(kind, id)
  const row =
    seq === undefined ? undefined : kind === 'account' ? store.accounts.get(seq) : store.categories.get(seq)
  if (!row || row.deleted) throw badRequest(`${kind}_id does not exist`)
  return seq
}

const storeFilters = (context: Context, filters: CursorFilters): Filters => ({
  since_date: filters['since_date'],
  until_date: filters['until_date'],
  status: filters['status'],
  review_status: filters['review_status'],
  account: seqIn(context, 'account', filters['account_id']),
  category: seqIn(context, 'category', filters['category_id']),
})

const transactionIn = (context: Context, id: string): TransactionRow =>
  find(context, 'transaction', id, context.store.transactions.get)

/** Marks a row and, of a transfer, its other side as deleted or live again. */ // spec E30 E31
function setDeleted(context: Context, row: TransactionRow, deleted: boolean): TransactionRow {
  const { store, now } = context
  if (row.deleted === deleted) return row
  const sides = row.pair === null ? [row] : [row, must(store.transactions.get(row.pair))]
  if (!deleted && sides.some((side) => store.accounts.get(side.account)?.deleted)) {
    throw badRequest('account was deleted') // spec A30
  }
  const ledger = openLedger(context)
  for (const side of sides) {
    const after = { ...side, deleted, updated_at: now }
    store.transactions.update(after)
    ledger.change(side, after)
  }
  ledger.settle()
  return { ...row, deleted, updated_at: now }
}

export const transactionRules: RulesFor<
  'listTransactions' | 'getTransaction' | 'deleteTransaction' | 'restoreTransaction'
> = {
  // GET /transactions: ordered newest first; next_cursor null means there are no more pages. A page may hold fewer than
  // limit items even when more results remain
  listTransactions(context, { query = {} }) {
    const { store } = context
    const limit = query.limit ?? defaultPage
    const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
    const asked = filtersOf(query)
    const filters = cursor ? joined(asked, cursor.filters) : asked
    const wanted = storeFilters(context, filters)
    const after = cursor?.after
    // One request looks at a bounded stretch of the list, however rare the rows it asks for. spec P5
    const downTo = store.transactions.positionAfter(wanted, after, context.scanLimit(limit))
    const rows = store.transactions.list(wanted, { after, downTo }, limit + 1)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const goesOn = rows.length > limit && last ? { date: last.date, seq: last.seq } : downTo
    return {
      transactions: page.map(presenter(context)),
      next_cursor: goesOn ? encodeCursor(goesOn, filters) : null,
    }
  },

  // GET /transactions/{transaction_id}: returns one transaction; a deleted one is returned with deleted true
  getTransaction: (context, { transaction_id }) => oneOrPair(context, transactionIn(context, transaction_id)),

  // DELETE /transactions/{transaction_id}: soft delete; deleting one side of a transfer deletes both sides
  deleteTransaction: (context, { transaction_id }) =>
    oneOrPair(context, setDeleted(context, transactionIn(context, transaction_id), true)),

  // POST /transactions/{transaction_id}/restore: restores a soft-deleted transaction
  restoreTransaction: (context, { transaction_id }) =>
    oneOrPair(context, setDeleted(context, transactionIn(context, transaction_id), false)),
}
