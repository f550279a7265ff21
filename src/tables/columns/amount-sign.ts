/**
 * Infers what a positive amount means: by balance, by the debit/credit column or by known terms.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { AmbiguityError, type AnswerOption } from '../ambiguity-error.ts'
import { truncateCell } from '../cells/amount-cell.ts'
import { parseNumberParts } from '../cells/amount-parts.ts'
import { mentionsCardPayment } from '../cells/vocabulary.ts'
import type { FileRecord, SignConvention } from '../file-record.ts'
import { type ReadOptions } from '../read-options.ts'
import type { AmountColumns } from './amount-evidence.ts'
import type { ColumnNumbers } from './balance-evidence.ts'
import { formatColumnMap } from './column-map.ts'
import { inferPairByTerms } from './column-pairs.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import { listDateColumns } from './date-column.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import { inferTextColumns } from './description-columns.ts'
import { inferSignByDirections, type UnsignedSpending } from './direction-sign.ts'
import type { AmountSeries } from './running-balance.ts'
import {
  findIncomingKinds,
  findPaymentTexts,
  inferDirectionByAccountKind,
  inferSignByTerms,
  type RowKinds,
} from './sign-terms.ts'

/** What the sign of one amount column is inferred from. */
export interface SignEvidence {
  profile: TableProfile
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  options: ReadOptions
  columns: AmountColumns
  column: ColumnProfile
  amounts: AmountSeries
  /** What the balances prove, if anything. */
  proof: { isInverted: boolean; isAmbiguous: boolean; share: number } | undefined
  debitCreditColumn: DebitCreditColumn | undefined
  date: ColumnProfile
  /** True if the user mapped the columns. */
  isMapped: boolean
}

// A file with at least this share of positive amounts looks like a card statement, where purchases are
// positive.
const MIN_SUSPICIOUS_SHARE = 2 / 3
/** The balance turns all signs only if it explains nearly every row that way. */
const MIN_INVERTED_SHARE = 0.9

/** So many amounts, most of them below zero, are no month of payments to a card. */
const MIN_CLEAR_AMOUNTS = 5

const isClearlyNegative = ({ positive, negative }: ColumnProfile): boolean =>
  positive + negative >= MIN_CLEAR_AMOUNTS && negative >= (positive + negative) * MIN_SUSPICIOUS_SHARE

const isMostlyPositive = ({ positive, negative }: ColumnProfile): boolean =>
  positive >= Math.max(1, positive + negative) * MIN_SUSPICIOUS_SHARE

/**
 * Returns the sign convention of the amount column.
 * @throws AmbiguityError if nothing in the file shows it
 */
export function inferAmountSign(evidence: SignEvidence): SignConvention {
  const { options, column, debitCreditColumn, isMapped } = evidence
  if (options.invert !== undefined) return { rule: options.invert ? 'inverted' : 'as_is', proof: 'choice' }
  const flagged = debitCreditColumn && inferSignByDirections(evidence, debitCreditColumn)
  if (flagged && 'example' in flagged) throw createSignError({ ...evidence, unsigned: flagged })
  if (flagged) return flagged
  // No mapping can express that a plus sign counts, so a saved layout would misread a file without any.
  if (
    !isMapped &&
    column.explicitCredits > 0 &&
    column.negative === 0 &&
    column.positive > column.explicitCredits
  )
    return { rule: 'unsigned_out', proof: 'plus' }
  const termSign = inferSignByTerms(evidence)
  const clearTermSign = termSign === 'open' ? undefined : termSign
  const proven = inferSignByBalance(evidence, clearTermSign)
  if (proven === 'open') throw createSignError(evidence)
  if (proven) return proven
  if (isMapped) return { rule: 'as_is', proof: 'mapping' }
  // One sign for all rows would turn a top-up into spending.
  const isOneSign = column.negative === 0 && clearTermSign?.rule !== 'as_is'
  if (isOneSign && (findIncomingKinds(evidence.profile) ?? findPaymentTexts(evidence.profile)))
    throw createSignError(evidence)
  const isWritten = column.negative > 0 && column.positive > 0 && column.explicitCredits >= column.positive
  if (termSign === 'open' && !isWritten) throw createSignError(evidence)
  if (clearTermSign) return clearTermSign
  if (!isMostlyPositive(column) && !(column.positive === 0 && hasOnlyCardPayments(evidence)))
    return { rule: 'as_is', proof: 'signs' }
  const direction =
    column.negative > 0 ? undefined : inferDirectionByAccountKind(evidence.profile, evidence.preamble)
  if (direction) return { rule: direction === 'out' ? 'inverted' : 'as_is', proof: 'words' }
  throw createSignError(evidence)
}

/**
 * Returns the convention that the running balance shows. A card statement may print the debt: then the
 * balance rises with each purchase, and only terms distinguish it from an account.
 */
