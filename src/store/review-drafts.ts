/** Opens review.db, the decisions of reviews that are not sent yet; they must not be lost. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewDraft, ReviewDrafts } from '../contract/ports/review-drafts.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'
import { acquireReviewLock } from './process-lock.ts'

const reviewSchema: DatabaseSchema = {
  application: 0x62677276,
  migrations: [
    `CREATE TABLE drafts (
       number INTEGER PRIMARY KEY AUTOINCREMENT,
       workspace TEXT NOT NULL,
       id TEXT NOT NULL,
       seen TEXT NOT NULL,
       decision TEXT NOT NULL,
       UNIQUE (workspace, id)
     ) STRICT;`,
  ],
}

/**
 * Opens the decisions of a workspace, or those about an import, and locks them against other processes until they are closed.
 * @throws UserError when another process has them open
 * @throws StorageError when they cannot be opened
 */
export function openReviewDrafts(folder: string, workspace_id: string, import_id?: string): ReviewDrafts {
  const workspace = import_id === undefined ? workspace_id : `${workspace_id}.${import_id}`
  const lockFile = join(folder, `${workspace}.review.lock`)
  const release = acquireReviewLock(lockFile)
  const unlock = (): void => {
    release()
    // Each file that is imported would leave one.
    if (import_id !== undefined) rmSync(lockFile, { force: true })
  }
  try {
    const database = openDatabase(join(folder, 'review.db'), reviewSchema)
    return {
      list: () =>
        database
          .prepare<ReviewDraft>('SELECT id, seen, decision FROM drafts WHERE workspace = ? ORDER BY number')
          .all(workspace),
      save: (drafts) =>
        database.write(() => {
          const insert = database.prepare(
            'INSERT OR REPLACE INTO drafts (workspace, id, seen, decision) VALUES (?, ?, ?, ?)',
          )
          for (const { id, seen, decision } of drafts) insert.run(workspace, id, seen, decision)
        }),
      remove: (ids) =>
        database.write(() => {
          const remove = database.prepare('DELETE FROM drafts WHERE workspace = ? AND id = ?')
          for (const id of ids) remove.run(workspace, id)
        }),
      close() {
        database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
