/**
 * Pins the read options of a confirmed file in a layout, and compares layouts with new files.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { DateOrder, ReadOptions } from '../../tables/read-options.ts'
import type { Statement, StatementRow } from '../model/statement.ts'
import { readStatement } from '../read-statement.ts'
import type { FileSignature } from '../rows/csv-statement.ts'

/** A rule as the user writes it, with names instead of ids. */
export interface LayoutRule {
  if: Readonly<Record<string, string>>
  merchant?: string
  category?: string
  notes?: string
  skip?: true
  transfer?: string
}

/** A saved layout: how files with one signature are read. */
export interface SavedLayout {
  /** The signature of its files, and the header behind it; null for files without one. */
  fingerprint: string
  header: readonly string[] | null
  /** The pinned read options. */
  choices: ReadOptions
  /** The ids of the accounts it was confirmed for. */
  accounts: readonly string[]
  /** The file's own account names, by the id of the account they were imported into. */
  file_accounts?: Readonly<Record<string, readonly string[]>>
  rules: readonly LayoutRule[]
}

/** The number of rows that are compared. */
const MAX_REREAD_ROWS = 100

/**
 * Returns options that read the file exactly as it was interpreted and leave nothing to infer; if no options
 * do, as many as are certain.
 */
export function pinOptions(
  bytes: Uint8Array,
  statement: Statement,
  userOptions: ReadOptions,
  currency: string,
): ReadOptions {
  const { date_format: order, decimal, delimiter, header, format } = statement
  if (format !== 'CSV' && format !== 'QIF') return userOptions
  const fileStart = readFileStart(bytes, statement)
  if (format === 'QIF') return pinNotation(fileStart, statement, { given: userOptions, currency })
  const certain: ReadOptions = {
    ...userOptions,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    ...(decimal !== undefined && { decimal }),
    ...(isDateOrder(order) && { date_order: order }),
    ...(header === undefined && { header_row: false as const }),
  }
  const base: ReadOptions = {
    ...userOptions,
    map: userOptions.map ?? formatStatementMap(statement),
    ...certain,
  }
  const attempts =
    userOptions.invert === undefined ? [base, { ...base, invert: true }, { ...base, invert: false }] : [base]
  return [...attempts, certain].find((choices) => hasSameRows(fileStart, choices, currency)) ?? userOptions
}

/** Returns the options with the date order and decimal separator, for a format that leaves both open. */
function pinNotation(
  fileStart: FileStart,
  { date_format: order, decimal }: Statement,
  { given, currency }: { given: ReadOptions; currency: string },
): ReadOptions {
  const other = order === 'dmy' ? 'mdy' : 'dmy'
  // If no date distinguishes the two orders, neither was proven.
  const isProven = isDateOrder(order) && !hasSameRows(fileStart, { ...given, date_order: other }, currency)
  const certain: ReadOptions = {
    ...given,
    ...(decimal !== undefined && { decimal }),
    ...(isProven && { date_order: order }),
  }
  return hasSameRows(fileStart, certain, currency) ? certain : given
}

const isDateOrder = (format: string): format is DateOrder =>
  format === 'dmy' || format === 'mdy' || format === 'ymd'

/**
 * True if these options leave nothing to infer. Otherwise the next file of this kind may be interpreted
 * differently.
 */
export function isPinned(
  { map, date_order: order, date_format: formatOption }: ReadOptions,
  { format, date_format: found }: Statement,
): boolean {
  if (format === 'CSV') return map !== undefined
  // Of the structured formats only QIF leaves the order of day and month open.
  return format !== 'QIF' || (order ?? formatOption) !== undefined || (found !== 'dmy' && found !== 'mdy')
}

/** Returns the columns of a file as the user would type them in `--map`. */
function formatStatementMap({ mapping, header }: Statement): string {
  const named = new Map<string, string[]>()
  for (const { field, column, name } of mapping)
    named.set(field, [...(named.get(field) ?? []), formatColumnName(column, name, header?.cells ?? [])])
  return [...named].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')
}

/** A header may contain characters that have a meaning in `--map`. */
const formatColumnName = (column: number, name: string, header: readonly string[]): string => {
  const isPlain = /^[^,=+]+$/.test(name) && !/^\d+$/.test(name)
  const isOnly = header.filter((cell) => toNameKey(cell) === toNameKey(name)).length === 1
  return isPlain && isOnly ? name : String(column)
}

/** The beginning of a file and its first rows. */
interface FileStart {
  /** The year of the newest row if dates have none; it differs from file to file. */
  year: number | undefined
  bytes: Uint8Array
  isCut: boolean
  rows: readonly StatementRow[]
}

function readFileStart(bytes: Uint8Array, statement: Statement): FileStart {
  const rows: StatementRow[] = []
  for (const row of statement.rows()) if (rows.push(row) > MAX_REREAD_ROWS) break
  const after = rows[MAX_REREAD_ROWS]
  // In UTF-16 no single byte shows where a line ends.
  const end = after && !statement.encoding.startsWith('utf-16') ? findLineStart(bytes, after.line) : 0
  const isCut = end > 0
  return {
    year: statement.year,
    bytes: isCut ? bytes.subarray(0, end) : bytes,
    isCut,
    rows: rows.slice(0, MAX_REREAD_ROWS),
  }
}

/** Returns the offset of a 1-based line; 0 if the lines do not end in line feeds. */
function findLineStart(bytes: Uint8Array, line: number): number {
  let at = 0
  for (let number = 1; number < line; number++) {
    at = bytes.indexOf(10, at) + 1
    if (at === 0) return 0
  }
  return at
}

/** True if these options read the first rows exactly as they were interpreted. */
function hasSameRows(
  { bytes, isCut, rows, year }: FileStart,
  userOptions: ReadOptions,
  currency: string,
): boolean {
  const options = year === undefined ? userOptions : { ...userOptions, year }
  const { skip_end: _, ...without } = options
  try {
    let at = 0
    for (const row of readStatement(bytes, isCut ? without : options, currency).rows()) {
      if (at === MAX_REREAD_ROWS) return true
      if (!isSameRow(row, rows[at++])) return false
    }
    return at === rows.length
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  }
}

const isSameRow = (row: StatementRow, other: StatementRow | undefined): boolean =>
  row.disposition === other?.disposition &&
  row.date === other.date &&
  row.amount === other.amount &&
  row.payee === other.payee &&
  row.notes === other.notes &&
  row.ref === other.ref

/** The differences between two headers. */
export interface HeaderChange {
  gone: string[]
  added: string[]
  isReordered: boolean
}

/** Returns how a header differs from a known one. */
export function compareHeaders(knownHeader: readonly string[], header: readonly string[]): HeaderChange {
  const [before, now] = [knownHeader.map(toNameKey), header.map(toNameKey)]
  return {
    gone: knownHeader.filter((cell) => !now.includes(toNameKey(cell))),
    added: header.filter((cell) => !before.includes(toNameKey(cell))),
    isReordered: before.join('\n') !== now.join('\n'),
  }
}

/** Returns how a header differs from the nearest layout's; undefined if it resembles none. */
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
