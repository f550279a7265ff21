/**
 * Reads and writes the replies to requests that may be repeated: for a day, or for good for an entry of a phone.
 * @see docs/spec.md#r6
 */

import type { Database } from './database.ts'

/** Creates the table of the replies that are kept for good. */
export const entryRepliesMigration = `
CREATE TABLE entry_replies (
  idempotency_key TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL,
  reply TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

/** A stored reply. */
export interface StoredReply {
  /** The hash of the request; the same key with another request is an error. */
  request_hash: string
  reply: string
}

/** For how many milliseconds a reply is stored. */
const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000

/** Returns the statements of the stored replies. */
export function idempotentReplies({ prepare }: Database) {
  const byKey = prepare<StoredReply>(
    'SELECT request_hash, reply FROM replies WHERE idempotency_key = ? AND created_at > ?',
  )
  const put = prepare('INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)')
  const purge = prepare('DELETE FROM replies WHERE created_at <= ?')

  return {
    get: (key: string, now: number): StoredReply | undefined => byKey.get(key, now - RETENTION_MILLISECONDS),
    /** Stores a reply and deletes expired ones. */
    insert(key: string, stored: StoredReply, now: number): void {
      purge.run(now - RETENTION_MILLISECONDS)
      put.run(key, stored.request_hash, stored.reply, now)
    },
    getEntry: (key: string): StoredReply | undefined =>
      prepare<StoredReply>('SELECT request_hash, reply FROM entry_replies WHERE idempotency_key = ?').get(
        key,
      ),
    /** Stores the reply to an entry for good. */
    insertEntry: (key: string, { request_hash, reply }: StoredReply): void =>
      void prepare('INSERT INTO entry_replies VALUES (?, ?, ?)').run(key, request_hash, reply),
  }
}
