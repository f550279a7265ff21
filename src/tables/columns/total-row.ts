/**
 * Finds a row that is the sum of all others, i.e. a total or balance that no word identifies.
 * @see docs/import.md#balance-proof
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import { isBalanceText } from '../cells/vocabulary.ts'
import type { FileRecord } from '../file-record.ts'
import type { AmountReader } from './amount-evidence.ts'

interface TotalRowEvidence {
  /** All records of the table. */
  records: readonly FileRecord[]
  money: AmountReader
  /** True if the record has a date. */
  isDated(record: FileRecord): boolean
}

/**
 * Returns the line of the first or last row if it is the sum of all others, has no words and has fewer cells
 * than any other row.
 */
export function findTotalRow({ records, money, isDated }: TotalRowEvidence): number | undefined {
  const amounts = new Map<FileRecord, MinorUnits>()
  let opening: MinorUnits = 0n
  for (const record of records) {
    if (record.invalidReason !== undefined || !isDated(record)) continue
    const read = money.read(record.cells)
    if (read.kind !== 'amount') continue
    if (!record.cells.some(isBalanceText)) amounts.set(record, read.minor)
    else if (amounts.size === 0) opening = read.minor
  }
  const rows = [...amounts]
  // Two equal rows may be a coincidence.
  if (rows.length < 3) return undefined
  const total = rows.reduce((sum, [, minor]) => sum + minor, 0n)
  for (const [record, minor] of [rows.at(-1), rows[0]].filter((row) => row !== undefined)) {
    const others = total - minor
    const isSum = minor !== 0n && (minor === others || minor === others + opening)
    const isShorter = rows.every(
      ([other]) => other === record || countFilledCells(other) > countFilledCells(record),
    )
    if (isSum && isShorter && !record.cells.some((cell) => WORD.test(cell))) return record.line
  }
  return undefined
}

const WORD = /\p{L}{2}/u

const countFilledCells = ({ cells }: FileRecord): number => cells.filter((cell) => cell !== '').length
