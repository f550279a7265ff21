/** Scores whether an outflow of one account and an inflow of another are one transfer, and says why. */

import { groupBy } from '../../contract/group-by.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { daysBetween } from '../../money/calendar.ts'
import { areSameWords, compareWords, splitWords } from '../../tables/words/word-likeness.ts'

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
 * True if the texts leave no doubt: both mention a transfer or name the other account, or one names it and
 * mentions a transfer as well. An amount and a day are no evidence, nor is a shop whose name has the account's words.
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

/** Words of a transfer or of a card payment in the languages of bank files. */
const TRANSFER_TEXT =
  /transfer|xfer|\btfr\b|\btrf\b|payment.{0,12}thank|thank you|autopay|auto ?pay|e-?payment|card payment|credit card|mobile payment|\bsavings?\b|umbuchung|übertrag|uebertrag|überweisung|ueberweisung|kreditkarte|sparen|tagesgeld|eigene[sr]? konto|virement|remboursement carte|épargne|livret|traspaso|transferencia|tarjeta de cr|ahorro|giroconto|bonifico|carta di credito|risparmi|overboeking|spaarrekening|creditcard|överföring|overføring|sparkonto|przelew|własny|oszczęd|převod|spořic|átutalás|transferência|cartão de cr|poupança|перевод|перевід|转账|轉帳|信用卡还款|振替|振込/iu

/** True if a text names a transfer between accounts. */
const hasTransferWords = (texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text !== null && TRANSFER_TEXT.test(toNameKey(text)))

/** Words that hardly any shop has in its name. */
const PLAIN_TEXT =
  /transfer|xfer|\btfr\b|\btrf\b|autopay|auto ?pay|card payment|payment.{0,12}thank|umbuchung|übertrag|uebertrag|giroconto|overboeking|överföring|overføring|przelew|převod|átutalás|перевод|перевід|转账|轉帳|振替/iu

/** True if a text names a transfer by words that are no part of the account's name, such as a shop's may be. */
const hasPlainTransferWords = (texts: readonly (string | null)[], accountName = ''): boolean =>
  texts.some((text) => text !== null && PLAIN_TEXT.test(removeName(toNameKey(text), toNameKey(accountName))))

const removeName = (text: string, name: string): string => (name === '' ? text : text.replaceAll(name, ' '))

const REFUND_TEXT =
  /refund|reversal|cashback|erstattung|rückzahlung|storno|reembolso|devoluc|devoluç|rimborso|terugbetaling|zwrot|возврат|退款|返金/iu

/** True if a text says that a shop gave money back. */
const hasRefundWords = (texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text !== null && REFUND_TEXT.test(toNameKey(text)))

/** Words that many account names share. */
const GENERIC = new Set([
  'account',
  'konto',
  'compte',
  'cuenta',
  'conto',
  'rekening',
  'bank',
  'the',
  'und',
  'and',
])

/** True if the texts of a row contain a word of an account's name. */
function namesAccount(texts: readonly (string | null)[], accountName: string): boolean {
  const words = splitWords(texts)
  return splitWords([accountName]).some(
    (name) => !GENERIC.has(name) && words.some((word) => areSameWords(name, word)),
  )
}

/** The two rows of a transfer. */
interface TransferRows {
  out: Transaction
  into: Transaction
}

/** Returns a function that lists the reasons against a pair. A row of another pair is no reason. */
export function createCounterEvidenceFinder(
  rows: readonly Transaction[],
  { pairs, days }: { pairs: readonly TransferRows[]; days: number },
): (pair: TransferRows) => TransferReason[] {
  const paired = new Set(pairs.flatMap(({ out, into }) => [out.id, into.id]))
  const live = rows.filter(({ deleted }) => !deleted)
  const ordinary = live.filter(({ id, type }) => type === 'regular' && !paired.has(id))
  const names = new Set(ordinary.map(({ merchant_id }) => merchant_id))
  const byAmount = groupBy(ordinary, toAbsoluteAmount)
  const transfers = groupBy(
    live.filter(({ type }) => type === 'transfer'),
    toTransferKey,
  )
  const isNear = (pair: TransferRows, row: Transaction): boolean =>
    [pair.out, pair.into].some(({ date }) => Math.abs(daysBetween(date, row.date)) <= days)
  return (pair) => {
    const { out, into } = pair
    const key = `${out.account_id} ${into.account_id} ${out.amount}`
    // A shop or a payer with other rows is no account of the user; what the bank calls its transfers has many.
    const hasOtherRows = [out, into].some(
      ({ merchant_id, merchant_name }) =>
        merchant_id !== null && names.has(merchant_id) && !hasPlainTransferWords([merchant_name]),
    )
    const isCategorized = [out, into].some((row) => row.category_id !== null || row.ready_to_assign)
    const doubts: [boolean, TransferReason][] = [
      [isCategorized, 'has_category'],
      [hasOtherRows, 'other_rows_of_name'],
      [(byAmount.get(toAbsoluteAmount(out)) ?? []).some((row) => isNear(pair, row)), 'other_rows_of_amount'],
      [(transfers.get(key) ?? []).some((row) => isNear(pair, row)), 'transfer_exists'],
    ]
    return doubts.flatMap(([isHeld, reason]) => (isHeld ? [reason] : []))
  }
}

const toAbsoluteAmount = ({ amount }: Transaction): string => amount.replace('-', '')

const toTransferKey = ({ account_id, transfer_account_id, amount }: Transaction): string =>
  `${account_id} ${transfer_account_id} ${amount}`
