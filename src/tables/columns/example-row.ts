/**
 * Describes a row in a few words, so that a question about it can be answered without the file.
 * @see docs/import.md#questions
 */

import { isDateCell } from '../cells/dates.ts'
import { isNumberCell } from '../cells/numbers.ts'
import { parseDirection } from '../cells/vocabulary.ts'
import type { FileRecord } from '../file-record.ts'
import { parseCurrency } from '../words/currency-terms.ts'
import { type ColumnProfile, isNumberColumn, scoreRole, type TableProfile } from './column-profile.ts'

const MAX_TEXT_SHOWN = 24

/** Returns e.g. `ALDI 12.30`; empty if the row has neither words nor an amount. */
export function describeRow({ cells }: FileRecord, { columns }: TableProfile): string {
  const cellsByLikelihood = columns
    .toSorted((a, b) => scoreCounterpartyColumn(b) - scoreCounterpartyColumn(a))
    .map(({ index }) => cells[index] ?? '')
  const text = cellsByLikelihood.find(isDescriptiveText) ?? ''
  const short = text.length > MAX_TEXT_SHOWN ? `${text.slice(0, MAX_TEXT_SHOWN).trimEnd()}…` : text
  const amount = columns.find(
    (column) => isNumberColumn(column) && column.moneyLike > 0 && /[1-9]/.test(cells[column.index] ?? ''),
  )
  return [short, amount ? (cells[amount.index] ?? '') : ''].filter(Boolean).join(' ').replace(/\s+/g, ' ')
}

/** Returns how likely a column names the counterparty. */
const scoreCounterpartyColumn = (column: ColumnProfile): number =>
  (scoreRole(column, 'payee') + scoreRole(column, 'text') / 2) * 1000 +
  column.letters / Math.max(1, column.filled)

const isDescriptiveText = (cell: string): boolean =>
  /\p{L}{2}/u.test(cell) &&
  !isDateCell(cell) &&
  !isNumberCell(cell) &&
  parseCurrency(cell) === undefined &&
  parseDirection(cell) === undefined
