/** The decimal mark of a file: a vote of its numbers, never a guess. @see docs/import.md#3-dates-numbers-signs */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { createAmbiguityError, type DecimalSeparator, type ReadOptions } from '../model/read-options.ts'
import type { FileRecord } from '../model/statement.ts'
import { parseNumberParts, voteDecimalSeparator } from '../text/numbers.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import { isNumberColumn } from './column-profile.ts'

interface SeparatorVotes {
  '.': number
  ',': number
  /** A number that may be a thousand or a fraction. */
  doubtful: string | undefined
  /** How many such numbers there are, and how many of them end in three zeros. */
  doubts: number
  round: number
  /** Read as a fraction, such a number had more decimals than nearly all currencies have. */
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
      const vote = number && voteDecimalSeparator(number)
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

/** The votes of cells wherever they stand, as of a balance above the table. */
const countCellVotes = (cells: readonly string[]): SeparatorVotes => {
  const votes = createVotes()
  for (const cell of cells) {
    const number = parseNumberParts(cell)
    const vote = number && voteDecimalSeparator(number)
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

/** What a column's own numbers say, else the file's; enough to compare columns with each other. */
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
  /** The records after those of the sample. */
  remaining(): Iterable<FileRecord>
  /** What stands above the table. */
  preamble: readonly FileRecord[]
}

/** The decimal mark of the money columns; undefined when no number has any. Throws the question when the vote is open. */
export function inferDecimalSeparator(
  money: readonly ColumnProfile[],
  { profile, options, currency, remaining, preamble }: SeparatorEvidence,
): DecimalSeparator | undefined {
  if (options.decimal) return options.decimal
  const votes = countColumnVotes(money, profile)
  // Few numbers that prove a mark are a weak vote; then all amounts of the file vote.
  if (Math.abs(votes['.'] - votes[',']) < STRONG_VOTE) countSeparatorVotes(votes, money, remaining())
  const mark =
    pickWinner(votes) ??
    pickWinner(countColumnVotes(profile.columns.filter(isNumberColumn), profile)) ??
    pickWinner(countCellVotes(preamble.flatMap(({ cells }) => cells)))
  if (mark || votes.doubtful === undefined) return mark
  // A currency without decimals leaves only one way to read a separator; one with two, of a number whose third digit counts.
  const decimals = getCurrencyDecimals(currency)
  const isThousands = votes.isTooFine || (votes.doubts > 1 && votes.round === votes.doubts)
  if (decimals === 0 || (decimals < 3 && isThousands)) return votes.doubtful.includes(',') ? '.' : ','
  throw createAmbiguityError(
    `Is "${votes.doubtful}" a thousand or a fraction? No amount of the file tells`,
    '--decimal . (a comma groups thousands) or --decimal , (a point groups thousands)',
    [
      { label: 'Decimals come after a point', options: { decimal: '.' } },
      { label: 'Decimals come after a comma', options: { decimal: ',' } },
    ],
  )
}
