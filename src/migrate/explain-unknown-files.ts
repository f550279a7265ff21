/** Says why files are no budget, for those that users often give by mistake. */

import { UserError } from '../contract/errors.ts'
import { decodeFileStart } from '../tables/records/csv-records.ts'
import type { SourceFile } from '../tables/source-file.ts'
import { EXPORT_AGAIN } from '../tables/source-question.ts'
import { findCsvTable } from './csv/csv-columns.ts'

/** What every record of the files of YNAB 4 has. */
const YNAB4_RECORD = /^\s*\{[^]*"entityVersion"\s*:/
const API_ERROR = /^\s*\{\s*"error"\s*:\s*\{[^}]*\}/
/** The parts of documents of Excel, LibreOffice and Numbers, which are zips. */
const OFFICE_PARTS = /^(?:\[Content_Types\]\.xml|content\.xml|Index\/Document\.iwa)$/
const ZIP_START = 'PK\u0003\u0004'
const MAX_LISTED_FILES = 5

/** Lists the first few names. */
export function listSome(names: readonly string[]): string {
  const omitted = names.length - MAX_LISTED_FILES
  return names.slice(0, MAX_LISTED_FILES).join(', ') + (omitted > 0 ? ` and ${omitted} more` : '')
}

const createError = (message: string, hint: string): UserError => new UserError('invalid', message, { hint })

/** Each returns the error about a file that is recognized as something else; undefined for another file. */
const explanations: readonly ((file: SourceFile) => UserError | undefined)[] = [
  ({ path }) =>
    OFFICE_PARTS.test(path)
      ? createError(
          'The file is a spreadsheet',
          'Save the sheet with the transactions as CSV, and use that file',
        )
      : undefined,
  (file) =>
    YNAB4_RECORD.test(decodeFileStart(file))
      ? createError(
          `${file.path} is in YNAB 4's own format, which only YNAB 4 can read`,
          'Choose File > Export in YNAB 4, and use the folder with the two CSV files',
        )
      : undefined,
  (file) => {
    const detail = API_ERROR.exec(decodeFileStart(file))?.[0].match(/"detail"\s*:\s*"([^"]*)"/)?.[1]
    return detail === undefined
      ? undefined
      : createError(
          `${file.path} is an error from the YNAB API, not a budget: ${detail}`,
          'Check the token, and fetch the budget again',
        )
  },
  (file) =>
    findCsvTable(decodeFileStart(file), file.path)
      ? createError(
          `${file.path} has a header but no rows`,
          'Export the transactions for all dates and accounts',
        )
      : undefined,
  (file) =>
    Buffer.from(file.bytes.subarray(0, ZIP_START.length)).toString('latin1') === ZIP_START
      ? createError(`${file.path} is a zip inside the folder or zip`, 'Use that zip instead')
      : undefined,
]

/** Returns the error about files of which none is known. */
export function explainUnknownFiles(files: readonly SourceFile[]): UserError {
  const [file] = files
  if (file && files.every(({ bytes }) => bytes.length === 0))
    return createError(`${file.path} is empty`, EXPORT_AGAIN)
  for (const explain of explanations)
    for (const one of files) {
      const error = explain(one)
      if (error) return error
    }
  const found = files.length === 0 ? 'there is no file' : listSome(files.map(({ path }) => path))
  return createError(
    `No budget was recognized: ${found}`,
    'Use an export from budget, YNAB or Actual (a file, folder or zip), a budget from the YNAB API as JSON, or a CSV file with dates and amounts',
  )
}
