/**
 * Maps an API error about a request back to the row of the file that caused it.
 * @see docs/import.md#6-plan-preview-report
 */

import { ApiError, type RowError, UserError } from '../../contract/errors.ts'
import type { ColumnField } from '../../tables/read-options.ts'
import type { Statement, StatementRow } from '../model/statement.ts'

const PATH = /^transactions\[(\d+)\](?:\.(\w+))?/

/** The columns that each field of a draft is read from. */
const columnsByField: Readonly<Record<string, readonly ColumnField[]>> = {
  date: ['date'],
  amount: ['amount', 'in', 'out'],
  merchant_name: ['payee'],
  notes: ['notes'],
}

/**
 * Where an API error points. `rows` is empty and `index` undefined if several rows were sent and the error
 * names none.
 */
interface BadRowLocation {
  bad: RowError[]
  index: number | undefined
}

/** Returns the rows an API error is about; undefined if it is not about rows. */
export function locateBadRow(
  error: unknown,
  { statement, rows }: { statement: Statement; rows: readonly StatementRow[] },
): BadRowLocation | undefined {
  if (!(error instanceof ApiError) || error.name !== 'bad_request') return undefined
  const [, indexText, field = 'transaction'] = PATH.exec(error.detail) ?? []
  const index = indexText === undefined ? (rows.length === 1 ? 0 : undefined) : Number(indexText)
  const row = index === undefined ? undefined : rows[index]
  if (!row) return { bad: [], index: undefined }
  const column = statement.mapping.find((mapped) => columnsByField[field]?.includes(mapped.field))?.column
  const position = { row: row.row, line: row.line, ...(column !== undefined && { column }) }
  return { bad: [{ ...position, field, message: error.detail }], index }
}

/** Returns a UserError that names the rejected row, or the original error if the row is unknown. */
export function toBadRowError(error: unknown, { bad }: BadRowLocation): unknown {
  const [row] = bad
  if (!row || !(error instanceof ApiError)) return error
  return new UserError('invalid', `The service rejected row ${row.row} (line ${row.line}): ${error.detail}`, {
    hint: 'Correct the row, or import the others with --on-error skip; imported rows are skipped',
    field: row.field,
    rows: bad,
  })
}
