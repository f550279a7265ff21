/** Checks the rules of splits and transfers that need no other transaction, as the service does. */

import { compare, sum } from '../money/decimal.ts'
import { notAllowedOnTransferError, partialSplitError, splitSumError } from './errors.ts'
import type { Transaction, TransactionChanges, TransactionDraft } from './operations/transactions.ts'

/**
 * Asserts that an update is allowed for a transaction in its current state.
 * @throws ApiError as the service would.
 */
export function assertChangeAllowed(
  body: TransactionChanges,
  { splits, type, amount }: Partial<Transaction> = {},
): void {
  assertSplitsAddUp(body, '')
  if (splits && !body.splits && body.splits !== null) {
    if (body.amount !== undefined && amount !== undefined && compare(body.amount, amount) !== 0)
      throw partialSplitError('amount')
    if (typeof body.category_id === 'string') throw partialSplitError('category_id')
    if (body.ready_to_assign) throw partialSplitError('ready_to_assign')
  }
  const foreign = (['splits', 'merchant_id', 'merchant_name'] as const).find(
    (field) => (body[field] ?? null) !== null,
  )
  if (type === 'transfer' && foreign) throw notAllowedOnTransferError(foreign)
}

/**
 * Asserts that split lines add up to the amount, if both are there. `at` is the path before the field.
 * @throws ApiError when they do not.
 */
export function assertSplitsAddUp(
  { splits, amount }: Pick<TransactionChanges, 'splits'> & Pick<TransactionDraft, 'amount'>,
  at: string,
): void {
  if (!splits || typeof amount !== 'string') return
  if (compare(sum(splits.map((line) => line.amount)), amount) !== 0) throw splitSumError(at)
}
