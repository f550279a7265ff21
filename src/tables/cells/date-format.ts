/** Decides how a program writes its dates, from all cells of a file together, and parses them. */

import {
  type CellPlace,
  CORRECT_ROW,
  createPlaceError,
  createSourceQuestion,
  EXPORT_AGAIN,
  type ReadSourceOptions,
} from '../source-file.ts'
import type { CellOptions } from './amount-format.ts'
import { type DateStyle, detectDateStyles, inferOrderFromSequence, parseDateCell } from './dates.ts'

/** What tells the order of day and month where the dates leave it open. */
export interface DateOrderEvidence {
  options: Pick<ReadSourceOptions, 'dateOrder' | 'today'>
  /** True for a program that writes hyphens only where the day or the year is first. */
  hyphensMeanDayFirst?: boolean
  /** Counts what else of the file agrees with an order, e.g. figures of months. */
  countAgreements(parse: (cell: string) => string | undefined): number
}

/** Collects the cells of a file with dates in their order, and tells their format. */
export interface DateCells {
  add(cell: string, place: CellPlace): void
  /** Returns the order of day and month that the dates themselves prove. */
  findOrder(): 'dmy' | 'mdy' | undefined
  /**
   * Returns the parser of the cells that were added.
   * @throws UserError if the order is open, or a cell is no date
   */
  decideParser(evidence: DateOrderEvidence): (cell: string) => string
}

/** Returns an empty collection. */
export function collectDateCells({ isTable }: CellOptions = { isTable: false }): DateCells {
  const hint = isTable ? CORRECT_ROW : EXPORT_AGAIN
  /** The cells in the order of the file, without repeated neighbours. */
  const sequence: string[] = []
  const origins = new Map<string, string>()
  return {
    add(cell, place) {
      if (sequence.at(-1) === cell) return
      sequence.push(cell)
      if (!origins.has(cell)) origins.set(cell, place.origin)
    },
    findOrder() {
      const styles = listFittingStyles(selectOpenCells(origins.keys()))
      return styles.length === 1 ? styles.find((style) => style === 'dmy' || style === 'mdy') : undefined
    },
    decideParser(evidence) {
      const style = decideStyle(origins, sequence, evidence)
      const dates = new Map<string, string>()
      for (const [cell, origin] of origins) {
        const date = parseInStyle(cell, style)
        if (date === undefined)
          throw createPlaceError(
            origin,
            `"${cell}" is not ${styleNames[style]}, as the other dates are`,
            hint,
          )
        dates.set(cell, date)
      }
      return (cell) => dates.get(cell) ?? ''
    },
  }
}

const styleNames: Readonly<Record<DateStyle, string>> = {
  dmy: 'a date with the day first',
  mdy: 'a date with the month first',
  ymd: 'a date with the year first',
  name: 'a date with a month name',
  compact: 'a date of eight digits',
}

// Four digits before the first separator are a year in every order.
const YEAR_FIRST = /^\s*\d{4}[-/.]\d/

/** Returns the cells that do not begin with a year: only these leave the order open. */
const selectOpenCells = (cells: Iterable<string>): string[] =>
  [...cells].filter((cell) => !YEAR_FIRST.test(cell))

const parseInStyle = (cell: string, style: DateStyle): string | undefined =>
  parseDateCell(cell.trim(), YEAR_FIRST.test(cell) ? 'ymd' : style)

function decideStyle(
  origins: ReadonlyMap<string, string>,
  sequence: readonly string[],
  { options, countAgreements, hyphensMeanDayFirst = false }: DateOrderEvidence,
): DateStyle {
  const cells = selectOpenCells(origins.keys())
  const styles = listFittingStyles(cells)
  const [style = options.dateOrder ?? 'ymd'] = styles
  if (styles.length <= 1) return style
  const proved = prefer((one) => countAgreements((cell) => parseInStyle(cell, one)))
  if (options.dateOrder !== undefined && styles.includes(options.dateOrder)) {
    if (proved !== undefined && proved !== options.dateOrder)
      throw createOrderError(options.dateOrder, proved)
    return options.dateOrder
  }
  // Written with points, the day comes before the month.
  const startsWithDay = hyphensMeanDayFirst ? /^\s*\d{1,2}[.-]/ : /^\s*\d{1,2}\./
  if (cells.every((cell) => startsWithDay.test(cell))) return 'dmy'
  const order =
    proved ??
    inferOrderFromSequence(sequence, parseInStyle) ??
    prefer((one) => (cells.some((cell) => (parseInStyle(cell, one) ?? '') > options.today) ? 0 : 1))
  if (order) return order
  const example = cells.find((cell) => detectDateStyles(cell).length > 1) ?? ''
  const [dayFirst, monthFirst] = [parseDateCell(example, 'dmy'), parseDateCell(example, 'mdy')]
  throw createSourceQuestion(
    'dates',
    `${origins.get(example) ?? ''}: is "${example}" ${dayFirst} or ${monthFirst}? No date in the file shows which`,
    {
      hint: 'Use --dates dmy if the day is first, or --dates mdy if the month is first',
      answers: [
        { value: 'dmy', label: `"${example}" is ${dayFirst} (day, month, year)` },
        { value: 'mdy', label: `"${example}" is ${monthFirst} (month, day, year)` },
      ],
    },
  )
}

/** A wrong order would make every figure of the file a wrong one. */
const createOrderError = (chosen: string, proved: string) =>
  createSourceQuestion(
    'dates',
    `The figures in the file match dates in the order ${proved}, not ${chosen}`,
    `Leave out --dates, or use --dates ${proved}`,
  )

/** Returns the order with the higher score; undefined if both have the same. */
function prefer(score: (order: 'dmy' | 'mdy') => number): 'dmy' | 'mdy' | undefined {
  const [dayFirst, monthFirst] = [score('dmy'), score('mdy')]
  if (dayFirst === monthFirst) return undefined
  return dayFirst > monthFirst ? 'dmy' : 'mdy'
}

/** Returns the styles that read the most cells. Two are left only if they read different dates. */
function listFittingStyles(cells: readonly string[]): DateStyle[] {
  const counts = new Map<DateStyle, number>()
  for (const cell of cells)
    for (const style of detectDateStyles(cell.trim())) counts.set(style, (counts.get(style) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const best = [...counts.keys()].filter((style) => counts.get(style) === most)
  const readings = new Set(best.map((style) => cells.map((cell) => parseDateCell(cell.trim(), style)).join()))
  return readings.size > 1 ? best : best.slice(0, 1)
}
