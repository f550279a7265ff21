/** Changing a regular transaction; transfers have a file of their own. */ // spec E

import { halfSplit } from '../../contract/api-errors.ts'
import { badRequest } from '../../contract/errors.ts'
import { isOnBudget } from '../../contract/operations/accounts.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { type Context, find } from '../budget/request-context.ts'
import { learnFrom, merchantOf } from '../budget/resolve-merchant.ts'
import { openLedger } from '../budget/running-totals.ts'
import {
  readSplits,
  refuseEnvelopeBesideSplits,
  refuseEnvelopesOffBudget,
  totalOf,
} from '../budget/split-lines.ts'
import { cardOf } from '../budget/transaction-row.ts'
import { oneOrPair } from '../budget/transaction-view.ts'
import type { RulesFor } from './handler.ts'
import { accountAfter, differs, envelopeAfter, plainChanges } from './transaction-changes.ts'
import { updatedTransfer } from './update-transfer.ts'

type Substance = Pick<TransactionRow, 'amount' | 'splits' | 'category' | 'ready_to_assign'>

/** A split row changes its amounts and categories only through the whole array. */ // spec E10
function refuseHalfSplit(context: Context, row: TransactionRow, body: TransactionChanges): void {
  if (body.amount !== undefined && context.minor(body.amount) !== row.amount) throw halfSplit('amount')
  if (typeof body.category_id === 'string') throw halfSplit('category_id')
  if (body.ready_to_assign) throw halfSplit('ready_to_assign')
}

function substanceAfter(context: Context, row: TransactionRow, body: TransactionChanges): Substance {
  if (body.splits) {
    refuseEnvelopeBesideSplits(body, '')
    const splits = readSplits(context, body.splits, '')
    return {
      splits,
      amount: totalOf(context, splits, body.amount, ''),
      category: null,
      ready_to_assign: false,
    }
  }
  if (row.splits && body.splits === undefined) {
    refuseHalfSplit(context, row, body)
    return row
  }
  // Splits that are taken away leave a row of one line, uncategorized unless the body says otherwise. spec E12
  const amount = body.amount === undefined ? row.amount : context.minor(body.amount)
  return { splits: null, amount, ...envelopeAfter(context, row, body) }
}

function updatedRegular(context: Context, before: TransactionRow, body: TransactionChanges): TransactionRow {
  const substance = substanceAfter(context, before, body)
  const merchant = merchantOf(context, body, '')
  const account = accountAfter(context, before, body.account_id)
  if (!isOnBudget(account.type)) refuseEnvelopesOffBudget(substance, '') // spec E22
  const byHand =
    body.category_id !== undefined || body.ready_to_assign !== undefined || body.splits !== undefined
  const { amount, category, ready_to_assign, splits } = substance
  return {
    ...before,
    ...plainChanges(before, body),
    amount,
    category,
    ready_to_assign,
    splits,
    account: account.seq,
    card: cardOf(account),
    merchant: merchant === undefined ? before.merchant : (merchant?.seq ?? null),
    auto: before.auto && !byHand, // spec X0
  }
}

export const updateRules: RulesFor<'updateTransaction'> = {
  // PATCH /transactions/{transaction_id}: send only fields to change. Changing amount keeps the category, changing
  // category_id keeps the amount; splits are sent whole; review_status changes only when sent
  updateTransaction(context, { transaction_id, body }) {
    const { store, now } = context
    const before = find(context, 'transaction', transaction_id, store.transactions.get)
    if (before.deleted) throw badRequest('transaction is deleted; restore it first') // spec E32
    if (before.pair !== null) return oneOrPair(context, updatedTransfer(context, before, body))
    const after = updatedRegular(context, before, body)
    // Saying again what a row already holds is a categorization too. spec X3
    learnFrom(context, after, {
      chosen: typeof body.category_id === 'string' || body.ready_to_assign === true,
    })
    if (!differs(before, after)) return oneOrPair(context, before) // spec E6
    const stored = { ...after, updated_at: now }
    store.transactions.update(stored)
    const ledger = openLedger(context)
    ledger.change(before, stored)
    ledger.settle()
    return oneOrPair(context, stored)
  },
}
