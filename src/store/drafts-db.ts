/** Opens drafts.db, the drafts of workspaces: changes that wait until the user applies them; they must not be lost. */

import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  assertOpen,
  type Draft,
  type DraftContent,
  type DraftState,
  type DraftStore,
} from '../contract/ports/drafts.ts'
import type { Database } from './database.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'
import { tryLockFile } from './process-lock.ts'

/** Instants are milliseconds since 1970; the content is JSON. */
const draftsSchema: DatabaseSchema = {
  application: 0x62676472,
  migrations: [
    `CREATE TABLE drafts (
       number INTEGER PRIMARY KEY AUTOINCREMENT,
       workspace TEXT NOT NULL,
       id TEXT NOT NULL UNIQUE,
       state TEXT NOT NULL CHECK (state IN ('open', 'applied', 'dropped', 'replaced')),
       created_at INTEGER NOT NULL,
       history INTEGER,
       missing INTEGER NOT NULL DEFAULT 0,
       replaced_by INTEGER,
       digest TEXT NOT NULL, -- of what it changes: equal drafts have the same
       content TEXT NOT NULL
     ) STRICT;
     CREATE INDEX drafts_of_workspace ON drafts (workspace, number);`,
  ],
}

const DAY_MILLISECONDS = 86_400_000
const OPEN_MILLISECONDS = 30 * DAY_MILLISECONDS
/** For how long a draft can be looked up that is no longer open. */
const KEPT_MILLISECONDS = 180 * DAY_MILLISECONDS

interface StoredDraft extends Omit<Draft, keyof DraftContent> {
  state: Exclude<DraftState, 'expired'>
  content: string
}

const columns = 'number, id, state, created_at, history, missing, replaced_by, content'

const isExpired = ({ state, created_at }: StoredDraft, now: number): boolean =>
  state === 'open' && now - created_at > OPEN_MILLISECONDS

function readDraft(stored: StoredDraft, now: number): Draft {
  const { content, ...draft } = stored
  // Only this file writes it.
  const parsed = JSON.parse(content) as DraftContent
  return { ...parsed, ...draft, state: isExpired(stored, now) ? 'expired' : stored.state }
}

const hashChanges = ({ lines, today, plan, ready_to_assign }: DraftContent): string =>
  createHash('sha256')
    .update(JSON.stringify([lines, today, plan, ready_to_assign]))
    .digest('hex')

/**
 * Opens the drafts of a workspace.
 * @throws StorageError when they cannot be opened
 */
export function openDrafts(folder: string, workspace: string): DraftStore {
  const database = openDatabase(join(folder, 'drafts.db'), draftsSchema)
  return {
    ...queryDrafts(database, workspace),
    ...changeDrafts(database, workspace),
    tryLock: () => tryLockFile(join(folder, `${workspace}.drafts.lock`)),
    close: () => database.close(),
  }
}

function queryDrafts({ prepare }: Database, workspace: string) {
  const all = prepare<StoredDraft>(`SELECT ${columns} FROM drafts WHERE workspace = ? ORDER BY number DESC`)
  const byNumber = prepare<StoredDraft>(`SELECT ${columns} FROM drafts WHERE workspace = ? AND number = ?`)
  return {
    list: (now) => all.all(workspace).map((stored) => readDraft(stored, now)),
    find(number, now) {
      const stored = byNumber.get(workspace, number)
      return stored && readDraft(stored, now)
    },
  } satisfies Partial<DraftStore>
}

function changeDrafts(database: Database, workspace: string) {
  const { prepare, write } = database
  const { find } = queryDrafts(database, workspace)
  const equal = prepare<StoredDraft>(
    `SELECT ${columns} FROM drafts WHERE workspace = ? AND state = 'open' AND digest = ? AND created_at > ?
     ORDER BY number DESC`,
  )
  const insert = prepare(
    `INSERT INTO drafts (workspace, id, state, created_at, digest, content) VALUES (?, ?, 'open', ?, ?, ?)`,
  )
  const setState = prepare(
    'UPDATE drafts SET state = ?, history = ?, missing = ?, replaced_by = ? WHERE workspace = ? AND number = ?',
  )
  const prune = prepare('DELETE FROM drafts WHERE created_at < ?')
  const requireOpen = (number: number, now: number): void => {
    const draft = find(number, now)
    if (draft) assertOpen(draft)
  }
  return {
    add: (content, { now, replaces }) =>
      write(() => {
        if (replaces !== undefined) requireOpen(replaces, now)
        const digest = hashChanges(content)
        const same = equal.get(workspace, digest, now - OPEN_MILLISECONDS)?.number
        prune.run(now - KEPT_MILLISECONDS)
        const key = same ?? insert.run(workspace, randomUUID(), now, digest, JSON.stringify(content)).key
        if (replaces !== undefined && replaces !== key)
          setState.run('replaced', null, 0, key, workspace, replaces)
        const added = find(key, now)
        if (!added) throw new Error('A draft that was stored cannot be found')
        return added
      }),
    markApplied: (number, { history, missing }) =>
      write(() => void setState.run('applied', history, missing, null, workspace, number)),
    drop: (number, now) =>
      write(() => {
        requireOpen(number, now)
        setState.run('dropped', null, 0, null, workspace, number)
      }),
  } satisfies Partial<DraftStore>
}
