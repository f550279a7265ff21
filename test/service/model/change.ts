/**
 * Models changing, deleting, restoring and listing transactions.
 * @see docs/spec.md#e-changing-transactions
 * @see docs/spec.md#p-listing-transactions
 */

import { isDeepStrictEqual } from 'node:util'
import { badRequest } from '../../../src/contract/errors.ts'
import type { TransactionChanges } from '../../../src/contract/operations/transactions.ts'
import { getByPathId, isLive, type Request } from './accounts.ts'
import { minor, toApiTransaction, toTransactionReply } from './api-view.ts'
import {
  assertIdsExist,
  assertOneDestination,
  assertUncategorizedOffBudget,
  parseSplits,
  recordLearnedCategory,
  resolveMerchant,
  runOrUndo,
} from './create.ts'
import { type Book, findOtherSide, getEntry, onBudget, type Row } from './ledger.ts'

const refuse = (detail: string): never => {
  throw badRequest(detail)
}

/** Returns the fields that change as they are sent. */
const plain = (row: Row, { date, notes, status, review_status }: TransactionChanges) => ({
  date: date ?? row.date,
  notes: notes === undefined ? row.notes : notes,
  status: status ?? row.status,
  review_status: review_status ?? row.review_status,
})

/** Returns the changed category: a category and Ready to Assign replace each other. @see docs/spec.md#e5 */
function envelope(row: Row, body: TransactionChanges): Pick<Row, 'category' | 'ready_to_assign'> {
  assertOneDestination(body, '')
  if (body.ready_to_assign) return { category: null, ready_to_assign: true }
  if (typeof body.category_id === 'string') return { category: body.category_id, ready_to_assign: false }
  return {
    category: body.category_id === null ? null : row.category,
    ready_to_assign: body.ready_to_assign ?? row.ready_to_assign,
  }
}

function substance(
  row: Row,
  body: TransactionChanges,
): Pick<Row, 'amount' | 'splits' | 'category' | 'ready_to_assign'> {
  const none = { category: null, ready_to_assign: false }
  if (body.splits) return { ...none, ...parseSplits({ ...body, splits: body.splits }, '') }
  if (row.splits && body.splits === undefined) {
    const words = 'cannot be changed on a split transaction; send splits' // docs/spec.md#e10
    if (body.amount !== undefined && minor(body.amount) !== row.amount) refuse(`amount ${words}`)
    if (typeof body.category_id === 'string') refuse(`category_id ${words}`)
    if (body.ready_to_assign) refuse(`ready_to_assign ${words}`)
    return row
  }
  const amount = body.amount === undefined ? row.amount : minor(body.amount)
  return { amount, splits: null, ...envelope(row, body) }
}

/** Refuses to move a row to a closed account. @see docs/spec.md#a24 */
function refuseMove(book: Book, row: Row, id: string | undefined): void {
  if (id !== undefined && id !== row.account && getEntry(book.accounts, id).closed)
    refuse('account_id is a closed account')
}

function changeRegular(book: Book, row: Row, body: TransactionChanges): void {
  const told =
    body.category_id !== undefined || body.ready_to_assign !== undefined || body.splits !== undefined
  const parts = substance(row, body)
  const merchant = resolveMerchant(book, body, '')
  refuseMove(book, row, body.account_id)
  const after: Row = {
    ...row,
    ...plain(row, body),
    amount: parts.amount,
    splits: parts.splits,
    category: parts.category,
    ready_to_assign: parts.ready_to_assign,
    account: body.account_id ?? row.account,
    merchant: merchant === undefined ? row.merchant : merchant,
    auto: row.auto && !told, // docs/spec.md#x0
  }
  if (!onBudget(book, after)) assertUncategorizedOffBudget(after, '')
  if (!isDeepStrictEqual(after, row)) Object.assign(row, after, { updated_at: book.now }) // docs/spec.md#e6, docs/spec.md#e50
  if (typeof body.category_id === 'string' || body.ready_to_assign) recordLearnedCategory(book, row)
}

