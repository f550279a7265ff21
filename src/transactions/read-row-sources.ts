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
  const files: Lists = new Map()
  const spans = new Map<string, FileSpan>()
  const listed = imports.listImports().filter(({ state }) => state !== 'undone')
  for (const { id, account_id } of listed) {
    const only = [id]
    for (const batch of imports.listBatches(id)) {
      for (const transaction_id of batch.ids) addElement(files, transaction_id, only)
      extendSpan(spans, id, { account_id, first: batch.first_date, last: batch.last_date })
    }
    // Equal transactions were there before the import, which counted them as rows of the file.
    for (const transaction_id of imports.listKnownTransactions(id)) addElement(files, transaction_id, only)
  }
  if (isShared) addBatches(files, spans, rows)
  // Only rows of two files are compared by them.
  let bankTexts: Lists | undefined
  return {
    listFiles: (id) => files.get(id) ?? NONE,
    listBankTexts(id) {
      bankTexts ??= readBankTexts(listed.flatMap((one) => imports.listBatches(one.id)))
      return bankTexts.get(id) ?? NONE
    },
    spans,
  }
}

/** What is known of transactions, by their id. */
type Lists = Map<string, readonly string[]>

const NONE: readonly string[] = []

/** Returns the ids of the transactions that came with a file or equal one of its rows. */
export function readImportedIds(
  imports: Pick<ImportJournal, 'listImports' | 'listBatches' | 'listKnownTransactions'>,
): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { id, state } of imports.listImports()) {
    if (state === 'undone') continue
    for (const batch of imports.listBatches(id))
      for (const transaction_id of batch.ids) ids.add(transaction_id)
    for (const transaction_id of imports.listKnownTransactions(id)) ids.add(transaction_id)
  }
  return ids
}

/** The first half of a key is the hash of the bank's own date, amount and texts. */
const TEXT_BYTES = ROW_KEY_BYTES / 2

/** Returns the text of a row's key, as `listBankTexts` returns it. */
export const toBankText = (keys: Uint8Array, start = 0): string =>
  Buffer.from(keys.buffer, keys.byteOffset + start, TEXT_BYTES).toString('latin1')

function readBankTexts(batches: readonly JournalBatch[]): Lists {
  const bankTexts: Lists = new Map()
  for (const { ids, keys } of batches)
    for (const [index, id] of ids.entries())
      addElement(bankTexts, id, [toBankText(keys, index * ROW_KEY_BYTES)])
  return bankTexts
}

/** Adds a list of one element. The rows of a file share its list, because a file may have a million rows. */
function addElement(lists: Lists, transaction_id: string, only: readonly string[]): void {
  if (transaction_id === '') return
  const known = lists.get(transaction_id)
  if (!known) lists.set(transaction_id, only)
  else if (!only.every((element) => known.includes(element))) lists.set(transaction_id, [...known, ...only])
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
function addBatches(files: Lists, spans: Map<string, FileSpan>, rows: readonly Transaction[]): void {
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
    const only = [key]
    for (const { id, account_id, date } of batch) {
      addElement(files, id, only)
      extendSpan(spans, key, { account_id, first: date, last: date })
    }
  }
}
