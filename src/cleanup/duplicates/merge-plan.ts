/** Decides which of two equal transactions stays, and what it takes over from the other one. */

import type { Transaction, TransactionChanges } from '../../contract/operations/transactions.ts'
import { subtract } from '../../money/decimal.ts'
import { cutText } from '../../tables/words/cut-text.ts'
import { MAX_NOTES_LENGTH } from '../../transactions/duplicate-key.ts'
import type { ScoredRow } from './score-pair.ts'

/** How a duplicate is removed: the changes of the transaction that stays, and the one that is deleted. */
export interface DuplicateFix {
  keep_id: string
  remove_id: string
  changes: TransactionChanges
}

/** Returns the transaction that stays, and the one that goes. */
export function chooseKeeper(a: ScoredRow, b: ScoredRow): { keep: ScoredRow; remove: ScoredRow } {
  const preferences: ((row: ScoredRow) => boolean)[] = [
    ({ row }) => row.type === 'transfer',
    ({ row }) => row.status === 'reconciled',
    ({ files }) => files.length > 0,
    ({ row }) => row.status === 'cleared',
    ({ row }) => row.review_status === 'reviewed',
  ]
  const decisive = preferences.find((prefers) => prefers(a) !== prefers(b))
  const isFirst = decisive ? decisive(a) : isOlder(a.row, b.row)
  return isFirst ? { keep: a, remove: b } : { keep: b, remove: a }
}

const isOlder = (a: Transaction, b: Transaction): boolean =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id)

/** Returns what the kept transaction takes over: category or splits, notes, merchant and statuses. */
export function planMerge(keep: ScoredRow, remove: ScoredRow): DuplicateFix {
  const [kept, removed] = [keep.row, remove.row]
  const isTransfer = kept.type === 'transfer' || removed.type === 'transfer'
  const changes: TransactionChanges = {
    ...(isTransfer ? {} : takeCategory(keep, remove)),
    ...takeNotes(kept, removed),
    ...(!isTransfer && kept.merchant_id === null && removed.merchant_id !== null
      ? { merchant_id: removed.merchant_id }
      : {}),
    ...(kept.status === 'pending' && removed.status !== 'pending' ? { status: 'cleared' as const } : {}),
    ...(kept.review_status !== 'reviewed' && removed.review_status === 'reviewed'
      ? { review_status: 'reviewed' as const }
      : {}),
  }
  return { keep_id: kept.id, remove_id: removed.id, changes }
}

/** The user chose the category of an entry by hand; the category of a bank's row may be a guess. */
function takeCategory(keep: ScoredRow, remove: ScoredRow): TransactionChanges {
  const [kept, removed] = [keep.row, remove.row]
  const isUncategorized = kept.category_id === null && !kept.ready_to_assign && kept.splits === null
  const isGuess = keep.files.length > 0 && kept.review_status !== 'reviewed' && kept.splits === null
  const isByHand = remove.files.length === 0
  if (!isUncategorized && !(isGuess && isByHand)) return {}
  if (removed.splits !== null) return { splits: adaptSplits(kept, removed.splits) }
  if (removed.ready_to_assign) return kept.ready_to_assign ? {} : { ready_to_assign: true }
  if (removed.category_id === null || removed.category_id === kept.category_id) return {}
  return { category_id: removed.category_id }
}

/** Returns the lines for the bank's amount; a difference, such as a tip, becomes a line without a category. */
function adaptSplits(
  kept: Transaction,
  splits: NonNullable<Transaction['splits']>,
): NonNullable<TransactionChanges['splits']> {
  const lines = splits.map(({ amount, category_id, ready_to_assign, notes }) => ({
    amount,
    ...(ready_to_assign ? { ready_to_assign } : { category_id }),
    notes,
  }))
  const rest = splits.reduce((left, { amount }) => subtract(left, amount), kept.amount)
  return /[1-9]/.test(rest) ? [...lines, { amount: rest, category_id: null, notes: null }] : lines
}

/** The bank's text stays in front, because the next import looks for it there. */
function takeNotes(kept: Transaction, removed: Transaction): TransactionChanges {
  const added = removed.notes ?? ''
  const own = kept.notes ?? ''
  if (added === '' || own.includes(added)) return {}
  if (own === '') return { notes: added }
  const maxLength = MAX_NOTES_LENGTH - added.length - 2
  return { notes: maxLength > 0 ? `${cutText(own, maxLength)}; ${added}` : added }
}
