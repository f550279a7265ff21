/** Reads and validates the lines of a transaction: its split lines, or the transaction as one line. */

import { badRequest, splitSumError } from '../../contract/errors.ts'
import type { TransactionDraft } from '../../contract/operations/transactions.ts'
import { isTransactionAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { SplitRow, TransactionRow } from '../../store/transaction-row-mapping.ts'
import { assertFound, type RequestContext } from './request-context.ts'

/** A part of a transaction with a category of its own. */
export interface CategorizedLine {
  amount: MinorUnits
  category: number | null
  ready_to_assign: boolean
}

type SplitDrafts = NonNullable<TransactionDraft['splits']>

/** Returns a transaction's lines: its splits, or one line with everything. @see docs/spec.md#b03 */
export const getLines = (
  row: Pick<TransactionRow, 'splits' | 'amount' | 'category' | 'ready_to_assign'>,
): readonly CategorizedLine[] => row.splits ?? [row]

/** Returns the category of a validated id; null for none. */
export const toCategorySeq = ({ ids }: RequestContext, id: string | null | undefined): number | null =>
  id === null || id === undefined ? null : assertFound(ids.toSeq('category', id))

/**
 * Returns the split lines of a body.
 * @param path the path before `splits`, with its dot
 * @see docs/spec.md#d30
 */
export function parseSplits(context: RequestContext, drafts: SplitDrafts, path: string): SplitRow[] {
  return drafts.map((draft, index) => {
    assertOneDestination(draft, `${path}splits[${index}].`)
    return {
      amount: context.toMinorUnits(draft.amount),
      category: toCategorySeq(context, draft.category_id),
      ready_to_assign: draft.ready_to_assign ?? false,
      notes: draft.notes ?? null,
    }
  })
}

/**
 * Returns the total of split lines.
 * @throws ApiError bad_request if the body has another amount
 * @see docs/spec.md#d30
 * @see docs/spec.md#e11
 */
export function sumSplits(
  context: RequestContext,
  splits: SplitRow[],
  amount: string | null | undefined,
  path: string,
): MinorUnits {
  const total = splits.reduce((sum, line) => sum + line.amount, 0n)
  if (typeof amount === 'string' && context.toMinorUnits(amount) !== total) {
    throw splitSumError(path)
  }
  if (!isTransactionAmount(total))
    throw badRequest(`${path}splits must add up to an amount of at most 15 digits`)
  return total
}

/**
 * Asserts that a line has a category or Ready to Assign, not both.
 * @see docs/spec.md#e5
 * @see docs/spec.md#d30
 */
export function assertOneDestination(
  draft: { category_id?: string | null | undefined; ready_to_assign?: boolean | undefined },
  path: string,
): void {
  if (draft.ready_to_assign && typeof draft.category_id === 'string') {
    throw badRequest(`${path}ready_to_assign must not be combined with category_id`)
  }
}

/** Asserts that a transaction with splits has no category itself. @see docs/spec.md#e11 */
export function assertNoCategoryWithSplits(
  draft: { category_id?: string | null | undefined; ready_to_assign?: boolean | undefined },
  path: string,
): void {
  if (typeof draft.category_id === 'string')
    throw badRequest(`${path}category_id must not be combined with splits`)
  if (draft.ready_to_assign) throw badRequest(`${path}ready_to_assign must not be combined with splits`)
}

/** Asserts that a row of an off-budget account has no category. @see docs/spec.md#b63 */
export function assertUncategorizedOffBudget(
  row: Pick<TransactionRow, 'splits' | 'category' | 'ready_to_assign'>,
  basePath: string,
): void {
  const assertUncategorized = (line: Omit<CategorizedLine, 'amount'>, path: string): void => {
    if (line.category !== null) throw badRequest(`${path}category_id is not allowed on an off-budget account`)
    if (line.ready_to_assign)
      throw badRequest(`${path}ready_to_assign is not allowed on an off-budget account`)
  }
  assertUncategorized(row, basePath)
  row.splits?.forEach((line, index) => assertUncategorized(line, `${basePath}splits[${index}].`))
}
