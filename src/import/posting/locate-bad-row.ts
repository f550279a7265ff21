/** The service refused a request: which row of the file it speaks of. @see docs/import.md#6-plan-preview-report */

import { ApiError, type RowError, UserError } from '../../contract/errors.ts'
import type { ColumnField } from '../model/read-options.ts'
import type { Statement, StatementRow } from '../model/statement.ts'

const PATH = /^transactions\[(\d+)\](?:\.(\w+))?/

/** The columns a field of a draft is read from. */
const columnsByField: Readonly<Record<string, readonly ColumnField[]>> = {
  date: ['date'],
  amount: ['amount', 'in', 'out'],
  merchant_name: ['payee'],
  notes: ['notes'],
}

/** A refusal of rows. `bad` is empty, and `index` unknown, when several rows were sent and nobody said which one is meant. */
interface BadRowLocation {
  bad: RowError[]
  index: number | undefined
}

/** What the service has against these rows; undefined when the error is not about rows. */
export function locateBadRow(
  error: unknown,
  { statement, rows }: { statement: Statement; rows: readonly StatementRow[] },
): BadRowLocation | undefined {
  if (!(error instanceof ApiError) || error.name !== 'bad_request') return undefined
  const [, named, field = 'transaction'] = PATH.exec(error.detail) ?? []
  const index = named === undefined ? (rows.length === 1 ? 0 : undefined) : Number(named)
  const row = index === undefined ? undefined : rows[index]
  if (!row) return { bad: [], index: undefined }
  const column = statement.mapping.find((mapped) => columnsByField[field]?.includes(mapped.field))?.column
  const place = { row: row.row, line: row.line, ...(column !== undefined && { column }) }
  return { bad: [{ ...place, field, message: error.detail }], index }
}

/** The Mistake that names the refused row, where there is one to name. */
export function toBadRowError(error: unknown, { bad }: BadRowLocation): unknown {
  const [row] = bad
  if (!row || !(error instanceof ApiError)) return error
  return new UserError('value', `The service refuses row ${row.row} (line ${row.line}): ${error.detail}`, {
    hint: 'Correct the row, or book the others with --on-error skip; what is booked is skipped then',
    field: row.field,
    rows: bad,
  })
}
