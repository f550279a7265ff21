/**
 * Builds the responses of the service: a reply under `data`, or an error.
 * @see docs/spec.md#s1
 * @see docs/spec.md#s2
 */

import { ApiError, NewerFileError, statusByErrorName } from '../contract/errors.ts'
import {
  getTransactionsVersion,
  TRANSACTIONS_AS_OF_HEADER,
  toResponseBody,
} from '../contract/http-response.ts'

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  // A user's money does not belong in a cache.
  'Cache-Control': 'no-store',
  // Announces that a write may be repeated with the same Idempotency-Key, for so many seconds.
  // docs/import.md#7-exactly-once-without-an-idempotency-key
  'Idempotency-Key-Lifetime': '86400',
  // Announces the writes that accept If-Match. docs/reliability.md#r3
  'Conditional-Writes': 'months',
}

/** Returns the response body of an error. */
export const buildErrorBody = ({ name, detail }: ApiError) => ({
  error: { id: String(statusByErrorName[name]), name, detail },
})

/** Returns the response with an operation's reply, and the entity tag of what it changed. */
export function createSuccessResponse(data: unknown, status: number, tag?: string): Response {
  const version = getTransactionsVersion(Object(data))
  const headers = {
    ...jsonHeaders,
    ...(version !== undefined && { [TRANSACTIONS_AS_OF_HEADER]: version }),
    ...(tag !== undefined && { ETag: tag }),
  }
  return new Response(JSON.stringify(toResponseBody(data)), { status, headers })
}

/** Returns the response with an error. */
export function createErrorResponse(error: ApiError): Response {
  const headers: Record<string, string> = { ...jsonHeaders }
  if (error.name === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer' // docs/spec.md#r4
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter)
  return new Response(JSON.stringify(buildErrorBody(error)), {
    status: statusByErrorName[error.name],
    headers,
  })
}

const NEWER_FILE_DETAIL =
  'a newer version of budget has migrated the data of this service; restart it with that version'

/** Returns the error for a client; what failed inside is for the log only. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return error instanceof NewerFileError
    ? new ApiError('service_unavailable', NEWER_FILE_DETAIL)
    : new ApiError('internal_error', 'the service could not answer this request')
}
