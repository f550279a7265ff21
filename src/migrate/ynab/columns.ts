/** Opens the tables of a YNAB export, the register and the plan, as rows of named cells. */

import { UserError } from '../../contract/errors.ts'
import {
  type CsvRecord,
  decodeCompactly,
  decodeFileStart,
  describeRow,
  readCsvRecords,
} from '../../tables/records/csv-records.ts'
import { createPlaceError, EXPORT_AGAIN, getFileName, type SourceFile } from '../../tables/source-file.ts'
import {
  findPlanHeader,
  findRegisterHeader,
  type PlanColumn,
  type RegisterColumn,
  type TableHeader,
} from './table-header.ts'

/** A table of a YNAB export. */
export interface YnabTable<Column extends string> {
  file: string
  /** The path among the files of the source. */
  path: string
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

/** True for a table of a YNAB export. */
export function isYnabTable(file: SourceFile): boolean {
  const text = decodeFileStart(file)
  return (findRegisterHeader(text) ?? findPlanHeader(text)) !== undefined
}

/** Returns a table of a YNAB export; undefined for any other file. */
export function openYnabTable(file: SourceFile): YnabFile | undefined {
  const start = decodeFileStart(file)
  const register = findRegisterHeader(start)
  if (register) return { kind: 'register', table: createTable(file, register) }
  const plan = findPlanHeader(start)
  return plan && { kind: 'plan', table: createTable(file, plan) }
}

function createTable<Column extends string>(
  source: SourceFile,
  { indexes, delimiter, width, isYnab4, checkNumberIndex }: TableHeader<Column>,
): YnabTable<Column> {
  const file = getFileName(source)
  const { text, decode } = decodeCompactly(source)
  const dialect = { file, delimiter, decode, hasBackslashes: areQuotesEscaped(text, { delimiter, width }) }
  return {
    file,
    path: source.path,
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
  const problem = `the row has ${found} cells, but the header has ${width}`
  throw createPlaceError(describeRow(file, row), problem, EXPORT_AGAIN)
}
