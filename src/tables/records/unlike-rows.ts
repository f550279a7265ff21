/**
 * Finds a first or last row that is unlike all others: a line about the account in the form of a row.
 * @see docs/import.md#2-decode-and-read
 */

import { isEmptyAmount } from '../cells/amount-cell.ts'
import { parseNumberParts } from '../cells/amount-parts.ts'
import { isDateCell } from '../cells/dates.ts'
import { isBalanceText, isPendingText } from '../cells/vocabulary.ts'
import { isTransactionRow } from '../columns/column-profile.ts'
import type { FileRecord, TableBounds } from '../file-record.ts'

/** The number of rows compared. */
const MAX_COMPARED_ROWS = 200
/** Fewer rows show no rule. */
const MIN_OTHER_ROWS = 3
/** A column is compared if so many of the other rows fill it. */
const MIN_FILLED_SHARE = 0.8
/** From so many unlike cells on, a row above all others belongs to the lines above the table. */
const CLEARLY_UNLIKE = 2

interface UnlikeCells {
  count: number
  /** True if a date is written another way. */
  isDateUnlike: boolean
}

const isRow = ({ cells, invalidReason }: FileRecord): boolean =>
  invalidReason === undefined && isTransactionRow(cells) && !cells.some(isBalanceText)

/** Returns the bounds of a table without a line about the account above its rows that looks like a row. */
export function skipAccountLine(records: readonly FileRecord[], bounds: TableBounds): TableBounds {
  const { header, first } = bounds
  const [top, ...others] = records.slice(first, first + MAX_COMPARED_ROWS).filter(isRow)
  if (!top || top !== records[first]) return bounds
  const { count, isDateUnlike } = countUnlikeCells(top, others)
  return count >= CLEARLY_UNLIKE || (isDateUnlike && !header) ? { header, first: first + 1 } : bounds
}

/** Returns the first and the last record of a table if one of their cells is unlike those of all other rows. */
export function listUnlikeRows(table: readonly FileRecord[], isWhole: boolean): FileRecord[] {
  const rows = table.filter(isRow)
  const [top, bottom] = [rows[0], isWhole ? rows.at(-1) : undefined]
  const isUnlike = (row: FileRecord | undefined, others: readonly FileRecord[]): row is FileRecord =>
    row !== undefined && countUnlikeCells(row, others).count > 0
  return [
    ...(isUnlike(top, rows.slice(1, MAX_COMPARED_ROWS)) ? [top] : []),
    ...(bottom !== top && isUnlike(bottom, rows.slice(-MAX_COMPARED_ROWS, -1)) ? [bottom] : []),
  ]
}

/** Counts the cells of a row of another kind than that of all other rows, which agree. */
function countUnlikeCells({ cells }: FileRecord, others: readonly FileRecord[]): UnlikeCells {
  const found: UnlikeCells = { count: 0, isDateUnlike: false }
  if (others.length < MIN_OTHER_ROWS) return found
  for (const [at, cell] of cells.entries()) {
    const kind = describeKind(cell)
    const kinds =
      kind === undefined ? [] : others.flatMap((other) => describeKind(other.cells[at] ?? '') ?? [])
    const [usual] = kinds
    const isFull = kinds.length >= Math.max(MIN_OTHER_ROWS, others.length * MIN_FILLED_SHARE)
    if (!isFull || usual === kind || kinds.some((other) => other !== usual)) continue
    found.count += 1
    found.isDateUnlike ||= isDateCell(cell) && usual !== 'text' && usual !== 'money'
  }
  return found
}

/** Three numbers like those of a date, such as 30.02.2026. */
const IMPOSSIBLE_DATE = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/

/** Returns the kind of a cell: how its date is written, `money` or `text`; undefined for any other cell. */
function describeKind(cell: string): string | undefined {
  if (isEmptyAmount(cell) || isPendingText(cell)) return undefined
  if (isDateCell(cell)) return describeDate(cell)
  if (IMPOSSIBLE_DATE.test(cell)) return undefined
  const number = parseNumberParts(cell)
  if (number) return number.hasSign || /[.,]/.test(number.digits) ? 'money' : undefined
  return /\p{L}{2}/u.test(cell) ? 'text' : undefined
}

/** Returns how a date is written: `Y-9-9` for 2026-03-02, `9 a Y` for 2 March 2026. */
const describeDate = (cell: string): string =>
  cell
    .replace(/(?<=\d.*)[T ,]+\d{1,2}[:.h]\d{2}.*$/, '')
    .replace(/\d{4,}/g, 'Y')
    .replace(/\d+/g, '9')
    .replace(/\p{L}{2,}\.?/gu, 'a')
