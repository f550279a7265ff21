import type { Database } from './database.ts'

/** An answer that was given once and is given again when the same request comes with the same key. */
export interface StoredReply {
  /** What was asked: a key sent with another request is a mistake. */
  request_hash: string
  reply: string
}

/** How long an answer is kept, in milliseconds. */
const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000

export function idempotentReplies(database: Database) {
  const one = database.prepare<StoredReply>(
    'SELECT request_hash, reply FROM replies WHERE idempotency_key = ? AND created_at > ?',
  )
  const put = database.prepare('INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)')
  const purge = database.prepare('DELETE FROM replies WHERE created_at <= ?')

  return {
    get: (key: string, now: number): StoredReply | undefined => one.get(key, now - RETENTION_MILLISECONDS),
    /** Keeps an answer, and forgets those that are too old. */
    insert(key: string, kept: StoredReply, now: number): void {
      purge.run(now - RETENTION_MILLISECONDS)
      put.run(key, kept.request_hash, kept.reply, now)
    },
  }
}
