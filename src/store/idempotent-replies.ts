import type { Database } from './database.ts'

/** An answer that was given once and is given again when the same request comes with the same key. */
export interface KeptReply {
  /** What was asked: a key sent with another request is a mistake. */
  request_hash: string
  reply: string
}

/** How long an answer is kept, in milliseconds. */
const KEPT_FOR = 24 * 60 * 60 * 1000

export function repliesTable(database: Database) {
  const one = database.prepare<KeptReply>(
    'SELECT request_hash, reply FROM replies WHERE idempotency_key = ? AND created_at > ?',
  )
  const put = database.prepare('INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)')
  const purge = database.prepare('DELETE FROM replies WHERE created_at <= ?')

  return {
    get: (key: string, now: number): KeptReply | undefined => one.get(key, now - KEPT_FOR),
    /** Keeps an answer, and forgets those that are too old. */
    keep(key: string, kept: KeptReply, now: number): void {
      purge.run(now - KEPT_FOR)
      put.run(key, kept.request_hash, kept.reply, now)
    },
  }
}
