/**
 * Infers the sign of amounts from terms such as salary, purchase, refund or card payment.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#questions
 */

import {
  mentionsCardPayment,
  mentionsIncome,
  mentionsPaymentAlone,
  mentionsSpending,
  parseDirection,
} from '../cells/vocabulary.ts'
import { type FileRecord, type SignConvention } from '../file-record.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import { type AmountSeries } from './running-balance.ts'

interface SignTermEvidence {
  profile: TableProfile
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  column: ColumnProfile
  amounts: AmountSeries
}

/** One shop among the positive amounts may have refunded money. */
const MIN_SIGN_TERMS = 2
/** The majority must be this many times larger than the minority. */
const CLEAR_MAJORITY = 4

const asIsSign: SignConvention = { rule: 'as_is', proof: 'words' }
const invertedSign: SignConvention = { rule: 'inverted', proof: 'words' }

/**
 * Returns the sign convention that salaries, purchases and refunds show, or `open` if they contradict each
 * other. On a card statement a received payment is negative and says so.
 */
export function inferSignByTerms(evidence: SignTermEvidence): SignConvention | 'open' | undefined {
  const { column } = evidence
  if (column.positive === 0) return undefined
  const { risen, fallen, payments, spentAbove, spentBelow } = countSignTerms(evidence)
  if (column.negative === 0) {
    // One salary among purchases may be a purchase with a similar text.
    if (risen === column.positive) return asIsSign
    if (risen > 0 || spentAbove === 0) return undefined
    // A plus on every amount shows that all of them came in, even if the text suggests a purchase.
    return column.explicitCredits === column.positive ? 'open' : invertedSign
  }
  const asIsCount = spentBelow + risen
  const invertedCount = spentAbove + fallen + payments
  if (asIsCount > 0 && invertedCount > 0) {
    const strongInverted = fallen + payments
    // A shop may refund money; salaries and card payments go one way only.
    if (
      asIsCount >= invertedCount * CLEAR_MAJORITY ||
      (asIsCount > invertedCount && risen > 0 && strongInverted === 0)
    )
      return asIsSign
    return invertedCount >= asIsCount * CLEAR_MAJORITY ||
      (invertedCount > asIsCount && strongInverted > 0 && risen === 0)
      ? invertedSign
      : 'open'
  }
  if (risen > 0 || asIsCount >= MIN_SIGN_TERMS) return asIsSign
  if (spentAbove > 0 && invertedCount >= MIN_SIGN_TERMS) return invertedSign
  const isEven = column.positive >= column.negative
  if (payments > 0 && (isEven || isCardStatement(evidence.preamble))) return invertedSign
  if (asIsCount === 0 && isPaidBelowZero(evidence)) {
    if (hasShopsAboveZero(evidence) || isCardStatement(evidence.preamble)) return invertedSign
    if (isEven) return 'open'
  }
  // A positive purchase, and nothing that confirms the signs.
  return spentAbove > 0 && asIsCount === 0 && isEven ? 'open' : undefined
}

/** True if the amounts below zero are payments without a payee or refunds, as on a card, and those above are neither. */
function isPaidBelowZero({ profile, amounts }: SignTermEvidence): boolean {
  let payments = 0
  for (const [at, { cells }] of profile.records.entries()) {
    const amount = amounts[at] ?? 0n
    const isPayment = cells.some(mentionsPaymentAlone)
    if (amount > 0n ? isPayment : amount < 0n && !isPayment && !cells.some(mentionsIncome)) return false
    if (amount < 0n && isPayment) payments += 1
  }
  return payments > 0
}

const SHOP_KIND = /^(?:merchant category|mcc$)/i

/** True if a column of the kinds of shops is filled in exactly the rows above zero. */
const hasShopsAboveZero = ({ profile: { columns, records }, amounts }: SignTermEvidence): boolean =>
  columns.some(
    ({ name, index }) =>
      SHOP_KIND.test(name) &&
      records.every(({ cells }, at) => ((cells[index] ?? '') === '') === (amounts[at] ?? 0n) <= 0n),
  )

