/** Rows that need no booking are noted as known, so that they never come back. */ // import.md §5

import type { BudgetApi } from '../../contract/api.ts'
import { batchSize } from '../../contract/operations/transactions.ts'
import type { Imports } from '../../contract/ports/import-journal.ts'
import { rowsFound } from '../matching/row-fingerprints.ts'
import type { StatementRow } from '../model/statement-row.ts'
import { rowsIn } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type ImportPreview, referencesOf } from '../plan/preview-import.ts'
import { notedRows } from './known-rows.ts'

/** The transactions a person took for rows of the file take the bank's date; the rest of them stays. Returns those changed. */
export async function takeDates(api: BudgetApi, { matched }: ImportPlan): Promise<string[]> {
  const changed: string[] = []
  for (const { row, existing } of matched) {
    const { id, date, status } = existing
    if (status === 'reconciled' || (date === row.date && status === 'cleared')) continue
    await api.updateTransaction({ transaction_id: id, body: { date: row.date, status: 'cleared' } })
    changed.push(id)
  }
  return changed
}

interface Noting {
  imports: Imports
  now: () => number
  catchup?: boolean
}

/** Notes rows that stand for transactions which are there, rows not to be booked, and under `catchup` all the others. */
export async function noteKnown(preview: ImportPreview, options: Noting): Promise<void> {
  const { statement, plan, decide } = preview
  const pairs = [...plan.skipped, ...plan.matched]
  const known = pairs.map(({ row, existing }): Known => ({ row, id: existing.id }))
  for (const row of decide ? leftOut(preview) : []) known.push({ row, id: '' })
  if (options.catchup) for (const row of rowsIn('create', statement, plan)) known.push({ row, id: '' })
  await options.imports.together(async () => {
    for (let at = 0; at < known.length; at += batchSize)
      note(known.slice(at, at + batchSize), preview, options)
  })
}

/** The rows that were left out and that nothing stands for yet. */
function* leftOut({ statement, plan, known, decide }: ImportPreview): Generator<StatementRow> {
  const there = new Uint8Array(plan.bins.length)
  for (const at of known.keys ? rowsFound(known.keys) : []) there[at] = 1
  for (const row of rowsIn('excluded', statement, plan)) {
    if (decide?.(row)?.skip && row.date !== '' && there[row.row - 1] === 0) yield row
  }
}

interface Known {
  row: StatementRow
  /** Empty for a row that became no transaction. */
  id: string
}

function note(known: readonly Known[], preview: ImportPreview, { imports, now }: Noting): void {
  const { import_id, account_id, statement } = preview
  const rows = known.map(({ row }) => row)
  const batch = notedRows(rows, { import_id, account_id, references: referencesOf(statement), now })
  imports.note(
    batch,
    known.map(({ id }) => id),
  )
}
