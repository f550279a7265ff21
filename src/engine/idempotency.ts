/**
 * Makes a write idempotent: repeated with the same Idempotency-Key, it takes effect once.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { createHash } from 'node:crypto'
import { badRequest } from '../contract/errors.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { RequestContext } from './budget/request-context.ts'

/**
 * Performs a write, or returns its stored reply. The reply is stored in the write's own transaction; errors are
 * not stored, because they leave nothing to repeat.
 */
export function runIdempotently(
  context: RequestContext,
  name: string,
  request: RawRequest,
  perform: () => unknown,
): unknown {
  const { idempotency_key: key, actor: _, ...content } = request
  if (key === undefined) return perform()
  const { idempotentReplies: replies } = context.store
  const request_hash = createHash('sha256')
    .update(JSON.stringify([name, content]))
    .digest('base64')
  const stored = replies.get(key, context.now)
  if (stored) {
    if (stored.request_hash !== request_hash) throw badRequest('Idempotency-Key was used for another request')
    return JSON.parse(stored.reply)
  }
  const reply = perform()
  replies.insert(key, { request_hash, reply: JSON.stringify(reply) }, context.now)
  return reply
}
