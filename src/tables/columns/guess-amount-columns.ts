/**
 * Guesses the amount columns of a file whose headers name none, or asks the user.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#amount-columns
 */

import { createAmbiguityError } from '../ambiguity-error.ts'
import { type AmountColumnSearch, type AmountColumns, isFilledAlternately } from './amount-evidence.ts'
import { inferPairByTerms } from './column-pairs.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { AmountSeries } from './running-balance.ts'

type GuessSearch = Pick<AmountColumnSearch, 'profile' | 'numbers' | 'ask'>

/**
 * Returns the amount columns among the number columns.
 * @throws AmbiguityError if several could be meant
 */
export function guessAmountColumns(numeric: readonly ColumnProfile[], search: GuessSearch): AmountColumns {
  const { numbers, ask, profile } = search
  const { records } = profile
  const withSeparators = numeric.filter((column) => column.moneyLike > 0)
  const found = withSeparators.length > 0 ? withSeparators : numeric
  // The same number in every row is a limit or a balance. All zeros may be one half of a debit/credit pair,
  // but not if the amounts are signed.
  const isSigned = found.some(({ negative }) => negative > 0)
  const varying = found.filter(({ distinct, filled, negative, positive }) =>
    negative + positive === 0 ? !isSigned : distinct > 1 || filled < 3,
  )
  const money = varying.length > 0 ? varying : found
  const [first] = money
  if (!first) {
    throw createAmbiguityError(
      'No column of the file contains amounts',
      'Name it with --map, e.g. --map date=1,amount=3; see budget import --help',
    )
  }
  if (money.length === 1) return { amount: first }
  const left = money.find(
    (column, at) => money[at + 1] && isFilledAlternately(column, money[at + 1] ?? column, numbers),
  )
  const right = left && money[money.indexOf(left) + 1]
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

const isSameSeries = (left: AmountSeries, right: AmountSeries): boolean =>
  left.every((value, row) => value === right[row])

function assignDebitCredit(
  pair: readonly [ColumnProfile, ColumnProfile],
  search: GuessSearch,
): AmountColumns {
  const found = inferPairByTerms(pair, search)
  if (found) return found
  throw search.ask.direction(...pair)
}
