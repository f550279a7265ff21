/** What a plan came to, and how its booking ended. */

import { ApiError, NetworkError, StorageError, UserError } from '../../contract/errors.ts'
import { add, type Money, subtract } from '../../money/decimal.ts'
import { type Disposition, dispositionCode } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PostResult } from './post-batches.ts'

/** How many rows each bin holds and what their amounts come to. */
export interface DispositionTotals {
  counts: Record<Disposition, number>
  sums: Record<Disposition, Money>
}

const CREATE = dispositionCode('create')
const DUPLICATE = dispositionCode('duplicate')

/** The same rows once those to create are known. */
export function countAsDuplicates<Known extends DispositionTotals>(
  plan: Known & { dispositionCodes?: Uint8Array },
): Known {
  const { counts, sums, dispositionCodes } = plan
  return {
    ...plan,
    ...(dispositionCodes && {
      dispositionCodes: dispositionCodes.map((disposition) =>
        disposition === CREATE ? DUPLICATE : disposition,
      ),
    }),
    counts: { ...counts, create: 0, duplicate: counts.duplicate + counts.create },
    sums: {
      ...sums,
      create: subtract(sums.create, sums.create),
      duplicate: add(sums.duplicate, sums.create),
    },
  }
}

/** The plan as it turned out: what was booked, and the rows the service refused among the rejected ones. */
export function applyPostResult(
  plan: ImportPlan,
  { created, sum, refused, stopped }: PostResult,
): ImportPlan {
  const { counts, sums } = plan
  const dispositionCodes = plan.dispositionCodes.slice()
  for (const { row } of refused) dispositionCodes[row - 1] = dispositionCode('rejected')
  // What was not booked was refused, unless an end came before its turn.
  const refusedSum = stopped ? subtract(sum, sum) : subtract(sums.create, sum)
  return {
    ...plan,
    dispositionCodes,
    counts: { ...counts, create: created, rejected: counts.rejected + refused.length },
    sums: { ...sums, create: sum, rejected: add(sums.rejected, refusedSum) },
    rejected: [...plan.rejected, ...refused].toSorted((one, other) => one.row - other.row),
  }
}

/** Why rows are left to book; throws what ended the booking unless resuming is all there is to do about it. */
export function resolveStopReason(
  { created, stopped }: PostResult,
  import_id: string,
): 'interrupted' | 'rate_limit' | undefined {
  if (!stopped || stopped === 'interrupted') return stopped
  const { error } = stopped
  if (error instanceof ApiError && error.name === 'rate_limit_exceeded' && created > 0) return 'rate_limit'
  const rows = created === 0 ? 'No row was booked' : `${created} rows were booked`
  const before = `${rows} before that`
  // Of a refused row resuming would hear the same again.
  throw appendAdvice(
    error,
    error instanceof UserError ? before : `${before}; "budget imports resume ${import_id}" books the rest`,
  )
}

/** The same failure, telling what was done before it. */
export function appendAdvice(error: unknown, advice: string): unknown {
  if (error instanceof ApiError) {
    const same = new ApiError(error.name, `${error.detail}. ${advice}`, error.retryAfter)
    same.cause = error
    return same
  }
  if (error instanceof NetworkError) {
    const hint = 'What was sent last is looked for before anything else is done'
    return new NetworkError(`${error.message}. ${advice}`, error.mayHaveApplied, {
      cause: error,
      ...(error.mayHaveApplied && { hint }),
    })
  }
  if (error instanceof UserError) {
    const { kind, message, hint, field, rows } = error
    const more = { ...(hint !== undefined && { hint }), ...(field !== undefined && { field }) }
    return new UserError(kind, `${message}. ${advice}`, { ...more, ...(rows && { rows }) })
  }
  return error instanceof StorageError
    ? new StorageError(`${error.message}. ${advice}`, error, error.hint)
    : error
}

/** The refusal of a file with bad rows, all of them named. */
export function createBadRowsError({ counts, rejected }: ImportPlan): UserError {
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const some = counts.rejected === 1 ? '1 row' : `${counts.rejected} rows`
  return new UserError('value', `${some} of ${all} cannot be read; nothing was booked`, {
    hint: 'Correct them, or book the others with --on-error skip',
    rows: rejected,
  })
}
