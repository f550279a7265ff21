/** What a plan came to, and how its booking ended. */

import { ApiError, Mistake, StorageTrouble, Unreachable } from '../../contract/errors.ts'
import { add, type Money, subtract } from '../../money/decimal.ts'
import { type Bin, binNumber } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { Booked } from './post-batches.ts'

/** How many rows each bin holds and what their amounts come to. */
export interface Totals {
  counts: Record<Bin, number>
  sums: Record<Bin, Money>
}

const CREATE = binNumber('create')
const DUPLICATE = binNumber('duplicate')

/** The same rows once those to create are known. */
export function allKnown<Known extends Totals>(plan: Known & { bins?: Uint8Array }): Known {
  const { counts, sums, bins } = plan
  return {
    ...plan,
    ...(bins && { bins: bins.map((bin) => (bin === CREATE ? DUPLICATE : bin)) }),
    counts: { ...counts, create: 0, duplicate: counts.duplicate + counts.create },
    sums: {
      ...sums,
      create: subtract(sums.create, sums.create),
      duplicate: add(sums.duplicate, sums.create),
    },
  }
}

/** The plan as it turned out: what was booked, and the rows the service refused among the rejected ones. */
export function endedAs(plan: ImportPlan, { created, sum, refused, stopped }: Booked): ImportPlan {
  const { counts, sums } = plan
  const bins = plan.bins.slice()
  for (const { row } of refused) bins[row - 1] = binNumber('rejected')
  // What was not booked was refused, unless an end came before its turn.
  const refusedSum = stopped ? subtract(sum, sum) : subtract(sums.create, sum)
  return {
    ...plan,
    bins,
    counts: { ...counts, create: created, rejected: counts.rejected + refused.length },
    sums: { ...sums, create: sum, rejected: add(sums.rejected, refusedSum) },
    rejected: [...plan.rejected, ...refused].toSorted((one, other) => one.row - other.row),
  }
}

/** Why rows are left to book; throws what ended the booking unless resuming is all there is to do about it. */
export function stoppedBy(
  { created, stopped }: Booked,
  import_id: string,
): 'interrupted' | 'rate_limit' | undefined {
  if (!stopped || stopped === 'interrupted') return stopped
  const { error } = stopped
  if (error instanceof ApiError && error.name === 'rate_limit_exceeded' && created > 0) return 'rate_limit'
  const rows = created === 0 ? 'No row was booked' : `${created} rows were booked`
  const before = `${rows} before that`
  // Of a refused row resuming would hear the same again.
  throw withAdvice(
    error,
    error instanceof Mistake ? before : `${before}; "budget imports resume ${import_id}" books the rest`,
  )
}

/** The same failure, telling what was done before it. */
export function withAdvice(error: unknown, advice: string): unknown {
  if (error instanceof ApiError) {
    const same = new ApiError(error.name, `${error.detail}. ${advice}`, error.retryAfter)
    same.cause = error
    return same
  }
  if (error instanceof Unreachable) {
    const hint = 'What was sent last is looked for before anything else is done'
    return new Unreachable(`${error.message}. ${advice}`, error.sent, {
      cause: error,
      ...(error.sent && { hint }),
    })
  }
  if (error instanceof Mistake) {
    const { kind, message, hint, field, rows } = error
    const more = { ...(hint !== undefined && { hint }), ...(field !== undefined && { field }) }
    return new Mistake(kind, `${message}. ${advice}`, { ...more, ...(rows && { rows }) })
  }
  return error instanceof StorageTrouble
    ? new StorageTrouble(`${error.message}. ${advice}`, error, error.hint)
    : error
}

/** The refusal of a file with bad rows, all of them named. */
export function refusal({ counts, rejected }: ImportPlan): Mistake {
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const some = counts.rejected === 1 ? '1 row' : `${counts.rejected} rows`
  return new Mistake('value', `${some} of ${all} cannot be read; nothing was booked`, {
    hint: 'Correct them, or book the others with --on-error skip',
    rows: rejected,
  })
}
