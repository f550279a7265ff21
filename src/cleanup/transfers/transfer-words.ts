/** Recognizes texts of bank rows that speak of the user's own accounts: transfers, card payments, savings. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { areSameWords, splitWords } from '../../tables/words/word-likeness.ts'

/** Words of a transfer or of a card payment in the languages of bank files. */
const TRANSFER_TEXT =
  /transfer|xfer|\btfr\b|\btrf\b|payment.{0,12}thank|thank you|autopay|auto ?pay|e-?payment|card payment|credit card|mobile payment|\bsavings?\b|umbuchung|übertrag|uebertrag|überweisung|ueberweisung|kreditkarte|sparen|tagesgeld|eigene[sr]? konto|virement|remboursement carte|épargne|livret|traspaso|transferencia|tarjeta de cr|ahorro|giroconto|bonifico|carta di credito|risparmi|overboeking|spaarrekening|creditcard|överföring|overføring|sparkonto|przelew|własny|oszczęd|převod|spořic|átutalás|transferência|cartão de cr|poupança|перевод|перевід|转账|轉帳|信用卡还款|振替|振込/iu

/** True if a text names a transfer between accounts. */
export const hasTransferWords = (texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text !== null && TRANSFER_TEXT.test(toNameKey(text)))

/** Words that hardly any shop has in its name. */
const PLAIN_TEXT =
  /transfer|xfer|\btfr\b|\btrf\b|autopay|auto ?pay|card payment|payment.{0,12}thank|umbuchung|übertrag|uebertrag|giroconto|overboeking|överföring|overføring|przelew|převod|átutalás|перевод|перевід|转账|轉帳|振替/iu

/** True if a text names a transfer by words that are no part of the account's name, such as a shop's may be. */
export const hasPlainTransferWords = (texts: readonly (string | null)[], accountName = ''): boolean =>
  texts.some((text) => text !== null && PLAIN_TEXT.test(removeName(toNameKey(text), toNameKey(accountName))))

const removeName = (text: string, name: string): string => (name === '' ? text : text.replaceAll(name, ' '))

const REFUND_TEXT =
  /refund|reversal|cashback|erstattung|rückzahlung|storno|reembolso|devoluc|devoluç|rimborso|terugbetaling|zwrot|возврат|退款|返金/iu

/** True if a text says that a shop gave money back. */
export const hasRefundWords = (texts: readonly (string | null)[]): boolean =>
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
export function namesAccount(texts: readonly (string | null)[], accountName: string): boolean {
  const words = splitWords(texts)
  return splitWords([accountName]).some(
    (name) => !GENERIC.has(name) && words.some((word) => areSameWords(name, word)),
  )
}
