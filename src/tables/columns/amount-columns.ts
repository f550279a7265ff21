/**
 * Infers the amount columns: by the running balance, then by headers, then by the numbers.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#amount-columns
 */

import { type ColumnMapping } from '../read-options.ts'
import {
  type AmountColumnSearch,
  type AmountColumns,
  type InferredAmountColumns,
  isFilledAlternately,
} from './amount-evidence.ts'
import { findNamedColumns, isFeeOrTax, isNetAmount } from './amount-headers.ts'
import {
  type BalanceCandidate,
  type BalanceProof,
  type ColumnNumbers,
  proveBalance,
  proveByBalancePair,
} from './balance-evidence.ts'
import { completePair, confirmUnnamedPair } from './column-pairs.ts'
import { type ColumnProfile, isIdentifierColumn, isNumberColumn, scoreRole } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import { guessAmountColumns, listColumnsWithNumbers } from './guess-amount-columns.ts'
import type { AmountSeries } from './running-balance.ts'

/**
 * Returns the columns that hold the amounts.
 * @throws AmbiguityError if several columns could
 */
export function inferAmountColumns(search: AmountColumnSearch): InferredAmountColumns {
  const { profile, currency, numbers, debitCreditColumn, ask } = search
  const numeric = profile.columns.filter((column) => isNumberColumn(column) && !isIdentifierColumn(column))
  const namedReadings = findNamedColumns(profile, numeric, currency).map(
    // A column that tells money in from money out decides before the words of one heading do.
    ({ out, ...reading }) =>
      out && debitCreditColumn && !reading.in ? { amount: out } : { ...reading, ...(out && { out }) },
  )
  const [first] = namedReadings
  const readings = [...namedReadings, ...listOtherReadings(numeric, namedReadings, numbers)]
  const candidates = readings.flatMap((reading) => buildCandidates(reading, numeric, search))
  const balances = listBalanceColumns(numeric, first)
  const found =
    proveBalance(candidates, balances, numbers) ?? proveByBalancePair(candidates, numeric, numbers)
  // One step that contradicts the headers of both columns may be a coincidence.
  const isCoincidence = found?.isInverted === true && !found.reading.amount && profile.records.length < 3
  const proof = isCoincidence ? undefined : found
  if (proof) {
    const { reading, balance } = proof
    const openFee = findOpenFee(proof, candidates, numbers)
    if (openFee) throw ask.fee({ columns: { ...reading, balance }, proof }, openFee)
    const { in: inColumn, out } = reading
    const pair =
      inColumn && out
        ? confirmUnnamedPair({ in: inColumn, out }, { ...search, balance })
        : completePair({ ...reading, balance }, numeric, search)
    if (!pair || pair.in === inColumn) return { columns: { ...reading, balance }, proof }
    return proveMappedColumns({ ...pair, balance }, numbers, debitCreditColumn)
  }
  const balance = numeric.find((column) => scoreRole(column, 'balance') > 0 && column !== first?.amount)
  const balanceColumn = balance && { balance }
  const rivals = namedReadings.filter((reading) => !hasSameAmounts(reading, first, numbers))
  if (first && rivals.length > 0) throw ask.amount([first, ...rivals].flatMap(({ amount }) => amount ?? []))
  const openFee = first && balance && findLikelyFee(first, candidates, { balance, numbers })
  if (first && openFee) throw ask.fee({ columns: { ...first, ...balanceColumn }, proof: undefined }, openFee)
  const guessed = first ?? guessAmountColumns(numeric, search)
  const columns: AmountColumns = completePair({ ...guessed, ...balanceColumn }, numeric, search) ?? guessed
  assertNotAllZero(columns, search)
  return { columns: { ...columns, ...(balance !== columns.amount && balanceColumn) }, proof: undefined }
}

/** Returns the mapped columns, with the proof of their balance column if there is one. */
export function proveMappedColumns(
  columns: AmountColumns,
  numbers: ColumnNumbers,
  debitCreditColumn: DebitCreditColumn | undefined,
): InferredAmountColumns {
  const { balance, fee, rate: _, inverse_rate: __, ...reading } = columns
  const candidates = buildCandidates(reading, fee ? [fee] : [], { numbers, debitCreditColumn })
  const relevant = fee ? candidates.filter((candidate) => candidate.reading.fee) : candidates
  return { columns, proof: balance && proveBalance(relevant, [balance], numbers) }
}

