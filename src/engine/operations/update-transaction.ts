/**
 * Handles updating a transaction; update-transfer.ts updates a transfer.
 * @see docs/spec.md#e-changing-transactions
 */

import { badRequest, partialSplitError } from '../../contract/errors.ts'
import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { resolveMerchant, updateMerchantHistory } from '../budget/resolve-merchant.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import {
  assertNoCategoryWithSplits,
  assertUncategorizedOffBudget,
  parseSplits,
  sumSplits,
} from '../budget/split-lines.ts'
import { getCardSeq, toTransactionReply } from '../budget/transaction-rows.ts'
import {
  isDifferent,
  mergePlainFields,
  resolveAccount,
  resolveCategorization,
} from './transaction-changes.ts'
import { updateTransfer } from './update-transfer.ts'

type AmountAndCategorization = Pick<TransactionRow, 'amount' | 'splits' | 'category' | 'ready_to_assign'>

/**
 * Asserts that the amounts and categories of a split transaction change only with its splits.
 * @see docs/spec.md#e10
 */
function assertWholeSplits(context: RequestContext, row: TransactionRow, body: TransactionChanges): void {
  if (body.amount !== undefined && context.toMinorUnits(body.amount) !== row.amount)
    throw partialSplitError('amount')
  if (typeof body.category_id === 'string') throw partialSplitError('category_id')
  if (body.ready_to_assign) throw partialSplitError('ready_to_assign')
}

function resolveAmountAndCategorization(
  context: RequestContext,
  row: TransactionRow,
  body: TransactionChanges,
): AmountAndCategorization {
  if (body.splits) {
    assertNoCategoryWithSplits(body, '')
    const splits = parseSplits(context, body.splits, '')
    return {
      splits,
      amount: sumSplits(context, splits, body.amount, ''),
      category: null,
      ready_to_assign: false,
    }
  }
  if (row.splits && body.splits === undefined) {
    assertWholeSplits(context, row, body)
    return row
  }
  // Removing the splits leaves one line, uncategorized unless the body has a category. docs/spec.md#e12
  const amount = body.amount === undefined ? row.amount : context.toMinorUnits(body.amount)
  return { splits: null, amount, ...resolveCategorization(context, row, body) }
}

function applyChanges(
  context: RequestContext,
  before: TransactionRow,
  body: TransactionChanges,
): TransactionRow {
  const content = resolveAmountAndCategorization(context, before, body)
  const merchant = resolveMerchant(context, body, '')
  const account = resolveAccount(context, before, body.account_id)
  if (!isOnBudgetAccountType(account.type)) assertUncategorizedOffBudget(content, '') // docs/spec.md#e22
  const isManual =
    body.category_id !== undefined || body.ready_to_assign !== undefined || body.splits !== undefined
  const { amount, category, ready_to_assign, splits } = content
  return {
    ...before,
    ...mergePlainFields(before, body),
    amount,
    category,
    ready_to_assign,
    splits,
    account: account.seq,
    card: getCardSeq(account),
    merchant: merchant === undefined ? before.merchant : (merchant?.seq ?? null),
    auto: before.auto && !isManual, // docs/spec.md#x0
  }
}

/** The handler of updateTransaction. */
export const updateTransactionHandlers: HandlersFor<'updateTransaction'> = {
  // PATCH /transactions/{transaction_id}: changes the fields that are sent. Changing the amount keeps the
  // category and vice versa; splits are sent as a whole; review_status changes only when sent.
  updateTransaction(context, { transaction_id, body }) {
    const { store, now } = context
    const before = findRow(context, 'transaction', transaction_id, store.transactions.get)
    if (before.deleted) throw badRequest('transaction is deleted; restore it first') // docs/spec.md#e32
    if (before.pair !== null) return toTransactionReply(context, updateTransfer(context, before, body))
    const after = applyChanges(context, before, body)
    // Sending the category that a row already has is a categorization too. docs/spec.md#x3
    updateMerchantHistory(context, after, {
      isChosen: typeof body.category_id === 'string' || body.ready_to_assign === true,
    })
    if (!isDifferent(before, after)) return toTransactionReply(context, before) // docs/spec.md#e6
    const stored = { ...after, updated_at: now }
    store.transactions.update(stored)
    const totals = openRunningTotals(context)
    totals.change(before, stored)
    totals.flush()
    return toTransactionReply(context, stored)
  },
}
