/**
 * Finds the figures that a table states about its rows: above it, below it, and in rows of balances and totals.
 * @see docs/import.md#figures-of-the-file
 */

import { absolute } from '../../money/minor-units.ts'
import {
  type AmountNotation,
  createAmountNotation,
  isEmptyAmount,
  parseAmountCell,
} from '../../tables/cells/amount-cell.ts'
import { isDateCell } from '../../tables/cells/dates.ts'
import type { AmountReader } from '../../tables/columns/amount-evidence.ts'
import { isTransactionRow } from '../../tables/columns/column-profile.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import { type FigureName, findFigureName, isPlainTotal } from '../../tables/words/figure-terms.ts'
import type { StatedFigure } from '../model/statement.ts'

interface FigureEvidence {
  /** The lines above the table, without its header, and all records of the table. */
  preamble: readonly FileRecord[]
  table: readonly FileRecord[]
  money: AmountReader
  currency: string
}

/** Returns the figures of a table, one for each name; a name with several values states nothing. */
export function findTableFigures({ preamble, table, money, currency }: FigureEvidence): StatedFigure[] {
  const notation = createAmountNotation(money.decimalSeparator, currency)
  const others = table.filter(({ cells }) => !isTransactionRow(cells) || cells.some(isFigureLabel))
  const found = [
    ...preamble.flatMap((line, at) => readLine(line, preamble[at + 1], notation)),
    ...others.flatMap((record) => readTableRow(record, money, notation)),
  ]
  return found.filter(({ name, value }) =>
    found.every((other) => other.name !== name || other.value === value),
  )
}

const isFigureLabel = (cell: string): boolean => findFigureName(cell) !== undefined

/** Reads the figures of a row of the table: in the columns of the amounts and the balance, or beside its label. */
function readTableRow(record: FileRecord, money: AmountReader, notation: AmountNotation): StatedFigure[] {
  const { cells, line } = record
  const label = cells.find((cell) => findFigureName(cell) !== undefined || isPlainTotal(cell)) ?? ''
  const name = findFigureName(label)
  const { in: inColumn, out } = money.columns
  if (name === undefined && inColumn && out && label !== '')
    return [
      ...readValue('in', cells[inColumn.index] ?? '', { line, notation }),
      ...readValue('out', cells[out.index] ?? '', { line, notation }),
    ]
  if (name === 'opening' || name === 'closing') {
    const amount = money.read(cells)
    const value = money.balances?.read(cells) ?? (amount.kind === 'amount' ? amount.minor : undefined)
    if (value !== undefined) return [{ name, value, line }]
  }
  return readLine(record, undefined, notation)
}

/** Reads the figures beside labels, behind them in the same cell, or below them. */
function readLine(
  { cells, line }: FileRecord,
  below: FileRecord | undefined,
  notation: AmountNotation,
): StatedFigure[] {
  return cells.flatMap((cell, at) => {
    const [, labelPart = cell, inCell = ''] = LABEL_AND_VALUE.exec(cell) ?? []
    const name = findFigureName(labelPart)
    if (name === undefined) return []
    const beside = cells.slice(at + 1).find((next) => !isEmptyAmount(next) && !/^[:=]$/.test(next)) ?? ''
    const under = below?.cells.length === cells.length ? (below.cells[at] ?? '') : ''
    for (const value of [inCell, beside, under]) {
      const read = isDateCell(value) ? [] : readValue(name, value, { line, notation })
      if (read.length > 0) return read
    }
    return []
  })
}

/** A label, a colon or blank, and a number, as in `Total debits: 1,234.50 EUR`. */
const LABEL_AND_VALUE = /^(\D*?)[\s:：=]+([-+(]?[^\s\d]{0,4} ?\d[\d.,' ]*\)?[^\d]{0,5})$/u

function readValue(
  name: FigureName,
  cell: string,
  { line, notation }: { line: number; notation: AmountNotation },
): StatedFigure[] {
  if (name === 'rows')
    return /^\d{1,7}$/.test(cell.trim()) ? [{ name, value: BigInt(cell.trim()), line }] : []
  if (isEmptyAmount(cell)) return []
  const read = parseAmountCell(cell, notation)
  if ('invalidReason' in read) return []
  return [{ name, value: isSum(name) ? absolute(read.minor) : read.minor, line }]
}

const isSum = (name: FigureName): boolean => name === 'in' || name === 'out'
