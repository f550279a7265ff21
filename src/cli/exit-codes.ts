/** Defines the exit codes and maps results and errors to them. @see docs/cli.md#exit-codes */

import type { ResultStatus } from '../command/define.ts'
import {
  ApiError,
  type ErrorName,
  NetworkError,
  PartialFailureError,
  StorageError,
  UserError,
  type UserErrorKind,
} from '../contract/errors.ts'

/** Every exit code of the program. */
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
  problemsFound: 20,
  interrupted: 130,
} as const

/** The exit codes of signals, as a shell reports them. */
const exitCodeBySignal = { SIGINT: exitCodes.interrupted, SIGTERM: 143, SIGHUP: 129 } as const

/** The reason for which a signal aborts the work. */
export class SignalError extends Error {
  override readonly name = 'AbortError'
  readonly exitCode: number

  constructor(signal: keyof typeof exitCodeBySignal) {
    super(signal)
    this.exitCode = exitCodeBySignal[signal]
  }
}

/** Returns the exit code of work that was aborted, by a signal or by Ctrl-C in a prompt. */
export const getInterruptCode = ({ reason }: AbortSignal): number =>
  reason instanceof SignalError ? reason.exitCode : exitCodes.interrupted

/** The exit code of a command that ran to its end, by what it reports of its result. */
export const exitCodeByStatus: Readonly<Record<ResultStatus, number>> = {
  done: exitCodes.done,
  incomplete: exitCodes.incomplete,
  outdated: exitCodes.conflict,
  'problems-found': exitCodes.problemsFound,
  interrupted: exitCodes.interrupted,
}

const exitCodeByApiError: Readonly<Record<ErrorName, number>> = {
  bad_request: exitCodes.refused,
  unauthorized: exitCodes.unauthenticated,
  forbidden: exitCodes.forbidden,
  not_found: exitCodes.notFound,
  conflict: exitCodes.conflict,
  precondition_failed: exitCodes.conflict,
  rate_limit_exceeded: exitCodes.rateLimited,
  internal_error: exitCodes.serverError,
  service_unavailable: exitCodes.serverError,
}

const exitCodeByUserError: Readonly<Record<UserErrorKind, number>> = {
  usage: exitCodes.usage,
  invalid: exitCodes.refused,
  no_key: exitCodes.unauthenticated,
  forbidden: exitCodes.forbidden,
  not_found: exitCodes.notFound,
  conflict: exitCodes.conflict,
  unconfirmed: exitCodes.unconfirmed,
}

/** Returns the exit code of an error; an error of an unknown class is a bug. */
export function toExitCode(error: unknown): number {
  if (error instanceof UserError) return exitCodeByUserError[error.kind]
  if (error instanceof ApiError) return exitCodeByApiError[error.name]
  if (error instanceof NetworkError)
    return error.mayHaveApplied ? exitCodes.outcomeUnknown : exitCodes.unreachable
  if (error instanceof PartialFailureError)
    return error.items.some(({ outcome }) => outcome === 'unknown')
      ? exitCodes.outcomeUnknown
      : exitCodes.incomplete
  // A remote service reports a failing disk as internal_error, which has the same code.
  if (error instanceof StorageError) return exitCodes.serverError
  return exitCodes.bug
}
