/**
 * Selects the table to import from a file with several tables below each other.
 * @see docs/import.md#several-own-accounts-in-one-file
 */

import type { ReadOptions } from '../../tables/read-options.ts'
import { createTextSource, type TextSource } from '../../tables/text/text-source.ts'
import { isSameAccountName, listUnselectedAccounts, selectAccounts } from '../columns/file-accounts.ts'
import type { FileAccount, SkippedLine } from '../model/statement.ts'
import { listTables, type StackedTable } from './stacked-tables.ts'

/** The part of a file that is read as one table. */
export interface SelectedTable {
  source: TextSource
  /** The options without `statement` if it named the table. */
  options: ReadOptions
  /** The name of the account above the table; undefined if the file has one table. */
  name: string | undefined
  /** The accounts of the other tables. */
  others: readonly FileAccount[]
  /** True if rows of several tables are imported as one. */
  isJoined: boolean
  /** The lines between pages of a table that repeat those above it. */
  repeated: readonly SkippedLine[]
}

/**
 * Returns the table to import.
 * @throws AmbiguityError if the file has tables of several accounts and the user selected none
 */
export function selectTable(source: TextSource, options: ReadOptions): SelectedTable {
  const { statement, ...others } = options
  const { tables, shared } = listTables(source, options)
  const [first] = tables
  const whole = { source, options, name: undefined, others: [], isJoined: false, repeated: [] }
  if (tables.length <= 1) {
    const isNamed = statement !== undefined && isSameAccountName(first?.name ?? '', statement)
    const named = isNamed ? { ...whole, options: others, name: first?.name } : whole
    return first && first.repeated.length > 0 ? { ...named, ...leaveOutRepeated(source, [first]) } : named
  }
  const haveSameHeadings = tables.every(({ headings }) => headings === first?.headings)
  const selected = selectAccounts(tables, statement, { areTables: true, canJoin: haveSameHeadings })
  const lines = [...shared, ...selected.flatMap(({ ranges }) => ranges)]
  return {
    ...leaveOutRepeated(keepLines(source, isWithin(lines)), selected),
    options: others,
    name: selected.length === 1 ? selected[0]?.name : undefined,
    others: listUnselectedAccounts(tables, selected),
    isJoined: selected.length > 1,
  }
}

/** Returns the first table, or the one that the user selected, to know the kind of the file. */
export function selectKnownTable(source: TextSource, options: ReadOptions): TextSource {
  const { tables, shared } = listTables(source, options)
  const [first] = tables
  if (!first || tables.length === 1) return source
  const wanted = tables.find(({ name }) => isSameAccountName(name, options.statement ?? '')) ?? first
  return keepLines(source, isWithin([...shared, ...wanted.ranges]))
}

const isWithin =
  (ranges: readonly [from: number, to: number][]) =>
  (line: number): boolean =>
    ranges.some(([from, to]) => line >= from && line <= to)

/** Returns the source without the lines that repeat, and these lines. */
function leaveOutRepeated(
  source: TextSource,
  tables: readonly StackedTable[],
): Pick<SelectedTable, 'source' | 'repeated'> {
  const repeated = tables.flatMap((table) => table.repeated)
  const lines = new Set(repeated.map(({ line }) => line))
  return { source: lines.size > 0 ? keepLines(source, (line) => !lines.has(line)) : source, repeated }
}

/** Returns the source with all other lines blank, so that the lines keep their numbers. */
function keepLines(source: TextSource, isKept: (line: number) => boolean): TextSource {
  let line = 0
  const text = source.text().replace(/([^\r\n]*)(\r{0,2}\n|\r|$)/g, (_, words: string, ending: string) => {
    line += 1
    return (isKept(line) ? words : '') + ending
  })
  return { ...createTextSource(new TextEncoder().encode(text), 'utf-8'), encoding: source.encoding }
}
