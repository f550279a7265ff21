/** Recognizes which program wrote the files of a source, and says why files are no budget. */

import { UserError } from '../contract/errors.ts'
import type { UseForeignTables } from '../contract/ports/foreign-tables.ts'
import { isTransactionRow } from '../tables/columns/column-profile.ts'
import { decodeFileStart } from '../tables/records/csv-records.ts'
import { splitRecord } from '../tables/records/records.ts'
import {
  createSourceQuestion,
  EXPORT_AGAIN,
  type SourceFile,
  SQLITE_START,
  startsWith,
} from '../tables/source-file.ts'
import { isQif } from '../tables/text/detect-format.ts'
import { findCsvTable } from './csv/csv-columns.ts'
import { isGnuCashXml } from './gnucash/detect-gnucash.ts'
import { detectJournal } from './journal/detect-journal.ts'
import type { SourceKind } from './source-budget.ts'
import { isYnabTable } from './ynab/columns.ts'
import { isJsonBudget } from './ynab/json/json-fields.ts'
import { isYnab4Budget } from './ynab/yfull/budget-package.ts'

/** What a file is a part of; `metadata` is the second file of Actual. */
type FileKind = SourceKind | undefined

const OWN_ARCHIVE = /"format"\s*:\s*"budget archive"/
const JSON_OBJECT = /^\s*\{/
const DELIMITERS = [',', ';', '\t', '|'] as const
const INSPECTED_LINES = 20
/**
 * Returns which program wrote the files.
 * @throws UserError if no file is known, or if they are of several programs
 */
export function detectSource(files: readonly SourceFile[]): SourceKind {
  const kinds = new Set(files.map(detectFileKind))
  kinds.delete(undefined)
  if (kinds.has('budget')) return 'budget'
  // A table of an unknown program beside a known export is an attachment of it.
  if (kinds.size > 1) kinds.delete('csv')
  const [kind, other] = kinds
  if (kind === undefined) throw explainUnknownFiles(files)
  if (other === undefined) return kind
  const named = files.flatMap((file) => {
    const found = detectFileKind(file)
    return found === undefined || found === 'csv' ? [] : [`${file.path} (${found})`]
  })
  throw createSourceQuestion(
    'from',
    `The files are from several programs: ${listSome(named)}`,
    `Use the files of one program, or choose: --from ${kind} or --from ${other}`,
  )
}

/** Returns whose database the files have: all of SQLite begin alike. */
export async function detectDatabase(
  detected: SourceKind,
  files: readonly SourceFile[],
  useForeignTables: UseForeignTables,
): Promise<SourceKind> {
  const database = files.find((file) => startsWith(file, SQLITE_START))
  if (detected !== 'actual' || !database) return detected
  const { isGnuCashDatabase } = await import('./gnucash/read-sqlite-book.ts')
  return (await useForeignTables(database, isGnuCashDatabase)) ? 'gnucash' : detected
}

function detectFileKind(file: SourceFile): FileKind {
  if (startsWith(file, SQLITE_START)) return 'actual'
  const text = decodeFileStart(file)
  if (OWN_ARCHIVE.test(text)) return 'budget'
  if (isGnuCashXml(text)) return 'gnucash'
  if (JSON_OBJECT.test(text))
    return isJsonBudget(file) ? 'ynab-json' : isYnab4Budget(file) ? 'ynab4' : undefined
  if (isQif(text)) return 'qif'
  if (isYnabTable(file)) return 'ynab'
  const journal = detectJournal(text)
  if (journal !== undefined) return journal
  return isTransactionTable(text) || hasNamedTable(file.path, text) ? 'csv' : undefined
}

/** True if a line of the text holds a date and an amount. */
function isTransactionTable(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/, INSPECTED_LINES)
  return lines.some((line) =>
    DELIMITERS.some((delimiter) => {
      const cells = splitRecord(line, delimiter) ?? []
      return cells.length > 1 && isTransactionRow(cells.map((cell) => cell.trim()))
    }),
  )
}

/** True if a line names a date and an amount, and one below it has a number. */
function hasNamedTable(file: string, text: string): boolean {
  const table = findCsvTable(text, file)
  if (!table) return false
  const lines = text.split(/\r\n|\r|\n/)
  return lines.slice(table.headerRow).some((line) => /\d/.test(line))
}

/** What every record of the files of YNAB 4 has. */
const YNAB4_RECORD = /^\s*\{[^]*"entityVersion"\s*:/
const API_ERROR = /^\s*\{\s*"error"\s*:\s*\{[^}]*\}/
/** The parts of documents of Excel, LibreOffice and Numbers, which are zips. */
const OFFICE_PARTS = /^(?:\[Content_Types\]\.xml|content\.xml|Index\/Document\.iwa)$/
const ZIP_START = 'PK\u0003\u0004'
const MAX_LISTED_FILES = 5

/** Lists the first few names. */
function listSome(names: readonly string[]): string {
  const omitted = names.length - MAX_LISTED_FILES
  return names.slice(0, MAX_LISTED_FILES).join(', ') + (omitted > 0 ? ` and ${omitted} more` : '')
}

const createError = (message: string, hint: string): UserError => new UserError('invalid', message, { hint })

const findApiError = (file: SourceFile): string | undefined =>
  API_ERROR.exec(decodeFileStart(file))?.[0].match(/"detail"\s*:\s*"([^"]*)"/)?.[1]

/** Files that users give by mistake: how they are known, what they are, and what to do. */
const mistakes: readonly {
  fits(file: SourceFile): boolean
  describe(file: SourceFile): string
  hint: string
}[] = [
  {
    fits: ({ path }) => OFFICE_PARTS.test(path),
    describe: () => 'The file is a spreadsheet',
    hint: 'Save the sheet with the transactions as CSV, and use that file',
  },
  {
    fits: (file) => YNAB4_RECORD.test(decodeFileStart(file)),
    describe: ({ path }) => `${path} is only a part of a YNAB 4 budget`,
    hint: 'Use the whole folder NAME.ynab4, a zip of it, or its Budget.yfull',
  },
  {
    fits: (file) => findApiError(file) !== undefined,
    describe: (file) => `${file.path} is an error from the YNAB API, not a budget: ${findApiError(file)}`,
    hint: 'Check the token, and fetch the budget again',
  },
  {
    fits: (file) => findCsvTable(decodeFileStart(file), file.path) !== undefined,
    describe: ({ path }) => `${path} has a header but no rows`,
    hint: 'Export the transactions for all dates and accounts',
  },
  {
    fits: (file) => startsWith(file, ZIP_START),
    describe: ({ path }) => `${path} is a zip inside the folder or zip`,
    hint: 'Use that zip instead',
  },
]

/** Returns the error about files of which none is known. */
function explainUnknownFiles(files: readonly SourceFile[]): UserError {
  const [file] = files
  if (file && files.every(({ bytes }) => bytes.length === 0))
    return createError(`${file.path} is empty`, EXPORT_AGAIN)
  for (const { fits, describe, hint } of mistakes) {
    const mistaken = files.find(fits)
    if (mistaken) return createError(describe(mistaken), hint)
  }
  const found = files.length === 0 ? 'there is no file' : listSome(files.map(({ path }) => path))
  return createError(
    `No budget was recognized: ${found}`,
    'Use an export from budget, YNAB or Actual (a file, folder or zip), a folder of YNAB 4, a journal of hledger, ledger or beancount, a book of GnuCash, QIF of all accounts, a budget from the YNAB API as JSON, or a CSV file with dates and amounts',
  )
}
