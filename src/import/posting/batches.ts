/** Groups rows into batches, each one API request: up to 100 rows of one account, or one transfer. */

import {
  maxBatchSize,
  type TransactionDraft,
  type TransferDraft,
} from '../../contract/operations/transactions.ts'
import { toTransactionDraft, toTransferDraft } from '../matching/row-drafts.ts'
import type { OverrideLookup } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement.ts'

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
