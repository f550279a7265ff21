/**
 * Infers the column whose words or letters mark debits and credits, e.g. `D`/`C` or `Af`/`Bij`.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#debit-and-credit-columns-pending-rows
 */

import { createAmbiguityError } from '../ambiguity-error.ts'
import { type Direction, normalizeCell, parseDirection, parseTextDirection } from '../cells/vocabulary.ts'
import { type ReadOptions } from '../read-options.ts'
import { detectHeaderRoles } from '../words/header-terms.ts'
import { type ColumnProfile, scoreRole, type TableProfile } from './column-profile.ts'

/** A column that tells the direction of each amount. */
export interface DebitCreditColumn {
  column: ColumnProfile
  /** Returns the direction a cell names; undefined if it names none. */
  direction(cell: string): Direction | undefined
  /** Set if the words occur in the description of the row. */
  isInText?: true
}

/** Returns the debit/credit column of a file, if there is one; `named` is the column the user mapped. */
export function inferDebitCreditColumn(
  profile: TableProfile,
  options: ReadOptions,
  mappedColumn?: ColumnProfile,
): DebitCreditColumn | undefined {
  if (options.out_values) return detectByOutWords(profile, options.out_values, mappedColumn)
  if (mappedColumn)
    return detectByHeader(mappedColumn, profile) ?? { column: mappedColumn, direction: parseDirection }
  const headed = profile.columns.flatMap((column) => detectByHeader(column, profile) ?? [])
  if (headed[0]) return headed[0]
  const found = profile.columns
    .filter((column) => isDebitCreditColumn(column, profile.records.length))
    .toSorted((a, b) => a.notDirection - b.notDirection || scoreRole(b, 'flag') - scoreRole(a, 'flag'))
  if (found[0]) return { column: found[0], direction: parseDirection }
  const textColumn = profile.columns.find((column) => hasDirectionTexts(column, profile))
  return textColumn && { column: textColumn, direction: parseTextDirection, isInText: true }
}

/** Detects a column whose header spells out its letters, e.g. `Cargo/Abono` above C and A. */
function detectByHeader(column: ColumnProfile, { records }: TableProfile): DebitCreditColumn | undefined {
  const headerParts = column.name.split('/').map(normalizeCell)
  const directions = headerParts.map((word) => parseDirection(word) ?? parseHeaderDirection(word))
  if (headerParts.length !== 2 || !directions.includes('in') || !directions.includes('out')) return undefined
  const parseCell = (cell: string) => {
    const key = normalizeCell(cell)
    const at = headerParts.findIndex((word) => key === word || key === word.charAt(0))
    return at < 0 ? undefined : directions[at]
  }
  const isClear =
    headerParts[0]?.charAt(0) !== headerParts[1]?.charAt(0) &&
    records.every(({ cells }) => parseCell(cells[column.index] ?? ''))
  return isClear ? { column, direction: parseCell } : undefined
}

const parseHeaderDirection = (word: string): Direction | undefined => {
  const roles = detectHeaderRoles(word)
  return roles.has('out') === roles.has('in') ? undefined : roles.has('out') ? 'out' : 'in'
}

// Some card statements show the direction only in the first words of the description: purchase, refund.
function hasDirectionTexts({ index }: ColumnProfile, { records }: TableProfile): boolean {
  const directions = new Set<Direction>()
  for (const { cells } of records) {
    const direction = parseTextDirection(cells[index] ?? '')
    if (direction === undefined) return false
    directions.add(direction)
  }
  return directions.size === 2
}

function isDebitCreditColumn(column: ColumnProfile, rows: number): boolean {
  const { filled, notDirection, directions } = column
  // A row with shifted cells shows no direction; it is rejected later.
  if (filled < rows * 0.95 || notDirection > filled * 0.1) return false
  const directionCount = Number(directions.has('in')) + Number(directions.has('out'))
  // A single letter may mean anything without a matching header; two opposite letters may not.
  return directionCount === 2 || (directionCount === 1 && scoreRole(column, 'flag') > 0)
}

function detectByOutWords(
  { columns, records }: TableProfile,
  outWords: readonly string[],
  mappedColumn?: ColumnProfile,
): DebitCreditColumn {
  // An empty word would match the first column with an empty cell.
  const keys = outWords.map(normalizeCell).filter((key) => key !== '')
  if (keys.length === 0)
    throw createAmbiguityError('The list of words for money out is empty', 'Use e.g. --out-values D,Af')
  const incoming = keys.filter((key) => key.startsWith(NOT_OUT)).map((key) => key.slice(NOT_OUT.length))
  if (incoming.length > 0) return detectByInWords(mappedColumn ? [mappedColumn] : columns, records, incoming)
  const isOutWord = (cell: string) => keys.includes(normalizeCell(cell))
  const begins = (cell: string) => keys.some((key) => normalizeCell(cell).startsWith(key))
  const hits = (column: ColumnProfile, test: (cell: string) => boolean) =>
    records.filter(({ cells }) => test(cells[column.index] ?? '')).length
  const searched = mappedColumn ? [mappedColumn] : columns
  for (const test of [isOutWord, begins]) {
    const column = searched.find((candidate) => hits(candidate, test) > 0)
    if (!column) continue
    const direction = (cell: string): Direction | undefined => {
      if (cell === '') return undefined
      if (test(cell)) return 'out'
      return parseDirection(cell) === 'neutral' ? 'neutral' : 'in'
    }
    return { column, direction, ...(column.notDirection > 0 && { isInText: true as const }) }
  }
  throw createAmbiguityError(
    `No cell of the file contains ${outWords.map((word) => `"${word}"`).join(' or ')}`,
    'Use the words that mark money out in the file',
  )
}

/** Marks a word of `--out-values` whose rows come in; all others go out. */
const NOT_OUT = '!'

function detectByInWords(
  columns: readonly ColumnProfile[],
  records: TableProfile['records'],
  words: readonly string[],
): DebitCreditColumn {
  const isIn = (cell: string) => words.includes(normalizeCell(cell))
  const column = columns.find(({ index }) => records.some(({ cells }) => isIn(cells[index] ?? '')))
  if (!column)
    throw createAmbiguityError(
      `No cell of the file contains ${words.map((word) => `"${word}"`).join(' or ')}`,
      'Use the words that mark money in in the file, each after !',
    )
  const direction = (cell: string): Direction => (isIn(cell) ? 'in' : 'out')
  return { column, direction, isInText: true }
}
