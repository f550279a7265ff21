/** Groups rows into batches, each one API request: up to 100 rows of one account, or one transfer. */

import { ApiError, type RowError, UserError } from '../../contract/errors.ts'
import {
  maxBatchSize,
  type TransactionDraft,
  type TransferDraft,
} from '../../contract/operations/transactions.ts'
import type { ColumnField } from '../../tables/read-options.ts'
import { toTransactionDraft, toTransferDraft } from '../matching/row-drafts.ts'
import type { OverrideLookup } from '../model/row-decisions.ts'
import type { Statement, StatementRow } from '../model/statement.ts'

/** The rows and the body of one request. */
export interface Batch {
  rows: readonly StatementRow[]
  body:
    | { transactions: TransactionDraft[]; transaction?: never }
    | { transaction: TransferDraft; transactions?: never }
}

interface BatchOptions {
  account_id: string
  overrideFor?: OverrideLookup | undefined
}

/** Yields batches in row order; a transfer has a batch of its own. */
export function* buildBatches(
  rows: Iterable<StatementRow>,
  { account_id, overrideFor }: BatchOptions,
): Generator<Batch> {
  let packed: StatementRow[] = []
  let transactions: TransactionDraft[] = []
  for (const row of rows) {
    const decision = overrideFor?.(row)
    if (decision?.transfer_account_id !== undefined) {
      yield { rows: [row], body: { transaction: toTransferDraft(row, account_id, decision) } }
      continue
    }
    packed.push(row)
    transactions.push(toTransactionDraft(row, account_id, decision))
    if (packed.length < maxBatchSize) continue
    yield { rows: packed, body: { transactions } }
    packed = []
    transactions = []
  }
  if (packed.length > 0) yield { rows: packed, body: { transactions } }
}

/**
 * Returns the rest of a batch that the API rejected: without the bad row, or in halves if the bad row is
 * unknown.
 */
export function splitBatch({ rows, body }: Batch, { index }: { index: number | undefined }): Batch[] {
  const { transactions } = body
  if (!transactions || rows.length === 1) return []
  const part = (from: number, to: number): Batch[] =>
    from < to ? [{ rows: rows.slice(from, to), body: { transactions: transactions.slice(from, to) } }] : []
  if (index === undefined) {
    const half = Math.ceil(rows.length / 2)
    return [...part(0, half), ...part(half, rows.length)]
  }
  const others = <One>(all: readonly One[]): One[] => all.filter((_, at) => at !== index)
  return [{ rows: others(rows), body: { transactions: others(transactions) } }]
}

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
