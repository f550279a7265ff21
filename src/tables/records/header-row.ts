/**
 * Finds the header row and the first record of the table in a CSV file.
 * @see docs/import.md#2-decode-and-read
 */

import { isNumberCell } from '../cells/amount-parts.ts'
import { isDateCell } from '../cells/dates.ts'
import { isTransactionRow } from '../columns/column-profile.ts'
import type { FileRecord, TableBounds } from '../file-record.ts'
import type { ReadOptions } from '../read-options.ts'
import { detectHeaderRoles, isTableHeader } from '../words/header-terms.ts'
import { skipAccountLine } from './unlike-rows.ts'

/** The number of records searched for header words, from the top of the file. */
export const MAX_HEADER_RECORDS = 80
const MAX_RECORDS_ABOVE = 4

/**
 * Returns the header and the first record of the table. It looks for the header by the mapping's names, then
 * by known header words, then as the nearest text-only record above the data.
 */
export function findTableBounds(records: readonly FileRecord[], options: ReadOptions): TableBounds {
  return skipAccountLine(records, findHeaderAndFirstRow(records, options))
}

function findHeaderAndFirstRow(records: readonly FileRecord[], options: ReadOptions): TableBounds {
  const mapped = options.map === undefined ? undefined : findMappedBounds(records, options.map)
  const hasHeader = options.header_row !== false
  if (mapped?.header && hasHeader) return mapped
  const start = mapped?.first ?? findFirstRow(records)
  if (!hasHeader) return { header: undefined, first: start }
  const worded = findHeaderByTerms(mapped ? records.slice(0, start) : records)
  if (worded !== undefined) return { header: records[worded], first: worded + 1 }
  for (let at = start - 1; at >= Math.max(0, start - MAX_RECORDS_ABOVE); at--) {
    const record = records[at]
    if (record && (isTextOnly(record.cells) || (at === start - 1 && canBeHeader(record, records[start]))))
      return { header: record, first: at + 1 }
  }
  return { header: undefined, first: start }
}

/**
 * Returns the bounds that a mapping implies: the record that holds all its column names, or the first record
 * with a date and an amount in the columns it numbers.
 */
function findMappedBounds(records: readonly FileRecord[], map: string): TableBounds | undefined {
  const entries = map.split(',').map((part) => part.split('=').map((word) => word.trim()))
  const columns = entries.map(([field = '', ...columnNames]) => ({
    field,
    words: columnNames.join('=').split('+'),
  }))
  const isNumber = (word: string) => /^\d{1,4}$/.test(word)
  const names = columns.flatMap(({ words: columnNames }) =>
    columnNames.filter((word) => word !== '' && !isNumber(word)),
  )
  if (names.length > 0) {
    const holds = ({ cells }: FileRecord) => {
      const cellNames = new Set(
        cells.flatMap((cell) =>
          cell
            .toLowerCase()
            .split('+')
            .map((word) => word.trim()),
        ),
      )
      return names.every((name) => cellNames.has(name.toLowerCase()))
    }
    const at = records.slice(0, MAX_HEADER_RECORDS).findIndex(holds)
    return at < 0 ? undefined : { header: records[at], first: at + 1 }
  }
  const listColumnNumbers = (fields: readonly string[]) =>
    columns.flatMap(({ field, words: columnNames }) =>
      fields.includes(field) ? columnNames.map((word) => Number(word) - 1) : [],
    )
  const [date = -1] = listColumnNumbers(['date'])
  const amounts = listColumnNumbers(['amount', 'in', 'out'])
  const isDated = ({ cells }: FileRecord) => isDateCell(cells[date] ?? '')
  const isRow = (record: FileRecord) =>
    isDated(record) && amounts.some((at) => isNumberCell(record.cells[at] ?? ''))
  const first = [isRow, isDated].map((test) => records.findIndex(test)).find((at) => at >= 0)
  return first === undefined ? undefined : { header: undefined, first }
}

const MAX_FIRST_CANDIDATES = 5

/**
 * Returns the index of the first record that looks like a transaction and has its date in the most frequent
 * date column. A preamble line with a date is skipped this way.
 */
function findFirstRow(records: readonly FileRecord[]): number {
  const candidates = records.flatMap(({ cells }, at) => (isTransactionRow(cells) ? [at] : []))
  const dated = (at: number | undefined) =>
    records[at ?? -1]?.cells.findIndex((cell) => isDateCell(cell)) ?? -1
  const counts = new Map<number, number>()
  for (const at of candidates) counts.set(dated(at), (counts.get(dated(at)) ?? 0) + 1)
  const [column = -1] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const isUsual = (at: number) => isDateCell(records[at]?.cells[column] ?? '')
  const usual = candidates.slice(0, MAX_FIRST_CANDIDATES).find(isUsual)
  return usual ?? candidates[0] ?? 0
}

/** True if a record with short numbers in it, such as years, can be the header of this row. */
function canBeHeader({ cells }: FileRecord, row: FileRecord | undefined): boolean {
  if (row?.cells.length !== cells.length || cells.some((cell) => isDateCell(cell))) return false
  const numbers = cells.filter((cell) => isNumberCell(cell))
  const texts = cells.filter((cell) => /\p{L}/u.test(cell))
  return texts.length >= 2 && numbers.every((cell) => /^\d{1,4}$/.test(cell))
}

// A summary above the table may have its own header; the table's header names a date and more known columns.
function findHeaderByTerms(records: readonly FileRecord[]): number | undefined {
  let best: { at: number; known: number } | undefined
  for (const [at, record] of records.slice(0, MAX_HEADER_RECORDS).entries()) {
    if (record.cells.some((cell) => isDateCell(cell))) continue
    if (!isTableHeader(record.cells)) continue
    const knownCount = record.cells.filter((cell) => detectHeaderRoles(cell).size > 0).length
    if (knownCount >= 2 && knownCount > (best?.known ?? 0)) best = { at, known: knownCount }
  }
  return best?.at
}

const isTextOnly = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length >= 2 &&
  !cells.some((cell) => isDateCell(cell) || isNumberCell(cell))
