/**
 * Joins text-only lines to the transaction above them, e.g. a description that wraps to a second line.
 * @see docs/import.md#merchant-and-notes
 */

import {
  isBalanceText,
  isFormattedReason,
  isPendingText,
  isTotalText,
} from '../../tables/cells/vocabulary.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import { joinCells } from '../../transactions/merchant-names/merchant-and-notes.ts'
import type { TableLayout } from '../columns/table-layout.ts'

/** The columns that show whether a record holds only text. */
type ContinuationColumns = Pick<TableLayout, 'date' | 'dateParser' | 'texts'>

/**
 * Yields the records of a table with continuation lines merged into the record above. Text in text columns
 * always continues the record above. A line without columns does so only if another transaction follows;
 * below the last transaction it is a footer.
 */
export function* joinContinuations(
  records: Iterable<FileRecord>,
  columns: ContinuationColumns,
): Generator<FileRecord, undefined> {
  const texts = listTextColumnIndexes(columns)
  let above: FileRecord | undefined
  let bare: FileRecord[] = []
  const { index } = columns.date
  for (const record of records) {
    // Nearly every record has a date and continues nothing.
    if (bare.length === 0 && record.cells.length > 1 && record.cells[index] !== '') {
      if (above) yield above
      above = record
      continue
    }
    const kind = above && classifyLine(record, columns, texts)
    if (above && kind !== 'row' && isContinuation(record, bare.at(-1) ?? above, columns, above)) {
      bare.push(record)
      if (kind === 'bare') continue
      above = mergeRecords(above, bare)
      bare = []
      continue
    }
    if (above) {
      const isFollowed = bare.length > 0 && isDated(record, columns)
      yield isFollowed ? mergeRecords(above, bare) : above
      if (!isFollowed) yield* bare
    }
    above = record
    bare = []
  }
  if (above) yield above
  yield* bare
}

const listTextColumnIndexes = ({ texts }: ContinuationColumns): ReadonlySet<number> =>
  new Set([...texts.payee, ...texts.payer, ...texts.notes, ...texts.details].map(({ index }) => index))

/**
 * Returns `text` if only text columns are filled, `bare` for a line without columns, `row` for anything else.
 */
function classifyLine(
  { cells, invalidReason }: FileRecord,
  { date }: ContinuationColumns,
  texts: ReadonlySet<number>,
): 'text' | 'bare' | 'row' {
  const isBare = cells.length === 1
  if (!isBare && cells[date.index] !== '') return 'row'
  if (
    invalidReason !== undefined ||
    cells.some((cell) => isBalanceText(cell) || isTotalText(cell) || isPendingText(cell))
  )
    return 'row'
  if (!cells.some((cell) => /\p{L}{2}/u.test(cell))) return 'row'
  if (isBare) return 'bare'
  return cells.every((cell, at) => cell === '' || texts.has(at) || isFormattedReason(cell)) ? 'text' : 'row'
}

/** True if the record follows directly below `previous` and the record `above` that it continues has a date. */
const isContinuation = (
  record: FileRecord,
  previous: FileRecord,
  columns: ContinuationColumns,
  above: FileRecord,
): boolean => record.line === previous.line + countLines(previous.raw) && isDated(above, columns)

const isDated = ({ cells }: FileRecord, { date, dateParser }: ContinuationColumns): boolean =>
  dateParser.read(cells[date.index] ?? '') !== undefined

const countLines = (raw: string): number => raw.split(/\r\r\n|\r\n|\n|\r/).length

function mergeRecords(above: FileRecord, lines: readonly FileRecord[]): FileRecord {
  const text = joinCells(lines.flatMap(({ cells }) => cells.filter((cell) => !isFormattedReason(cell))))
  return {
    ...above,
    raw: [above.raw, ...lines.map(({ raw }) => raw)].join('\n'),
    continuation: above.continuation === undefined ? text : `${above.continuation} ${text}`,
  }
}
