/**
 * What the service says over HTTP: data in its envelope, or an error in its own.
 * @see docs/spec.md#s1
 * @see docs/spec.md#s2
 */

import { ApiError, statusByErrorName } from '../contract/errors.ts'
import { toResponseBody } from '../contract/http-response.ts'
import { getTransactionsAsOf, TRANSACTIONS_AS_OF_HEADER } from '../contract/reply-version.ts'

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  // A person's money has no business in a cache between the service and them.
  'Cache-Control': 'no-store',
  // Tells clients that a write may be sent again under the same Idempotency-Key, for so many seconds. docs/import.md#7-exactly-once-without-an-idempotency-key
  'Idempotency-Key-Lifetime': '86400',
  // Tells clients which writes may carry If-Match. docs/reliability.md#r3
  'Conditional-Writes': 'months',
}

/** The envelope of a refusal. */
export const buildErrorBody = ({ name, detail }: ApiError) => ({
  error: { id: String(statusByErrorName[name]), name, detail },
})

/** An answer with what an operation returned, and the entity tag of what it changed. */
export function createSuccessResponse(data: unknown, status: number, tag?: string): Response {
  const moment = getTransactionsAsOf(Object(data))
  const headers = {
    ...jsonHeaders,
    ...(moment !== undefined && { [TRANSACTIONS_AS_OF_HEADER]: moment }),
    ...(tag !== undefined && { ETag: tag }),
  }
  return new Response(JSON.stringify(toResponseBody(data)), { status, headers })
}

/** An answer that says no. */
export function createErrorResponse(error: ApiError): Response {
  const headers: Record<string, string> = { ...jsonHeaders }
  if (error.name === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer' // docs/spec.md#r4
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter)
  return new Response(JSON.stringify(buildErrorBody(error)), {
    status: statusByErrorName[error.name],
    headers,
  })
}

/** The refusal an error amounts to. What went wrong inside is for the log, never for the client. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('internal_error', 'the service failed to answer this request')
