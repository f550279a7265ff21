/**
 * Finds tables below each other in one file, each with its own headings.
 * @see docs/import.md#several-own-accounts-in-one-file
 */

import { isPartialDateCell } from '../../tables/cells/dates.ts'
import { isBalanceText } from '../../tables/cells/vocabulary.ts'
import { isTransactionRow } from '../../tables/columns/column-profile.ts'
import { listLabelledCurrencies, listLineCurrencies } from '../../tables/columns/stated-currency.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import type { ReadOptions } from '../../tables/read-options.ts'
import { cleanCell, readRecords, splitRecord } from '../../tables/records/records.ts'
import type { TextBlock, TextSource } from '../../tables/text/text-source.ts'
import { isTableHeader, namesOwnAccount, normalizeHeader } from '../../tables/words/header-terms.ts'
import { isSameAccountName } from '../columns/file-accounts.ts'
import type { FileAccount, SkippedLine } from '../model/statement.ts'
import { findTitle, isPage, isTitle, namesAccount, readName } from './account-titles.ts'

/** A table with its own headings. */
export interface StackedTable extends FileAccount {
  /** The headings, for comparison. */
  headings: string
  /** The words of the line directly above the headings; undefined if it may not name an account. */
  title: string | undefined
  /** The first and last lines of its parts. */
  ranges: [from: number, to: number][]
  /** The lines between its parts that repeat those above the first one. */
  repeated: SkippedLine[]
}

interface Headings {
  cells: string[]
  delimiter: string
  /** True if words for a date and an amount are among them. */
  isKnown: boolean
}

type HeadingLine = Headings & { line: number }

/** The tables of a file. */
export interface FileTables {
  tables: StackedTable[]
  /** The lines at the top of the file that are about all tables. */
  shared: [from: number, to: number][]
}

/** Returns the tables of a file that have rows; none if no line of headings is found. */
export function listTables(source: TextSource, { skip = 0, header_row, statement }: ReadOptions): FileTables {
  const least = statement === undefined ? 2 : 1
  const headings =
    header_row === false ? [] : listHeadingLines(source, least).filter(({ line }) => line > skip)
  const [first] = headings
  if (!first || headings.length < least) return { tables: [], shared: [] }
  const dialect = { delimiter: first.delimiter, width: first.cells.length }
  const records: FileRecord[] = []
  for (const record of readRecords(source.blocks(), dialect)) {
    // The name of a single table is above its rows.
    if (headings.length === 1 && record.line > first.line) break
    if (record.line > skip) records.push(record)
  }
  if (headings.length === 1)
    return {
      tables: [
        { ...describeTable(first, records, 1), title: undefined, entries: 1, ranges: [], repeated: [] },
      ],
      shared: [],
    }
  return groupTables(splitAtHeadings(headings, records))
}

/** A line of words: fewer digits than a date has. */
const WORDS_ONLY = /^[^\d\r\n]{2}[^\d\r\n]*(?:\d[^\d\r\n]*){0,2}$/gm
const DELIMITERS = [';', ',', '\t', '|']
const MIN_HEADINGS = 3

/** A line of words in a block of the file. */
type FoundHeadings = Headings & { block: number; index: number }

/** Returns the lines that name a date and an amount, as headings do; if there are none, lines of words that repeat. */
function listHeadingLines({ blocks }: TextSource, least: number): HeadingLine[] {
  const found: FoundHeadings[] = []
  const known = new Map<string, Headings | undefined>()
  for (const { at: block, text } of blocks()) {
    for (const { 0: words, index } of text.matchAll(WORDS_ONLY)) {
      if (!known.has(words)) known.set(words, readHeadings(words))
      const headings = known.get(words)
      if (headings) found.push({ ...headings, block, index })
    }
  }
  const named = found.filter(({ isKnown }) => isKnown)
  const counts = new Map<readonly string[], number>()
  for (const { cells } of found) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  const headings = named.length > 0 ? named : found.filter(({ cells }) => (counts.get(cells) ?? 0) > 1)
  return headings.length < least ? [] : addLines(headings, blocks())
}

/** Returns the headings with their lines. Lines are counted only here, because a file may have millions. */
function addLines(headings: readonly FoundHeadings[], blocks: Iterable<TextBlock>): HeadingLine[] {
  const placed: HeadingLine[] = []
  let line = 1
  for (const { at, text } of blocks) {
    let counted = 0
    for (const heading of headings.filter(({ block }) => block === at)) {
      line += countLineEnds(text.slice(counted, heading.index))
      counted = heading.index
      placed.push({ ...heading, line })
    }
    line += countLineEnds(text.slice(counted))
  }
  return placed
}

const LINE_END = /\r{0,2}\n|\r/g

const countLineEnds = (text: string): number => text.match(LINE_END)?.length ?? 0

function readHeadings(words: string): Headings | undefined {
  const count = (delimiter: string) => words.split(delimiter).length
  const [delimiter = ''] = DELIMITERS.toSorted((one, other) => count(other) - count(one))
  const cells = (splitRecord(words, delimiter) ?? []).map(cleanCell)
  const filled = cells.filter((cell) => cell !== '')
  return filled.length >= MIN_HEADINGS ? { cells, delimiter, isKnown: isTableHeader(cells) } : undefined
}

