/** The column of words that says which way money went. @see docs/import.md#3-dates-numbers-signs */

import { createAmbiguityError, type ReadOptions } from '../model/read-options.ts'
import { detectHeaderRoles } from '../text/header-terms.ts'
import { type Direction, normalizeCell, parseDirection, parseTextDirection } from '../text/vocabulary.ts'
import { type ColumnProfile, scoreRole, type TableProfile } from './column-profile.ts'

export interface DebitCreditColumn {
  column: ColumnProfile
  /** undefined for a cell that says nothing about the way. */
  direction(cell: string): Direction | undefined
  /** The words stand in the text that describes the row. */
  isInText?: true
}

/** The flag column of a file, if it has one; `named` is the column a mapping names. */
export function inferDebitCreditColumn(
  profile: TableProfile,
  options: ReadOptions,
  named?: ColumnProfile,
): DebitCreditColumn | undefined {
  if (options.out_values) return detectByOutWords(profile, options.out_values, named)
  if (named) return detectByHeader(named, profile) ?? { column: named, direction: parseDirection }
  const headed = profile.columns.flatMap((column) => detectByHeader(column, profile) ?? [])
  if (headed[0]) return headed[0]
  const found = profile.columns
    .filter((column) => isDebitCreditColumn(column, profile.records.length))
    .toSorted((a, b) => scoreRole(b, 'flag') - scoreRole(a, 'flag'))
  if (found[0]) return { column: found[0], direction: parseDirection }
  const told = profile.columns.find((column) => hasDirectionTexts(column, profile))
  return told && { column: told, direction: parseTextDirection, isInText: true }
}

/** A flag whose heading spells out its letters, as in "Cargo/Abono" above C and A. */
function detectByHeader(column: ColumnProfile, { records }: TableProfile): DebitCreditColumn | undefined {
  const words = column.name.split('/').map(normalizeCell)
  const ways = words.map((word) => parseDirection(word) ?? parseHeaderDirection(word))
  if (words.length !== 2 || !ways.includes('in') || !ways.includes('out')) return undefined
  const says = (cell: string) => {
    const key = normalizeCell(cell)
    const at = words.findIndex((word) => key === word || key === word.charAt(0))
    return at < 0 ? undefined : ways[at]
  }
  const isTold =
    words[0]?.charAt(0) !== words[1]?.charAt(0) &&
    records.every(({ cells }) => says(cells[column.index] ?? ''))
  return isTold ? { column, direction: says } : undefined
}

const parseHeaderDirection = (word: string): Direction | undefined => {
  const roles = detectHeaderRoles(word)
  return roles.has('out') === roles.has('in') ? undefined : roles.has('out') ? 'out' : 'in'
}

// Some card files tell the way only by the first words of the text: purchase, refund.
function hasDirectionTexts({ index }: ColumnProfile, { records }: TableProfile): boolean {
  const ways = new Set<Direction>()
  for (const { cells } of records) {
    const way = parseTextDirection(cells[index] ?? '')
    if (way === undefined) return false
    ways.add(way)
  }
  return ways.size === 2
}

function isDebitCreditColumn(column: ColumnProfile, rows: number): boolean {
  const { filled, notDirection, directions } = column
  // Of a row whose cells stand elsewhere nothing is told; it is rejected.
  if (filled < rows * 0.95 || notDirection > filled * 0.1) return false
  const ways = Number(directions.has('in')) + Number(directions.has('out'))
  // Without a header to say so, a lone letter may mean anything; two that are opposites may not.
  return ways === 2 || (ways === 1 && scoreRole(column, 'flag') > 0)
}

function detectByOutWords(
  { columns, records }: TableProfile,
  words: readonly string[],
  named?: ColumnProfile,
): DebitCreditColumn {
  // An empty word would find the first column with an empty cell.
  const keys = words.map(normalizeCell).filter((key) => key !== '')
  if (keys.length === 0)
    throw createAmbiguityError(
      'The list of words for money out is empty',
      '--out-values takes them as in --out-values D,Af',
    )
  const says = (cell: string) => keys.includes(normalizeCell(cell))
  const begins = (cell: string) => keys.some((key) => normalizeCell(cell).startsWith(key))
  const hits = (column: ColumnProfile, test: (cell: string) => boolean) =>
    records.filter(({ cells }) => test(cells[column.index] ?? '')).length
  const searched = named ? [named] : columns
  for (const test of [says, begins]) {
    const column = searched.find((one) => hits(one, test) > 0)
    if (!column) continue
    const direction = (cell: string): Direction | undefined => {
      if (cell === '') return undefined
      if (test(cell)) return 'out'
      return parseDirection(cell) === 'neutral' ? 'neutral' : 'in'
    }
    return { column, direction, ...(column.notDirection > 0 && { isInText: true as const }) }
  }
  throw createAmbiguityError(
    `No cell of the file says ${words.map((word) => `"${word}"`).join(' or ')}`,
    '--out-values takes the words of the column that tells money out',
  )
}
