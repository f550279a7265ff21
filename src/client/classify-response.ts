/** What an answer amounts to: a reply of the contract, or a failure of a known class with its error. */

import { ApiError, type ErrorName, nameOfStatus, statusOf, Unreachable } from '../contract/errors.ts'
import type { Answer } from '../contract/http-response.ts'
import type { Operation } from '../contract/operation.ts'
import { readReply } from '../contract/parse-reply.ts'
import { classOfError, classOfStatus, type FailureClass, reasonOf } from './classify-error.ts'
import { excerpt } from './redact.ts'

/**
 * How an attempt ended. `error` is what to throw when it was the last one; `isAnswered`: what came is whole, and only
 * not what the contract says.
 */
export type Outcome =
  | { class: 'done'; reply: unknown }
  | { class: FailureClass; error: Error; retryAfter?: string | undefined; isAnswered?: true }

/** What an attempt was about. */
export interface Attempted {
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
export function outcomeOfError(error: unknown, { operation, origin, redact }: Attempted): Outcome {
  const found = classOfError(error)
  if (!found) throw error
  const why = redact(reasonOf(error))
  const cause = cleaned(error, redact)
  if (found === 'not_sent' || found === 'untrusted') {
    return { class: found, error: new Unreachable(`Cannot reach ${origin}: ${why}`, false, { cause }) }
  }
  return { class: found, error: noAnswer(operation, `No answer from ${origin}: ${why}`, cause) }
}

/** The outcome of an attempt that got an answer. */
export function outcomeOfAnswer(answer: Answer, attempted: Attempted): Outcome {
  const found = classOfStatus(answer.status)
  if (!found) return outcomeOfSuccess(answer, attempted)
  const refusal = refusalIn(answer, attempted)
  if (found === 'refused' || found === 'limited') {
    return { class: found, error: refusal, retryAfter: answer.headers['retry-after'] }
  }
  // Of a read the service's own words are all there is to say; a write may have happened.
  const error =
    attempted.operation.method === 'GET' ? refusal : noAnswer(attempted.operation, refusal.detail, refusal)
  return { class: found, error }
}

function outcomeOfSuccess(answer: Answer, attempted: Attempted): Outcome {
  const { operation, id, limit } = attempted
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return broken(`Content-Encoding is ${encoding}`, attempted)
  const body = parse(answer.bytes)
  if (body === unreadable) {
    // It may have been cut off on its way, so that a second attempt can end better.
    return { class: 'ambiguous', error: noAnswer(operation, "The service's answer is not JSON") }
  }
  const read = readReply(operation, body, { id, limit })
  if (read.flaw === undefined) return { class: 'done', reply: read.reply }
  return { ...broken(read.flaw, attempted), isAnswered: true }
}

const unreadable = Symbol('unreadable')

function parse(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return unreadable // the words of a SyntaxError show a piece of the answer
  }
}

const broken = (flaw: string, { operation, redact }: Attempted) => ({
  class: 'broken' as const,
  error: noAnswer(operation, `The service's answer is not what its contract says: ${excerpt(redact(flaw))}`),
})

function noAnswer({ method }: Operation, message: string, cause?: unknown): Unreachable {
  if (method === 'GET') return new Unreachable(message, false, { cause })
  return new Unreachable(`${message}; the change may or may not have happened`, true, { cause })
}

/** The service's no, from its error object, or from its status when it sent something else. */ // reliability.md row 44
function refusalIn({ status, bytes }: Answer, { redact }: Attempted): ApiError {
  const text = new TextDecoder().decode(bytes)
  const told = toldError(text)
  if (!told)
    return new ApiError(nameOfStatus(status), `HTTP ${status}: ${excerpt(redact(text)) || 'no words'}`)
  const { name, detail } = told
  const known = Object.hasOwn(statusOf, name)
  const shown = excerpt(redact(known ? detail : `${name}: ${detail}`))
  return new ApiError(known ? (name as ErrorName) : nameOfStatus(status), shown) // the keys of statusOf are the names
}

function toldError(text: string): { name: string; detail: string } | undefined {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: unknown } // Object() of anything has properties, if not this one
    const { name, detail } = Object(error) as { name?: unknown; detail?: unknown }
    return typeof name === 'string' ? { name, detail: typeof detail === 'string' ? detail : name } : undefined
  } catch {
    return undefined // a proxy's page, for one
  }
}

/** The cause without what the network wrote on it: a parser's error carries the answer, which may repeat the key. */
function cleaned(error: unknown, redact: (text: string) => string): Error {
  const { message = 'unknown', code } = Object(error) as { message?: string; code?: unknown } // whatever was thrown has neither or Error's
  return Object.assign(new Error(redact(message)), { code })
}