/** Returns the amount of each row in the columns' own sign. */
function buildAmountSeries(
  columns: AmountColumns,
  { numbers, debitCreditColumn }: Pick<AmountColumnSearch, 'numbers' | 'debitCreditColumn'>,
): AmountSeries {
  const { amount, in: inColumn, out } = columns
  if (amount) return applyDirections(amount, numbers, debitCreditColumn)
  const [inSeries, outSeries] = [
    inColumn && buildUnsignedSeries(inColumn, numbers),
    out && buildUnsignedSeries(out, numbers),
  ]
  return numbers.days.map((_, row) => {
    const [incoming, outgoing] = [inSeries?.[row], outSeries?.[row]]
    return incoming === undefined && outgoing === undefined ? undefined : (incoming ?? 0n) - (outgoing ?? 0n)
  })
}

// Some banks write a sign although the column already implies it.
function buildUnsignedSeries(column: ColumnProfile, { series }: ColumnNumbers): AmountSeries {
  const isReversed = column.negative > column.positive
  return isReversed ? series(column).map((value) => value && -value) : series(column)
}

function applyDirections(
  amount: ColumnProfile,
  numbers: ColumnNumbers,
  debitCreditColumn: DebitCreditColumn | undefined,
): AmountSeries {
  const series = numbers.series(amount)
  if (amount.negative > 0) return series
  if (debitCreditColumn) {
    const cells = numbers.cells(debitCreditColumn.column)
    const isOut = cells.map((cell) => debitCreditColumn.direction(cell) === 'out')
    return series.map((value, row) => (value !== undefined && isOut[row] ? -value : value))
  }
  if (amount.explicitCredits === 0 || amount.explicitCredits === amount.positive) return series
  // If some amounts say that they came in, the others went out.
  const cells = numbers.cells(amount)
  return series.map((value, row) =>
    value !== undefined && !/\+|cr/i.test(cells[row] ?? '') ? -value : value,
  )
}

/** Returns the ways in which a reading may explain the balance: alone, or with a fee column. */
function buildCandidates(
  reading: AmountColumns,
  numeric: readonly ColumnProfile[],
  search: Pick<AmountColumnSearch, 'numbers' | 'debitCreditColumn'>,
): BalanceCandidate<AmountColumns>[] {
  const amounts = buildAmountSeries(reading, search)
  const columns = Object.values(reading)
  const fees = numeric.filter((column) => column.moneyLike > 0 && isFeeOrTax(column))
  return [
    { reading, columns, amounts },
    ...fees.flatMap((fee) => {
      const feeSizes = search.numbers
        .series(fee)
        .map((value) => (value === undefined || value < 0n ? -(value ?? 0n) : value))
      if (feeSizes.every((value) => value === 0n)) return []
      // A row may consist of a fee only.
      const amountsOrZero = amounts.map((value, row) => value ?? (feeSizes[row] === 0n ? undefined : 0n))
      const withoutFee = amountsOrZero.map((value, row) =>
        value === undefined ? undefined : value - (feeSizes[row] ?? 0n),
      )
      const withFee = amountsOrZero.map((value, row) =>
        value === undefined ? undefined : value + (feeSizes[row] ?? 0n),
      )
      return [
        { reading: { ...reading, fee }, columns: [...columns, fee], amounts: withoutFee, isInverted: false },
        { reading: { ...reading, fee }, columns: [...columns, fee], amounts: withFee, isInverted: true },
      ]
    }),
  ]
}

/** Returns a fee column with which the balances are explained just as well as without it. */
function findOpenFee(
  { reading, balance, share, ...way }: BalanceProof<AmountColumns>,
  candidates: readonly BalanceCandidate<AmountColumns>[],
  numbers: ColumnNumbers,
): ColumnProfile | undefined {
  if (reading.fee || (reading.amount && isNetAmount(reading.amount))) return undefined
  const rivals = candidates.filter(
    (candidate) =>
      candidate.reading.fee &&
      candidate.reading.amount === reading.amount &&
      candidate.reading.in === reading.in,
  )
  const equal = rivals.find(
    (candidate) =>
      (candidate.isInverted ?? way.isInverted) === way.isInverted &&
      proveBalance([candidate], [balance], numbers)?.share === share,
  )
  return equal?.reading.fee
}

