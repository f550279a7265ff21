/** Computes what an import did: final counts and sums, why it stopped, and errors with advice. */

import { ApiError, NetworkError, type RowError, StorageError, UserError } from '../../contract/errors.ts'
import type { CreatedTransactionIds } from '../../contract/ports/import-journal.ts'
import { add, type Money, subtract } from '../../money/decimal.ts'
import { pluralize } from '../../output/pluralize.ts'
import type { Statement } from '../model/statement.ts'
import { type Disposition, dispositionCode } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { ImportTotalsReport } from './import-totals.ts'
import type { PostResult } from './post-batches.ts'

/** The number of rows and the sum of amounts per disposition. */
export interface DispositionTotals {
  counts: Record<Disposition, number>
  sums: Record<Disposition, Money>
}

/** What an import did. Printed as JSON. */
export interface ImportResult extends DispositionTotals {
  import_id: string
  file: string
  account_id: string
  created: CreatedTransactionIds
  /** The transactions that received the date of their rows. */
  matched: string[]
  /** Transfers that keep their date because their other side is reconciled; absent if there are none. */
  kept_date?: string[]
  rejected: RowError[]
  requests: number
  /** Totals of the posted rows; absent if the file was imported before. */
  money?: ImportTotalsReport['money']
  categories?: ImportTotalsReport['categories']
  /** The first rows that were left out, with the reason; absent if there are none. */
  left_out?: ImportPlan['left_out']
  /** Why rows are left to post: the user interrupted it, or the rate limit is used up. */
  stopped?: 'interrupted' | 'rate_limit'
  /** The number of posted rows whose text exceeded the API's limit for notes. */
  notes_cut?: number
  /** Transactions that the service created twice when a request was retried. */
  second_copies?: string[]
  /** The content of the files with rejected and held rows. */
  rejected_text?: string
  held_text?: string
}

const CREATE = dispositionCode('create')
const DUPLICATE = dispositionCode('duplicate')

/** Returns the totals with all rows to create counted as duplicates. */
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

/** Returns the plan as executed: created rows, and rows the API rejected. */
export function applyPostResult(
  plan: ImportPlan,
  { created, sum, rejectedRows, stopped }: PostResult,
): ImportPlan {
  const { counts, sums } = plan
  const dispositionCodes = plan.dispositionCodes.slice()
  for (const { row } of rejectedRows) dispositionCodes[row - 1] = dispositionCode('rejected')
  // Rows that were not posted were rejected, unless the import ended before them.
  const refusedSum = stopped ? subtract(sum, sum) : subtract(sums.create, sum)
  return {
    ...plan,
    dispositionCodes,
    counts: { ...counts, create: created, rejected: counts.rejected + rejectedRows.length },
    sums: { ...sums, create: sum, rejected: add(sums.rejected, refusedSum) },
    rejected: [...plan.rejected, ...rejectedRows].toSorted((left, right) => left.row - right.row),
  }
}

/**
 * Returns why rows are left to post; undefined if none are.
 * @throws the error that ended the import, unless resuming is enough
 */
export function resolveStopReason(
  { created, stopped }: PostResult,
  import_id: string,
): 'interrupted' | 'rate_limit' | undefined {
  if (!stopped || stopped === 'interrupted') return stopped
  const { error } = stopped
  if (error instanceof ApiError && error.name === 'rate_limit_exceeded' && created > 0) return 'rate_limit'
  const rows =
    created === 0 ? 'No rows were imported' : `${pluralize(created, 'row was', 'rows were')} imported`
  const progress = `${rows} before that`
  // A rejected row would be rejected again when resuming.
  throw appendAdvice(
    error,
    error instanceof UserError
      ? progress
      : `${progress}; "budget imports resume ${import_id}" imports the rest`,
  )
}

/** Returns the same error with an advice appended to its message. */
export function appendAdvice(error: unknown, advice: string): unknown {
  if (error instanceof ApiError) {
    const copy = new ApiError(error.name, `${error.detail}. ${advice}`, error.retryAfter)
    copy.cause = error
    return copy
  }
  if (error instanceof NetworkError) {
    const hint = 'The next import first checks whether the last request was applied'
    return new NetworkError(`${error.message}. ${advice}`, error.mayHaveApplied, {
      cause: error,
      ...(error.mayHaveApplied && { hint }),
    })
  }
  if (error instanceof UserError) return new UserError(error.kind, `${error.message}. ${advice}`, error)
  return error instanceof StorageError
    ? new StorageError(`${error.message}. ${advice}`, error, error.hint)
    : error
}

/** Returns the error that lists all bad rows of a file, with the columns that were read and those that were not. */
export function createBadRowsError(
  { counts, rejected }: ImportPlan,
  { mapping, header }: Pick<Statement, 'mapping' | 'header'>,
): UserError {
  const rowCount = Object.values(counts).reduce((total, count) => total + count, 0)
  const badRows = pluralize(counts.rejected, 'row')
  return new UserError('invalid', `${badRows} of ${rowCount} cannot be read; nothing was imported`, {
    hint: [
      'Correct them, or import the others with --on-error skip',
      ...describeColumns(mapping, header?.cells ?? []),
    ].join('\n'),
    rows: rejected,
  })
}

/** Returns which column was read as what, and which ones were not; nothing for a format without columns. */
export function describeColumns(mapping: Statement['mapping'], names: readonly string[]): string[] {
  if (mapping.length === 0) return []
  const name = (column: number, text: string) => (text === '' ? String(column) : `${column} "${text}"`)
  const usedColumns = new Set(mapping.map(({ column }) => column))
  const unused = names.flatMap((text, at) => (usedColumns.has(at + 1) ? [] : name(at + 1, text)))
  const read = mapping.map(({ field, column, name: text }) => `${field} ${name(column, text)}`)
  const rest = unused.length === 0 ? '' : `; not used: ${unused.join(', ')}`
  return [`Columns: ${read.join(', ')}${rest}`]
}
