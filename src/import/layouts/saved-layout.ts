/** Layouts: how files of one kind are read, once a person has confirmed it. */ // import.md §4

import { Mistake } from '../../contract/errors.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import type { Form } from '../csv/csv-statement.ts'
import type { Choices, DateOrder } from '../model/read-options.ts'
import type { Statement } from '../model/statement.ts'
import type { StatementRow } from '../model/statement-row.ts'
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

export interface Layout {
  /** What its files are known by, and the header behind it; null without one. */
  fingerprint: string
  header: readonly string[] | null
  /** How they are read. */
  choices: Choices
  /** The accounts it was confirmed for, by id. */
  accounts: readonly string[]
  /** The accounts its files spoke of, as they name them, beside the account they went into. */
  file_accounts?: Readonly<Record<string, readonly string[]>>
  rules: readonly LayoutRule[]
}

/** So many rows are compared. */
const COMPARED = 500

/**
 * The choices that read a file just as it was understood, without anything being left to find out; where none do, as much
 * of them as is sure.
 */
export function frozen(bytes: Uint8Array, statement: Statement, given: Choices, currency: string): Choices {
  const { date_format: order, decimal, delimiter, header, format } = statement
  if (format !== 'CSV' && format !== 'QIF') return given
  const start = startOf(bytes, statement)
  if (format === 'QIF') return frozenNotation(start, statement, { given, currency })
  const sure: Choices = {
    ...given,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    ...(decimal !== undefined && { decimal }),
    ...(isOrder(order) && { date_order: order }),
    ...(header === undefined && { header_row: false as const }),
  }
  const base: Choices = { ...given, map: given.map ?? mapOf(statement), ...sure }
  const tries =
    given.invert === undefined ? [base, { ...base, invert: true }, { ...base, invert: false }] : [base]
  return [...tries, sure].find((choices) => readsAs(start, choices, currency)) ?? given
}

/** The choices with the order of dates and the decimal mark that a file showed whose format leaves both open. */
function frozenNotation(
  start: Start,
  { date_format: order, decimal }: Statement,
  { given, currency }: { given: Choices; currency: string },
): Choices {
  const other = order === 'dmy' ? 'mdy' : 'dmy'
  // Where no day tells one order from the other, neither was found out.
  const isProven = isOrder(order) && !readsAs(start, { ...given, date_order: other }, currency)
  const sure: Choices = {
    ...given,
    ...(decimal !== undefined && { decimal }),
    ...(isProven && { date_order: order }),
  }
  return readsAs(start, sure, currency) ? sure : given
}

const isOrder = (format: string): format is DateOrder =>
  format === 'dmy' || format === 'mdy' || format === 'ymd'

/** Do these choices leave nothing to find out? Else the next file of the kind is understood anew, perhaps otherwise. */
export function settles(
  { map, date_order: order, date_format: named }: Choices,
  { format, date_format: found }: Statement,
): boolean {
  if (format === 'CSV') return map !== undefined
  // Of the others only QIF leaves open whether the day or the month comes first.
  return format !== 'QIF' || (order ?? named) !== undefined || (found !== 'dmy' && found !== 'mdy')
}

/** The columns of a file as a person would name them. */
function mapOf({ mapping, header }: Statement): string {
  const named = new Map<string, string[]>()
  for (const { field, column, name } of mapping)
    named.set(field, [...(named.get(field) ?? []), nameOrNumber(column, name, header?.cells ?? [])])
  return [...named].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')
}

/** Names may hold signs that mean something in a mapping. */
const nameOrNumber = (column: number, name: string, header: readonly string[]): string => {
  const isPlain = /^[^,=+]+$/.test(name) && !/^\d+$/.test(name)
  const isOnly = header.filter((cell) => nameKey(cell) === nameKey(name)).length === 1
  return isPlain && isOnly ? name : String(column)
}

/** The beginning of a file, and the rows it holds. */
interface Start {
  /** The year of the newest row, where the dates have none: each file has its own. */
  year: number | undefined
  bytes: Uint8Array
  isCut: boolean
  rows: readonly StatementRow[]
}

function startOf(bytes: Uint8Array, statement: Statement): Start {
  const rows: StatementRow[] = []
  for (const row of statement.rows()) if (rows.push(row) > COMPARED) break
  const after = rows[COMPARED]
  // Of wide characters no byte tells where a line ends.
  const end = after && !statement.encoding.startsWith('utf-16') ? lineAt(bytes, after.line) : 0
  const isCut = end > 0
  return {
    year: statement.year,
    bytes: isCut ? bytes.subarray(0, end) : bytes,
    isCut,
    rows: rows.slice(0, COMPARED),
  }
}

/** Where a line begins, counted from 1; 0 where no line feeds end the lines. */
function lineAt(bytes: Uint8Array, line: number): number {
  let at = 0
  for (let number = 1; number < line; number++) {
    at = bytes.indexOf(10, at) + 1
    if (at === 0) return 0
  }
  return at
}

/** Do these choices read the first rows of a file as it was understood? */
function readsAs({ bytes, isCut, rows, year }: Start, given: Choices, currency: string): boolean {
  const choices = year === undefined ? given : { ...given, year }
  const { skip_end: _, ...without } = choices
  try {
    let at = 0
    for (const row of readStatement(bytes, isCut ? without : choices, currency).rows()) {
      if (at === COMPARED) return true
      if (!saysTheSame(row, rows[at++])) return false
    }
    return at === rows.length
  } catch (error) {
    if (error instanceof Mistake) return false
    throw error
  }
}

const saysTheSame = (one: StatementRow, other: StatementRow | undefined): boolean =>
  one.bin === other?.bin &&
  one.date === other.date &&
  one.amount === other.amount &&
  one.payee === other.payee &&
  one.notes === other.notes &&
  one.ref === other.ref

/** What is new and what is gone in a header, and whether the columns that stayed stand otherwise. */
export interface Change {
  gone: string[]
  added: string[]
  isReordered: boolean
}

/** How a header differs from the one that is known. */
export function changeOf(known: readonly string[], header: readonly string[]): Change {
  const [before, now] = [known.map(nameKey), header.map(nameKey)]
  return {
    gone: known.filter((cell) => !now.includes(nameKey(cell))),
    added: header.filter((cell) => !before.includes(nameKey(cell))),
    isReordered: before.join('\n') !== now.join('\n'),
  }
}

/** How a header differs from that of the layout it comes nearest to; undefined when it is like none. */
export function differenceFrom(
  layouts: readonly { name: string; layout: Layout }[],
  { header }: Form,
): (Change & { name: string }) | undefined {
  if (!header) return undefined
  for (const { name, layout } of layouts) {
    const known = layout.header ?? []
    const change = changeOf(known, header)
    if (known.length > 0 && change.gone.length * 2 <= known.length) return { name, ...change }
  }
  return undefined
}
