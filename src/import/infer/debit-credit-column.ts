/** The column of words that says which way money went. */ // import.md §3

import { type Choices, question } from '../model/read-options.ts'
import { rolesOf } from '../text/headers.ts'
import { cellKey, type Direction, directionOf, directionOfText } from '../text/vocabulary.ts'
import { type Column, type Profile, roleOf } from './column-profile.ts'

export interface Flag {
  column: Column
  /** undefined for a cell that says nothing about the way. */
  direction(cell: string): Direction | undefined
  /** The words stand in the text that describes the row. */
  isInText?: true
}

/** The flag column of a file, if it has one; `named` is the column a mapping names. */
export function flagOf(profile: Profile, choices: Choices, named?: Column): Flag | undefined {
  if (choices.out_values) return flagByWords(profile, choices.out_values, named)
  if (named) return flagByHeader(named, profile) ?? { column: named, direction: directionOf }
  const headed = profile.columns.flatMap((column) => flagByHeader(column, profile) ?? [])
  if (headed[0]) return headed[0]
  const found = profile.columns
    .filter((column) => isFlag(column, profile.records.length))
    .toSorted((a, b) => roleOf(b, 'flag') - roleOf(a, 'flag'))
  if (found[0]) return { column: found[0], direction: directionOf }
  const told = profile.columns.find((column) => tellsWays(column, profile))
  return told && { column: told, direction: directionOfText, isInText: true }
}

/** A flag whose heading spells out its letters, as in "Cargo/Abono" above C and A. */
function flagByHeader(column: Column, { records }: Profile): Flag | undefined {
  const words = column.name.split('/').map(cellKey)
  const ways = words.map((word) => directionOf(word) ?? wayInHeader(word))
  if (words.length !== 2 || !ways.includes('in') || !ways.includes('out')) return undefined
  const says = (cell: string) => {
    const key = cellKey(cell)
    const at = words.findIndex((word) => key === word || key === word.charAt(0))
    return at < 0 ? undefined : ways[at]
  }
  const isTold =
    words[0]?.charAt(0) !== words[1]?.charAt(0) && records.every(({ cells }) => says(cells[column.at] ?? ''))
  return isTold ? { column, direction: says } : undefined
}

const wayInHeader = (word: string): Direction | undefined => {
  const roles = rolesOf(word)
  return roles.has('out') === roles.has('in') ? undefined : roles.has('out') ? 'out' : 'in'
}

// Some card files tell the way only by the first words of the text: purchase, refund.
function tellsWays({ at }: Column, { records }: Profile): boolean {
  const ways = new Set<Direction>()
  for (const { cells } of records) {
    const way = directionOfText(cells[at] ?? '')
    if (way === undefined) return false
    ways.add(way)
  }
  return ways.size === 2
}

function isFlag(column: Column, rows: number): boolean {
  const { filled, notDirection, directions } = column
  // Of a row whose cells stand elsewhere nothing is told; it is rejected.
  if (filled < rows * 0.95 || notDirection > filled * 0.1) return false
  const ways = Number(directions.has('in')) + Number(directions.has('out'))
  // Without a header to say so, a lone letter may mean anything; two that are opposites may not.
  return ways === 2 || (ways === 1 && roleOf(column, 'flag') > 0)
}

function flagByWords({ columns, records }: Profile, words: readonly string[], named?: Column): Flag {
  // An empty word would find the first column with an empty cell.
  const keys = words.map(cellKey).filter((key) => key !== '')
  if (keys.length === 0)
    throw question(
      'The list of words for money out is empty',
      '--out-values takes them as in --out-values D,Af',
    )
  const says = (cell: string) => keys.includes(cellKey(cell))
  const begins = (cell: string) => keys.some((key) => cellKey(cell).startsWith(key))
  const hits = (column: Column, test: (cell: string) => boolean) =>
    records.filter(({ cells }) => test(cells[column.at] ?? '')).length
  const searched = named ? [named] : columns
  for (const test of [says, begins]) {
    const column = searched.find((one) => hits(one, test) > 0)
    if (!column) continue
    const direction = (cell: string): Direction | undefined => {
      if (cell === '') return undefined
      if (test(cell)) return 'out'
      return directionOf(cell) === 'neutral' ? 'neutral' : 'in'
    }
    return { column, direction, ...(column.notDirection > 0 && { isInText: true as const }) }
  }
  throw question(
    `No cell of the file says ${words.map((word) => `"${word}"`).join(' or ')}`,
    '--out-values takes the words of the column that tells money out',
  )
}
