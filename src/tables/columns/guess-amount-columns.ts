/**
 * Guesses the amount columns of a file whose headers name none, or asks the user.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#amount-columns
 */

import { createAmbiguityError } from '../ambiguity-error.ts'
import { truncateCell } from '../cells/amount-cell.ts'
import { isNumberCell } from '../cells/amount-parts.ts'
import { type AmountColumnSearch, type AmountColumns, isFilledAlternately } from './amount-evidence.ts'
import { inferPairByTerms } from './column-pairs.ts'
import {
  type ColumnProfile,
  isDateColumn,
  isNumberColumn,
  scoreRole,
  type TableProfile,
} from './column-profile.ts'
import type { AmountSeries } from './running-balance.ts'
import { listHeadingCurrencies } from './stated-currency.ts'

type GuessSearch = Pick<AmountColumnSearch, 'profile' | 'numbers' | 'ask'>

/**
 * Returns the amount columns among the number columns.
 * @throws AmbiguityError if several could be meant
 */
export function guessAmountColumns(numeric: readonly ColumnProfile[], search: GuessSearch): AmountColumns {
  const { numbers, ask, profile } = search
  const { records } = profile
  assertReadable(search)
  const others = numeric.filter((column) => scoreRole(column, 'balance') === 0)
  if (numeric.length > 0 && others.length === 0)
    throw createAmbiguityError(
      'The file lists balances, not transactions',
      'Export the transactions of the account instead',
    )
  const withSeparators = others.filter((column) => column.moneyLike > 0)
  const found = withSeparators.length > 0 ? withSeparators : others
  // The same number in every row is a limit or a balance. All zeros may be one half of a debit/credit pair,
  // but not if the amounts are signed.
  const isSigned = found.some(({ negative }) => negative > 0)
  const varying = found.filter(({ distinct, filled, negative, positive }) =>
    negative + positive === 0 ? !isSigned : distinct > 1 || filled < 3,
  )
  const money = varying.length > 0 ? varying : found
  const [first] = money
  if (!first) {
    const message = 'No column of the file contains amounts'
    const hint = 'Name it with --map, e.g. --map date=1,amount=3; see budget import --help'
    throw ask.other({ message, hint }, listColumnsWithNumbers(profile))
  }
  if (money.length === 1) return { amount: first }
  const left = money.find(
    (column, at) => money[at + 1] && isFilledAlternately(column, money[at + 1] ?? column, numbers),
  )
  const right = left && money[money.indexOf(left) + 1]
  if (left && right && areInTwoCurrencies(left, right)) throw ask.amount([left, right])
  if (left && right) return assignDebitCredit([left, right], search)
  const [firstColumn] = money
  // A card statement prints the purchase amount and the amount of its only instalment.
  if (
    firstColumn &&
    money.every((column) => isSameSeries(numbers.series(column), numbers.series(firstColumn)))
  )
    return { amount: firstColumn }
  // Every transaction has an amount; a quantity or a price occurs in some rows only.
  const full = money.filter(({ filled }) => filled === records.length)
  const [only, another] = full
  if (only && !another && only.distinct > 1) return { amount: only }
  const signed = money.filter((column) => column.negative > 0)
  if (signed.length === 1 && signed[0] === first && first.positive > 0) return { amount: first }
  throw ask.amount(money)
}

/** A number of something else is never taken for an amount that cannot be read. */
function assertReadable({ profile, ask }: GuessSearch): void {
  const { columns, records } = profile
  for (const column of columns) {
    if (isNumberColumn(column) || isDateColumn(column) || column.accounts > 0) continue
    if ((['amount', 'in', 'out'] as const).every((role) => scoreRole(column, role) === 0)) continue
    const cells = records.map(({ cells }) => cells[column.index] ?? '').filter((cell) => /\d/.test(cell))
    const cell = cells.find((one) => !isNumberCell(one))
    if (cell === undefined || cells.length < column.filled * 0.8) continue
    const message = `"${truncateCell(cell)}" in column ${column.index + 1} "${column.name}" is not an amount`
    const others = listColumnsWithNumbers(profile).filter((other) => other !== column)
    throw ask.other({ message, hint: 'Correct the file' }, others)
  }
}

const MAX_OFFERED_COLUMNS = 4

/** Returns the columns with numbers that are no balance, those that look most like money first. */
export const listColumnsWithNumbers = ({ columns }: TableProfile): ColumnProfile[] =>
  columns
    .filter((column) => column.numbers > 0 && !isDateColumn(column) && scoreRole(column, 'balance') === 0)
    .toSorted((one, other) => other.moneyLike - one.moneyLike || other.numbers - one.numbers)
    .slice(0, MAX_OFFERED_COLUMNS)

const isSameSeries = (left: AmountSeries, right: AmountSeries): boolean =>
  left.every((value, row) => value === right[row])

/** True if the headings of two columns name different currencies: they are no money in and money out. */
function areInTwoCurrencies(left: ColumnProfile, right: ColumnProfile): boolean {
  const [one, other] = [left, right].map((column) =>
    listHeadingCurrencies([column]).flatMap(({ codes }) => codes),
  )
  const isNamed = one !== undefined && other !== undefined && one.length > 0 && other.length > 0
  return isNamed && !one.some((code) => other.includes(code))
}

function assignDebitCredit(
  pair: readonly [ColumnProfile, ColumnProfile],
  search: GuessSearch,
): AmountColumns {
  const found = inferPairByTerms(pair, search)
  if (found) return found
  throw search.ask.direction(...pair)
}
