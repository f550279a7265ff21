/** What went wrong, in words for a person or as an object for a program. @see docs/cli.md */

import {
  ApiError,
  NetworkError,
  type RowError,
  StorageError,
  statusByErrorName,
  UserError,
  type UserErrorKind,
} from '../contract/errors.ts'
import { formatJsonLine } from '../render/json.ts'
import { sanitizeLine, sanitizeText } from '../render/sanitize.ts'
import type { Colors } from '../render/style.ts'
import { exitCodes, toExitCode } from './exit-codes.ts'

interface ErrorReport {
  id: string
  name: string
  detail: string
  hint?: string
  field?: string
  rows?: RowError[]
  retry_after?: number
  exit_code: number
}

// The id mirrors an HTTP status, the nearest one where the service has none; a mistake found here reads like the
// same mistake found by the service.
const userErrorIds: Readonly<Record<UserErrorKind, { id: string; name: string }>> = {
  usage: { id: String(statusByErrorName.bad_request), name: 'usage' },
  value: { id: String(statusByErrorName.bad_request), name: 'bad_request' },
  not_found: { id: String(statusByErrorName.not_found), name: 'not_found' },
  conflict: { id: String(statusByErrorName.conflict), name: 'conflict' },
  forbidden: { id: String(statusByErrorName.forbidden), name: 'forbidden' },
  no_key: { id: String(statusByErrorName.unauthorized), name: 'unauthorized' },
  unconfirmed: { id: '428', name: 'confirmation_needed' },
}

const KEY_HINT = 'budget auth status says which key was sent, budget auth login stores another'
const UNKNOWN_OUTCOME_HINT =
  'Look whether it is there, with budget tx list or the like, before you do it again'

/** What went wrong as a program reads it. */
export function toErrorReport(error: unknown, interrupted: boolean): ErrorReport {
  if (interrupted) {
    return { id: '499', name: 'interrupted', detail: 'Interrupted', exit_code: exitCodes.interrupted }
  }
  const exit_code = toExitCode(error)
  if (error instanceof ApiError) {
    const { name, detail, retryAfter } = error
    const waiting = retryAfter !== undefined && { hint: formatRetryHint(retryAfter), retry_after: retryAfter }
    const keyless = name === 'unauthorized' && { hint: KEY_HINT }
    return { id: String(statusByErrorName[name]), name, detail, ...waiting, ...keyless, exit_code }
  }
  if (error instanceof UserError) {
    const { message: detail, hint, field, rows } = error
    const more = {
      ...(hint !== undefined && { hint }),
      ...(field !== undefined && { field }),
      ...(rows && { rows }),
    }
    return { ...userErrorIds[error.kind], detail, ...more, exit_code }
  }
  if (error instanceof NetworkError) {
    if (!error.mayHaveApplied) return { id: '503', name: 'unreachable', detail: error.message, exit_code }
    const { hint = UNKNOWN_OUTCOME_HINT } = error
    return { id: '504', name: 'outcome_unknown', detail: error.message, hint, exit_code }
  }
  const detail = error instanceof Error ? error.message : String(error)
  const name = exit_code === exitCodes.bug ? 'bug' : 'internal_error'
  const hint = error instanceof StorageError && error.hint !== undefined && { hint: error.hint }
  return { id: String(statusByErrorName.internal_error), name, detail, ...hint, exit_code }
}

/** In minutes; who asks for more is not believed. @see docs/http-client.md#row-23 */
const MAX_PLAUSIBLE_WAIT_MINUTES = 61

/** When it is worth another try. @see docs/http-client.md#wait-or-fail */
function formatRetryHint(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const when = `It takes them again in about ${minutes} min`
  return minutes > MAX_PLAUSIBLE_WAIT_MINUTES
    ? when
    : `${when}; --max-wait ${minutes + 1}m would wait for that`
}

interface ErrorFormat {
  structured: boolean
  interrupted: boolean
  debug: boolean
  paint: Colors
}

/** The text for stderr about what went wrong. */
export function formatError(error: unknown, { structured, interrupted, debug, paint }: ErrorFormat): string {
  const failure = toErrorReport(error, interrupted)
  if (structured) return `${formatJsonLine({ error: failure })}\n`
  const isBug = failure.exit_code === exitCodes.bug
  const lines = [
    paint.red(
      sanitizeText(
        isBug
          ? `This is a bug of budget: ${failure.detail}`
          : error instanceof ApiError
            ? capitalizeDetail(failure.detail)
            : failure.detail,
      ),
    ),
    ...(failure.rows ?? []).map((row) => `  ${formatBadRow(row)}`),
    ...(failure.hint?.split('\n').map((line) => `  ${sanitizeText(line)}`) ?? []),
    ...(isBug && !debug ? ['  BUDGET_DEBUG=1 shows where'] : []),
    ...(debug && error instanceof Error ? [formatStack(error)] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** The service's words begin small; those that begin with the name of a field stay as they are. */
const capitalizeDetail = (detail: string): string =>
  /^[a-z]+ (?!must|is\b|does)/.test(detail) ? detail.charAt(0).toUpperCase() + detail.slice(1) : detail

const formatBadRow = ({ row, line, column, field, message }: RowError): string =>
  sanitizeLine(
    `Line ${line}, row ${row}${column === undefined ? '' : `, column ${column}`}, ${field}: ${message}`,
  )

const formatStack = (error: Error): string => {
  const cause = error.cause instanceof Error ? `\nCaused by ${formatStack(error.cause)}` : ''
  return `${sanitizeText(error.stack ?? error.message)}${cause}`
}
