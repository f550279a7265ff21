/**
 * Whose list amounts without any sign are: a card's lists what was spent, a seller's what was paid to him.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { FileRecord } from '../model/file-record.ts'
import { mentionsCardPayment, mentionsIncome } from '../text/vocabulary.ts'
import type { TableProfile } from './column-profile.ts'

// Not the number of a card: that of a bank card stands beside a salary as well.
const CARD_HOLDER =
  /\bcard ?(?:member|holder)|karteninhaber|titulaire de (?:la )?carte|titular de la tarjeta|kaarthouder|kortholder|kortinnehavare/i
const CARD_SCHEME = /^(?:visa|master ?card|maestro|amex|american express|diners(?: club)?|v pay)$/i
const CARD_ACCOUNT =
  /credit card|kreditkarte|carte de crédit|tarjeta de crédito|cartão de crédito|carta di credito|credit ?kaart|creditcard|kreditkort|kreditní karta|karta kredytowa|luottokortti|信用卡|クレジットカード/i
// Only who sells something knows the addresses of his customers.
const CUSTOMER = /\b(?:customer|buyer)[ _]?e-?mail/i

const INCOMING =
  /\b(?:transfer|payment|deposit|top-?up|received|credit|cashback|bonus|einzahlung|eingang|virement|versement|pagamento|pago|betaling|wpłata)\b|überweisung/i

/** Does a line above the table say that it lists a card? */
export const isCardStatement = (above: readonly FileRecord[]): boolean =>
  above.some(({ raw }) => CARD_ACCOUNT.test(raw))

// Of one or two rows of a card account, all may be payments to it.
const MIN_CARD_ROWS = 3

/** Which way the amounts of such a file went, if nothing in it speaks against it. */
export function inferDirectionByAccountKind(
  { columns, records }: TableProfile,
  above: readonly FileRecord[],
): 'in' | 'out' | undefined {
  if (columns.some(({ name }) => CUSTOMER.test(name))) return 'in'
  const speaksAgainst = (cell: string) =>
    mentionsCardPayment(cell) || mentionsIncome(cell) || INCOMING.test(cell)
  if (records.some(({ cells }) => cells.some(speaksAgainst))) return undefined
  const held = columns.some(({ name, filled }) => CARD_HOLDER.test(name) && filled === records.length)
  const byCard = records.every(({ cells }) => cells.some((cell) => CARD_SCHEME.test(cell)))
  const headed = records.length >= MIN_CARD_ROWS && isCardStatement(above)
  return held || byCard || headed ? 'out' : undefined
}
