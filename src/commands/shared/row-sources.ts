/** Reads from the journal of imports which files hold which transactions. */

import type { FileSpan, RowSources } from '../../analysis/duplicates/row-sources.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { ImportJournal } from '../../contract/ports/import-journal.ts'

/**
 * Returns where transactions come from. On a remote profile, rows that were created at the same instant came in one
 * batch as well: another computer imported them.
 */
export function readRowSources(
  imports: Pick<ImportJournal, 'listImports' | 'listBatches'>,
  rows: readonly Transaction[],
  { isLocal }: { isLocal: boolean },
): RowSources {
  const files = new Map<string, string[]>()
  const spans = new Map<string, FileSpan>()
  for (const { id, account_id, state } of imports.listImports()) {
    if (state === 'undone') continue
    for (const batch of imports.listBatches(id)) {
      for (const transaction_id of batch.ids) addFile(files, transaction_id, id)
      extendSpan(spans, id, { account_id, first: batch.first_date, last: batch.last_date })
    }
  }
  if (!isLocal) addBatches(files, spans, rows)
  return { listFiles: (id) => files.get(id) ?? [], spans }
}

function addFile(files: Map<string, string[]>, transaction_id: string, file: string): void {
  if (transaction_id === '') return
  const known = files.get(transaction_id)
  if (!known) files.set(transaction_id, [file])
  else if (!known.includes(file)) known.push(file)
}

function extendSpan(spans: Map<string, FileSpan>, id: string, { account_id, first, last }: FileSpan): void {
  if (first === '' || last === '') return
  const known = spans.get(id)
  spans.set(id, {
    account_id,
    first: known && known.first < first ? known.first : first,
    last: known && known.last > last ? known.last : last,
  })
}

/** Treats the rows that one request created, and that no journal knows, as the rows of a file. */
function addBatches(
  files: Map<string, string[]>,
  spans: Map<string, FileSpan>,
  rows: readonly Transaction[],
): void {
  const batches = new Map<string, Transaction[]>()
  for (const row of rows) {
    if (files.has(row.id) || row.type !== 'regular') continue
    const key = `${row.account_id} ${row.created_at}`
    const batch = batches.get(key)
    if (batch) batch.push(row)
    else batches.set(key, [row])
  }
  for (const [key, batch] of batches) {
    if (batch.length < 2) continue
    for (const { id, account_id, date } of batch) {
      addFile(files, id, key)
      extendSpan(spans, key, { account_id, first: date, last: date })
    }
  }
}
