/**
 * Compares the rows of a file with the figures that it states about them: balances, sums and numbers of rows.
 * @see docs/import.md#figures-of-the-file
 */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { BalanceCheckResult } from '../../tables/columns/running-balance.ts'
import type { FigureName } from '../../tables/words/figure-terms.ts'
import type { StatedSection, Statement, StatementRow } from '../model/statement.ts'
import { bankTextOnly, fileStart } from '../model/statement.ts'

/** A figure of the file that its rows do not give. */
export interface FigureMismatch {
  figure: FigureName
  /** The line that states it. */
  line: number
  /** Decimal strings, or numbers of rows. */
  stated: string
  found: string
  /** The row that explains the difference, if one alone does. */
  cause?: RowCause
}

/** A row that explains a difference: with its sign turned, or as a second copy of the row on line `twin`. */
export interface RowCause {
  line: number
  twin?: number
}

/** The sums and numbers of the rows of one statement. */
interface Tally {
  in: MinorUnits
  out: MinorUnits
  rows_in: bigint
  rows_out: bigint
  rows: bigint
}

const createTally = (): Tally => ({ in: 0n, out: 0n, rows_in: 0n, rows_out: 0n, rows: 0n })

function addToTally(tally: Tally, minor: MinorUnits): void {
  tally.rows += 1n
  if (minor < 0n) {
    tally.out -= minor
    tally.rows_out += 1n
  } else {
    tally.in += minor
    tally.rows_in += 1n
  }
}

/** Adds up the rows of each statement. */
export interface FigureChecker {
  add(row: StatementRow): void
  /** Returns the differences so far. */
  result(): FigureDifference[]
  /** True if the balances before and after the rows agree with them. */
  isProven(): boolean
}

/** A difference before it is explained: how much the rows give too much, in the lines from `from` to `until`. */
export interface FigureDifference {
  figure: FigureName
  line: number
  stated: MinorUnits
  found: MinorUnits
  from: number
  until: number
}

/**
 * Returns a checker of the rows against the figures of their statements. Whether a bank counts rows that it has
 * not booked is open: a figure agrees if it does with or without them.
 */
export function createFigureChecker(stated: readonly StatedSection[]): FigureChecker {
  const sections = stated.map((section, at) => ({
    ...section,
    until: stated[at + 1]?.from ?? Number.POSITIVE_INFINITY,
    booked: createTally(),
    all: createTally(),
  }))
  let at = 0
  return {
    add({ line, disposition, minor }) {
      while (line >= (sections[at]?.until ?? Number.POSITIVE_INFINITY)) at += 1
      const section = sections[at]
      if (!section || minor === undefined) return
      if (disposition === 'ready') addToTally(section.booked, minor)
      if (disposition === 'ready' || disposition === 'pending') addToTally(section.all, minor)
    },
    result: () => [...sections.flatMap(listDifferences), ...listBreaks(sections)],
    isProven: () =>
      sections.length > 0 &&
      sections.every(({ figures, booked, all }) => {
        const moved = computeMovement(figures)
        return moved !== undefined && [booked, all].some((tally) => tally.in - tally.out === moved)
      }),
  }
}

type CheckedSection = StatedSection & { until: number; booked: Tally; all: Tally }

const findFigure = ({ figures }: Pick<StatedSection, 'figures'>, wanted: FigureName) =>
  figures.find(({ name }) => name === wanted)

/** Returns how the balance changes from the opening to the closing one; undefined if one of them is missing. */
function computeMovement(figures: StatedSection['figures']): MinorUnits | undefined {
  const [opening, closing] = (['opening', 'closing'] as const).map((name) => findFigure({ figures }, name))
  return opening && closing && closing.value - opening.value
}

function readTally(tally: Tally, figure: FigureName): bigint | undefined {
  if (figure === 'opening' || figure === 'closing' || figure === 'end') return undefined
  if (figure === 'gross') return tally.in + tally.out
  return figure === 'net' ? tally.in - tally.out : tally[figure]
}

