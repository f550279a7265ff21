/**
 * Builds the error for a file in which no line looks like a transaction.
 * @see docs/import.md#no-dead-ends
 */

import { type AmbiguityError, createAmbiguityError } from '../ambiguity-error.ts'
import { isDateCell } from '../cells/dates.ts'
import { isNumberCell } from '../cells/numbers.ts'
import { detectHeaderRoles } from '../words/header-terms.ts'
import { cleanCell, splitRecord } from './split-line.ts'

const SHOWN_LINES = 3
const SHOWN_CELLS = 9
const LONGEST_CELL = 20

interface CutLine {
  line: number
  cells: string[]
}

/**
 * Returns the error with the first lines as they were split, what they lack and a `--map` to fill in.
 * `candidates` are the delimiters that were tried.
 */
export function createNoTableError(lines: readonly string[], candidates: readonly string[]): AmbiguityError {
  const message = 'No line of the file has a date and an amount'
  const [delimiter, rows] = findBestCut(lines, candidates)
  const delimiterNames = candidates.map(formatDelimiter).join(' ')
  if (rows.length === 0) {
    const hint = 'Set the delimiter with --delimiter, or the encoding with --encoding'
    return createAmbiguityError(`${message} separated by ${delimiterNames}`, hint)
  }
  const date = findColumnWith(rows, isDateCell) ?? findHeading(rows, 'date')
  const isAmount = (cell: string) => isNumberCell(cell) && !isDateCell(cell)
  const counted = findColumnWith(rows, isAmount)
  const headed = findHeading(rows, 'amount')
  const amount = headed ?? (counted === date ? undefined : counted)
  const hasDates = rows.some(({ cells }) => cells.some(isDateCell))
  const hasNumbers = rows.some(({ cells }) => cells.some(isAmount))
  const missing = [...(hasDates ? [] : ['a date']), ...(hasNumbers ? [] : ['an amount'])]
  const map = `--map date=${date ?? 'NUMBER'},amount=${amount ?? 'NUMBER'}`
  return createAmbiguityError(
    message,
    [
      ...rows
        .slice(0, SHOWN_LINES)
        .map(
          (row) =>
            `Line ${row.line}, split at ${formatDelimiter(delimiter)}: ${formatNumberedCells(row.cells)}`,
        ),
      missing.length > 0 ? `No cell looks like ${missing.join(' or ')}` : 'They are on different lines',
      hasDates
        ? `Name the columns: ${map}`
        : `Name the columns and the date format: ${map} --date-format DD.MM.YYYY`,
      'If the columns or letters are wrong, set --delimiter or --encoding',
    ].join('\n'),
  )
}

/** Returns the delimiter that splits the most lines into the same number of cells, with these lines. */
function findBestCut(lines: readonly string[], candidates: readonly string[]): [string, CutLine[]] {
  let best: [string, CutLine[]] = ['', []]
  for (const delimiter of candidates) {
    const cut = lines.map((text, at) => ({
      line: at + 1,
      cells: (splitRecord(text, delimiter) ?? []).map(cleanCell),
    }))
    const wide = cut.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
    const width = mostFrequent(wide.map(({ cells }) => cells.length))
    const rows = wide.filter(({ cells }) => cells.length === width)
    if (rows.length > best[1].length) best = [delimiter, rows]
  }
  return best
}

/** Returns the 1-based column that most often holds a matching cell. */
const findColumnWith = (rows: readonly CutLine[], isSuch: (cell: string) => boolean): number | undefined =>
  mostFrequent(rows.flatMap(({ cells }) => cells.flatMap((cell, at) => (isSuch(cell) ? [at + 1] : []))))

const findHeading = ([first]: readonly CutLine[], role: 'date' | 'amount'): number | undefined => {
  const at = first?.cells.findIndex((cell) => detectHeaderRoles(cell).has(role)) ?? -1
  return at < 0 ? undefined : at + 1
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

const formatDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tab' : delimiter)

function formatNumberedCells(cells: readonly string[]): string {
  const shown = cells.slice(0, SHOWN_CELLS).map((cell, at) => {
    const short = cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell
    return `${at + 1} "${short.replace(/\s+/g, ' ')}"`
  })
  return [...shown, ...(cells.length > SHOWN_CELLS ? ['…'] : [])].join(', ')
}
