/** Scores whether two transactions of an account are one that was booked twice, and says why. */

import type { Transaction } from '../../contract/operations/transactions.ts'
import { daysBetween } from '../../money/calendar.ts'
import { compareWords } from '../../tables/words/word-likeness.ts'
import { buildDuplicateKey, toDuplicateKeyFields } from '../../transactions/duplicate-key.ts'
import type { FileSpan, RowSources } from '../../transactions/rows-around.ts'

/** Why two transactions may be one, as `--json` names it. */
export type DuplicateReason =
  | 'entered_by_hand'
  | 'both_by_hand'
  | 'from_two_files'
  | 'file_covers_date'
  | 'same_amount'
  | 'amount_differs'
  | 'same_day'
  | 'days_apart'
  | 'similar_words'
  | 'other_words'
  | 'pending'
  | 'transfer'
  | 'already_matched'
  | 'other_category'

/** A transaction, and what is known about it. */
export interface ScoredRow {
  row: Transaction
  /** The words of its merchant and its notes. */
  words: readonly string[]
  /** The files that hold it; empty for one entered by hand. */
  files: readonly string[]
}

/** How likely two transactions are one. */
export interface PairScore {
  /** From 0 to 1. */
  score: number
  reasons: DuplicateReason[]
}

/** What the register says about the pair. */
export interface PairContext {
  sources: RowSources
  /** The files of the account. */
  spans: readonly FileSpan[]
  /** True if other transactions of the account have the amount and a similar name. */
  hasRepeats: () => boolean
  /** True if the rows of this amount and name usually are as near as the pair. */
  isHabit: () => boolean
  /** True if one command made both. */
  isOneCommand: (a: Transaction, b: Transaction) => boolean
}

/** From this part of common words on, two texts name the same shop. */
export const SIMILAR = 0.5
/** The hour after which a second entry by hand is not part of the same sitting. */
const SITTING_MS = 3_600_000

/** Returns the score of a pair; undefined when the two cannot be one transaction. */
export function scorePair(a: ScoredRow, b: ScoredRow, context: PairContext): PairScore | undefined {
  const isBothTransfers = a.row.type === 'transfer' && b.row.type === 'transfer'
  // The bank agreed with both.
  const isBothReconciled = a.row.status === 'reconciled' && b.row.status === 'reconciled'
  if (isBothTransfers || isBothReconciled || a.files.some((file) => b.files.includes(file))) return undefined
  const [aIsFile, bIsFile] = [a.files.length > 0, b.files.length > 0]
  const found =
    aIsFile && bIsFile
      ? scoreTwoFiles(a, b, context)
      : aIsFile || bIsFile
        ? scoreEntryBesideFile(aIsFile ? b : a, aIsFile ? a : b, context)
        : scoreTwoEntries(a, b, context)
  if (!found) return undefined
  const isTransfer = a.row.type === 'transfer' || b.row.type === 'transfer'
  const isPending = (a.row.status === 'pending') !== (b.row.status === 'pending')
  const reasons: DuplicateReason[] = [
    ...found.reasons,
    ...(isPending ? (['pending'] as const) : []),
    ...(isTransfer ? (['transfer'] as const) : []),
  ]
  const score = Math.min(0.99, found.score + (isPending ? 0.04 : 0))
  return { score: Math.round(score * 100) / 100, reasons }
}

/** Points for words. Transfers have no words, and a row without words gets no points. */
function scoreWords(a: ScoredRow, b: ScoredRow, penalty: number): PairScore {
  const likeness =
    a.row.merchant_id !== null && a.row.merchant_id === b.row.merchant_id
      ? 1
      : a.row.type === 'transfer' || b.row.type === 'transfer'
        ? undefined
        : compareWords(a.words, b.words)
  if (likeness === undefined) return { score: 0, reasons: [] }
  return likeness >= SIMILAR
    ? { score: 0.1, reasons: ['similar_words'] }
    : { score: -penalty, reasons: ['other_words'] }
}

const describeDays = (days: number): DuplicateReason => (days === 0 ? 'same_day' : 'days_apart')

