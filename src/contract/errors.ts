/** Defines the errors of the program: everything that can fail apart from a bug. */

/** The HTTP status of each error name of the service. */
export const statusByErrorName = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  // Only a request with If-Match gets it. docs/decisions.md
  precondition_failed: 412,
  rate_limit_exceeded: 429,
  internal_error: 500,
  // Not of the API document: what a service answers until it is restarted.
  service_unavailable: 503,
} as const

/** The name of an error of the service. */
export type ErrorName = keyof typeof statusByErrorName

/**
 * Returns the error name of an HTTP status: bad_request for any other 4xx, internal_error for any other status.
 */
export function toErrorName(status: number): ErrorName {
  for (const [name, knownStatus] of Object.entries(statusByErrorName))
    if (knownStatus === status) return name as ErrorName // the keys are the names
  return status >= 400 && status < 500 ? 'bad_request' : 'internal_error'
}

/**
 * The service refused a request. Code branches on `name`; `detail` is text for users and may change.
 * `retryAfter` is in seconds.
 */
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

/** Returns a bad_request error (400). */
export const badRequest = (detail: string): ApiError => new ApiError('bad_request', detail)

/** Returns a not_found error (404), e.g. `account not found`. */
export const notFound = (resource: string): ApiError => new ApiError('not_found', `${resource} not found`)

/** Returns a conflict error (409). */
export const conflict = (detail: string): ApiError => new ApiError('conflict', detail)

/** The reason why the user's input is invalid; determines the exit code. */
export type UserErrorKind =
  | 'usage'
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'forbidden'
  | 'no_key'
  | 'unconfirmed'

/**
 * A row of a file that cannot be imported. `row` counts data rows, `line` the file's lines, `column` its
 * columns, each from 1.
 */
export interface RowError {
  row: number
  line: number
  column?: number
  field: string
  message: string
}

/** What a UserError says beside its message. An error with another message takes over those of the first one. */
interface UserErrorDetails {
  hint?: string | undefined
  field?: string | undefined
  rows?: RowError[] | undefined
}

/** The user's input or a file is invalid. The message starts with a capital letter and has no full stop. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly kind: UserErrorKind
  readonly hint: string | undefined
  readonly field: string | undefined
  readonly rows: RowError[] | undefined

  constructor(kind: UserErrorKind, message: string, details: UserErrorDetails = {}) {
    super(message)
    this.kind = kind
    this.hint = details.hint
    this.field = details.field
    this.rows = details.rows
  }
}

/**
 * A row of what a new workspace is to be filled with breaks a rule of workspaces. `table` names the kind of row, e.g.
 * `transaction`; `at` is its seq, or its place in the list from 1 on where it has none.
 */
export class InvalidContentError extends Error {
  override readonly name = 'InvalidContentError'
  readonly table: string
  readonly at: number
  readonly problem: string

  constructor(table: string, at: number, problem: string) {
    super(`${table} ${at}: ${problem}`)
    this.table = table
    this.at = at
    this.problem = problem
  }
}

/**
 * No answer came. With `mayHaveApplied`, the request may have reached the service, so a write may have been
 * applied.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly mayHaveApplied: boolean
  /** What the user can do about it. */
  readonly hint: string | undefined

  constructor(message: string, mayHaveApplied: boolean, details: { cause?: unknown; hint?: string } = {}) {
    super(message, { cause: details.cause })
    this.mayHaveApplied = mayHaveApplied
    this.hint = details.hint
  }
}

/** Stored data cannot be read or written: disk full, file damaged, foreign or busy. Nothing was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** What the user can do about it. */
  readonly hint: string | undefined

  constructor(message: string, cause?: unknown, hint?: string) {
    super(message, { cause })
    this.hint = hint
  }
}

/** A newer version of the program wrote or migrated the file. This version neither reads nor writes it. */
export class NewerFileError extends StorageError {}

/** True for an abort before a request was sent; a request in flight is awaited. */
export const isAbortError = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/**
 * True if the service rejected the request or never received it.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */
export function isCertainlyNotApplied(error: unknown): boolean {
  if (error instanceof ApiError) return statusByErrorName[error.name] < 500
  return isAbortError(error) || (error instanceof NetworkError && !error.mayHaveApplied)
}

/** What became of one of several items; `unknown` when a write was sent and no answer came. */
export interface ItemResult {
  id: string
  name?: string
  outcome: 'done' | 'refused' | 'not_tried' | 'unknown'
}

/** Several items were requested and some were done before one failed; those stay done. */
export class PartialFailureError extends Error {
  override readonly name = 'PartialFailureError'
  readonly items: readonly ItemResult[]

  /** @param cause the error of the item that is neither done nor `not_tried` */
  constructor(items: readonly ItemResult[], cause: unknown) {
    super('Only part of this was done', { cause })
    this.items = items
  }
}

/**
 * Returns the error for a key whose window is used up.
 * @param wait seconds until the next window
 * @see docs/spec.md#r2
 */
export const rateLimitError = (limit: { requests: number; seconds: number }, wait: number): ApiError =>
  new ApiError(
    'rate_limit_exceeded',
    `more than ${limit.requests} requests in ${limit.seconds} seconds`,
    wait,
  )

/** Returns the error for a name that another resource has. */
export const nameTakenError = (resource: string): ApiError =>
  conflict(`a ${resource} with this name already exists`)

/**
 * Returns the error for changing a category that the system manages.
 * @see docs/spec.md#d60
 */
export const systemCategoryError = (): ApiError =>
  badRequest('category is system-managed and cannot be modified')

/**
 * Returns the error for a new row in a closed account.
 * @see docs/spec.md#a24
 */
export const closedAccountError = (path: string): ApiError => badRequest(`${path} is a closed account`)

/**
 * Returns the error for splits that do not add up to the amount; `at` is the path of the transaction, with its
 * dot.
 * @see docs/spec.md#d30
 */
export const splitSumError = (path: string): ApiError => badRequest(`${path}splits must add up to amount`)

/**
 * Returns the error for changing one field of a split transaction without its splits.
 * @see docs/spec.md#e10
 */
export const partialSplitError = (field: string): ApiError =>
  badRequest(`${field} cannot be changed on a split transaction; send splits`)

/** Returns the error for a field that a transfer does not have. */
export const notAllowedOnTransferError = (field: string): ApiError =>
  badRequest(`${field} is not allowed on a transfer`)

/**
 * Returns the error for a transfer from an account to itself.
 * @see docs/spec.md#d40
 */
export const sameAccountError = (): ApiError =>
  badRequest('transaction.to_account_id must differ from from_account_id')

/** Returns the error for an amount that must be positive; `at` is the path of its object, with its dot. */
export const notPositiveError = (path: string): ApiError => badRequest(`${path}amount must be positive`)
