/** Reads from the journal of imports which files hold which transactions. */

import type { Transaction } from '../contract/operations/transactions.ts'
import { type ImportJournal, type JournalBatch, ROW_KEY_BYTES } from '../contract/ports/import-journal.ts'
import type { FileSpan, RowSources } from './rows-around.ts'

/**
 * Returns where transactions come from. In a shared workspace, rows that were created at the same instant came in one
 * batch as well: another computer imported them.
 */
export function readRowSources(
  imports: Pick<ImportJournal, 'listImports' | 'listBatches' | 'listKnownTransactions'>,
  rows: readonly Transaction[],
  { isShared }: { isShared: boolean },
): RowSources {
  const files = new Map<string, string[]>()
  const bankTexts = new Map<string, string[]>()
  const spans = new Map<string, FileSpan>()
  for (const { id, account_id, state } of imports.listImports()) {
    if (state === 'undone') continue
    for (const batch of imports.listBatches(id)) {
      for (const transaction_id of batch.ids) addElement(files, transaction_id, id)
      addBankTexts(bankTexts, batch)
      extendSpan(spans, id, { account_id, first: batch.first_date, last: batch.last_date })
    }
    // Equal transactions were there before the import, which counted them as rows of the file.
    for (const transaction_id of imports.listKnownTransactions(id)) addElement(files, transaction_id, id)
  }
  if (isShared) addBatches(files, spans, rows)
  return { listFiles: (id) => files.get(id) ?? [], listBankTexts: (id) => bankTexts.get(id) ?? [], spans }
}

/** The first half of a key is the hash of the bank's own date, amount and texts. */
const TEXT_BYTES = ROW_KEY_BYTES / 2

/** Returns the text of a row's key, as `listBankTexts` returns it. */
export const toBankText = (keys: Uint8Array, start = 0): string =>
  Buffer.from(keys.buffer, keys.byteOffset + start, TEXT_BYTES).toString('latin1')

function addBankTexts(bankTexts: Map<string, string[]>, { ids, keys }: JournalBatch): void {
  for (const [index, id] of ids.entries()) addElement(bankTexts, id, toBankText(keys, index * ROW_KEY_BYTES))
}

function addElement(lists: Map<string, string[]>, transaction_id: string, element: string): void {
  if (transaction_id === '') return
  const known = lists.get(transaction_id)
  if (!known) lists.set(transaction_id, [element])
  else if (!known.includes(element)) known.push(element)
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
      addElement(files, id, key)
      extendSpan(spans, key, { account_id, first: date, last: date })
    }
  }
}
