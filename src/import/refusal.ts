/** The service refused a batch: which row of the file it speaks of. */ // import.md §6

import { ApiError, Mistake } from '../contract/errors.ts'
import type { FieldName } from './choices.ts'
import type { StatementRow } from './row_reader.ts'
import type { Statement } from './statement.ts'

const PATH = /^transactions\[(\d+)\](?:\.(\w+))?/

/** The columns a field of a draft is read from. */
const sources: Readonly<Record<string, readonly FieldName[]>> = {
  date: ['date'],
  amount: ['amount', 'in', 'out'],
  merchant_name: ['payee'],
  notes: ['notes'],
}

/** The Mistake that names the refused row; undefined when the error speaks of no row. */
export function refusedRow(
  error: unknown,
  { statement, batch, booked }: { statement: Statement; batch: readonly StatementRow[]; booked: number },
): Mistake | undefined {
  if (!(error instanceof ApiError) || error.name !== 'bad_request') return undefined
  const [, index, field = 'transaction'] = PATH.exec(error.detail) ?? []
  const row = index === undefined ? undefined : batch[Number(index)]
  if (!row) return undefined
  const column = statement.mapping.find((mapped) => sources[field]?.includes(mapped.field))?.column
  const already = booked === 0 ? 'Nothing was booked' : `The ${booked} rows before it are booked`
  return new Mistake('value', `The service refuses row ${row.row} (line ${row.line}): ${error.detail}`, {
    hint: `${already}; correct the row and import the file again: what is booked is skipped`,
    field,
    rows: [
      { row: row.row, line: row.line, ...(column !== undefined && { column }), field, message: error.detail },
    ],
  })
}
