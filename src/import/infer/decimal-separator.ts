/** The decimal mark of a file: a vote of its numbers, never a guess. */ // import.md §3

import { decimalsOf } from '../../money/currency.ts'
import type { FileRecord } from '../model/file-record.ts'
import { type Choices, type DecimalMark, question } from '../model/read-options.ts'
import { voteOf, writtenNumber } from '../text/numbers.ts'
import type { Column, Profile } from './column-profile.ts'
import { isNumberColumn } from './column-profile.ts'

interface Votes {
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

const noVotes = (): Votes => ({ '.': 0, ',': 0, doubtful: undefined, doubts: 0, round: 0, isTooFine: false })

function addVotes(votes: Votes, columns: readonly Column[], records: Iterable<FileRecord>): Votes {
  for (const { cells } of records) {
    for (const { at } of columns) {
      const cell = cells[at] ?? ''
      const number = writtenNumber(cell)
      const vote = number && voteOf(number)
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
const votesOfCells = (cells: readonly string[]): Votes => {
  const votes = noVotes()
  for (const cell of cells) {
    const number = writtenNumber(cell)
    const vote = number && voteOf(number)
    if (vote && vote !== 'doubtful') votes[vote] += 1
  }
  return votes
}

const votesOf = (columns: readonly Column[], { records }: Profile): Votes =>
  addVotes(noVotes(), columns, records)

const winner = (votes: Votes): DecimalMark | undefined => {
  if (votes['.'] === votes[',']) return undefined
  return votes['.'] > votes[','] ? '.' : ','
}

/** What a column's own numbers say, else the file's; enough to compare columns with each other. */
export function likelyMark(column: Column, profile: Profile): DecimalMark {
  return (
    winner(votesOf([column], profile)) ??
    winner(votesOf(profile.columns.filter(isNumberColumn), profile)) ??
    '.'
  )
}

const STRONG_VOTE = 20

interface MarkEvidence {
  profile: Profile
  choices: Choices
  currency: string
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  /** What stands above the table. */
  above: readonly FileRecord[]
}

/** The decimal mark of the money columns; undefined when no number has any. Throws the question when the vote is open. */
export function decimalMarkOf(
  money: readonly Column[],
  { profile, choices, currency, beyond, above }: MarkEvidence,
): DecimalMark | undefined {
  if (choices.decimal) return choices.decimal
  const votes = votesOf(money, profile)
  // Few numbers that prove a mark are a weak vote; then all amounts of the file vote.
  if (Math.abs(votes['.'] - votes[',']) < STRONG_VOTE) addVotes(votes, money, beyond())
  const mark =
    winner(votes) ??
    winner(votesOf(profile.columns.filter(isNumberColumn), profile)) ??
    winner(votesOfCells(above.flatMap(({ cells }) => cells)))
  if (mark || votes.doubtful === undefined) return mark
  // A currency without decimals leaves only one way to read a separator; one with two, of a number whose third digit counts.
  const decimals = decimalsOf(currency)
  const isThousands = votes.isTooFine || (votes.doubts > 1 && votes.round === votes.doubts)
  if (decimals === 0 || (decimals < 3 && isThousands)) return votes.doubtful.includes(',') ? '.' : ','
  throw question(
    `Is "${votes.doubtful}" a thousand or a fraction? No amount of the file tells`,
    '--decimal . (a comma groups thousands) or --decimal , (a point groups thousands)',
    [
      { label: 'Decimals come after a point', choices: { decimal: '.' } },
      { label: 'Decimals come after a comma', choices: { decimal: ',' } },
    ],
  )
}
