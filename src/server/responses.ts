/** What the service says over HTTP: data in its envelope, or an error in its own. */ // spec S1 S2

import { ApiError, statusOf } from '../contract/errors.ts'
import { AS_OF, asOf } from '../contract/reply-version.ts'
import { envelope } from '../contract/response-envelope.ts'

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  // A person's money has no business in a cache between the service and them.
  'Cache-Control': 'no-store',
  // Tells clients that a write may be sent again under the same Idempotency-Key, for so many seconds. import.md §7
  'Idempotency-Key-Lifetime': '86400',
  // Tells clients which writes may carry If-Match. reliability.md R3
  'Conditional-Writes': 'months',
}

/** The envelope of a refusal. */
export const errorEnvelope = ({ name, detail }: ApiError) => ({
  error: { id: String(statusOf[name]), name, detail },
})

/** An answer with what an operation returned, and the entity tag of what it changed. */
export function success(data: unknown, status: number, tag?: string): Response {
  const moment = asOf(Object(data))
  const headers = {
    ...jsonHeaders,
    ...(moment !== undefined && { [AS_OF]: moment }),
    ...(tag !== undefined && { ETag: tag }),
  }
  return new Response(JSON.stringify(envelope(data)), { status, headers })
}

/** An answer that says no. */
export function refusal(error: ApiError): Response {
  const headers: Record<string, string> = { ...jsonHeaders }
  if (error.name === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer' // spec R4
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter)
  return new Response(JSON.stringify(errorEnvelope(error)), { status: statusOf[error.name], headers })
}

/** The refusal an error amounts to. What went wrong inside is for the log, never for the client. */
export const refusalOf = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('internal_error', 'the service failed to answer this request')
