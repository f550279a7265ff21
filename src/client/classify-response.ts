/** What an answer amounts to: a reply of the contract, or a failure of a known class with its error. */

import { ApiError, type ErrorName, NetworkError, statusByErrorName, toErrorName } from '../contract/errors.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { Operation } from '../contract/operation.ts'
import { parseReply } from '../contract/parse-reply.ts'
import { classifyError, classifyStatus, describeNetworkError, type FailureClass } from './classify-error.ts'
import { toExcerpt } from './redact.ts'

/**
 * How an attempt ended. `error` is what to throw when it was the last one; `isAnswered`: what came is whole, and only
 * not what the contract says.
 */
export type AttemptOutcome =
  | { class: 'done'; reply: unknown }
  | { class: FailureClass; error: Error; retryAfter?: string | undefined; isAnswered?: true }

/** What an attempt was about. */
export interface AttemptedRequest {
  operation: Operation
  /** What the operation is about, for a DELETE answered without a body. */
  id: string | undefined
  /** How many a page may hold, where that was asked. */
  limit: number | undefined
  /** Where the service is, to be shown. */
  origin: string
  redact: (text: string) => string
}

/** The outcome of an attempt that ended without an answer; an error of our own making is thrown on. */
export function toErrorOutcome(
  error: unknown,
  { operation, origin, redact }: AttemptedRequest,
): AttemptOutcome {
  const found = classifyError(error)
  if (!found) throw error
  const why = redact(describeNetworkError(error))
  const cause = redactError(error, redact)
  if (found === 'not_sent' || found === 'untrusted') {
    return { class: found, error: new NetworkError(`Cannot reach ${origin}: ${why}`, false, { cause }) }
  }
  return { class: found, error: createNetworkError(operation, `No answer from ${origin}: ${why}`, cause) }
}

/** The outcome of an attempt that got an answer. */
export function toResponseOutcome(answer: HttpResponse, attempted: AttemptedRequest): AttemptOutcome {
  const found = classifyStatus(answer.status)
  if (!found) return toSuccessOutcome(answer, attempted)
  const refusal = parseApiError(answer, attempted)
  if (found === 'refused' || found === 'limited') {
    return { class: found, error: refusal, retryAfter: answer.headers['retry-after'] }
  }
  // Of a read the service's own words are all there is to say; a write may have happened.
  const error =
    attempted.operation.method === 'GET'
      ? refusal
      : createNetworkError(attempted.operation, refusal.detail, refusal)
  return { class: found, error }
}

function toSuccessOutcome(answer: HttpResponse, attempted: AttemptedRequest): AttemptOutcome {
  const { operation, id, limit } = attempted
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return toBrokenOutcome(`Content-Encoding is ${encoding}`, attempted)
  const body = parseJson(answer.bytes)
  if (body === INVALID_JSON) {
    // It may have been cut off on its way, so that a second attempt can end better.
    return { class: 'ambiguous', error: createNetworkError(operation, "The service's answer is not JSON") }
  }
  const read = parseReply(operation, body, { id, limit })
  if (read.invalidReason === undefined) return { class: 'done', reply: read.reply }
  return { ...toBrokenOutcome(read.invalidReason, attempted), isAnswered: true }
}

const INVALID_JSON = Symbol('unreadable')

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return INVALID_JSON // the words of a SyntaxError show a piece of the answer
  }
}

const toBrokenOutcome = (flaw: string, { operation, redact }: AttemptedRequest) => ({
  class: 'broken' as const,
  error: createNetworkError(
    operation,
    `The service's answer is not what its contract says: ${toExcerpt(redact(flaw))}`,
  ),
})

function createNetworkError({ method }: Operation, message: string, cause?: unknown): NetworkError {
  if (method === 'GET') return new NetworkError(message, false, { cause })
  return new NetworkError(`${message}; the change may or may not have happened`, true, { cause })
}

/**
 * The service's no, from its error object, or from its status when it sent something else.
 * @see docs/http-client.md#row-44
 */
function parseApiError({ status, bytes }: HttpResponse, { redact }: AttemptedRequest): ApiError {
  const text = new TextDecoder().decode(bytes)
  const told = parseErrorBody(text)
  if (!told)
    return new ApiError(toErrorName(status), `HTTP ${status}: ${toExcerpt(redact(text)) || 'no words'}`)
  const { name, detail } = told
  const known = Object.hasOwn(statusByErrorName, name)
  const shown = toExcerpt(redact(known ? detail : `${name}: ${detail}`))
  return new ApiError(known ? (name as ErrorName) : toErrorName(status), shown) // the keys of statusOf are the names
}

function parseErrorBody(text: string): { name: string; detail: string } | undefined {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: unknown } // Object() of anything has properties, if not this one
    const { name, detail } = Object(error) as { name?: unknown; detail?: unknown }
    return typeof name === 'string' ? { name, detail: typeof detail === 'string' ? detail : name } : undefined
  } catch {
    return undefined // a proxy's page, for one
  }
}

/** The cause without what the network wrote on it: a parser's error carries the answer, which may repeat the key. */
function redactError(error: unknown, redact: (text: string) => string): Error {
  const { message = 'unknown', code } = Object(error) as { message?: string; code?: unknown } // whatever was thrown has neither or Error's
  return Object.assign(new Error(redact(message)), { code })
}
