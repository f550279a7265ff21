/**
 * The journal of imports, in whichever file holds its tables.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import {
  type ImportJournal,
  type ImportRecord,
  type JournalBatch,
  type JournalBatchState,
  ROW_KEY_BYTES,
} from '../contract/ports/import-journal.ts'
import type { Database } from './database.ts'

type StoredBatch = Omit<JournalBatch, 'ids'> & { ids: string }

const importColumns = 'id, account_id, path, started_at, state, asked, result'
const batchColumns =
  'number, import_id, account_id, state, sent_at, first_date, last_date, keys, "references", ids, drafts'

const splitLines = (text: string): string[] => (text === '' ? [] : text.split('\n'))
const readBatch = ({ ids, ...batch }: StoredBatch): JournalBatch => ({ ...batch, ids: splitLines(ids) })

/** The journal of one workspace. `workspace` tells it from others in the same file. */
export function importJournal(database: Database, workspace = ''): ImportJournal {
  const { prepare, write } = database
  const all = prepare<ImportRecord>(
    `SELECT ${importColumns} FROM imports WHERE workspace = ? ORDER BY started_at DESC, rowid DESC`,
  )
  const one = prepare<ImportRecord>(`SELECT ${importColumns} FROM imports WHERE workspace = ? AND id = ?`)
  const known = prepare<{ known: string }>('SELECT known FROM imports WHERE workspace = ? AND id = ?')
  const begin = prepare(
    `INSERT INTO imports (workspace, id, account_id, path, started_at, state, asked, known)
       VALUES (?, ?, ?, ?, ?, 'unfinished', ?, ?)
     ON CONFLICT DO UPDATE SET path = excluded.path, started_at = excluded.started_at, state = 'unfinished',
       asked = excluded.asked, known = excluded.known, result = ''`,
  )
  const finish = prepare('UPDATE imports SET state = ?, result = ? WHERE workspace = ? AND id = ?')
  const insert = prepare(
    `INSERT INTO batches (workspace, import_id, account_id, state, sent_at, first_date, last_date, keys,
       "references", ids, drafts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  type NewBatch = Omit<JournalBatch, 'number' | 'state' | 'ids'>
  const put = (state: JournalBatchState, batch: NewBatch, ids: readonly string[]): number => {
    const { import_id, account_id, sent_at, first_date, last_date, keys, references, drafts } = batch
    const days = [first_date, last_date] as const
    const rows = [keys, references, ids.join('\n'), drafts] as const
    return write(() => insert.run(workspace, import_id, account_id, state, sent_at, ...days, ...rows).key)
  }
  const done = prepare("UPDATE batches SET state = 'done', ids = ?, drafts = '' WHERE number = ?")
  const doubtful = prepare("UPDATE batches SET state = 'unknown' WHERE number = ?")
  const withdraw = prepare('DELETE FROM batches WHERE number = ?')
  const drop = prepare('DELETE FROM batches WHERE workspace = ? AND import_id = ?')
  const inForce = prepare<Pick<StoredBatch, 'number' | 'keys' | 'ids'>>(
    `SELECT number, keys, ids FROM batches JOIN imports
       ON imports.workspace = batches.workspace AND imports.id = batches.import_id
     WHERE batches.workspace = ? AND ids <> '' AND imports.state <> 'undone'`,
  )
  const idsOf = prepare<Pick<StoredBatch, 'ids'>>('SELECT ids FROM batches WHERE number = ?')
  const rewrite = prepare('UPDATE batches SET keys = ?, ids = ? WHERE number = ?')
  const ofImport = prepare<StoredBatch>(
    `SELECT ${batchColumns} FROM batches WHERE workspace = ? AND import_id = ? ORDER BY number`,
  )
  const inDoubt = prepare<StoredBatch>(
    `SELECT ${batchColumns} FROM batches WHERE workspace = ? AND account_id = ? AND state IN ('sending', 'unknown') ORDER BY number`,
  )
  const booked = prepare<Pick<StoredBatch, 'keys' | 'references' | 'ids'>>(
    `SELECT keys, "references", ids FROM batches JOIN imports
       ON imports.workspace = batches.workspace AND imports.id = batches.import_id
     WHERE batches.workspace = ? AND batches.account_id = ? AND last_date >= ? AND first_date <= ?
       AND batches.state IN ('done', 'noted') AND imports.state <> 'undone'`,
  )
  const find = (id: string): ImportRecord | undefined => one.get(workspace, id)

  return {
    listImports: () => all.all(workspace),
    findImport: find,
    beginImport(record, ids) {
      const { id, account_id, path, started_at, asked } = record
      write(() => {
        // What was undone is no longer known; the file may be imported anew.
        if (find(id)?.state === 'undone') drop.run(workspace, id)
        begin.run(workspace, id, account_id, path, started_at, asked, ids.join('\n'))
      })
    },
    listKnownTransactions: (id) => splitLines(known.get(workspace, id)?.known ?? ''),
    finishImport: (id, state, result) => void write(() => finish.run(state, result, workspace, id)),
    recordSending: (batch) => put('sending', batch, []),
    recordKnownRows: (batch, ids) => void put('noted', batch, ids),
    markDone: (number, ids) => void write(() => done.run(ids.join('\n'), number)),
    markUnknown: (number) => void write(() => doubtful.run(number)),
    discardBatch: (number) => void write(() => withdraw.run(number)),
    forgetTransactions(gone) {
      const isGone = new Set(gone)
      write(() => {
        for (const { number, keys: stored, ids: text } of inForce.all(workspace)) {
          const ids = splitLines(text)
          if (!ids.some((id) => isGone.has(id))) continue
          const keys = stored.slice()
          // A key of nothing but zeros is no row's.
          for (const [at, id] of ids.entries())
            if (isGone.has(id)) keys.fill(0, at * ROW_KEY_BYTES, (at + 1) * ROW_KEY_BYTES)
          rewrite.run(keys, ids.map((id) => (isGone.has(id) ? '' : id)).join('\n'), number)
        }
      })
    },
    listBatchTransactions: (number) => splitLines(idsOf.get(number)?.ids ?? ''),
    listBatches: (import_id) => ofImport.all(workspace, import_id).map(readBatch),
    listUnconfirmedBatches: (account_id) => inDoubt.all(workspace, account_id).map(readBatch),
    *findImportedBatches(account_id, { since, until }) {
      for (const { ids, ...batch } of booked.iterate(workspace, account_id, since, until)) {
        yield { ...batch, ids: splitLines(ids) }
      }
    },
  }
}
