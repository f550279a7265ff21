/** Changing one side of a transfer, and the other side with it. */ // spec E20 E21

import { notOnTransfer } from '../../contract/api-errors.ts'
import { badRequest } from '../../contract/errors.ts'
import { isOnBudget } from '../../contract/operations/accounts.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { type Context, must } from '../budget/request-context.ts'
import { openLedger } from '../budget/running-totals.ts'
import { cardOf } from '../budget/transaction-row.ts'
import { accountAfter, differs, envelopeAfter, plainChanges } from './transaction-changes.ts'

function refuseForeignFields(body: TransactionChanges): void {
  for (const field of ['splits', 'merchant_id', 'merchant_name'] as const) {
    if (body[field] !== undefined && body[field] !== null) throw notOnTransfer(field)
  }
}

function amountAfter(context: Context, row: TransactionRow, amount: string | undefined): bigint {
  const minor = amount === undefined ? row.amount : context.minor(amount)
  if (minor === 0n) throw badRequest('amount must not be zero on a transfer')
  return minor
}

/** An envelope stands only on an on-budget side whose other side is off-budget. */ // spec B60 B61 B63
function refuseEnvelope(row: TransactionRow, own: AccountRow, other: AccountRow): void {
  if (isOnBudget(own.type) && !isOnBudget(other.type)) return
  const words = 'is only allowed on the on-budget side of a transfer with an off-budget account'
  if (row.category !== null) throw badRequest(`category_id ${words}`)
  if (row.ready_to_assign) throw badRequest(`ready_to_assign ${words}`)
}

/** Changes both sides in the store and returns the one that was asked for. */
export function updatedTransfer(
  context: Context,
  before: TransactionRow,
  body: TransactionChanges,
): TransactionRow {
  const { store, now } = context
  const otherBefore = must(store.transactions.get(must(before.pair ?? undefined)))
  const otherAccount = context.account(otherBefore.account)
  // In the order of the API's fields. spec D01
  const amount = amountAfter(context, before, body.amount)
  const envelope = envelopeAfter(context, before, body)
  refuseForeignFields(body)
  const account = accountAfter(context, before, body.account_id)
  if (account.seq === otherAccount.seq)
    throw badRequest('account_id must differ from the account of the other side')

  const after: TransactionRow = {
    ...before,
    ...plainChanges(before, body),
    ...envelope,
    amount,
    account: account.seq,
    card: cardOf(account),
  }
  const { date, notes } = after // mirrored; status, review_status and category are each side's own. spec E20
  const otherAfter: TransactionRow = {
    ...otherBefore,
    date,
    notes,
    amount: -amount,
    transfer_account: account.seq,
  }
  refuseEnvelope(after, account, otherAccount)
  refuseEnvelope(otherAfter, otherAccount, account)
  if (!differs(before, after) && !differs(otherBefore, otherAfter)) return before

  const ledger = openLedger(context)
  for (const [was, is] of [
    [before, after],
    [otherBefore, otherAfter],
  ] as const) {
    const stored = { ...is, updated_at: now } // spec E50
    store.transactions.update(stored)
    ledger.change(was, stored)
  }
  ledger.settle()
  return { ...after, updated_at: now }
}
