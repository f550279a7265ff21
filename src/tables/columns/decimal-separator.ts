/**
 * Infers the decimal separator (comma or point) of a file by a vote of all its numbers.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { createAmbiguityError } from '../ambiguity-error.ts'
import { parseNumberParts, voteDecimalSeparator } from '../cells/amount-parts.ts'
import type { FileRecord } from '../file-record.ts'
import { type DecimalSeparator, type ReadOptions } from '../read-options.ts'
import { type ColumnProfile, isNumberColumn, type TableProfile } from './column-profile.ts'

interface SeparatorVotes {
  '.': number
  ',': number
  /** The first number that may be a thousand or a fraction, e.g. `1,234`. */
  doubtful: string | undefined
  /** The number of such cells, and how many of them end in three zeros. */
  doubts: number
  round: number
  /** True if such a number, read as a fraction, has more decimals than nearly all currencies. */
  isTooFine: boolean
}

const createVotes = (): SeparatorVotes => ({
  '.': 0,
  ',': 0,
  doubtful: undefined,
  doubts: 0,
  round: 0,
  isTooFine: false,
})

function countSeparatorVotes(
  votes: SeparatorVotes,
  columns: readonly ColumnProfile[],
  records: Iterable<FileRecord>,
): SeparatorVotes {
  for (const { cells } of records) {
    for (const { index } of columns) {
      const cell = cells[index] ?? ''
      const number = parseNumberParts(cell)
      const vote = number && voteDecimalSeparator(number.digits)
      if (vote === 'doubtful') {
        votes.doubtful ??= cell
        votes.doubts += 1
        if (/000\D*$/.test(cell)) votes.round += 1
        votes.isTooFine ||= /[1-9]\D*$/.test(cell)
      } else if (vote) votes[vote] += 1
    }
  }
  return votes
}

/** Counts the votes of any cells, e.g. of a balance above the table. */
const countCellVotes = (cells: readonly string[]): SeparatorVotes => {
  const votes = createVotes()
  for (const cell of cells) {
    const number = parseNumberParts(cell)
    const vote = number && voteDecimalSeparator(number.digits)
    if (vote && vote !== 'doubtful') votes[vote] += 1
  }
  return votes
}

const countColumnVotes = (columns: readonly ColumnProfile[], { records }: TableProfile): SeparatorVotes =>
  countSeparatorVotes(createVotes(), columns, records)

const pickWinner = (votes: SeparatorVotes): DecimalSeparator | undefined => {
  if (votes['.'] === votes[',']) return undefined
  return votes['.'] > votes[','] ? '.' : ','
}

/** Returns the separator that a column's own numbers show, or the file's; good enough to compare columns. */
export function guessDecimalSeparator(column: ColumnProfile, profile: TableProfile): DecimalSeparator {
  return (
    pickWinner(countColumnVotes([column], profile)) ??
    pickWinner(countColumnVotes(profile.columns.filter(isNumberColumn), profile)) ??
    '.'
  )
}

const STRONG_VOTE = 20

interface SeparatorEvidence {
  profile: TableProfile
  options: ReadOptions
  currency: string
  /** Yields the records after the sample. */
  remaining(): Iterable<FileRecord>
  /** The lines above the table. */
  preamble: readonly FileRecord[]
}

/**
 * Returns the decimal separator of the amount columns; undefined if no number has one.
 * @throws AmbiguityError if the numbers do not show it
 */
export function inferDecimalSeparator(
  money: readonly ColumnProfile[],
  { profile, options, currency, remaining, preamble }: SeparatorEvidence,
): DecimalSeparator | undefined {
  if (options.decimal) return options.decimal
  const votes = countColumnVotes(money, profile)
  // A small lead is weak, so all amounts of the file vote.
  if (Math.abs(votes['.'] - votes[',']) < STRONG_VOTE) countSeparatorVotes(votes, money, remaining())
  const separator =
    pickWinner(votes) ??
    pickWinner(countColumnVotes(profile.columns.filter(isNumberColumn), profile)) ??
    pickWinner(countCellVotes(preamble.flatMap(({ cells }) => cells)))
  if (separator || votes.doubtful === undefined) return separator
  // Without decimals in the currency, a separator can only group thousands. With two decimals, so can one
  // before three digits that do not end in zero.
  const decimals = getCurrencyDecimals(currency)
  const isThousands = votes.isTooFine || (votes.doubts > 1 && votes.round === votes.doubts)
  if (decimals === 0 || (decimals < 3 && isThousands)) return votes.doubtful.includes(',') ? '.' : ','
  throw createAmbiguityError(
    `Does "${votes.doubtful}" have a decimal or a thousands separator? No amount in the file shows which`,
    '--decimal . (a comma groups thousands) or --decimal , (a point groups thousands)',
    [
      { label: 'Decimals come after a point', options: { decimal: '.' } },
      { label: 'Decimals come after a comma', options: { decimal: ',' } },
    ],
  )
}