interface TablePart {
  heading: HeadingLine
  /** The lines above the headings, below the rows of the part before. */
  above: FileRecord[]
  rows: FileRecord[]
  last: number
}

const isRow = ({ cells }: FileRecord): boolean =>
  (isTransactionRow(cells) || isTransactionRow(cells, isPartialDateCell)) && !cells.some(isBalanceText)

/** Splits the records at those headings that have rows below them. */
function splitAtHeadings(headings: readonly HeadingLine[], records: readonly FileRecord[]): TablePart[] {
  const parts: TablePart[] = []
  let above: FileRecord[] = []
  for (const [at, heading] of headings.entries()) {
    const next = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY
    const before = headings[at - 1]?.line ?? 0
    above.push(...records.filter(({ line }) => line < heading.line && line > before))
    const below = records.filter(({ line }) => line > heading.line && line < next)
    const rows = below.filter(isRow)
    // A line of words that repeats is a heading only directly above rows.
    if (rows.length === 0 || !(heading.isKnown || rows[0] === below[0])) continue
    parts.push({
      heading,
      above: listLinesBelow(parts.at(-1)?.rows.at(-1), above),
      rows,
      last: rows.at(-1)?.line ?? 0,
    })
    above = []
  }
  return parts
}

/** Returns the lines below a row without those that continue its text, which begin further right. */
function listLinesBelow(row: FileRecord | undefined, lines: readonly FileRecord[]): FileRecord[] {
  if (!row) return [...lines]
  const findStart = ({ cells }: FileRecord) => cells.findIndex((cell) => cell !== '')
  const below = lines.filter(({ line }) => line > row.line)
  const end = below.findIndex((record) => findStart(record) <= findStart(row))
  return end === -1 ? [] : below.slice(end)
}

/** Joins the parts with the same headings, unless they name different accounts or currencies. */
function groupTables(parts: readonly TablePart[]): FileTables {
  const tables: StackedTable[] = []
  const starts = parts.map(({ above, heading }, at) => findTitle(above, at === 0) ?? heading.line)
  const top = new Set(parts[0]?.above.map(({ raw }) => raw))
  for (const [at, { heading, above, rows }] of parts.entries()) {
    const from = starts[at] ?? heading.line
    const titles = above.filter(({ line }) => line >= from)
    const range: [number, number] = [from, (starts[at + 1] ?? Number.POSITIVE_INFINITY) - 1]
    const described = describeTable(heading, titles, at + 1)
    const table: StackedTable = {
      ...described,
      title: readCloseTitle(titles),
      entries: rows.length,
      ranges: [range],
      repeated: [],
    }
    const alike = tables.filter((other) => other.headings === table.headings)
    const known = titles.some(namesAccount)
      ? alike.find((other) => isSameAccountName(other.name, table.name))
      : alike.findLast((other) => isNextPage(other, table))
    if (!known) tables.push(table)
    else {
      known.ranges.push(range)
      known.entries += table.entries
      known.repeated.push(...titles.filter((record) => top.has(record.raw) || isPage(record)).map(toRepeated))
    }
  }
  return { tables, shared: [[1, (starts[0] ?? 1) - 1]] }
}

/** True unless the title or the currency of a table without a label of its account tells it from the one before. */
function isNextPage(before: StackedTable, { title, currency }: StackedTable): boolean {
  const isTitled = before.title !== undefined && title !== undefined && before.title !== title
  const namesAnother =
    title !== undefined && title !== before.title && namesOwnAccount(normalizeHeader(title))
  return !isTitled && !namesAnother && (currency === '' || currency === before.currency)
}

/** The words of a file about its account and those between its pages have more. */
const MAX_TITLE_LENGTH = 60

function readCloseTitle(titles: readonly FileRecord[]): string | undefined {
  const [close] = titles.slice(-1).filter((record) => isTitle(record) && !namesAccount(record))
  const words = close ? readName(close) : ''
  return words !== '' && words.length <= MAX_TITLE_LENGTH ? words : undefined
}

function describeTable(
  { cells }: HeadingLine,
  titles: readonly FileRecord[],
  number: number,
): Pick<StackedTable, 'name' | 'currency' | 'headings'> {
  const title = titles.find(namesAccount) ?? titles.findLast(isTitle)
  // Between two pages, a code beside an amount is about a row.
  const stated =
    number === 1 || titles.some(namesAccount)
      ? listLineCurrencies(titles)
      : titles.flatMap((line, at) => listLabelledCurrencies(line, titles[at + 1]))
  const codes = new Set(stated.flatMap((one) => one.codes))
  return {
    name: title ? readName(title) : `Table ${number}`,
    currency: codes.size === 1 ? ([...codes][0] ?? '') : '',
    headings: cells.map(normalizeHeader).join('\n'),
  }
}

const toRepeated = ({ line, raw }: FileRecord): SkippedLine => ({ line, raw, why: 'Between two pages' })