function changeTransfer(book: Book, row: Row, other: Row, body: TransactionChanges): void {
  const amount = body.amount === undefined ? row.amount : minor(body.amount)
  if (amount === 0n) refuse('amount must not be zero on a transfer')
  const parts = envelope(row, body)
  for (const field of ['splits', 'merchant_id', 'merchant_name'] as const) {
    if (body[field] !== undefined && body[field] !== null) refuse(`${field} is not allowed on a transfer`)
  }
  refuseMove(book, row, body.account_id)
  const after: Row = {
    ...row,
    ...plain(row, body),
    ...parts,
    amount,
    account: body.account_id ?? row.account,
  }
  if (after.account === other.account) refuse('account_id must differ from the account of the other side')
  const { date, notes } = after
  const otherAfter: Row = { ...other, date, notes, amount: -amount } // docs/spec.md#e20
  const words = 'is only allowed on the on-budget side of a transfer with an off-budget account'
  for (const [side, opposite] of [
    [after, otherAfter],
    [otherAfter, after],
  ] as const) {
    if (onBudget(book, side) && !onBudget(book, opposite)) continue
    if (side.category !== null) refuse(`category_id ${words}`)
    if (side.ready_to_assign) refuse(`ready_to_assign ${words}`)
  }
  if (isDeepStrictEqual([after, otherAfter], [row, other])) return
  Object.assign(row, after, { updated_at: book.now })
  Object.assign(other, otherAfter, { updated_at: book.now })
}

/**
 * Deletes or restores a row and, for a transfer, its other side.
 * @see docs/spec.md#e30
 * @see docs/spec.md#e31
 */
function setDeleted(book: Book, row: Row, deleted: boolean) {
  const other = findOtherSide(book, row)
  const sides = other ? [row, other] : [row]
  if (row.deleted !== deleted) {
    const orphaned = sides.some((side) => getEntry(book.accounts, side.account).deleted)
    if (!deleted && orphaned) refuse('account was deleted') // docs/spec.md#a30
    for (const side of sides) Object.assign(side, { deleted, updated_at: book.now })
  }
  return toTransactionReply(book, row)
}

const rowIn = (book: Book, id: string): Row => {
  // Deleted rows stay readable. docs/spec.md#e33
  const ids = book.rows.map((row) => ({ id: row.id }))
  return getEntry(book.rows, getByPathId('transaction', ids, id).id)
}

export const changeCalls = (book: Book) => ({
  getTransaction: ({ transaction_id }: Request<'getTransaction'>) =>
    toTransactionReply(book, rowIn(book, transaction_id)),

  updateTransaction: ({ transaction_id, body }: Request<'updateTransaction'>) =>
    runOrUndo(book, () => {
      const row = rowIn(book, transaction_id)
      assertIdsExist(book, body, '')
      if (body.account_id !== undefined && !isLive(book.accounts, body.account_id))
        refuse('account_id does not exist')
      if (row.deleted) refuse('transaction is deleted; restore it first') // docs/spec.md#e32
      const other = findOtherSide(book, row)
      if (other) changeTransfer(book, row, other, body)
      else changeRegular(book, row, body)
      return toTransactionReply(book, row)
    }),

  deleteTransaction: ({ transaction_id }: Request<'deleteTransaction'>) =>
    setDeleted(book, rowIn(book, transaction_id), true),

  restoreTransaction: ({ transaction_id }: Request<'restoreTransaction'>) =>
    setDeleted(book, rowIn(book, transaction_id), false),

  /** Returns the whole list: the model has no pages. */
  listTransactions({ query = {} }: Request<'listTransactions'>) {
    const { account_id, category_id, status, review_status, since_date, until_date } = query
    if (account_id !== undefined && !isLive(book.accounts, account_id)) refuse('account_id does not exist')
    if (category_id !== undefined && !isLive(book.categories, category_id))
      refuse('category_id does not exist')
    const rows = book.rows.filter(
      (row) =>
        !row.deleted &&
        (account_id === undefined || row.account === account_id) &&
        (category_id === undefined ||
          [row, ...(row.splits ?? [])].some((line) => line.category === category_id)) &&
        (status === undefined || row.status === status) &&
        (review_status === undefined || row.review_status === review_status) &&
        (since_date === undefined || row.date >= since_date) &&
        (until_date === undefined || row.date <= until_date),
    )
    const newestFirst = rows.toReversed().toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)) // docs/spec.md#p1
    return { transactions: newestFirst.map((row) => toApiTransaction(book, row)), next_cursor: null }
  },
})
