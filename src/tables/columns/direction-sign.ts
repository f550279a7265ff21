/**
 * Infers the sign of amounts from the words of the debit/credit column, and finds amounts that contradict them.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { FileRecord, SignConvention } from '../file-record.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import type { AmountSeries } from './running-balance.ts'

interface DirectionEvidence {
  profile: TableProfile
  options: ReadOptions
  column: ColumnProfile
  amounts: AmountSeries
  /** What the balances prove, if anything. */
  proof: { isInverted: boolean; isAmbiguous: boolean; share: number } | undefined
}

/** A row whose word says spending although its amount has no sign and others have one. */
export interface UnsignedSpending {
  example: FileRecord
  /** The words of the file for money out. */
  outWords: readonly string[]
}

/** Returns the convention that the words show, or a row that leaves it open; undefined if they show none. */
export function inferSignByDirections(
  { profile, options, column, amounts, proof }: DirectionEvidence,
  debitCreditColumn: DebitCreditColumn,
): SignConvention | UnsignedSpending | undefined {
  if (column.negative === 0) return { rule: 'flagged', proof: 'flag' }
  const outWords = new Set<string>()
  const unsigned: FileRecord[] = []
  let incoming = 0
  let agree = 0
  let disagree = 0
  for (const [at, record] of profile.records.entries()) {
    const word = record.cells[debitCreditColumn.column.index] ?? ''
    const direction = debitCreditColumn.direction(word)
    const amount = amounts[at] ?? 0n
    if (amount === 0n || (direction !== 'in' && direction !== 'out')) continue
    if (direction === 'out') outWords.add(word)
    else incoming += 1
    if (direction === 'out' && amount > 0n) unsigned.push(record)
    if (amount < 0n === (direction === 'out')) agree += 1
    else disagree += 1
  }
  if (disagree > 0 && agree <= disagree * 0.1) return { rule: 'inverted', proof: 'flag' }
  const [example] = unsigned
  const isProven = proof && !proof.isAmbiguous && proof.share === 1
  // A column with one word for every row, such as payment, says nothing about a row.
  if (example && incoming > 0 && !isProven && !debitCreditColumn.isInText) {
    // Only the user can say whether a missing sign is a refund or spending.
    return options.out_values ? { rule: 'flagged', proof: 'flag' } : { example, outWords: [...outWords] }
  }
  return agree > 0 && disagree <= agree * 0.1 ? { rule: 'as_is', proof: 'flag' } : undefined
}