/**
 * Returns a fee column with which the balance follows the amounts better than without it, though not well
 * enough to prove it.
 */
function findLikelyFee(
  { amount, in: inColumn }: AmountColumns,
  candidates: readonly BalanceCandidate<AmountColumns>[],
  { balance, numbers }: { balance: ColumnProfile; numbers: ColumnNumbers },
): ColumnProfile | undefined {
  const readings = candidates.filter(({ reading }) => reading.amount === amount && reading.in === inColumn)
  return proveBalance(readings, [balance], numbers, 0)?.reading.fee
}

/**
 * Returns other possible readings: any single column, or two adjacent columns of which each row fills one.
 */
function listOtherReadings(
  numeric: readonly ColumnProfile[],
  namedReadings: readonly AmountColumns[],
  numbers: ColumnNumbers,
): AmountColumns[] {
  const candidates = numeric.filter(
    (column) =>
      scoreRole(column, 'balance') === 0 &&
      column.moneyLike > 0 &&
      column.negative + column.positive > 0 &&
      !isFeeOrTax(column),
  )
  const singles = candidates
    .filter((column) => !namedReadings.some(({ amount }) => amount === column))
    .map((amount): AmountColumns => ({ amount }))
  const pairs = candidates.flatMap((left, at): AmountColumns[] => {
    const right = candidates[at + 1]
    if (
      !right ||
      namedReadings.some(({ in: inColumn, out }) => inColumn && out) ||
      !isFilledAlternately(left, right, numbers)
    )
      return []
    return [
      { in: left, out: right },
      { in: right, out: left },
    ]
  })
  return [...pairs, ...singles]
}

/** Returns the columns that may hold the balance: those named so, or all that are not amounts. */
function listBalanceColumns(
  numeric: readonly ColumnProfile[],
  first: AmountColumns | undefined,
): ColumnProfile[] {
  const named = numeric.filter((column) => scoreRole(column, 'balance') > 0)
  if (named.length > 0) return named
  const money = first ? [first.amount, first.in, first.out] : []
  const isElse = (column: ColumnProfile) =>
    isFeeOrTax(column) ||
    (['amount', 'in', 'out', 'foreign'] as const).some((role) => scoreRole(column, role) > 0)
  return numeric.filter((column) => !money.includes(column) && column.moneyLike > 0 && !isElse(column))
}

const hasSameAmounts = (
  reading: AmountColumns,
  other: AmountColumns | undefined,
  { series }: ColumnNumbers,
): boolean => {
  if (reading === other) return true
  if (!reading.amount || !other?.amount) return false
  const [left, right] = [series(reading.amount), series(other.amount)]
  return left.every((value, row) => value === right[row])
}

function assertNotAllZero(found: AmountColumns, { profile, ask }: AmountColumnSearch): void {
  const { records } = profile
  const columns = [found.amount, found.in, found.out].filter((column) => column !== undefined)
  if (records.length === 0 || columns.some(({ negative, positive }) => negative + positive > 0)) return
  const columnNames = columns.map(({ index, name }) => `${index + 1}${name && ` "${name}"`}`).join(' and ')
  const message = `All amounts in column ${columnNames} are zero`
  const others = listColumnsWithNumbers(profile).filter(({ negative, positive }) => negative + positive > 0)
  throw ask.other({ message, hint: 'Export the file again', asTheyAre: found }, others)
}

/** Returns the amount columns that a mapping names. */
export function selectMappedColumns(
  mapping: ColumnMapping,
  columns: readonly ColumnProfile[],
): AmountColumns {
  const found: AmountColumns = {}
  for (const field of ['amount', 'in', 'out', 'balance', 'fee', 'rate', 'inverse_rate'] as const) {
    const column = columns[mapping[field]?.[0] ?? -1]
    if (column) found[field] = column
  }
  return found
}
