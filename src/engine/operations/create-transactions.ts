/** Handles creating transactions: a single one, a transfer, or a batch. */

import { badRequest, notPositiveError, sameAccountError } from '../../contract/errors.ts'
import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import {
  type TransactionDraft,
  type TransferDraft,
  transactionBatch,
  transactionDraft,
  transferDraft,
} from '../../contract/operations/transactions.ts'
import { assertValid } from '../../contract/validate.ts'
import type { LearnedCategory } from '../../store/merchants.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { type CategorizationInput, categorize } from '../budget/categorize.ts'
import type { HandlersFor, RequestContext } from '../budget/request-context.ts'
import { isEvidence, resolveMerchant, updateMerchantHistory } from '../budget/resolve-merchant.ts'
import { openRunningTotals, type RunningTotals } from '../budget/running-totals.ts'
import {
  assertNoCategoryWithSplits,
  assertOneDestination,
  assertUncategorizedOffBudget,
  parseSplits,
  sumSplits,
  toCategorySeq,
} from '../budget/split-lines.ts'
import { buildTransactionRow, createTransactionView } from '../budget/transaction-rows.ts'
import { assertNoneAddedSince } from './stale-create-guard.ts'
import { getOpenAccount } from './transaction-changes.ts'

/** Returns the amount and the split lines of a draft. */
function readAmountAndSplits(
  context: RequestContext,
  draft: TransactionDraft,
  path: string,
): Pick<TransactionRow, 'amount' | 'splits'> {
  if (draft.splits) {
    assertNoCategoryWithSplits(draft, path)
    const splits = parseSplits(context, draft.splits, path)
    return { splits, amount: sumSplits(context, splits, draft.amount, path) }
  }
  if (typeof draft.amount !== 'string') throw badRequest(`${path}amount is required`)
  return { splits: null, amount: context.toMinorUnits(draft.amount) }
}

/** Guesses the category of a new row; earlier rows of its batch count as history. @see docs/spec.md#x0 */
function guessCategory(
  context: RequestContext,
  totals: RunningTotals,
  input: CategorizationInput,
): LearnedCategory | undefined {
  if (context.store.merchants.hasAnyHistory() && totals.pendingRows().some(isEvidence)) totals.writePending()
  return categorize(context, input)
}

/**
 * Creates one regular transaction.
 * @param path the path of the draft in the body, with its dot
 * @see docs/spec.md#d10
 * @see docs/spec.md#d30
 * @see docs/spec.md#x0
 */
function createRegular(
  context: RequestContext,
  totals: RunningTotals,
  draft: TransactionDraft,
  path: string,
): TransactionRow {
  const account = getOpenAccount(context, draft.account_id, `${path}account_id`)
  const { amount, splits } = readAmountAndSplits(context, draft, path)
  assertOneDestination(draft, path)
  const categorization = {
    category: toCategorySeq(context, draft.category_id),
    ready_to_assign: draft.ready_to_assign ?? false,
    splits,
  }
  const onBudget = isOnBudgetAccountType(account.type)
  if (!onBudget) assertUncategorizedOffBudget(categorization, path)
  const merchant = resolveMerchant(context, draft, path) ?? null
  const isUncategorized =
    draft.category_id === undefined && draft.ready_to_assign === undefined && draft.splits === undefined
  const input = isUncategorized && merchant && onBudget && { merchant, account: account.seq, amount }
  const guess = input ? guessCategory(context, totals, input) : undefined
  const row = buildTransactionRow(context, {
    seq: totals.nextSeq(),
    account,
    date: draft.date,
    amount,
    ...categorization,
    ...(guess === 'ready_to_assign' && { ready_to_assign: true, auto: true }),
    ...(typeof guess === 'number' && { category: guess, auto: true }),
    merchant: merchant?.seq ?? null,
    notes: draft.notes ?? null,
    status: draft.status ?? 'cleared',
    review_status: draft.review_status ?? 'needs_review',
  })
  updateMerchantHistory(context, row, { isChosen: !row.auto })
  totals.insert(row)
  return row
}

