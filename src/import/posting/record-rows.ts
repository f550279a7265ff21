/** Rows that need no booking are noted as known, so that they never come back. @see docs/import.md#5-duplicates */

import { type BudgetApi } from '../../contract/api.ts'
import { maxBatchSize } from '../../contract/operations/transactions.ts'
import { type ImportStore, type JournalBatch } from '../../contract/ports/import-journal.ts'
import { listExistingRows, packFingerprints } from '../matching/row-fingerprints.ts'
import { type StatementRow } from '../model/statement.ts'
import { readRowsByDisposition } from '../plan/classify-rows.ts'
import { type ImportPlan } from '../plan/import-plan.ts'
import { describeReferenceKind, type ImportPreview } from '../plan/preview-import.ts'

/** The transactions a person took for rows of the file take the bank's date; the rest of them stays. Returns those changed. */
export async function updateMatchedDates(api: BudgetApi, { matched }: ImportPlan): Promise<string[]> {
  const changed: string[] = []
  for (const { row, existing } of matched) {
    const { id, date, status } = existing
    if (status === 'reconciled' || (date === row.date && status === 'cleared')) continue
    await api.updateTransaction({ transaction_id: id, body: { date: row.date, status: 'cleared' } })
    changed.push(id)
  }
  return changed
}

interface RecordRowsOptions {
  imports: ImportStore
  now: () => number
  catchup?: boolean
}

/** Notes rows that stand for transactions which are there, rows not to be booked, and under `catchup` all the others. */
export async function recordUnpostedRows(preview: ImportPreview, options: RecordRowsOptions): Promise<void> {
  const { statement, plan, overrideFor } = preview
  const pairs = [...plan.skipped, ...plan.matched]
  const known = pairs.map(({ row, existing }): KnownRow => ({ row, id: existing.id }))
  for (const row of overrideFor ? listExcludedRows(preview) : []) known.push({ row, id: '' })
  if (options.catchup)
    for (const row of readRowsByDisposition('create', statement, plan)) known.push({ row, id: '' })
  await options.imports.groupCommit(async () => {
    for (let at = 0; at < known.length; at += maxBatchSize)
      recordBatch(known.slice(at, at + maxBatchSize), preview, options)
  })
}

/** The rows that were left out and that nothing stands for yet. */
function* listExcludedRows({ statement, plan, known, overrideFor }: ImportPreview): Generator<StatementRow> {
  const there = new Uint8Array(plan.dispositionCodes.length)
  for (const at of known.keys ? listExistingRows(known.keys) : []) there[at] = 1
  for (const row of readRowsByDisposition('excluded', statement, plan)) {
    if (overrideFor?.(row)?.skip && row.date !== '' && there[row.row - 1] === 0) yield row
  }
}

interface KnownRow {
  row: StatementRow
  /** Empty for a row that became no transaction. */
  id: string
}

function recordBatch(
  known: readonly KnownRow[],
  preview: ImportPreview,
  { imports, now }: RecordRowsOptions,
): void {
  const { import_id, account_id, statement } = preview
  const rows = known.map(({ row }) => row)
  const batch = toJournalBatch(rows, {
    import_id,
    account_id,
    references: describeReferenceKind(statement),
    now,
  })
  imports.recordKnownRows(
    batch,
    known.map(({ id }) => id),
  )
}

// MERGED /** Rows as the journal notes them. */
/** Whose rows they are, and what their references are. */
export interface JournalContext {
  import_id: string
  account_id: string
  references: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** A batch of these rows; `drafts` is what would be compared if nobody heard its end. */
export function toJournalBatch(
  rows: readonly StatementRow[],
  { import_id, account_id, references, now }: JournalContext,
  drafts = '',
): Omit<JournalBatch, 'number' | 'state' | 'ids'> {
  const dates = rows.map(({ date }) => date).toSorted()
  const days = { first_date: dates[0] ?? '', last_date: dates.at(-1) ?? '' }
  return { import_id, account_id, sent_at: now(), ...days, keys: packFingerprints(rows), references, drafts }
}
