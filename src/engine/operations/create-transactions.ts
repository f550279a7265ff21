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
import type { TransactionRow } from '../../store/transaction-columns.ts'
import { type CategorizationInput, categorize } from '../budget/categorize.ts'
import type { RequestContext } from '../budget/request-context.ts'
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
import { buildTransactionRow } from '../budget/transaction-row.ts'
import { createTransactionView } from '../budget/transaction-view.ts'
import type { HandlersFor } from './handler.ts'
import { assertNoneAddedSince } from './stale-create-guard.ts'
import { getOpenAccount } from './transaction-changes.ts'

/** Returns the amount and the split lines of a draft. */
function readAmountAndSplits(
  context: RequestContext,
  draft: TransactionDraft,
  at: string,
): Pick<TransactionRow, 'amount' | 'splits'> {
  if (draft.splits) {
    assertNoCategoryWithSplits(draft, at)
    const splits = parseSplits(context, draft.splits, at)
    return { splits, amount: sumSplits(context, splits, draft.amount, at) }
  }
  if (typeof draft.amount !== 'string') throw badRequest(`${at}amount is required`)
  return { splits: null, amount: context.toMinorUnits(draft.amount) }
}

/** Guesses the category of a new row; earlier rows of its batch count as history. @see docs/spec.md#x0 */
function guessCategory(
  context: RequestContext,
  ledger: RunningTotals,
  candidate: CategorizationInput,
): LearnedCategory | undefined {
  if (context.store.merchants.hasAnyHistory() && ledger.pendingRows().some(isEvidence)) ledger.writePending()
  return categorize(context, candidate)
}

/**
 * Creates one regular transaction.
 * @param at the path of the draft in the body, with its dot
 * @see docs/spec.md#d10
 * @see docs/spec.md#d30
 * @see docs/spec.md#x0
 */
function createRegular(
  context: RequestContext,
  ledger: RunningTotals,
  draft: TransactionDraft,
  at: string,
): TransactionRow {
  const account = getOpenAccount(context, draft.account_id, `${at}account_id`)
  const { amount, splits } = readAmountAndSplits(context, draft, at)
  assertOneDestination(draft, at)
  const envelope = {
    category: toCategorySeq(context, draft.category_id),
    ready_to_assign: draft.ready_to_assign ?? false,
    splits,
  }
  const onBudget = isOnBudgetAccountType(account.type)
  if (!onBudget) assertUncategorizedOffBudget(envelope, at)
  const merchant = resolveMerchant(context, draft, at) ?? null
  const untold =
    draft.category_id === undefined && draft.ready_to_assign === undefined && draft.splits === undefined
  const candidate = untold && merchant && onBudget && { merchant, account: account.seq, amount }
  const guess = candidate ? guessCategory(context, ledger, candidate) : undefined
  const row = buildTransactionRow(context, {
    seq: ledger.nextSeq(),
    account,
    date: draft.date,
    amount,
    ...envelope,
    ...(guess === 'ready_to_assign' && { ready_to_assign: true, auto: true }),
    ...(typeof guess === 'number' && { category: guess, auto: true }),
    merchant: merchant?.seq ?? null,
    notes: draft.notes ?? null,
    status: draft.status ?? 'cleared',
    review_status: draft.review_status ?? 'needs_review',
  })
  updateMerchantHistory(context, row, { chosen: !row.auto })
  ledger.insert(row)
  return row
}

/** Creates both sides of a transfer, the outflow first. @see docs/spec.md#d40 */
function createTransfer(
  context: RequestContext,
  ledger: RunningTotals,
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
  const both = {
    date: draft.date,
    notes: draft.notes ?? null,
    status: draft.status ?? 'cleared',
    review_status: draft.review_status ?? 'needs_review',
  } as const
  const seq = ledger.nextSeq()
  const outflow = {
    ...both,
    seq,
    account: from,
    amount: -amount,
    category,
    pair: seq + 1,
    transfer_account: to.seq,
  }
  const inflow = { ...both, seq: seq + 1, account: to, amount, pair: seq, transfer_account: from.seq }
  const sides = [outflow, inflow].map((side) => buildTransactionRow(context, side))
  for (const side of sides) ledger.insert(side)
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
  const given = body as Partial<CreateBody> // its fields are checked one by one below
  for (const key of Object.keys(given)) {
    if (key !== 'transaction' && key !== 'transactions') throw badRequest(`${key} is not a known field`)
  }
  if ((given.transaction === undefined) === (given.transactions === undefined)) {
    throw badRequest('body must have exactly one of transaction, transactions')
  }
  return given
}

const isTransferDraft = (draft: unknown): boolean =>
  typeof draft === 'object' && draft !== null && 'type' in draft && draft.type === 'transfer'

type CreatedReply = ReturnType<HandlersFor<'createTransactions'>['createTransactions']>

/** Creates what a body holds: a transaction, a transfer, or a batch. */
function createAll(context: RequestContext, body: unknown): CreatedReply {
  const { transaction, transactions } = parseBodyForm(body)
  const ledger = openRunningTotals(context)
  const present = createTransactionView(context)
  if (transactions !== undefined) {
    assertValid(transactionBatch, transactions, context, ['transactions'])
    const rows = transactions.map((draft, index) => {
      assertValid(transactionDraft, draft, context, ['transactions', index])
      return createRegular(context, ledger, draft, `transactions[${index}].`)
    })
    ledger.flush()
    return { transactions: rows.map(present) }
  }
  if (isTransferDraft(transaction)) {
    assertValid(transferDraft, transaction, context, ['transaction'])
    const sides = createTransfer(context, ledger, transaction)
    ledger.flush()
    return { transactions: sides.map(present) }
  }
  assertValid(transactionDraft, transaction, context, ['transaction'])
  const row = createRegular(context, ledger, transaction, 'transaction.')
  ledger.flush()
  return { transaction: present(row) }
}

/** The handler of createTransactions. */
export const createTransactionHandlers: HandlersFor<'createTransactions'> = {
  // POST /transactions: takes `transaction` or at most 100 `transactions`. A batch is atomic: an invalid row
  // creates nothing.
  createTransactions(context, request) {
    const created = createAll(context, request.body)
    const { if_none_added_since: moment } = request
    if (moment !== undefined) assertNoneAddedSince(context, moment, created)
    return created
  },
}
