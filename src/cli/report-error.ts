/** What went wrong, in words for a person or as an object for a program. */ // cli.md §1

import {
  ApiError,
  type BadRow,
  Mistake,
  type MistakeKind,
  StorageTrouble,
  statusOf,
  Unreachable,
} from '../contract/errors.ts'
import { jsonLine } from '../render/json.ts'
import { manyLines, oneLine } from '../render/sanitize.ts'
import type { Paint } from '../render/style.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'

interface Failure {
  id: string
  name: string
  detail: string
  hint?: string
  field?: string
  rows?: BadRow[]
  retry_after?: number
  exit_code: number
}

// The id mirrors an HTTP status, the nearest one where the service has none; a mistake found here reads like the
// same mistake found by the service.
const ofMistake: Readonly<Record<MistakeKind, { id: string; name: string }>> = {
  usage: { id: String(statusOf.bad_request), name: 'usage' },
  value: { id: String(statusOf.bad_request), name: 'bad_request' },
  not_found: { id: String(statusOf.not_found), name: 'not_found' },
  conflict: { id: String(statusOf.conflict), name: 'conflict' },
  forbidden: { id: String(statusOf.forbidden), name: 'forbidden' },
  no_key: { id: String(statusOf.unauthorized), name: 'unauthorized' },
  unconfirmed: { id: '428', name: 'confirmation_needed' },
}

const WHICH_KEY = 'budget auth status says which key was sent, budget auth login stores another'
const LOOK_FIRST = 'Look whether it is there, with budget tx list or the like, before you do it again'

/** What went wrong as a program reads it. */
export function failureOf(error: unknown, interrupted: boolean): Failure {
  if (interrupted) {
    return { id: '499', name: 'interrupted', detail: 'Interrupted', exit_code: exitCodes.interrupted }
  }
  const exit_code = exitCodeOf(error)
  if (error instanceof ApiError) {
    const { name, detail, retryAfter } = error
    const waiting = retryAfter !== undefined && { hint: again(retryAfter), retry_after: retryAfter }
    const keyless = name === 'unauthorized' && { hint: WHICH_KEY }
    return { id: String(statusOf[name]), name, detail, ...waiting, ...keyless, exit_code }
  }
  if (error instanceof Mistake) {
    const { message: detail, hint, field, rows } = error
    const more = {
      ...(hint !== undefined && { hint }),
      ...(field !== undefined && { field }),
      ...(rows && { rows }),
    }
    return { ...ofMistake[error.kind], detail, ...more, exit_code }
  }
  if (error instanceof Unreachable) {
    if (!error.sent) return { id: '503', name: 'unreachable', detail: error.message, exit_code }
    const { hint = LOOK_FIRST } = error
    return { id: '504', name: 'outcome_unknown', detail: error.message, hint, exit_code }
  }
  const detail = error instanceof Error ? error.message : String(error)
  const name = exit_code === exitCodes.bug ? 'bug' : 'internal_error'
  const hint = error instanceof StorageTrouble && error.hint !== undefined && { hint: error.hint }
  return { id: String(statusOf.internal_error), name, detail, ...hint, exit_code }
}

/** In minutes; who asks for more is not believed. */ // reliability.md row 23
const LONGEST_WAIT = 61

/** When it is worth another try. */ // reliability.md §2.6
function again(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const when = `It takes them again in about ${minutes} min`
  return minutes > LONGEST_WAIT ? when : `${when}; --max-wait ${minutes + 1}m would wait for that`
}

interface Telling {
  structured: boolean
  interrupted: boolean
  debug: boolean
  paint: Paint
}

/** The text for stderr about what went wrong. */
export function told(error: unknown, { structured, interrupted, debug, paint }: Telling): string {
  const failure = failureOf(error, interrupted)
  if (structured) return `${jsonLine({ error: failure })}\n`
  const isBug = failure.exit_code === exitCodes.bug
  const lines = [
    paint.red(
      manyLines(
        isBug
          ? `This is a bug of budget: ${failure.detail}`
          : error instanceof ApiError
            ? sentence(failure.detail)
            : failure.detail,
      ),
    ),
    ...(failure.rows ?? []).map((row) => `  ${badRow(row)}`),
    ...(failure.hint?.split('\n').map((line) => `  ${manyLines(line)}`) ?? []),
    ...(isBug && !debug ? ['  BUDGET_DEBUG=1 shows where'] : []),
    ...(debug && error instanceof Error ? [stackOf(error)] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** The service's words begin small; those that begin with the name of a field stay as they are. */
const sentence = (detail: string): string =>
  /^[a-z]+ (?!must|is\b|does)/.test(detail) ? detail.charAt(0).toUpperCase() + detail.slice(1) : detail

const badRow = ({ row, line, column, field, message }: BadRow): string =>
  oneLine(`Line ${line}, row ${row}${column === undefined ? '' : `, column ${column}`}, ${field}: ${message}`)

const stackOf = (error: Error): string => {
  const cause = error.cause instanceof Error ? `\nCaused by ${stackOf(error.cause)}` : ''
  return `${manyLines(error.stack ?? error.message)}${cause}`
}