function inferSignByBalance(
  { column, proof, profile, preamble, isMapped }: SignEvidence,
  termSign: SignConvention | undefined,
): SignConvention | 'open' | undefined {
  if (!proof) return undefined
  if (proof.isAmbiguous) return termSign ?? 'open'
  const isCard = inferDirectionByAccountKind(profile, preamble) === 'out'
  if (!proof.isInverted) {
    if (column.negative === 0 || isMapped) return undefined
    // Purchases that raise a debt look like income that raises a balance, unless most amounts are below zero.
    const isOpen =
      isCard ||
      (termSign?.rule === 'inverted' ? !isClearlyNegative(column) : !termSign && isMostlyPositive(column))
    return isOpen ? 'open' : { rule: 'as_is', proof: 'balance' }
  }
  if (proof.share < MIN_INVERTED_SHARE) return termSign ?? 'open'
  if (termSign?.rule === 'as_is') return isCard ? termSign : 'open'
  if (termSign?.rule === 'inverted') return { rule: 'inverted', proof: 'balance' }
  return column.positive > column.negative && !isMapped ? { rule: 'inverted', proof: 'balance' } : 'open'
}

/**
 * Checks that the balance does not rise with money out.
 * @throws AmbiguityError if it does and no term says that the file is a card statement
 */
export function assertNoContradiction(
  evidence: Omit<SignQuestionEvidence, 'column'> & { numbers: ColumnNumbers },
): void {
  const { profile, preamble, columns } = evidence
  const { in: inColumn, out } = columns
  const speaksOfCard = profile.records.some(({ cells }) => cells.some(mentionsCardPayment))
  const column = out ?? inColumn
  if (!column || speaksOfCard || inferDirectionByAccountKind(profile, preamble) === 'out') return
  const byTerms = inColumn && out && inferPairByTerms([out, inColumn], evidence)
  if (byTerms?.out === out) return
  throw createSignError({ ...evidence, column, isSpent: column === out })
}

interface SignQuestionEvidence
  extends Pick<SignEvidence, 'profile' | 'preamble' | 'columns' | 'column' | 'date' | 'debitCreditColumn'> {
  /** True if the file as it is says that a positive amount of the column was spent. */
  isSpent?: boolean
  unsigned?: UnsignedSpending
}

/**
 * Returns the error that asks about one example row. If a card statement has two dates per row, there are
 * answers for either date.
 */
function createSignError({
  profile,
  columns,
  column,
  date,
  debitCreditColumn,
  isSpent = false,
  unsigned,
}: SignQuestionEvidence): AmbiguityError {
  const { records } = profile
  const [spent, received] = spentLabels
  const isOpen = column.negative === 0 && !debitCreditColumn
  const kinds = isOpen ? findIncomingKinds(profile) : undefined
  const payments = isOpen && !kinds ? findPaymentTexts(profile) : undefined
  const answers: readonly AnswerOption[] = [
    { label: spent.label, options: unsigned ? { out_values: [...unsigned.outWords] } : { invert: !isSpent } },
    { label: received.label, options: { invert: isSpent } },
  ]
  const isPositive = ({ cells }: FileRecord) =>
    parseNumberParts(cells[column.index] ?? '')?.isNegative === false
  const cells = (unsigned?.example ?? records.find(isPositive) ?? records[0])?.cells ?? []
  const texts = inferTextColumns(profile, new Set([date, column]))
  const [payee] = texts.payee
  const example = [payee ? cells[payee.index] : '', cells[column.index]].filter(Boolean).join(' ')
  const [, ...others] = listDateColumns(profile)
  const other = others.find(
    ({ index }) =>
      index !== date.index && records.some((record) => record.cells[date.index] !== record.cells[index]),
  )
  const map =
    other && formatColumnMap({ date: other, money: columns, debitCreditColumn, texts, currency: undefined })
  return new AmbiguityError(
    `Is "${truncateCell(example)}" on ${cells[date.index] ?? ''} money you spent?`,
    '',
    {
      answers: [
        ...(kinds ? [toKindsAnswer(kinds)] : []),
        ...(payments ? [toPaymentsAnswer(payments)] : []),
        ...answers,
        ...answers.map(({ label, options }) => ({
          label: `${label}, and "${other?.name}" is the date`,
          options: { ...options, ...(map !== undefined && { map }) },
        })),
      ].slice(0, (map === undefined ? 2 : 4) + (kinds || payments ? 1 : 0)),
    },
  )
}

const quote = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(' or ')

/** Returns the answer by which payments to a card come in and all other rows go out. */
const toPaymentsAnswer = (texts: readonly string[]): AnswerOption => ({
  label: `Only rows with ${quote(texts)} came in`,
  options: { out_values: texts.map((text) => `!${text}`) },
})

/** Returns the answer by which the kind of a row tells its direction. */
function toKindsAnswer({ incoming, others }: RowKinds): AnswerOption {
  return { label: `Only rows with ${quote(incoming)} came in`, options: { out_values: [...others] } }
}

/** The answers to the question whether money was spent, and the words that add them to another answer. */
export const spentLabels = [
  { label: 'Yes, I spent it', continuation: 'and I spent it' },
  { label: 'No, it came in', continuation: 'and it came in' },
] as const

// A negative amount that was received: a card statement of a month without purchases.
const hasOnlyCardPayments = ({ profile }: SignEvidence): boolean =>
  profile.records.every(({ cells }) => cells.some(mentionsCardPayment))
