/** The ways something can fail, apart from a bug of ours. */

/** The service's error names and the HTTP status of each; read both ways. */
export const statusByErrorName = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  // Only a request with If-Match is answered with it. docs/decisions.md
  precondition_failed: 412,
  rate_limit_exceeded: 429,
  internal_error: 500,
} as const

export type ErrorName = keyof typeof statusByErrorName

/** The error name that belongs to an HTTP status; any other 4xx reads as bad_request, any other status as internal_error. */
export function toErrorName(status: number): ErrorName {
  for (const [name, known] of Object.entries(statusByErrorName))
    if (known === status) return name as ErrorName // the keys of statusOf are the names
  return status >= 400 && status < 500 ? 'bad_request' : 'internal_error'
}

/** The service said no. Branch on `name`; `detail` is for people and may change. `retryAfter` is in seconds. */
export class ApiError extends Error {
  override readonly name: ErrorName
  readonly detail: string
  readonly retryAfter: number | undefined

  constructor(name: ErrorName, detail: string, retryAfter?: number) {
    super(detail)
    this.name = name
    this.detail = detail
    this.retryAfter = retryAfter
  }
}

export const badRequest = (detail: string): ApiError => new ApiError('bad_request', detail)
export const notFound = (what: string): ApiError => new ApiError('not_found', `${what} not found`)
export const conflict = (detail: string): ApiError => new ApiError('conflict', detail)

/** Why a person's input cannot be meant; decides the exit code. */
export type UserErrorKind =
  | 'usage'
  | 'value'
  | 'not_found'
  | 'conflict'
  | 'forbidden'
  | 'no_key'
  | 'unconfirmed'

/** A record of a file that cannot be booked. `row` counts data rows from 1, `line` the file's lines from 1, `column` its columns from 1. */
export interface RowError {
  row: number
  line: number
  column?: number
  field: string
  message: string
}

/** What a person typed, or a file holds, cannot be meant. The message starts with a capital and has no full stop. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly kind: UserErrorKind
  readonly hint: string | undefined
  readonly field: string | undefined
  readonly rows: RowError[] | undefined

  constructor(
    kind: UserErrorKind,
    message: string,
    more: { hint?: string; field?: string; rows?: RowError[] } = {},
  ) {
    super(message)
    this.kind = kind
    this.hint = more.hint
    this.field = more.field
    this.rows = more.rows
  }
}

/** No answer came. `sent` tells whether the request may have reached the service: a write may then have happened. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly mayHaveApplied: boolean
  /** What to do about it, where somebody knows better than to look. */
  readonly hint: string | undefined

  constructor(message: string, sent: boolean, more: { cause?: unknown; hint?: string } = {}) {
    super(message, { cause: more.cause })
    this.mayHaveApplied = sent
    this.hint = more.hint
  }
}

/** The place where the data lies failed: disk full, file damaged, not ours, or busy. Nothing was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** What to do about it. */
  readonly hint: string | undefined

  constructor(message: string, cause?: unknown, hint?: string) {
    super(message, { cause })
    this.hint = hint
  }
}

/** What became of one of several things: `unknown` when a write was sent and nobody heard what became of it. */
export interface ItemResult {
  id: string
  name?: string
  outcome: 'done' | 'refused' | 'not_tried' | 'unknown'
}

/** Several things were asked for and some were done before the one that failed; those are not taken back. */
export class PartialFailureError extends Error {
  override readonly name = 'PartialFailureError'
  readonly items: readonly ItemResult[]

  /** `cause` is why it stopped: what is said of the thing that is neither done nor not tried. */
  constructor(things: readonly ItemResult[], cause: unknown) {
    super('Only a part was done', { cause })
    this.items = things
  }
}

export const nameTakenError = (what: string): ApiError => conflict(`a ${what} with this name already exists`)
export const systemCategoryError = (): ApiError =>
  badRequest('category is system-managed and cannot be modified') // docs/spec.md#d60
export const closedAccountError = (path: string): ApiError => badRequest(`${path} is a closed account`) // docs/spec.md#a24
export const splitSumError = (at: string): ApiError => badRequest(`${at}splits must add up to amount`) // docs/spec.md#d30
export const partialSplitError = (field: string): ApiError =>
  badRequest(`${field} cannot be changed on a split transaction; send splits`) // docs/spec.md#e10
export const notAllowedOnTransferError = (field: string): ApiError =>
  badRequest(`${field} is not allowed on a transfer`)
export const sameAccountError = (): ApiError =>
  badRequest('transaction.to_account_id must differ from from_account_id') // docs/spec.md#d40
export const notPositiveError = (at: string): ApiError => badRequest(`${at}amount must be positive`)
