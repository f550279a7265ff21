/** Recognizes which program wrote the files of a source: by their content, never by their names. */

import { isTransactionRow } from '../tables/columns/column-profile.ts'
import { decodeFileStart } from '../tables/records/csv-records.ts'
import { splitRecord } from '../tables/records/split-line.ts'
import type { SourceFile } from '../tables/source-file.ts'
import { createSourceQuestion } from '../tables/source-question.ts'
import { findCsvTable } from './csv/csv-columns.ts'
import { explainUnknownFiles, listSome } from './explain-unknown-files.ts'
import type { SourceKind } from './source-budget.ts'
import { detectYnabTable } from './ynab/columns.ts'
import { isJsonBudget } from './ynab/json/json-file.ts'

/** What a file is a part of; `metadata` is the second file of Actual. */
type FileKind = SourceKind | undefined

const SQLITE_START = 'SQLite format 3\0'
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

function detectFileKind(file: SourceFile): FileKind {
  if (startsWithText(file, SQLITE_START)) return 'actual'
  const text = decodeFileStart(file)
  if (OWN_ARCHIVE.test(text)) return 'budget'
  if (JSON_OBJECT.test(text)) return isJsonBudget(file) ? 'ynab-json' : undefined
  if (detectYnabTable(file) !== undefined) return 'ynab'
  return isTransactionTable(text) || hasNamedTable(file.path, text) ? 'csv' : undefined
}

const startsWithText = ({ bytes }: SourceFile, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

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