/** Creates both sides of a transfer, the outflow first. @see docs/spec.md#d40 */
function createTransfer(
  context: RequestContext,
  totals: RunningTotals,
  draft: TransferDraft,
): TransactionRow[] {
  const from = getOpenAccount(context, draft.from_account_id, 'transaction.from_account_id')
  const to = getOpenAccount(context, draft.to_account_id, 'transaction.to_account_id')
  const amount = context.toMinorUnits(draft.amount)
  if (from.seq === to.seq) throw sameAccountError()
  if (amount <= 0n) throw notPositiveError('transaction.')
  const category = toCategorySeq(context, draft.category_id)
  if (category !== null && !(isOnBudgetAccountType(from.type) && !isOnBudgetAccountType(to.type))) {
    throw badRequest(
      'transaction.category_id is only allowed for a transfer from an on-budget to an off-budget account', // docs/spec.md#b60, docs/spec.md#b62
    )
  }
  const shared = {
    date: draft.date,
    notes: draft.notes ?? null,
    status: draft.status ?? 'cleared',
    review_status: draft.review_status ?? 'needs_review',
  } as const
  const seq = totals.nextSeq()
  const outflow = {
    ...shared,
    seq,
    account: from,
    amount: -amount,
    category,
    pair: seq + 1,
    transfer_account: to.seq,
  }
  const inflow = { ...shared, seq: seq + 1, account: to, amount, pair: seq, transfer_account: from.seq }
  const sides = [outflow, inflow].map((side) => buildTransactionRow(context, side))
  for (const side of sides) totals.insert(side)
  return sides
}

type CreateBody = Record<'transaction' | 'transactions', unknown>

/**
 * Asserts that a body has exactly one of `transaction` and `transactions`, and nothing else.
 * @see docs/spec.md#d20
 */
function parseBodyForm(body: unknown): Partial<CreateBody> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('body must be an object')
  const fields = body as Partial<CreateBody> // its fields are checked one by one below
  for (const key of Object.keys(fields)) {
    if (key !== 'transaction' && key !== 'transactions') throw badRequest(`${key} is not a known field`)
  }
  if ((fields.transaction === undefined) === (fields.transactions === undefined)) {
    throw badRequest('body must have exactly one of transaction, transactions')
  }
  return fields
}

const isTransferDraft = (draft: unknown): boolean =>
  typeof draft === 'object' && draft !== null && 'type' in draft && draft.type === 'transfer'

type CreatedReply = ReturnType<HandlersFor<'createTransactions'>['createTransactions']>

/** Creates what a body holds: a transaction, a transfer, or a batch. */
function createAll(context: RequestContext, body: unknown): CreatedReply {
  const { transaction, transactions } = parseBodyForm(body)
  const totals = openRunningTotals(context)
  const toTransaction = createTransactionView(context)
  if (transactions !== undefined) {
    assertValid(transactionBatch, transactions, context, ['transactions'])
    const rows = transactions.map((draft, index) => {
      assertValid(transactionDraft, draft, context, ['transactions', index])
      return createRegular(context, totals, draft, `transactions[${index}].`)
    })
    totals.flush()
    return { transactions: rows.map(toTransaction) }
  }
  if (isTransferDraft(transaction)) {
    assertValid(transferDraft, transaction, context, ['transaction'])
    const sides = createTransfer(context, totals, transaction)
    totals.flush()
    return { transactions: sides.map(toTransaction) }
  }
  assertValid(transactionDraft, transaction, context, ['transaction'])
  const row = createRegular(context, totals, transaction, 'transaction.')
  totals.flush()
  return { transaction: toTransaction(row) }
}

/** The handler of createTransactions. */
export const createTransactionHandlers: HandlersFor<'createTransactions'> = {
  // POST /transactions: takes `transaction` or at most 100 `transactions`. A batch is atomic: an invalid row
  // creates nothing.
  createTransactions(context, request) {
    const created = createAll(context, request.body)
    const { if_none_added_since: version } = request
    if (version !== undefined) assertNoneAddedSince(context, version, created)
    return created
  },
}
