/** Creating transactions: one, a transfer, or a batch. */

import { notPositive, sameAccount } from '../../contract/api-errors.ts'
import { badRequest } from '../../contract/errors.ts'
import { isOnBudget } from '../../contract/operations/accounts.ts'
import {
  batch,
  type TransactionDraft,
  type TransferDraft,
  transactionDraft,
  transferDraft,
} from '../../contract/operations/transactions.ts'
import { check } from '../../contract/validate.ts'
import type { Learned } from '../../store/merchants.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { type Candidate, categorize } from '../budget/categorize.ts'
import type { Context } from '../budget/request-context.ts'
import { learnFrom, merchantOf, teaches } from '../budget/resolve-merchant.ts'
import { type Ledger, openLedger } from '../budget/running-totals.ts'
import {
  categoryOf,
  readSplits,
  refuseEnvelopeBesideSplits,
  refuseEnvelopesOffBudget,
  refuseTwoEnvelopes,
  totalOf,
} from '../budget/split-lines.ts'
import { newRow } from '../budget/transaction-row.ts'
import { presenter } from '../budget/transaction-view.ts'
import type { RulesFor } from './handler.ts'
import { refuseAddedSince } from './stale-create-guard.ts'
import { openAccount } from './transaction-changes.ts'

/** The amount and lines of a draft. */
function substance(
  context: Context,
  draft: TransactionDraft,
  at: string,
): Pick<TransactionRow, 'amount' | 'splits'> {
  if (draft.splits) {
    refuseEnvelopeBesideSplits(draft, at)
    const splits = readSplits(context, draft.splits, at)
    return { splits, amount: totalOf(context, splits, draft.amount, at) }
  }
  if (typeof draft.amount !== 'string') throw badRequest(`${at}amount is required`)
  return { splits: null, amount: context.minor(draft.amount) }
}

/** What the past says of a new row; earlier rows of its batch are past as well. */ // spec X0
function guessed(context: Context, ledger: Ledger, candidate: Candidate): Learned | undefined {
  if (context.store.merchants.anyTaught() && ledger.waiting().some(teaches)) ledger.write()
  return categorize(context, candidate)
}

/** Creates one regular transaction of a body; `at` is its path, with a dot. */ // spec D10 D30 X0
function createRegular(
  context: Context,
  ledger: Ledger,
  draft: TransactionDraft,
  at: string,
): TransactionRow {
  const account = openAccount(context, draft.account_id, `${at}account_id`)
  const { amount, splits } = substance(context, draft, at)
  refuseTwoEnvelopes(draft, at)
  const envelope = {
    category: categoryOf(context, draft.category_id),
    ready_to_assign: draft.ready_to_assign ?? false,
    splits,
  }
  const onBudget = isOnBudget(account.type)
  if (!onBudget) refuseEnvelopesOffBudget(envelope, at)
  const merchant = merchantOf(context, draft, at) ?? null
  const untold =
    draft.category_id === undefined && draft.ready_to_assign === undefined && draft.splits === undefined
  const candidate = untold && merchant && onBudget && { merchant, account: account.seq, amount }
  const guess = candidate ? guessed(context, ledger, candidate) : undefined
  const row = newRow(context, {
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
  learnFrom(context, row, { chosen: !row.auto })
  ledger.insert(row)
  return row
}

/** Creates both sides of a transfer, the outflow first. */ // spec D40
function createTransfer(context: Context, ledger: Ledger, draft: TransferDraft): TransactionRow[] {
  const from = openAccount(context, draft.from_account_id, 'transaction.from_account_id')
  const to = openAccount(context, draft.to_account_id, 'transaction.to_account_id')
  const amount = context.minor(draft.amount)
  if (from.seq === to.seq) throw sameAccount()
  if (amount <= 0n) throw notPositive('transaction.')
  const category = categoryOf(context, draft.category_id)
  if (category !== null && !(isOnBudget(from.type) && !isOnBudget(to.type))) {
    throw badRequest(
      'transaction.category_id is only allowed for a transfer from an on-budget to an off-budget account', // spec B60 B62
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
  const sides = [outflow, inflow].map((side) => newRow(context, side))
  for (const side of sides) ledger.insert(side)
  return sides
}

type Body = Record<'transaction' | 'transactions', unknown>

/** Exactly one of the two forms, and nothing else. */ // spec D20
function bodyForm(body: unknown): Partial<Body> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('body must be an object')
  const given = body as Partial<Body> // its fields are looked at one by one below
  for (const key of Object.keys(given)) {
    if (key !== 'transaction' && key !== 'transactions') throw badRequest(`${key} is not a known field`)
  }
  if ((given.transaction === undefined) === (given.transactions === undefined)) {
    throw badRequest('body must have exactly one of transaction, transactions')
  }
  return given
}

const isTransfer = (draft: unknown): boolean =>
  typeof draft === 'object' && draft !== null && 'type' in draft && draft.type === 'transfer'

type Created = ReturnType<RulesFor<'createTransactions'>['createTransactions']>

/** Creates what a body holds: one transaction, a transfer, or a batch. */
function createAll(context: Context, body: unknown): Created {
  const { transaction, transactions } = bodyForm(body)
  const ledger = openLedger(context)
  const present = presenter(context)
  if (transactions !== undefined) {
    check(batch, transactions, context, ['transactions'])
    const rows = transactions.map((draft, index) => {
      check(transactionDraft, draft, context, ['transactions', index])
      return createRegular(context, ledger, draft, `transactions[${index}].`)
    })
    ledger.settle()
    return { transactions: rows.map(present) }
  }
  if (isTransfer(transaction)) {
    check(transferDraft, transaction, context, ['transaction'])
    const sides = createTransfer(context, ledger, transaction)
    ledger.settle()
    return { transactions: sides.map(present) }
  }
  check(transactionDraft, transaction, context, ['transaction'])
  const row = createRegular(context, ledger, transaction, 'transaction.')
  ledger.settle()
  return { transaction: present(row) }
}

export const createRules: RulesFor<'createTransactions'> = {
  // POST /transactions: either transaction (one object) or transactions (array of at most 100).
  // A batch is atomic: if any row is invalid, nothing is created
  createTransactions(context, request) {
    const created = createAll(context, request.body)
    const { if_none_added_since: moment } = request
    if (moment !== undefined) refuseAddedSince(context, moment, created)
    return created
  },
}
