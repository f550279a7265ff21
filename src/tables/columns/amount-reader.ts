/**
 * Infers how the amount of a row is read: its columns, decimal separator and sign.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { MAX_CURRENCY_DECIMALS } from '../../money/currency.ts'
import { type MinorUnits, parseAmount } from '../../money/minor-units.ts'
import {
  type AmountNotation,
  createAmountNotation,
  isEmptyAmount,
  parseAmountCell,
  truncateCell,
} from '../cells/amount-cell.ts'
import { convertToDecimal, parseNumberParts } from '../cells/amount-parts.ts'
import { isPendingText, isVoidText } from '../cells/vocabulary.ts'
import { inferAmountColumns, proveMappedColumns } from './amount-columns.ts'
import {
  type AmountEvidence,
  type AmountInference,
  type AmountReader,
  type AmountReaderContext,
  type BalanceReader,
  type InferredAmountColumns,
  type RowAmount,
  readColumnAmount,
  type SignedAmountReader,
  subtractFee,
  type UnlikelyAmounts,
} from './amount-evidence.ts'
import {
  createAmountColumnError,
  createDebitCreditError,
  createFeeError,
  createOtherAmountError,
} from './amount-questions.ts'
import { assertNoContradiction, inferAmountSign } from './amount-sign.ts'
import { type ColumnNumbers } from './balance-evidence.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import { type DebitCreditColumn, inferDebitCreditColumn } from './debit-credit-column.ts'
import { guessDecimalSeparator, inferDecimalSeparator } from './decimal-separator.ts'
import { convertAtRate } from './exchange-rate.ts'
import { type AmountSeries } from './running-balance.ts'

/**
 * Returns the amount reader of a table.
 * @throws AmbiguityError with the first open question
 */
export function inferAmountReader(evidence: AmountEvidence): AmountReader {
  const { profile, options, currency, named } = evidence
  const debitCreditColumn =
    named && !named.flag && !options.out_values
      ? undefined
      : inferDebitCreditColumn(profile, options, named?.flag)
  const numbers = createColumnNumbers(evidence)
  const createReader = (found: InferredAmountColumns) =>
    createAmountReader(found, { ...evidence, debitCreditColumn, numbers })
  if (named) return createReader(proveMappedColumns(named.money, numbers, debitCreditColumn))
  const context = { ...evidence, debitCreditColumn, createReader }
  const ask = {
    amount: (columns: readonly ColumnProfile[]) => createAmountColumnError(columns, context),
    direction: (left: ColumnProfile, right: ColumnProfile, balance?: ColumnProfile) =>
      createDebitCreditError(left, right, { ...context, balance }),
    fee: (found: InferredAmountColumns, fee: ColumnProfile) => createFeeError(found, fee, context),
    other: (problem: UnlikelyAmounts, columns: readonly ColumnProfile[]) =>
      createOtherAmountError(problem, columns, context),
  }
  return createReader(inferAmountColumns({ profile, currency, numbers, debitCreditColumn, ask }))
}

function createColumnNumbers({
  profile,
  order,
  isOrderClear,
  isOrderFirm,
  days,
}: AmountEvidence): ColumnNumbers {
  const seriesByColumn = new Map<ColumnProfile, AmountSeries>()
  return {
    order,
    isOrderClear,
    isOrderFirm,
    days,
    cells: ({ index }) => profile.records.map(({ cells }) => cells[index] ?? ''),
    isBooked: profile.records.map(
      ({ cells }) => !cells.some((cell) => isPendingText(cell) || isVoidText(cell)),
    ),
    series(column) {
      const series = seriesByColumn.get(column) ?? estimateSeries(column, profile)
      seriesByColumn.set(column, series)
      return series
    },
  }
}

/** Returns the numbers of a column as far as they can be read before the notation is inferred. */
function estimateSeries(column: ColumnProfile, profile: TableProfile): AmountSeries {
  const separator = guessDecimalSeparator(column, profile)
  return profile.records.map(({ cells }) => {
    const number = parseNumberParts(cells[column.index] ?? '')
    const text = number && convertToDecimal(number, separator)
    return text === undefined ? undefined : parseAmount(text, MAX_CURRENCY_DECIMALS)
  })
}

function createAmountReader(
  { columns, proof }: InferredAmountColumns,
  inference: AmountInference,
): AmountReader {
  const { debitCreditColumn, currency } = inference
  const money = [columns.amount, columns.in, columns.out].filter((column) => column !== undefined)
  const separator = inferDecimalSeparator(money, inference)
  const notation = createAmountNotation(separator, currency)
  const context = { found: { columns, proof }, notation, ...inference }
  const { amount } = columns
  const reading = amount ? createSingleColumnReader(amount, context) : createDebitCreditReader(context)
  const isOwed = proof !== undefined && (reading.rule === 'inverted') !== proof.isInverted
  const balances = proof && {
    ...createBalanceReader(proof.balance, notation, isOwed),
    order: proof.order,
    position: proof.position,
    isOrderIndependent: proof.isOrderIndependent,
    share: proof.share,
    isUnsigned: amount?.negative === 0 && !debitCreditColumn && reading.rule !== 'unsigned_out',
  }
  const read = (cells: readonly string[]) => convertAtRate(reading.read(cells), cells, { columns, notation })
  const isConverted = columns.rate !== undefined || columns.inverse_rate !== undefined
  return {
    columns,
    debitCreditColumn,
    decimalSeparator: separator,
    balances,
    ...reading,
    ...(isConverted && { read }),
  }
}

