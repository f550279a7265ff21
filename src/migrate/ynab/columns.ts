/** Recognizes the tables of a YNAB export by their header: the register and the plan. */

import { UserError } from '../../contract/errors.ts'
import {
  type CsvRecord,
  decodeFileStart,
  decodeSourceFile,
  describeRow,
  readCsvRecords,
} from '../csv-records.ts'
import type { SourceFile } from '../source-budget.ts'
import { createPlaceError, EXPORT_AGAIN } from '../source-question.ts'

/** The columns of the register, by their headings in lower case. */
const registerColumns = {
  account: 'account',
  flag: 'flag',
  date: 'date',
  payee: 'payee',
  group: 'category group',
  category: 'category',
  memo: 'memo',
  outflow: 'outflow',
  inflow: 'inflow',
  cleared: 'cleared',
} as const

/** A column of registers of YNAB 4. */
const CHECK_NUMBER = 'check number'

/** The columns of the plan. `assigned` was called `budgeted` until 2023. */
const planColumns = {
  month: 'month',
  group: 'category group',
  category: 'category',
  assigned: 'assigned',
  activity: 'activity',
  available: 'available',
} as const

/** A column of the register. */
export type RegisterColumn = keyof typeof registerColumns
/** A column of the plan. */
export type PlanColumn = keyof typeof planColumns

/** A table of a YNAB export. */
export interface YnabTable<Column extends string> {
  file: string
  /** True for a table of YNAB 4, which has other names for its columns. */
  isYnab4: boolean
  /** Yields the rows after the header. It can be called repeatedly. */
  rows(): Generator<YnabRow<Column>>
}

/** A row of a table of a YNAB export, by column. It is valid until the next one is read. */
export interface YnabRow<Column extends string> {
  /** E.g. `Register.csv, row 12`. */
  readonly origin: string
  cell(column: Column): string
  /** The number of the check; empty in a table without this column. */
  readonly checkNumber: string
}

/** The two tables of a YNAB export. */
export type YnabFile =
  | { kind: 'register'; table: YnabTable<RegisterColumn> }
  | { kind: 'plan'; table: YnabTable<PlanColumn> }

// YNAB separates by tabs where the comma is the decimal separator.
const DELIMITERS = [',', '\t', ';'] as const
const MAX_HEADER_LENGTH = 1000

/** The index of each column in the records of a file. */
type ColumnIndexes<Column extends string> = Readonly<Record<Column, number>>

/** What the header of a table says. */
interface TableHeader<Column extends string> {
  isYnab4: boolean
  checkNumberIndex: number
  indexes: ColumnIndexes<Column>
  delimiter: string
  width: number
}

/** Returns which table of a YNAB export a file is; undefined for any other file. */
export function detectYnabTable(file: SourceFile): YnabFile['kind'] | undefined {
  const text = decodeFileStart(file)
  if (findHeader(text, registerColumns)) return 'register'
  return findHeader(text, planColumns) ? 'plan' : undefined
}

/** Returns a table of a YNAB export; undefined for any other file. */
export function openYnabTable(file: SourceFile): YnabFile | undefined {
  if (detectYnabTable(file) === undefined) return undefined
  const text = decodeSourceFile(file)
  const register = findHeader(text, registerColumns)
  if (register) return { kind: 'register', table: createTable(file.path, text, register) }
  const plan = findHeader(text, planColumns)
  return plan && { kind: 'plan', table: createTable(file.path, text, plan) }
}

function findHeader<Column extends string>(
  text: string,
  headings: Readonly<Record<Column, string>>,
): TableHeader<Column> | undefined {
  const [line = ''] = text.slice(0, MAX_HEADER_LENGTH).split(/[\r\n]/, 1)
  for (const delimiter of DELIMITERS) {
    const cells = line.split(delimiter).map(normalizeHeading)
    const isYnab4 = ynab4Headings.some((heading) => cells.includes(heading))
    const names = isYnab4 ? renameYnab4Headings(cells) : cells
    const entries = Object.entries<string>(headings)
    const indexes = entries.map(([column, heading]) => [column, names.indexOf(heading)] as const)
    if (indexes.every(([, index]) => index >= 0))
      // The keys are those of `headings`.
      return {
        isYnab4,
        checkNumberIndex: names.indexOf(CHECK_NUMBER),
        indexes: Object.fromEntries(indexes) as ColumnIndexes<Column>,
        delimiter,
        width: names.length,
      }
  }
  return undefined
}

function normalizeHeading(cell: string): string {
  const name = cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase()
  return name === 'budgeted' ? planColumns.assigned : name
}

const ynab4Headings = ['sub category', 'category balance']

/** Gives the columns of YNAB 4 the names that they have today. Its column `Category` has the names of both. */
function renameYnab4Headings(names: readonly string[]): string[] {
  const hasOwnColumns = names.includes('sub category')
  const renamed = new Map([
    ...(hasOwnColumns
      ? [
          ['category', 'category group/category'],
          ['master category', registerColumns.group],
          ['sub category', registerColumns.category],
        ]
      : []),
    ['outflows', planColumns.activity],
    ['category balance', planColumns.available],
  ] as [string, string][])
  return names.map((name) => renamed.get(name) ?? name)
}

function createTable<Column extends string>(
  path: string,
  text: string,
  { indexes, delimiter, width, isYnab4, checkNumberIndex }: TableHeader<Column>,
): YnabTable<Column> {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const dialect = { file, delimiter, hasBackslashes: areQuotesEscaped(text, { delimiter, width }) }
  return {
    file,
    isYnab4,
    *rows() {
      let current: CsvRecord | undefined
      const row: YnabRow<Column> = {
        get origin() {
          return describeRow(file, current?.row ?? 0)
        },
        get checkNumber() {
          return checkNumberIndex < 0 ? '' : (current?.cell(checkNumberIndex).trim() ?? '')
        },
        cell: (column) => current?.cell(indexes[column]) ?? '',
      }
      for (const record of readCsvRecords(text, dialect)) {
        if (record.row === 1) continue
        assertWidth(record, file, width)
        current = record
        yield row
      }
    },
  }
}

/** True if quotes inside of cells have a backslash before them, as YNAB wrote them; decided by the rows that fit. */
function areQuotesEscaped(text: string, { delimiter, width }: { delimiter: string; width: number }): boolean {
  if (!text.includes('\\"')) return false
  const hasDoubledQuotes = /[^,;\t\r\n]""[^,;\t\r\n]/.test(text)
  const [escaped = 0, doubled = 0] = [true, false].map((hasBackslashes) =>
    countFittingRecords(text, { delimiter, hasBackslashes, width }),
  )
  return escaped === doubled ? !hasDoubledQuotes : escaped > doubled
}

/** Counts the records with a number of cells, up to one whose quote is never closed. */
function countFittingRecords(
  text: string,
  { width, ...dialect }: { delimiter: string; hasBackslashes: boolean; width: number },
): number {
  let fitting = 0
  try {
    for (const record of readCsvRecords(text, { file: '', ...dialect }))
      if (record.width === width) fitting += 1
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return fitting
}

function assertWidth({ row, width: found }: CsvRecord, file: string, width: number): void {
  if (found === width) return
  const problem = `the row has ${found} cells, and the header has ${width}`
  throw createPlaceError(describeRow(file, row), problem, EXPORT_AGAIN)
}