function countSignTerms({ profile, amounts }: SignTermEvidence) {
  const counts = { risen: 0, fallen: 0, payments: 0, spentAbove: 0, spentBelow: 0 }
  for (const [at, { cells }] of profile.records.entries()) {
    const amount = amounts[at] ?? 0n
    if (amount === 0n) continue
    const isPayment = cells.some(mentionsCardPayment)
    if (isPayment || cells.some(mentionsIncome)) {
      if (amount > 0n) counts.risen += 1
      else if (isPayment) counts.payments += 1
      else counts.fallen += 1
    } else if (cells.some(mentionsSpending)) counts[amount > 0n ? 'spentAbove' : 'spentBelow'] += 1
  }
  return counts
}

/** The values of a column of kinds: those that mean money in, and all others. */
export interface RowKinds {
  incoming: readonly string[]
  others: readonly string[]
}

const MAX_KINDS = 8

/** Returns the kinds of rows in a column where some, such as `top-up`, mean money in; undefined if none does. */
export function findIncomingKinds({ columns, records }: TableProfile): RowKinds | undefined {
  for (const { index, filled, distinct } of columns) {
    if (filled < records.length || distinct < 2 || distinct > MAX_KINDS) continue
    const kinds = [...new Set(records.map(({ cells }) => cells[index] ?? ''))]
    const incoming = kinds.filter((kind) => kind.length > 1 && parseDirection(kind) === 'in')
    const others = kinds.filter((kind) => !incoming.includes(kind))
    if (incoming.length > 0 && others.length > 0 && kinds.every((kind) => !kind.includes(',')))
      return { incoming, others }
  }
  return undefined
}

/** Returns the texts of rows that name a payment and no one who was paid, beside other rows; undefined if there are none. */
export function findPaymentTexts({ records }: TableProfile): readonly string[] | undefined {
  const texts = records.map(({ cells }) => cells.find((cell) => mentionsPaymentAlone(cell)))
  const found = new Set(texts.filter((text) => text !== undefined && !/[,!]/.test(text)))
  return found.size > 0 && texts.includes(undefined) ? [...found].flatMap((text) => text ?? []) : undefined
}

// Account holder columns do not count: a bank card number also occurs next to a salary. @see
// docs/import.md#3-dates-numbers-signs
const CARD_HOLDER =
  /\bcard ?(?:member|holder)|karteninhaber|titulaire de (?:la )?carte|titular de la tarjeta|kaarthouder|kortholder|kortinnehavare/i
const CARD_SCHEME = /^(?:visa|master ?card|maestro|amex|american express|diners(?: club)?|v pay)$/i
const CARD_ACCOUNT =
  /credit card|kreditkarte|carte de crédit|tarjeta de crédito|cartão de crédito|carta di credito|credit ?kaart|creditcard|kreditkort|kreditní karta|karta kredytowa|luottokortti|信用卡|クレジットカード/i
// Only a seller knows the e-mail addresses of customers.
const CUSTOMER = /\b(?:customer|buyer)[ _]?e-?mail/i

const INCOMING =
  /\b(?:transfer|payment|deposit|top-?up|received|credit|cashback|bonus|einzahlung|eingang|virement|versement|pagamento|pago|betaling|wpłata)\b|überweisung/i

/** True if a line above the table names a card account. */
const isCardStatement = (preamble: readonly FileRecord[]): boolean =>
  preamble.some(({ raw }) => CARD_ACCOUNT.test(raw))

// In one or two rows of a card account, all may be payments to it.
const MIN_CARD_ROWS = 3

/**
 * Returns the direction of unsigned amounts: out on a card statement, in on a seller's payout list; undefined
 * if any row contradicts that.
 */
export function inferDirectionByAccountKind(
  { columns, records }: TableProfile,
  preamble: readonly FileRecord[],
): 'in' | 'out' | undefined {
  if (columns.some(({ name }) => CUSTOMER.test(name))) return 'in'
  const speaksAgainst = (cell: string) =>
    mentionsCardPayment(cell) || mentionsIncome(cell) || INCOMING.test(cell)
  if (records.some(({ cells }) => cells.some(speaksAgainst))) return undefined
  const hasHolderColumn = columns.some(
    ({ name, filled }) => CARD_HOLDER.test(name) && filled === records.length,
  )
  const byCard = records.every(({ cells }) => cells.some((cell) => CARD_SCHEME.test(cell)))
  const headed = records.length >= MIN_CARD_ROWS && isCardStatement(preamble)
  return hasHolderColumn || byCard || headed ? 'out' : undefined
}
