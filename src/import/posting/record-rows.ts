/**
 * Records rows that need no posting as known in the journal, so that later imports skip them.
 * @see docs/import.md#5-duplicates
 */

import { type BudgetApi } from '../../contract/api.ts'
import { maxBatchSize } from '../../contract/operations/transactions.ts'
import { type ImportStore, type JournalBatch } from '../../contract/ports/import-journal.ts'
import { type ExistingTransaction } from '../matching/existing-transactions.ts'
import { listExistingRows, packFingerprints } from '../matching/row-fingerprints.ts'
import { type StatementRow } from '../model/statement.ts'
import { readRowsByDisposition } from '../plan/classify-rows.ts'
import { type ImportPlan } from '../plan/import-plan.ts'
import { describeReferenceKind, type ImportPreview } from '../plan/preview-import.ts'

/** Returns what an import changes in existing transactions: they are cleared, and get the date of the bank. */
export const listClearings = ({
  matched,
  uncleared,
}: Pick<ImportPlan, 'matched' | 'uncleared'>): { existing: ExistingTransaction; date: string }[] =>
  [
    ...matched.map(({ row, existing }) => ({ existing, date: row.date })),
    ...uncleared.map((existing) => ({ existing, date: existing.date })),
  ].filter(
    ({ existing: { status, date: day }, date }) =>
      status !== 'reconciled' && (day !== date || status === 'pending'),
  )

/** The ids of the transactions that an import cleared, and of the transfers that keep their date. */
export interface ClearedTransactions {
  changed: string[]
  /** Transfers whose other side is reconciled: another date would change an account that agrees with its bank. */
  kept_date: string[]
  /** The number of requests used. */
  requests: number
}

/**
 * Clears what the bank has booked. Both sides of a transfer have one date, so it moves only where neither is
 * reconciled.
 * @see docs/spec.md#e41
 */
export async function clearBooked(api: BudgetApi, plan: ImportPlan): Promise<ClearedTransactions> {
  const changed: string[] = []
  const kept_date: string[] = []
  let requests = 0
  for (const { existing, date } of listClearings(plan)) {
    const isMoved = existing.date !== date && existing.transfer_account_id !== null
    if (isMoved) requests += 1
    const keepsDate = isMoved && (await hasReconciledSide(api, existing))
    if (keepsDate) kept_date.push(existing.id)
    if (keepsDate && existing.status !== 'pending') continue
    const body = { ...(!keepsDate && { date }), status: 'cleared' as const }
    await api.updateTransaction({ transaction_id: existing.id, body })
    requests += 1
    changed.push(existing.id)
  }
  return { changed, kept_date, requests }
}

/** True if a side of this transfer is reconciled. */
async function hasReconciledSide(api: BudgetApi, { id }: ExistingTransaction): Promise<boolean> {
  const { transaction, transactions = [transaction] } = await api.getTransaction({ transaction_id: id })
  return transactions.some(({ status }) => status === 'reconciled')
}

interface RecordRowsOptions {
  imports: ImportStore
  now: () => number
  catchup?: boolean
}

/** Records rows that match existing transactions, excluded rows, and with `catchup` all rows to create. */
export async function recordUnpostedRows(preview: ImportPreview, options: RecordRowsOptions): Promise<void> {
  const { statement, plan, overrideFor } = preview
  const pairs = [...plan.skipped, ...plan.matched]
  const knownRows = pairs.map(({ row, existing }): KnownRow => ({ row, id: existing.id }))
  for (const row of overrideFor ? listExcludedRows(preview) : []) knownRows.push({ row, id: '' })
  if (options.catchup)
    for (const row of readRowsByDisposition('create', statement, plan)) knownRows.push({ row, id: '' })
  await options.imports.groupCommit(async () => {
    for (let at = 0; at < knownRows.length; at += maxBatchSize)
      recordBatch(knownRows.slice(at, at + maxBatchSize), preview, options)
  })
}

/** Yields the excluded rows that no existing transaction equals. */
function* listExcludedRows({
  statement,
  plan,
  existing,
  overrideFor,
}: ImportPreview): Generator<StatementRow> {
  const exists = new Uint8Array(plan.dispositionCodes.length)
  for (const at of existing.keys ? listExistingRows(existing.keys) : []) exists[at] = 1
  for (const row of readRowsByDisposition('excluded', statement, plan)) {
    if (overrideFor?.(row)?.skip && row.date !== '' && exists[row.row - 1] === 0) yield row
  }
}

interface KnownRow {
  row: StatementRow
  /** Empty for a row without a transaction. */
  id: string
}

function recordBatch(
  knownRows: readonly KnownRow[],
  preview: ImportPreview,
  { imports, now }: RecordRowsOptions,
): void {
  const { import_id, account_id, statement } = preview
  const rows = knownRows.map(({ row }) => row)
  const batch = toJournalBatch(rows, {
    import_id,
    account_id,
    references: describeReferenceKind(statement),
    now,
  })
  imports.recordKnownRows(
    batch,
    knownRows.map(({ id }) => id),
  )
}

/** The import that rows belong to, and the kind of their references. */
export interface JournalContext {
  import_id: string
  account_id: string
  references: string
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Returns the journal batch of these rows. `drafts` is compared with the account if the result of the request
 * is lost.
 */
export function toJournalBatch(
  rows: readonly StatementRow[],
  { import_id, account_id, references, now }: JournalContext,
  drafts = '',
): Omit<JournalBatch, 'number' | 'state' | 'ids'> {
  const days = { first_date: rows[0]?.date ?? '', last_date: '' }
  for (const { date } of rows) {
    if (date < days.first_date) days.first_date = date
    if (date > days.last_date) days.last_date = date
  }
  return { import_id, account_id, sent_at: now(), ...days, keys: packFingerprints(rows), references, drafts }
}
