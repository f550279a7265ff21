/**
 * Keeps a redo of an import from booking rows twice: what another import has booked, and where one still runs.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { type ImportJournal, ROW_KEY_BYTES } from '../../contract/ports/import-journal.ts'
import { decodeKeys, type RowChange } from '../../store/changeset.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { findEntriesAbout } from './later-changes.ts'
import { getChangeKey, getChangeTable } from './row-images.ts'
import { type EntryUndo, UndoConflictError } from './undo-conflict.ts'

type DoneBatches = ReturnType<ImportJournal['listDoneBatches']>

/** Asserts that no import since has booked the rows of restored batches. @throws UndoConflictError with those that have */
export type ImportCheck = (changes: readonly RowChange[]) => void

/** Returns the check of one undo, which compares with the batches that are there before it restores any. */
export function createImportCheck(undo: EntryUndo): ImportCheck {
  const doneByAccount = new Map<string, DoneBatches>()
  const listDone = (account_id: string): DoneBatches => {
    const done = doneByAccount.get(account_id) ?? undo.context.store.journal.listDoneBatches(account_id)
    doneByAccount.set(account_id, done)
    return done
  }
  return (changes) => assertNotImportedAgain(undo, changes, listDone)
}

function assertNotImportedAgain(
  { context, entry }: EntryUndo,
  changes: readonly RowChange[],
  listDone: (account_id: string) => DoneBatches,
): void {
  const batches = changes.filter(
    (change) => getChangeTable(change) === 'batches' && change.operation === 'insert',
  )
  if (batches.length === 0) return
  const restored = new Map<string, Set<string>>()
  for (const { after } of batches) {
    const { account_id, keys } = readBatch(context, after)
    if (listDone(account_id).length === 0) continue
    const known = restored.get(account_id) ?? new Set()
    for (const key of listRowKeys(keys)) known.add(key)
    restored.set(account_id, known)
  }
  const users = [...restored].flatMap(([account_id, known]) =>
    listDone(account_id)
      .filter(({ keys }) => listRowKeys(keys).some((key) => known.has(key)))
      .map(({ number }) => ({ table: 'batches' as const, key: [BigInt(number)] })),
  )
  // Earlier imports may have rows that look the same: two equal coffees.
  const later = [...findEntriesAbout(context.store, entry.id, users).values()]
  const [again] = later
  if (!again) return
  throw new UndoConflictError(
    `Rows of this import were imported again by ${again.id} (${again.command}); nothing was changed`,
    {
      hint: `Undo that import first: budget undo ${again.id}`,
      later: [...new Set(later.map(({ id }) => id))],
    },
  )
}

function readBatch({ store }: RequestContext, values: RowChange['after']) {
  const { names } = store.recordedRows.getColumns('batches')
  const keys = values[names.indexOf('keys')]
  return {
    account_id: String(values[names.indexOf('account_id')]),
    keys: keys instanceof Uint8Array ? keys : new Uint8Array(),
  }
}

/** The first half of a key is the hash of the row, the second the bank's reference. */
const HASH_BYTES = ROW_KEY_BYTES / 2

const NO_HASH = '\0'.repeat(HASH_BYTES)

/** Lists the hashes of the rows that were booked; a row without one has zeros. */
function listRowKeys(keys: Uint8Array): string[] {
  const buffer = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)
  const hashes: string[] = []
  for (let at = 0; at + ROW_KEY_BYTES <= buffer.length; at += ROW_KEY_BYTES) {
    const hash = buffer.toString('latin1', at, at + HASH_BYTES)
    if (hash !== NO_HASH) hashes.push(hash)
  }
  return hashes
}

/** Lists the ids of the imports that these entries are part of. */
export function listImports({ history }: WorkspaceStore, ids: readonly number[]): string[] {
  const imports = new Set<string>()
  for (const id of ids)
    for (const { changeset } of history.iteratePartsBackwards(id))
      for (const change of decodeKeys(changeset))
        if (change.table === 'imports') imports.add(String(getChangeKey(change)[1]))
  return [...imports]
}

/** Lists the ids of the accounts of the imports that these entries are part of. */
export const listImportAccounts = (store: WorkspaceStore, ids: readonly number[]): Set<string> =>
  new Set(
    listImports(store, ids).flatMap((id) => {
      const account = store.journal.findImport(id)?.account_id
      return account === undefined ? [] : [account]
    }),
  )