function listDifferences(section: CheckedSection): FigureDifference[] {
  const { figures, booked, all, from, until, isCut, mayBeDebt } = section
  const end: FigureDifference[] = isCut
    ? [{ figure: 'end', line: from, stated: 0n, found: 0n, from, until }]
    : []
  const sums = figures.flatMap(({ name, value, line }): FigureDifference[] => {
    const [found, withPending] = [readTally(booked, name), readTally(all, name)]
    if (found === undefined || found === value || withPending === value) return []
    return [{ figure: name, line, stated: value, found, from, until }]
  })
  const [opening, closing] = [findFigure(section, 'opening'), findFigure(section, 'closing')]
  const moved = computeMovement(figures)
  const differences = [...end, ...sums]
  if (!opening || !closing || moved === undefined) return differences
  const isExplained = [booked, all].some((tally) => {
    const net = tally.in - tally.out
    return net === moved || (mayBeDebt === true && net === -moved)
  })
  if (isExplained) return differences
  const found = opening.value + booked.in - booked.out
  return [
    { figure: 'closing', line: closing.line, stated: closing.value, found, from, until },
    ...differences,
  ]
}

/** Returns the statements that begin with another balance than that with which a neighbour ends. */
function listBreaks(sections: readonly CheckedSection[]): FigureDifference[] {
  const steps = sections.slice(1).map((later, at) => [sections[at], later] as const)
  const follows = (earlier: StatedSection | undefined, later: StatedSection | undefined): boolean => {
    const [closing, opening] = [
      earlier && findFigure(earlier, 'closing'),
      later && findFigure(later, 'opening'),
    ]
    return !closing || !opening || closing.value === opening.value
  }
  // Some banks begin a file with the newest statement.
  if (steps.every(([above, below]) => follows(below, above))) return []
  return steps.flatMap(([above, below]): FigureDifference[] => {
    const [closing, opening] = [above && findFigure(above, 'closing'), findFigure(below, 'opening')]
    if (above?.account !== below.account || !closing || !opening || closing.value === opening.value) return []
    return [
      {
        figure: 'opening',
        line: opening.line,
        stated: opening.value,
        found: closing.value,
        from: 0,
        until: 0,
      },
    ]
  })
}

/**
 * Returns the difference between running balances that fit and the only balance that the file states beside
 * them.
 */
export function compareRunningBalance(
  [section]: readonly StatedSection[],
  balance: BalanceCheckResult | undefined,
): FigureDifference[] {
  if (!section || !balance || balance.steps !== balance.explained) return []
  if (computeMovement(section.figures) !== undefined) return []
  return section.figures.flatMap(({ name, value, line }) => {
    const found =
      name === 'opening' ? balance.opening : name === 'closing' ? balance.closing?.minor : undefined
    // A debt may be written without its sign.
    if (found === undefined || found === value || found === -value) return []
    return [{ figure: name, line, stated: value, found, from: 0, until: 0 }]
  })
}

/** Returns the differences as they are shown, each with the row that explains it. */
export function explainFigures(
  differences: readonly FigureDifference[],
  statement: Statement,
  currency: string,
): FigureMismatch[] {
  const decimals = getCurrencyDecimals(currency)
  const write = (figure: FigureName, value: bigint) =>
    figure.startsWith('rows') ? String(value) : formatAmount(value, decimals)
  return differences.map(({ figure, line, stated, found, from, until }) => {
    const isBalance = figure === 'closing' || figure === 'net'
    const cause = isBalance ? findCause(statement, { excess: found - stated, from, until }) : undefined
    return {
      figure,
      line,
      stated: write(figure, stated),
      found: write(figure, found),
      ...(cause && { cause }),
    }
  })
}

interface Excess {
  /** How much the rows give more than the bank says. */
  excess: MinorUnits
  /** The rows to search: those of a statement, from its first line to the first line behind it. */
  from?: number
  until?: number
  /** The lines of rows on whose days the row must be. */
  near?: readonly number[]
}

/** Returns the only row that explains an excess: by its sign, or as a copy of a row of the same day. */
export function findCause(
  statement: Statement,
  { excess, from = 0, until = Number.POSITIVE_INFINITY, near }: Excess,
): RowCause | undefined {
  const causes: (RowCause & { date: string })[] = []
  const days = new Set<string>()
  const seen = new Map<string, number>()
  for (const row of statement.rows(fileStart, bankTextOnly)) {
    const { line, disposition, date, minor, raw_payee, raw_notes } = row
    if (near?.includes(line)) days.add(date)
    if (line < from || line >= until || disposition !== 'ready' || minor === undefined) continue
    if (2n * minor === excess) causes.push({ line, date })
    if (minor !== excess) continue
    const key = [date, raw_payee, raw_notes].join('\n')
    const twin = seen.get(key)
    if (twin !== undefined) causes.push({ line, twin, date })
    seen.set(key, line)
  }
  const [cause, another] = near ? causes.filter(({ date }) => days.has(date)) : causes
  if (!cause || another) return undefined
  const { date: _, ...found } = cause
  return found
}
