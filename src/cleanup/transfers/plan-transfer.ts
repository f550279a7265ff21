/** Plans how two rows become a transfer: what is created, what its sides keep, and what is deleted. */

import type {
  Transaction,
  TransactionChanges,
  TransferDraft,
} from '../../contract/operations/transactions.ts'
import { cutText } from '../../tables/words/cut-text.ts'
import { MAX_NOTES_LENGTH } from '../../transactions/duplicate-key.ts'

/** An account, as far as transfers need it. */
export interface TransferAccount {
  id: string
  on_budget: boolean
  closed: boolean
}

/** The requests that make two rows one transfer. */
export interface TransferFix {
  transfer: TransferDraft
  /** What the sides get after they were created; empty for what they have already. */
  changes: { out: TransactionChanges; in: TransactionChanges }
  delete_ids: string[]
  /** The sides of this transfer if an earlier run created it and was stopped; then only the rows are deleted. */
  existing: { out_id: string; in_id: string } | null
}

/**
 * Returns the plan. Only the side on budget of a transfer to or from an account off budget keeps its category.
 * @see docs/spec.md#b60
 * @see docs/spec.md#b61
 * @see docs/spec.md#b62
 */
export function planTransfer(
  { out, into }: { out: Transaction; into: Transaction },
  accounts: ReadonlyMap<string, TransferAccount>,
): TransferFix {
  const isOnBudget = (row: Transaction): boolean => accounts.get(row.account_id)?.on_budget ?? true
  const status = out.status === 'pending' && into.status === 'pending' ? 'pending' : 'cleared'
  const isReviewed = out.review_status === 'reviewed' && into.review_status === 'reviewed'
  const isSpending = isOnBudget(out) && !isOnBudget(into)
  const isIncome = !isOnBudget(out) && isOnBudget(into)
  const notes = joinNotes([out.merchant_name, out.notes, into.merchant_name, into.notes])
  return {
    transfer: {
      type: 'transfer',
      from_account_id: out.account_id,
      to_account_id: into.account_id,
      amount: into.amount,
      date: into.status === 'reconciled' && out.status !== 'reconciled' ? into.date : out.date,
      ...(isSpending && out.category_id !== null && { category_id: out.category_id }),
      ...(notes !== '' && { notes }),
      status,
      review_status: isReviewed ? 'reviewed' : 'needs_review',
    },
    changes: {
      out: {
        ...(isSpending && out.ready_to_assign && { ready_to_assign: true }),
        ...(out.status !== status && { status: out.status }),
      },
      in: {
        ...(isIncome && into.category_id !== null && { category_id: into.category_id }),
        ...(isIncome && into.ready_to_assign && { ready_to_assign: true }),
        ...(into.status !== status && { status: into.status }),
      },
    },
    delete_ids: [out.id, into.id],
    existing: null,
  }
}

/** Returns the sides of a transfer that was made from the two rows: it has their texts and is younger. */
export function findExisting(
  { transfer }: TransferFix,
  { out, into, sides }: { out: Transaction; into: Transaction; sides: readonly Transaction[] },
): TransferFix['existing'] {
  const find = (row: Transaction, other: Transaction): Transaction | undefined =>
    sides.find(
      (side) =>
        side.account_id === row.account_id &&
        side.transfer_account_id === other.account_id &&
        side.amount === row.amount &&
        side.date === transfer.date &&
        (side.notes ?? '') === (transfer.notes ?? '') &&
        side.created_at > out.created_at &&
        side.created_at > into.created_at,
    )
  const [left, right] = [find(out, into), find(into, out)]
  return left && right ? { out_id: left.id, in_id: right.id } : null
}

/** Joins the texts of both rows, because a transfer has no merchant; what another text contains is left out. */
function joinNotes(texts: readonly (string | null)[]): string {
  const known: string[] = []
  for (const text of texts) {
    if (text === null || text === '') continue
    const key = text.toLowerCase()
    if (known.some((other) => other.toLowerCase().includes(key))) continue
    const longer = known.findIndex((other) => key.includes(other.toLowerCase()))
    if (longer >= 0) known[longer] = text
    else known.push(text)
  }
  return cutText(known.join('; '), MAX_NOTES_LENGTH)
}