/** Scores an entry by hand beside a row of a file. */
function scoreEntryBesideFile(hand: ScoredRow, bank: ScoredRow, context: PairContext): PairScore | undefined {
  const days = daysBetween(hand.row.date, bank.row.date)
  const isCoveredDay = context.spans.some(
    ({ first, last }) => first <= hand.row.date && hand.row.date <= last,
  )
  const isEqual = hand.row.amount === bank.row.amount
  const words = scoreWords(hand, bank, isCoveredDay ? 0.18 : 0.3)
  const isSimilar = words.reasons.includes('similar_words')
  // A file holds every transaction of its days, so that an entry after its end is the next coffee.
  if (!isCoveredDay && days < 0 && context.hasRepeats()) return undefined
  if (!isEqual && (!isSimilar || days < 0)) return undefined
  const dayPoints = days === 0 ? 0.08 : days > 0 ? (days <= 3 ? 0.05 : 0) : days === -1 ? -0.02 : -0.12
  const cover = isCoveredDay ? 0.05 : days < 0 ? -0.15 : 0
  return {
    score: 0.76 + dayPoints + cover + words.score - (isEqual ? 0 : 0.16),
    reasons: [
      'entered_by_hand',
      ...(isCoveredDay ? (['file_covers_date'] as const) : []),
      isEqual ? 'same_amount' : 'amount_differs',
      describeDays(days),
      ...words.reasons,
    ],
  }
}

/** Scores rows of two files: another export of the same days, or a pending row that was booked later. */
function scoreTwoFiles(a: ScoredRow, b: ScoredRow, context: PairContext): PairScore | undefined {
  if (a.row.amount !== b.row.amount || areCountedApart(a, b, context)) return undefined
  const days = Math.abs(daysBetween(a.row.date, b.row.date))
  const words = scoreWords(a, b, 0.2)
  const isPending = (a.row.status === 'pending') !== (b.row.status === 'pending')
  const missing = [a, b].filter((row) => isMissingInFile(context, row)).length
  // At the end of a file the bank may have booked a row a day later. A habit says otherwise.
  const isAtEnd = missing === 1 && days <= 1 && words.score > 0 && !context.hasRepeats()
  const reasons: DuplicateReason[] = ['from_two_files', 'same_amount', describeDays(days), ...words.reasons]
  // Each file holds all transactions of its days: what only one of them lists was listed otherwise by the other.
  if (missing === 2 || isAtEnd)
    return { score: 0.62 + (days === 0 ? 0.2 : days <= 2 ? 0.12 : 0) + words.score, reasons }
  if (!isPending || words.score < 0) return undefined
  return { score: 0.68 + (days <= 3 ? 0.05 : 0) + words.score, reasons }
}

/** True if rows of two files are equal: an import counts equal rows, and books only those that are one more. */
const areCountedApart = (a: ScoredRow, b: ScoredRow, { sources }: PairContext): boolean => {
  const [one, other] = [sources.listBankTexts(a.row.id), sources.listBankTexts(b.row.id)]
  // Another computer imported one of them, so that only the texts of today can be compared.
  if (one.length === 0 || other.length === 0)
    return buildDuplicateKey(toDuplicateKeyFields(a.row)) === buildDuplicateKey(toDuplicateKeyFields(b.row))
  return one.some((text) => other.includes(text))
}

/** True if a file covers the day of a row and does not list the row. */
const isMissingInFile = ({ sources, spans }: PairContext, { row, files }: ScoredRow): boolean =>
  [...sources.spans].some(
    ([file, span]) =>
      spans.includes(span) && !files.includes(file) && span.first <= row.date && row.date <= span.last,
  )

/** Scores two entries by hand, of which one may have been forgotten. What one command made was listed twice on purpose. */
function scoreTwoEntries(a: ScoredRow, b: ScoredRow, context: PairContext): PairScore | undefined {
  const days = Math.abs(daysBetween(a.row.date, b.row.date))
  const words = scoreWords(a, b, 1)
  if (a.row.amount !== b.row.amount || words.score < 0) return undefined
  if (context.isOneCommand(a.row, b.row) || context.isHabit()) return undefined
  const elapsed = Math.abs(Date.parse(a.row.created_at) - Date.parse(b.row.created_at))
  const isOneSitting = elapsed < SITTING_MS
  return {
    score: 0.55 + (days === 0 ? 0.12 : days === 1 ? 0.04 : 0) + words.score + (isOneSitting ? 0 : 0.08),
    reasons: ['both_by_hand', 'same_amount', describeDays(days), ...words.reasons],
  }
}
