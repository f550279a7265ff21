/** The journal of imports, in whichever file holds its tables. */ // import.md §7

import {
  type Batch,
  type BatchState,
  type ImportRecord,
  type Journal,
  keyBytes,
} from '../contract/ports/import-journal.ts'
import type { Database } from './database.ts'

type StoredBatch = Omit<Batch, 'ids'> & { ids: string }

const importColumns = 'id, account_id, path, started_at, state, asked, result'
const batchColumns =
  'number, import_id, account_id, state, sent_at, first_date, last_date, keys, "references", ids, drafts'

const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'))
const batchOf = ({ ids, ...batch }: StoredBatch): Batch => ({ ...batch, ids: lines(ids) })

/** The journal of one workspace. `workspace` tells it from others in the same file. */
export function journalOf(database: Database, workspace = ''): Journal {
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
  type NewBatch = Omit<Batch, 'number' | 'state' | 'ids'>
  const put = (state: BatchState, batch: NewBatch, ids: readonly string[]): number => {
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
    imports: () => all.all(workspace),
    find,
    begin(record, ids) {
      const { id, account_id, path, started_at, asked } = record
      write(() => {
        // What was undone is no longer known; the file may be imported anew.
        if (find(id)?.state === 'undone') drop.run(workspace, id)
        begin.run(workspace, id, account_id, path, started_at, asked, ids.join('\n'))
      })
    },
    known: (id) => lines(known.get(workspace, id)?.known ?? ''),
    finish: (id, state, result) => void write(() => finish.run(state, result, workspace, id)),
    sending: (batch) => put('sending', batch, []),
    note: (batch, ids) => void put('noted', batch, ids),
    done: (number, ids) => void write(() => done.run(ids.join('\n'), number)),
    doubtful: (number) => void write(() => doubtful.run(number)),
    withdraw: (number) => void write(() => withdraw.run(number)),
    forget(gone) {
      const isGone = new Set(gone)
      write(() => {
        for (const { number, keys: stored, ids: text } of inForce.all(workspace)) {
          const ids = lines(text)
          if (!ids.some((id) => isGone.has(id))) continue
          const keys = stored.slice()
          // A key of nothing but zeros is no row's.
          for (const [at, id] of ids.entries())
            if (isGone.has(id)) keys.fill(0, at * keyBytes, (at + 1) * keyBytes)
          rewrite.run(keys, ids.map((id) => (isGone.has(id) ? '' : id)).join('\n'), number)
        }
      })
    },
    ids: (number) => lines(idsOf.get(number)?.ids ?? ''),
    batches: (import_id) => ofImport.all(workspace, import_id).map(batchOf),
    doubts: (account_id) => inDoubt.all(workspace, account_id).map(batchOf),
    *booked(account_id, { since, until }) {
      for (const { ids, ...batch } of booked.iterate(workspace, account_id, since, until)) {
        yield { ...batch, ids: lines(ids) }
      }
    },
  }
}
