/** Formats errors for stderr: as text with a hint, or as one JSON object. @see docs/cli.md#json */

import {
  ApiError,
  type ErrorName,
  NetworkError,
  type RowError,
  StorageError,
  statusByErrorName,
  UserError,
  type UserErrorKind,
} from '../contract/errors.ts'
import { formatJsonLine } from '../output/json.ts'
import { sanitizeLine, sanitizeText } from '../output/sanitize.ts'
import type { Colors } from '../output/style.ts'
import { exitCodes, toExitCode } from './exit-codes.ts'

/** An error as `--json` prints it. */
interface ErrorReport {
  id: string
  name: string
  detail: string
  hint?: string
  field?: string
  rows?: RowError[]
  /** In seconds. */
  retry_after?: number
  /** Whether the same command can be typed again later; left out where waiting does not matter. */
  retryable?: boolean
  exit_code: number
}

// The id is the nearest HTTP status, so that scripts treat errors of the CLI and of the service alike.
const userErrorIds: Readonly<Record<UserErrorKind, { id: string; name: string }>> = {
  usage: { id: String(statusByErrorName.bad_request), name: 'usage' },
  invalid: { id: String(statusByErrorName.bad_request), name: 'bad_request' },
  not_found: { id: String(statusByErrorName.not_found), name: 'not_found' },
  conflict: { id: String(statusByErrorName.conflict), name: 'conflict' },
  forbidden: { id: String(statusByErrorName.forbidden), name: 'forbidden' },
  no_key: { id: String(statusByErrorName.unauthorized), name: 'unauthorized' },
  unconfirmed: { id: '428', name: 'confirmation_needed' },
}

// After these, nothing was changed, and the cause goes away by itself.
const retryableNames: readonly ErrorName[] = ['rate_limit_exceeded', 'precondition_failed']

const UNKNOWN_OUTCOME_HINT = 'Check with budget tx list or similar before you try again'

/** Converts an error to the object that `--json` prints; `exit_code` is the process's. */
export function toErrorReport(error: unknown, interruptCode?: number): ErrorReport {
  if (interruptCode !== undefined) {
    return { id: '499', name: 'interrupted', detail: 'Interrupted', exit_code: interruptCode }
  }
  const exit_code = toExitCode(error)
  if (error instanceof ApiError) {
    const { name, detail, retryAfter } = error
    const retry = retryAfter !== undefined && { hint: formatRetryHint(retryAfter), retry_after: retryAfter }
    return {
      id: String(statusByErrorName[name]),
      name,
      detail,
      ...retry,
      ...(retryableNames.includes(name) && { retryable: true }),
      exit_code,
    }
  }
  if (error instanceof UserError) {
    const { message: detail, hint, field, rows } = error
    const details = {
      ...(hint !== undefined && { hint }),
      ...(field !== undefined && { field }),
      ...(rows && { rows }),
    }
    return { ...userErrorIds[error.kind], detail, ...details, exit_code }
  }
  if (error instanceof NetworkError) {
    const { message: detail, hint = UNKNOWN_OUTCOME_HINT } = error
    if (error.mayHaveApplied)
      return { id: '504', name: 'outcome_unknown', detail, hint, retryable: false, exit_code }
    const ownHint = error.hint !== undefined && { hint: error.hint }
    return { id: '503', name: 'unreachable', detail, ...ownHint, retryable: true, exit_code }
  }
  const detail = error instanceof Error ? error.message : String(error)
  const name = exit_code === exitCodes.bug ? 'bug' : 'internal_error'
  const hint = error instanceof StorageError && error.hint !== undefined && { hint: error.hint }
  return { id: String(statusByErrorName.internal_error), name, detail, ...hint, exit_code }
}

/** A Retry-After of more minutes is not suggested for --max-wait. @see docs/http-client.md#row-23 */
const MAX_PLAUSIBLE_WAIT_MINUTES = 61

/** Tells when the service takes requests again. @see docs/http-client.md#wait-or-fail */
function formatRetryHint(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const when = `Try again in about ${minutes} min`
  return minutes > MAX_PLAUSIBLE_WAIT_MINUTES ? when : `${when}, or wait with --max-wait ${minutes + 1}m`
}

/** How an error is written to stderr. */
interface ErrorFormat {
  /** One JSON object instead of text. */
  isJson: boolean
  /** The exit code if the work was interrupted. */
  interruptCode?: number | undefined
  showsStack: boolean
  colors: Colors
}

/** Returns the text of an error for stderr, with its hint and its bad rows. */
export function formatError(
  error: unknown,
  { isJson, interruptCode, showsStack, colors }: ErrorFormat,
): string {
  const report = toErrorReport(error, interruptCode)
  if (isJson) return `${formatJsonLine({ error: report })}\n`
  const isBug = report.exit_code === exitCodes.bug
  const lines = [
    colors.red(sanitizeText(formatMessage(error, report.detail, isBug))),
    ...listBadRows(report.rows ?? []),
    ...(report.hint?.split('\n').map((line) => `  ${sanitizeText(line)}`) ?? []),
    ...(isBug && !showsStack ? ['  Set BUDGET_DEBUG=1 for a stack trace'] : []),
    ...(showsStack && error instanceof Error ? [formatStack(error)] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function formatMessage(error: unknown, detail: string, isBug: boolean): string {
  if (isBug) return `This is a bug in budget: ${detail}`
  return error instanceof ApiError ? capitalizeDetail(detail) : detail
}

/** Capitalizes the detail of an API error, unless it starts with a field name such as `amount must …`. */
const capitalizeDetail = (detail: string): string =>
  /^[a-z]+ (?!must|is\b|does)/.test(detail) ? detail.charAt(0).toUpperCase() + detail.slice(1) : detail

/** How many bad rows are listed; a damaged file has nothing else. */
const MAX_BAD_ROWS = 15

function listBadRows(rows: readonly RowError[]): string[] {
  const more = rows.length - MAX_BAD_ROWS
  return [
    ...rows.slice(0, MAX_BAD_ROWS).map((row) => `  ${formatBadRow(row)}`),
    ...(more > 0 ? [`  … and ${more} more; --json lists all`] : []),
  ]
}

const formatBadRow = ({ row, line, column, field, message }: RowError): string =>
  sanitizeLine(
    `Line ${line}, row ${row}${column === undefined ? '' : `, column ${column}`}, ${field}: ${message}`,
  )

const formatStack = (error: Error): string => {
  const cause = error.cause instanceof Error ? `\nCaused by ${formatStack(error.cause)}` : ''
  return `${sanitizeText(error.stack ?? error.message)}${cause}`
}
