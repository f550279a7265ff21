/** Maps rows of the tables `transactions` and `split_lines` to objects and back. */

import type { ContentSplit, ContentTransaction } from '../contract/ports/workspace-content.ts'
import type { SqlValue } from './statements.ts'

/** A split line of a transaction. */
export type SplitRow = ContentSplit

/** How far the bank has confirmed a transaction. */
export type TransactionStatus = ContentTransaction['status']

/** Whether the user has reviewed a transaction. */
export type ReviewStatus = ContentTransaction['review_status']

/** A transaction. Amounts are minor units, instants milliseconds since 1970, references the `seq` of other rows. */
export interface TransactionRow extends ContentTransaction {
  /** The account again when it is a credit account. */
  card: number | null
  splits: SplitRow[] | null
}

/** A row in the order of the columns, read as an array: the driver makes it in a third of the time an object takes. */
export type StoredTransaction = [
  seq: number,
  date: string,
  amount: number,
  account: number,
  card: number | null,
  merchant: number | null,
  category: number | null,
  ready_to_assign: number,
  notes: string | null,
  status: TransactionStatus,
  review_status: ReviewStatus,
  auto: number,
  split: number,
  pair: number | null,
  transfer_account: number | null,
  deleted: number,
  created_at: number,
  updated_at: number,
]

/** A row of `split_lines`. */
export interface StoredSplit extends Pick<ContentSplit, 'category' | 'notes'> {
  amount: number
  ready_to_assign: number
}

/** The columns of `transactions` after `seq`, in the order in which they are read and bound. */
export const COLUMNS = [
  'date',
  'amount',
  'account',
  'card',
  'merchant',
  'category',
  'ready_to_assign',
  'notes',
  'status',
  'review_status',
  'auto',
  'split',
  'pair',
  'transfer_account',
  'deleted',
  'created_at',
  'updated_at',
]

/** The beginning of every query for rows. */
export const SELECT = `SELECT seq, ${COLUMNS.join(', ')} FROM transactions`

/** The statement option with which rows are StoredTransaction. */
export const AS_ARRAYS = { arrays: true } as const

/** Adds the values to bind for a row: the columns in their order, then the seq. */
export function addRowValues(row: TransactionRow, values: SqlValue[]): void {
  values.push(
    row.date,
    row.amount,
    row.account,
    row.card,
    row.merchant,
    row.category,
    Number(row.ready_to_assign),
    row.notes,
    row.status,
    row.review_status,
    Number(row.auto),
    Number(row.splits !== null),
    row.pair,
    row.transfer_account,
    Number(row.deleted),
    row.created_at,
    row.updated_at,
    row.seq,
  )
}

// The driver makes a text of its own for each value, and a list may keep a million rows.
let lastDate = ''
const texts = {
  cleared: 'cleared',
  pending: 'pending',
  reconciled: 'reconciled',
  needs_review: 'needs_review',
  reviewed: 'reviewed',
} as const satisfies Record<TransactionStatus | ReviewStatus, string>

/** Returns a stored row as an object; `listSplits` is asked only for a split transaction. */
export function readTransaction(
  stored: StoredTransaction,
  listSplits: (seq: number) => SplitRow[],
): TransactionRow {
  const [seq, date, amount, account, card, merchant, category, toAssign, notes, status, review, ...rest] =
    stored
  const [auto, split, pair, transfer_account, deleted, created_at, updated_at] = rest
  if (date !== lastDate) lastDate = date
  return {
    seq,
    date: lastDate,
    amount: BigInt(amount),
    account,
    card,
    merchant,
    category,
    ready_to_assign: toAssign === 1,
    notes,
    status: texts[status],
    review_status: texts[review],
    auto: auto === 1,
    splits: split === 1 ? listSplits(seq) : null,
    pair,
    transfer_account,
    deleted: deleted === 1,
    created_at,
    updated_at,
  }
}

/** Returns a stored split line as an object. */
export const readSplit = (line: StoredSplit): SplitRow => ({
  amount: BigInt(line.amount),
  category: line.category,
  ready_to_assign: line.ready_to_assign === 1,
  notes: line.notes,
})
