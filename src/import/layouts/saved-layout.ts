/**
 * Layouts: how files of one kind are read, once a person has confirmed it.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { FileSignature } from '../csv/csv-statement.ts'
import type { DateOrder, ReadOptions } from '../model/read-options.ts'
import type { Statement, StatementRow } from '../model/statement.ts'
import { readStatement } from '../read-statement.ts'

/** A rule as a person writes it: names instead of ids. */
export interface LayoutRule {
  if: Readonly<Record<string, string>>
  merchant?: string
  category?: string
  notes?: string
  skip?: true
  transfer?: string
}

export interface SavedLayout {
  /** What its files are known by, and the header behind it; null without one. */
  fingerprint: string
  header: readonly string[] | null
  /** How they are read. */
  choices: ReadOptions
  /** The accounts it was confirmed for, by id. */
  accounts: readonly string[]
  /** The accounts its files spoke of, as they name them, beside the account they went into. */
  file_accounts?: Readonly<Record<string, readonly string[]>>
  rules: readonly LayoutRule[]
}

/** So many rows are compared. */
const MAX_REREAD_ROWS = 500

/**
 * The choices that read a file just as it was understood, without anything being left to find out; where none do, as much
 * of them as is sure.
 */
export function pinOptions(
  bytes: Uint8Array,
  statement: Statement,
  given: ReadOptions,
  currency: string,
): ReadOptions {
  const { date_format: order, decimal, delimiter, header, format } = statement
  if (format !== 'CSV' && format !== 'QIF') return given
  const start = readFileStart(bytes, statement)
  if (format === 'QIF') return pinNotation(start, statement, { given, currency })
  const sure: ReadOptions = {
    ...given,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    ...(decimal !== undefined && { decimal }),
    ...(isDateOrder(order) && { date_order: order }),
    ...(header === undefined && { header_row: false as const }),
  }
  const base: ReadOptions = { ...given, map: given.map ?? formatStatementMap(statement), ...sure }
  const tries =
    given.invert === undefined ? [base, { ...base, invert: true }, { ...base, invert: false }] : [base]
  return [...tries, sure].find((choices) => hasSameRows(start, choices, currency)) ?? given
}

/** The choices with the order of dates and the decimal mark that a file showed whose format leaves both open. */
function pinNotation(
  start: FileStart,
  { date_format: order, decimal }: Statement,
  { given, currency }: { given: ReadOptions; currency: string },
): ReadOptions {
  const other = order === 'dmy' ? 'mdy' : 'dmy'
  // Where no day tells one order from the other, neither was found out.
  const isProven = isDateOrder(order) && !hasSameRows(start, { ...given, date_order: other }, currency)
  const sure: ReadOptions = {
    ...given,
    ...(decimal !== undefined && { decimal }),
    ...(isProven && { date_order: order }),
  }
  return hasSameRows(start, sure, currency) ? sure : given
}

const isDateOrder = (format: string): format is DateOrder =>
  format === 'dmy' || format === 'mdy' || format === 'ymd'

/** Do these choices leave nothing to find out? Else the next file of the kind is understood anew, perhaps otherwise. */
export function isPinned(
  { map, date_order: order, date_format: named }: ReadOptions,
  { format, date_format: found }: Statement,
): boolean {
  if (format === 'CSV') return map !== undefined
  // Of the others only QIF leaves open whether the day or the month comes first.
  return format !== 'QIF' || (order ?? named) !== undefined || (found !== 'dmy' && found !== 'mdy')
}

/** The columns of a file as a person would name them. */
function formatStatementMap({ mapping, header }: Statement): string {
  const named = new Map<string, string[]>()
  for (const { field, column, name } of mapping)
    named.set(field, [...(named.get(field) ?? []), formatColumnName(column, name, header?.cells ?? [])])
  return [...named].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')
}

/** Names may hold signs that mean something in a mapping. */
const formatColumnName = (column: number, name: string, header: readonly string[]): string => {
  const isPlain = /^[^,=+]+$/.test(name) && !/^\d+$/.test(name)
  const isOnly = header.filter((cell) => toNameKey(cell) === toNameKey(name)).length === 1
  return isPlain && isOnly ? name : String(column)
}

/** The beginning of a file, and the rows it holds. */
interface FileStart {
  /** The year of the newest row, where the dates have none: each file has its own. */
  year: number | undefined
  bytes: Uint8Array
  isCut: boolean
  rows: readonly StatementRow[]
}

function readFileStart(bytes: Uint8Array, statement: Statement): FileStart {
  const rows: StatementRow[] = []
  for (const row of statement.rows()) if (rows.push(row) > MAX_REREAD_ROWS) break
  const after = rows[MAX_REREAD_ROWS]
  // Of wide characters no byte tells where a line ends.
  const end = after && !statement.encoding.startsWith('utf-16') ? findLineStart(bytes, after.line) : 0
  const isCut = end > 0
  return {
    year: statement.year,
    bytes: isCut ? bytes.subarray(0, end) : bytes,
    isCut,
    rows: rows.slice(0, MAX_REREAD_ROWS),
  }
}

/** Where a line begins, counted from 1; 0 where no line feeds end the lines. */
function findLineStart(bytes: Uint8Array, line: number): number {
  let at = 0
  for (let number = 1; number < line; number++) {
    at = bytes.indexOf(10, at) + 1
    if (at === 0) return 0
  }
  return at
}

/** Do these choices read the first rows of a file as it was understood? */
function hasSameRows({ bytes, isCut, rows, year }: FileStart, given: ReadOptions, currency: string): boolean {
  const choices = year === undefined ? given : { ...given, year }
  const { skip_end: _, ...without } = choices
  try {
    let at = 0
    for (const row of readStatement(bytes, isCut ? without : choices, currency).rows()) {
      if (at === MAX_REREAD_ROWS) return true
      if (!isSameRow(row, rows[at++])) return false
    }
    return at === rows.length
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  }
}

const isSameRow = (one: StatementRow, other: StatementRow | undefined): boolean =>
  one.disposition === other?.disposition &&
  one.date === other.date &&
  one.amount === other.amount &&
  one.payee === other.payee &&
  one.notes === other.notes &&
  one.ref === other.ref

/** What is new and what is gone in a header, and whether the columns that stayed stand otherwise. */
export interface HeaderChange {
  gone: string[]
  added: string[]
  isReordered: boolean
}

/** How a header differs from the one that is known. */
export function compareHeaders(known: readonly string[], header: readonly string[]): HeaderChange {
  const [before, now] = [known.map(toNameKey), header.map(toNameKey)]
  return {
    gone: known.filter((cell) => !now.includes(toNameKey(cell))),
    added: header.filter((cell) => !before.includes(toNameKey(cell))),
    isReordered: before.join('\n') !== now.join('\n'),
  }
}

/** How a header differs from that of the layout it comes nearest to; undefined when it is like none. */
export function findNearestHeader(
  layouts: readonly { name: string; layout: SavedLayout }[],
  { header }: FileSignature,
): (HeaderChange & { name: string }) | undefined {
  if (!header) return undefined
  for (const { name, layout } of layouts) {
    const known = layout.header ?? []
    const change = compareHeaders(known, header)
    if (known.length > 0 && change.gone.length * 2 <= known.length) return { name, ...change }
  }
  return undefined
}
