/** Turns a response or a network error into a reply, or into a classified failure with its error. */

import {
  ApiError,
  type ErrorName,
  NetworkError,
  statusByErrorName,
  toErrorName,
} from '../../contract/errors.ts'
import type { HttpResponse } from '../../contract/http-response.ts'
import type { Operation } from '../../contract/operation.ts'
import { parseReply } from '../../contract/parse-reply.ts'
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
  const failureClass = classifyError(error)
  if (!failureClass) throw error
  const reason = redact(describeNetworkError(error))
  const cause = redactError(error, redact)
  if (failureClass === 'not_sent' || failureClass === 'untrusted') {
    return {
      class: failureClass,
      error: new NetworkError(`Cannot reach ${origin}: ${reason}`, false, { cause }),
    }
  }
  return {
    class: failureClass,
    error: createNetworkError(operation, `No response from ${origin}: ${reason}`, cause),
  }
}

/** Returns the outcome of an attempt with a response. */
export function toResponseOutcome(response: HttpResponse, attempted: AttemptedRequest): AttemptOutcome {
  const failureClass = classifyStatus(response.status)
  if (!failureClass) return toSuccessOutcome(response, attempted)
  const apiError = parseApiError(response, attempted)
  if (failureClass === 'refused' || failureClass === 'limited') {
    return { class: failureClass, error: apiError, retryAfter: response.headers['retry-after'] }
  }
  // For a read the service's message is enough; a write may have been applied.
  const error =
    attempted.operation.method === 'GET'
      ? apiError
      : createNetworkError(attempted.operation, apiError.detail, apiError)
  return { class: failureClass, error }
}

function toSuccessOutcome(response: HttpResponse, attempted: AttemptedRequest): AttemptOutcome {
  const { operation, id, limit } = attempted
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return toBrokenOutcome(`Content-Encoding is ${encoding}`, attempted)
  const body = parseJson(response.bytes)
  if (body === INVALID_JSON) {
    // The response may have been cut off; a repetition can succeed.
    return {
      class: 'ambiguous',
      error: createNetworkError(operation, 'The service sent a response that is not JSON'),
    }
  }
  const parsed = parseReply(operation, body, { id, limit })
  if (parsed.invalidReason === undefined) return { class: 'done', reply: parsed.reply }
  return { ...toBrokenOutcome(parsed.invalidReason, attempted), isAnswered: true }
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

const toBrokenOutcome = (invalidReason: string, { operation, redact }: AttemptedRequest) => ({
  class: 'broken' as const,
  error: createNetworkError(
    operation,
    `The service sent an invalid response: ${toExcerpt(redact(invalidReason))}`,
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
  const errorBody = parseErrorBody(text)
  if (!errorBody)
    return new ApiError(toErrorName(status), `HTTP ${status}: ${toExcerpt(redact(text)) || 'no message'}`)
  const { name, detail } = errorBody
  const isKnown = Object.hasOwn(statusByErrorName, name)
  const displayed = toExcerpt(redact(isKnown ? detail : `${name}: ${detail}`))
  return new ApiError(isKnown ? (name as ErrorName) : toErrorName(status), displayed) // the keys are the names
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
