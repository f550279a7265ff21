/** Stores the replies of writes by Idempotency-Key, for the repetition of the same request. */

import type { Database } from './database.ts'

/** A stored reply. */
export interface StoredReply {
  /** The hash of the request; the same key with another request is an error. */
  request_hash: string
  reply: string
}

/** For how many milliseconds a reply is stored. */
const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000

/** Returns the statements of the stored replies. */
export function idempotentReplies(database: Database) {
  const byKey = database.prepare<StoredReply>(
    'SELECT request_hash, reply FROM replies WHERE idempotency_key = ? AND created_at > ?',
  )
  const put = database.prepare('INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)')
  const purge = database.prepare('DELETE FROM replies WHERE created_at <= ?')

  return {
    get: (key: string, now: number): StoredReply | undefined => byKey.get(key, now - RETENTION_MILLISECONDS),
    /** Stores a reply and deletes expired ones. */
    insert(key: string, stored: StoredReply, now: number): void {
      purge.run(now - RETENTION_MILLISECONDS)
      put.run(key, stored.request_hash, stored.reply, now)
    },
  }
}
