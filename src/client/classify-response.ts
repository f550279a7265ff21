/** Turns a response or a network error into a reply, or into a classified failure with its error. */

import { ApiError, type ErrorName, NetworkError, statusByErrorName, toErrorName } from '../contract/errors.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { Operation } from '../contract/operation.ts'
import { parseReply } from '../contract/parse-reply.ts'
import { classifyError, classifyStatus, describeNetworkError, type FailureClass } from './classify-error.ts'
import { toExcerpt } from './redact.ts'

/**
 * How an attempt ended. `error` is thrown if the attempt was the last one; `isAnswered`: the response is
 * complete, but breaks the contract.
 */
export type AttemptOutcome =
  | { class: 'done'; reply: unknown }
  | { class: FailureClass; error: Error; retryAfter?: string | undefined; isAnswered?: true }

/** What an attempt was about. */
export interface AttemptedRequest {
  operation: Operation
  /** The id of the resource, for a DELETE answered without a body. */
  id: string | undefined
  /** The requested page size, if there is one. */
  limit: number | undefined
  /** The origin of the service, for messages. */
  origin: string
  redact: (text: string) => string
}

/** Returns the outcome of an attempt without a response; rethrows a bug of ours. */
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

/** Returns the outcome of an attempt with a response. */
export function toResponseOutcome(answer: HttpResponse, attempted: AttemptedRequest): AttemptOutcome {
  const found = classifyStatus(answer.status)
  if (!found) return toSuccessOutcome(answer, attempted)
  const refusal = parseApiError(answer, attempted)
  if (found === 'refused' || found === 'limited') {
    return { class: found, error: refusal, retryAfter: answer.headers['retry-after'] }
  }
  // For a read the service's message is enough; a write may have been applied.
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
    // The response may have been cut off; a repetition can succeed.
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
    return INVALID_JSON // the message of a SyntaxError quotes the response
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
 * Returns the service's error from its error object, or from the status of any other body.
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
  return new ApiError(known ? (name as ErrorName) : toErrorName(status), shown) // the keys are the names
}

function parseErrorBody(text: string): { name: string; detail: string } | undefined {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: unknown } // any value has properties after Object(), perhaps not this one
    const { name, detail } = Object(error) as { name?: unknown; detail?: unknown }
    return typeof name === 'string' ? { name, detail: typeof detail === 'string' ? detail : name } : undefined
  } catch {
    return undefined // e.g. the page of a proxy
  }
}

/**
 * Returns an error without the network's fields: a parser's error holds the response, which may repeat the key.
 */
function redactError(error: unknown, redact: (text: string) => string): Error {
  const { message = 'unknown', code } = Object(error) as { message?: string; code?: unknown } // any thrown value lacks them or is an Error
  return Object.assign(new Error(redact(message)), { code })
}