function createBalanceReader(
  { index }: ColumnProfile,
  notation: AmountNotation,
  isOwed: boolean,
): Pick<BalanceReader, 'read'> {
  return {
    read(cells) {
      const cell = cells[index] ?? ''
      const parsed = isEmptyAmount(cell) ? undefined : parseAmountCell(cell, notation)
      if (!parsed || 'invalidReason' in parsed) return undefined
      return isOwed ? -parsed.minor : parsed.minor
    },
  }
}

const CREDIT = /\dcr\.?$|\scr\.?$/i

function createSingleColumnReader(column: ColumnProfile, context: AmountReaderContext): SignedAmountReader {
  const { found, debitCreditColumn, notation, named: mapped, options, profile, preamble, date } = context
  const { columns, proof } = found
  const amounts = context.numbers.series(column)
  const sign = inferAmountSign({
    profile,
    preamble,
    options,
    columns,
    column,
    amounts,
    proof,
    debitCreditColumn,
    date,
    isMapped: mapped !== undefined,
  })
  const read = (cells: readonly string[]): RowAmount => {
    const direction = debitCreditColumn?.direction(cells[debitCreditColumn.column.index] ?? '')
    if (debitCreditColumn && direction === 'neutral') return { kind: 'neutral' }
    const amount = readColumnAmount(cells, column, { notation, field: 'amount' })
    if (amount.kind !== 'amount') return amount
    const hasSign = amount.minor < 0n && column.negative > 0
    // The sample has no negative amount, so nothing shows what a negative amount means.
    if (amount.minor < 0n && !hasSign && (sign.rule === 'flagged' || sign.rule === 'unsigned_out'))
      return toNegativeAmountProblem(cells, column)
    const marks = sign.rule === 'as_is' && sign.proof === 'flag' && !proof ? debitCreditColumn : undefined
    const isUnproven = marks?.column.directions.has('in') && !marks.isInText
    if (isUnproven && direction === 'out' && amount.minor > 0n)
      return toUnsignedSpendingProblem(cells, column)
    if (sign.rule === 'flagged' && debitCreditColumn && !hasSign) {
      const signed = applyDirection(amount.minor, direction, { cells, debitCreditColumn })
      return signed.kind === 'amount'
        ? subtractFee(signed.minor, cells, { fee: columns.fee, notation })
        : signed
    }
    // Whatever the sign of the others means, CR is money in.
    const isCredit =
      sign.rule === 'inverted' &&
      column.explicitCredits < column.positive &&
      CREDIT.test(cells[column.index] ?? '')
    const opposite =
      (sign.rule === 'inverted' && !isCredit) || (sign.rule === 'unsigned_out' && !amount.isExplicitCredit)
    return subtractFee(opposite ? -amount.minor : amount.minor, cells, { fee: columns.fee, notation })
  }
  return { rule: sign.rule, sign: columns.fee && sign.proof !== 'choice' ? 'balance' : sign.proof, read }
}

function toNegativeAmountProblem(cells: readonly string[], column: ColumnProfile): RowAmount {
  const message = `"${truncateCell(cells[column.index] ?? '')}" is negative, but amounts in this file have no sign`
  return { kind: 'invalid', message, column: column.index + 1, field: 'amount' }
}

function toUnsignedSpendingProblem(cells: readonly string[], column: ColumnProfile): RowAmount {
  const message = `"${truncateCell(cells[column.index] ?? '')}" has no minus, but the row says that it was spent`
  return { kind: 'invalid', message, column: column.index + 1, field: 'amount' }
}

function applyDirection(
  minor: MinorUnits,
  direction: 'in' | 'out' | 'neutral' | undefined,
  { cells, debitCreditColumn }: { cells: readonly string[]; debitCreditColumn: DebitCreditColumn },
): RowAmount {
  if (direction === 'out') return { kind: 'amount', minor: -minor }
  if (direction === 'in') return { kind: 'amount', minor }
  const message = `"${cells[debitCreditColumn.column.index] ?? ''}" does not show whether money came in or went out`
  return { kind: 'invalid', message, column: debitCreditColumn.column.index + 1, field: 'flag' }
}

/**
 * Returns a reader that subtracts money out from money in.
 * @throws AmbiguityError if the balance contradicts the headers
 */
function createDebitCreditReader(context: AmountReaderContext): SignedAmountReader {
  const { found, notation, options } = context
  const { in: inColumn, out: outColumn, fee } = found.columns
  if (options.invert === undefined && !context.named && found.proof?.isInverted)
    assertNoContradiction({ ...context, columns: found.columns })
  // Some banks write a sign although the column already implies it; a single minus among them is a refund.
  const outIsSigned = outColumn !== undefined && outColumn.negative > outColumn.positive
  const intoIsReversed = inColumn !== undefined && inColumn.negative > inColumn.positive
  const read = (cells: readonly string[]): RowAmount => {
    const incoming = inColumn
      ? readColumnAmount(cells, inColumn, { notation, field: 'in' })
      : { kind: 'empty' as const }
    const outgoing = outColumn
      ? readColumnAmount(cells, outColumn, { notation, field: 'out' })
      : { kind: 'empty' as const }
    if (incoming.kind === 'invalid') return incoming
    if (outgoing.kind === 'invalid') return outgoing
    if (incoming.kind === 'empty' && outgoing.kind === 'empty')
      return fee ? subtractFee(0n, cells, { fee, notation }) : { kind: 'empty' }
    const spent = outgoing.kind === 'amount' ? (outIsSigned ? -outgoing.minor : outgoing.minor) : 0n
    const received = incoming.kind !== 'amount' ? 0n : intoIsReversed ? -incoming.minor : incoming.minor
    const minor = received - spent
    return subtractFee(options.invert === true ? -minor : minor, cells, { fee, notation })
  }
  const isInverted = options.invert === true
  return {
    rule: isInverted ? 'inverted' : 'as_is',
    sign: options.invert === undefined ? 'columns' : 'choice',
    read,
  }
}
