/**
 * Decides about two columns of which each row fills one: which holds money out, and which completes another.
 * @see docs/import.md#amount-columns
 */

import { mentionsCardPayment, mentionsIncome, mentionsSpending } from '../cells/vocabulary.ts'
import type { AmountColumnSearch, AmountColumns } from './amount-evidence.ts'
import { isFeeOrTax } from './amount-headers.ts'
import type { ColumnNumbers } from './balance-evidence.ts'
import { type ColumnProfile, scoreRole, type TableProfile } from './column-profile.ts'

/** A column of money in and one of money out. */
export type ColumnPair = Required<Pick<AmountColumns, 'in' | 'out'>>

/** Returns which of two columns holds money out by their signs and by words; undefined if neither shows it. */
export function inferPairByTerms(
  [left, right]: readonly [ColumnProfile, ColumnProfile],
  { profile, numbers }: { profile: TableProfile; numbers: ColumnNumbers },
): ColumnPair | undefined {
  const leftIsOut = { out: left, in: right }
  const rightIsOut = { out: right, in: left }
  if (left.negative > 0 && right.negative === 0) return leftIsOut
  if (right.negative > 0 && left.negative === 0) return rightIsOut
  const incomingRows = new Set<number>()
  const outgoingRows = new Set<number>()
  for (const [row, { cells }] of profile.records.entries()) {
    if (cells.some((cell) => mentionsIncome(cell) || mentionsCardPayment(cell))) incomingRows.add(row)
    else if (cells.some(mentionsSpending)) outgoingRows.add(row)
  }
  const fills = (column: ColumnProfile, rows: ReadonlySet<number>) =>
    numbers.series(column).filter((amount, row) => amount && rows.has(row)).length
  // Salaries, refunds and interest can only come in; what shops received went out.
  const leftIn = fills(left, incomingRows) + fills(right, outgoingRows)
  const rightIn = fills(right, incomingRows) + fills(left, outgoingRows)
  if ((leftIn === 0) === (rightIn === 0)) return undefined
  return leftIn > 0 ? rightIsOut : leftIsOut
}

const isDirected = (column: ColumnProfile): boolean =>
  scoreRole(column, 'in') > 0 || scoreRole(column, 'out') > 0

const isIn = (column: ColumnProfile): boolean => scoreRole(column, 'in') > scoreRole(column, 'out')
const isOut = (column: ColumnProfile): boolean => scoreRole(column, 'out') > scoreRole(column, 'in')

/**
 * Returns the directions of a pair that the balance explains but no heading names. A balance owed grows with
 * spending as a balance held grows with income: words decide, or the usual order of debit before credit.
 * @throws AmbiguityError if neither agrees with the balance
 */
export function confirmUnnamedPair(
  { in: inColumn, out }: ColumnPair,
  { ask, ...evidence }: Pick<AmountColumnSearch, 'profile' | 'numbers' | 'ask'> & { balance: ColumnProfile },
): ColumnPair {
  const found = { in: inColumn, out }
  // Followed backwards, a balance explains the opposite directions as well.
  if (isIn(out) || isOut(inColumn)) return { in: out, out: inColumn }
  if (isDirected(inColumn) || isDirected(out)) return found
  const isUsual = out.index < inColumn.index
  const pair = isUsual ? ([out, inColumn] as const) : ([inColumn, out] as const)
  const byTerms = inferPairByTerms(pair, evidence)
  if (byTerms) return byTerms
  if (isUsual) return found
  throw ask.direction(...pair, evidence.balance)
}

/**
 * Returns the pair that a column forms with another one which has the amounts of its empty rows; undefined if
 * there is none.
 * @throws AmbiguityError if nothing shows which of them is money out
 */
export function completePair(
  { amount, in: inColumn, out, balance }: AmountColumns,
  numeric: readonly ColumnProfile[],
  { ask, ...evidence }: Pick<AmountColumnSearch, 'profile' | 'numbers' | 'ask'>,
): ColumnPair | undefined {
  const own = amount ?? (inColumn && out ? undefined : (inColumn ?? out))
  if (!own || (own.negative > 0 && own.positive > 0)) return undefined
  const { series, isBooked } = evidence.numbers
  const amounts = series(own)
  const emptyRows = isBooked.flatMap((isMoved, row) => (isMoved && !amounts[row] ? [row] : []))
  const half = numeric.find((column) => {
    if (column === own || column === balance || isFeeOrTax(column)) return false
    const others = series(column)
    const isMoney = column.moneyLike > 0 || isDirected(column)
    const covered = emptyRows.filter((row) => others[row]).length
    return (
      isMoney &&
      scoreRole(column, 'balance') === 0 &&
      covered * 2 > emptyRows.length &&
      others.every((other, row) => !other || !amounts[row])
    )
  })
  if (!half) return undefined
  const [left, right] = own.index < half.index ? [own, half] : [half, own]
  if (own === out || isOut(own) || isIn(half)) return { out: own, in: half }
  if (own === inColumn || isIn(own) || isOut(half)) return { out: half, in: own }
  const found = inferPairByTerms([left, right], evidence)
  if (found) return found
  throw ask.direction(left, right)
}
