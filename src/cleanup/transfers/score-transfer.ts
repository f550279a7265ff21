/** Scores whether an outflow of one account and an inflow of another are one transfer, and says why. */

import type { Transaction } from '../../contract/operations/transactions.ts'
import { daysBetween } from '../../money/calendar.ts'
import { compareWords, splitWords } from '../../tables/words/word-likeness.ts'
import { hasPlainTransferWords, hasRefundWords, hasTransferWords, namesAccount } from './transfer-words.ts'

/** Why two rows may be one transfer, as `--json` names it. */
export type TransferReason =
  | 'opposite_amounts'
  | 'same_day'
  | 'days_apart'
  | 'arrives_before'
  | 'names_account'
  | 'transfer_words'
  | 'only_amount'
  | 'no_category'
  | 'has_category'
  | 'other_rows_of_name'
  | 'other_rows_of_amount'
  | 'transfer_exists'
  | 'may_be_refund'
  | 'ambiguous'

/** How likely two rows are one transfer. */
export interface TransferScore {
  /** From 0 to 1. */
  score: number
  reasons: TransferReason[]
}

/** An outflow and an inflow of the same amount in two accounts. */
export interface TransferPair {
  out: Transaction
  into: Transaction
  /** True if no other row of the workspace has the amount, whatever its sign. */
  isOnlyAmount: boolean
}

/** Points for the days between the outflow and the inflow. */
const DAY_POINTS = [0.14, 0.12, 0.1, 0.06, 0.03]

/** Returns the score of a pair. */
export function scoreTransfer({ out, into, isOnlyAmount }: TransferPair): TransferScore {
  const days = daysBetween(out.date, into.date)
  const texts = [out.merchant_name, out.notes, into.merchant_name, into.notes]
  const isNamed =
    namesAccount([out.merchant_name, out.notes], into.account_name) ||
    namesAccount([into.merchant_name, into.notes], out.account_name)
  const hasWords = hasTransferWords(texts)
  const isCategorized = [out, into].some(
    ({ category_id, review_status }) => category_id !== null && review_status === 'reviewed',
  )
  const isUncategorized = [out, into].every(
    ({ category_id, ready_to_assign }) => category_id === null && !ready_to_assign,
  )
  // The same shop on both sides gave the money back.
  const isRefund = !isNamed && (hasRefundWords(texts) || (!hasWords && haveSameName(out, into)))
  const points: [boolean, number, TransferReason][] = [
    [true, 0.44, 'opposite_amounts'],
    [days === 0, DAY_POINTS[0] ?? 0, 'same_day'],
    [days !== 0, DAY_POINTS[Math.abs(days)] ?? 0, 'days_apart'],
    // Money leaves first; banks book the inflow earlier by a day at most.
    [days < -1, -0.12, 'arrives_before'],
    [isNamed, 0.2, 'names_account'],
    [hasWords, isNamed ? 0.06 : 0.16, 'transfer_words'],
    [isOnlyAmount, 0.12, 'only_amount'],
    [isUncategorized, 0.05, 'no_category'],
    [isCategorized, -0.2, 'has_category'],
    [isRefund, -0.06, 'may_be_refund'],
  ]
  const held = points.filter(([isHeld]) => isHeld)
  const score = held.reduce((total, [, value]) => total + value, 0)
  return {
    score: Math.round(Math.min(0.99, Math.max(0, score)) * 100) / 100,
    reasons: held.map(([, , reason]) => reason),
  }
}

/**
 * True if the texts leave no doubt: both speak of a transfer or name the other account, or one names it and speaks of
 * a transfer besides. An amount and a day are no evidence, nor is a shop whose name has the account's words.
 */
export function hasEvidence({ out, into }: Pick<TransferPair, 'out' | 'into'>): boolean {
  const sides = [
    [[out.merchant_name, out.notes], into.account_name],
    [[into.merchant_name, into.notes], out.account_name],
  ] as const
  return (
    sides.every(([texts, other]) => hasTransferWords(texts) || namesAccount(texts, other)) ||
    sides.some(([texts, other]) => namesAccount(texts, other) && hasPlainTransferWords(texts, other))
  )
}

const haveSameName = (out: Transaction, into: Transaction): boolean =>
  (out.merchant_id !== null && out.merchant_id === into.merchant_id) ||
  (compareWords(splitWords([out.merchant_name]), splitWords([into.merchant_name])) ?? 0) >= 0.5
