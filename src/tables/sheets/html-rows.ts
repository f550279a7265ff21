/** Reads the rows of an HTML page, which many banks name `.xls`. */

import { decodeEntities } from '../text/decode-entities.ts'

const PART = /<!--[^]*?(?:-->|$)|<(script|style|title)\b[^]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][\w:-]*)([^<>]*)>/gi

/** The elements that put a blank between two words. */
const breakingElements = new Set(['br', 'p', 'div', 'li'])

/**
 * Returns the cells of every `<tr>` in the order in which the rows begin. Closing tags may be missing. A table inside a
 * cell has rows of its own; cells that span several columns or rows are followed by blank ones.
 */
export function readHtmlRows(html: string): string[][] {
  const rows: string[][] = []
  const open: OpenTable[] = []
  let position = 0
  const addText = (end: number) => {
    const table = open.at(-1)
    if (table?.cell !== undefined) table.cell += decodeEntities(html.slice(position, end))
  }
  for (const found of html.matchAll(PART)) {
    addText(found.index)
    position = found.index + found[0].length
    const [, , slash, tagName = '', attributes = ''] = found
    const name = tagName.toLowerCase()
    const table = open.at(-1)
    if (name === 'table') {
      if (slash === '') open.push({ row: undefined, cell: undefined, spans: [], cellSpans: [1, 1] })
      else closeRow(open.pop())
    } else if (!table) continue
    else if (name === 'tr') {
      closeRow(table)
      if (slash === '') rows.push(openRow(table))
    } else if (name === 'td' || name === 'th') {
      closeCell(table)
      if (slash === '' && table.row) openCell(table, attributes)
    } else if (breakingElements.has(name) && table.cell !== undefined) table.cell += ' '
  }
  addText(html.length)
  for (const table of open) closeRow(table)
  return rows
}

/** A table whose end was not read yet. */
interface OpenTable {
  row: string[] | undefined
  cell: string | undefined
  /** How many columns and rows the open cell spans. */
  cellSpans: readonly [columns: number, rows: number]
  /** By column, how many rows below the open one a cell above still covers. */
  spans: number[]
}

function openRow(table: OpenTable): string[] {
  table.row = []
  skipCoveredColumns(table, table.row)
  return table.row
}

function closeRow(table: OpenTable | undefined): void {
  if (!table) return
  closeCell(table)
  table.row = undefined
}

function openCell(table: OpenTable, attributes: string): void {
  table.cell = ''
  table.cellSpans = [readSpan(attributes, 'colspan'), readSpan(attributes, 'rowspan')]
}

function closeCell(table: OpenTable): void {
  const { row, cell, spans } = table
  if (!row || cell === undefined) return
  const [columns, rowCount] = table.cellSpans
  for (let offset = 0; offset < columns; offset++) {
    if (rowCount > 1) spans[row.length] = rowCount - 1
    row.push(offset === 0 ? cell : '')
  }
  table.cell = undefined
  skipCoveredColumns(table, row)
}

/** Adds a blank cell for each column that a cell of a row above covers. */
function skipCoveredColumns({ spans }: OpenTable, row: string[]): void {
  for (let covered = spans[row.length] ?? 0; covered > 0; covered = spans[row.length] ?? 0) {
    spans[row.length] = covered - 1
    row.push('')
  }
}

const MAX_SPAN = 1000

const readSpan = (attributes: string, name: string): number => {
  const span = Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, 'i').exec(attributes)?.[1] ?? 1)
  return Math.min(Math.max(span, 1), MAX_SPAN)
}
