/** What the number means that an invocation ends with. The one table of them. @see docs/cli.md */

import {
  ApiError,
  type ErrorName,
  NetworkError,
  PartialFailureError,
  StorageError,
  UserError,
  type UserErrorKind,
} from '../contract/errors.ts'

export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  refused: 3,
  unauthenticated: 4,
  forbidden: 5,
  notFound: 6,
  conflict: 7,
  incomplete: 8,
  rateLimited: 9,
  unconfirmed: 10,
  unreachable: 11,
  serverError: 12,
  outcomeUnknown: 13,
  interrupted: 130,
} as const

const exitCodeByApiError: Readonly<Record<ErrorName, number>> = {
  bad_request: exitCodes.refused,
  unauthorized: exitCodes.unauthenticated,
  forbidden: exitCodes.forbidden,
  not_found: exitCodes.notFound,
  conflict: exitCodes.conflict,
  precondition_failed: exitCodes.conflict,
  rate_limit_exceeded: exitCodes.rateLimited,
  internal_error: exitCodes.serverError,
}

const exitCodeByUserError: Readonly<Record<UserErrorKind, number>> = {
  usage: exitCodes.usage,
  value: exitCodes.refused,
  no_key: exitCodes.unauthenticated,
  forbidden: exitCodes.forbidden,
  not_found: exitCodes.notFound,
  conflict: exitCodes.conflict,
  unconfirmed: exitCodes.unconfirmed,
}

/** The exit code of whatever went wrong. */
export function toExitCode(error: unknown): number {
  if (error instanceof UserError) return exitCodeByUserError[error.kind]
  if (error instanceof ApiError) return exitCodeByApiError[error.name]
  if (error instanceof NetworkError)
    return error.mayHaveApplied ? exitCodes.outcomeUnknown : exitCodes.unreachable
  if (error instanceof PartialFailureError)
    return error.items.some(({ outcome }) => outcome === 'unknown')
      ? exitCodes.outcomeUnknown
      : exitCodes.incomplete
  // Behind HTTP it would be the server's failure; here it reads the same.
  if (error instanceof StorageError) return exitCodes.serverError
  return exitCodes.bug
}
