/**
 * Updates one side of a transfer and the other side with it.
 * @see docs/spec.md#e20
 * @see docs/spec.md#e21
 */

import { badRequest, notAllowedOnTransferError } from '../../contract/errors.ts'
import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { assertFound, type RequestContext } from '../budget/request-context.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { getCardSeq } from '../budget/transaction-rows.ts'
import {
  isDifferent,
  mergePlainFields,
  resolveAccount,
  resolveCategorization,
} from './transaction-changes.ts'

function assertTransferFields(body: TransactionChanges): void {
  for (const field of ['splits', 'merchant_id', 'merchant_name'] as const) {
    if (body[field] !== undefined && body[field] !== null) throw notAllowedOnTransferError(field)
  }
}

function resolveAmount(context: RequestContext, row: TransactionRow, amount: string | undefined): bigint {
  const minor = amount === undefined ? row.amount : context.toMinorUnits(amount)
  if (minor === 0n) throw badRequest('amount must not be zero on a transfer')
  return minor
}

/**
 * Asserts that only the on-budget side of a transfer with an off-budget account has a category.
 * @see docs/spec.md#b60
 * @see docs/spec.md#b61
 * @see docs/spec.md#b63
 */
function assertCategorizationAllowed(row: TransactionRow, own: AccountRow, other: AccountRow): void {
  if (isOnBudgetAccountType(own.type) && !isOnBudgetAccountType(other.type)) return
  const message = 'is only allowed on the on-budget side of a transfer with an off-budget account'
  if (row.category !== null) throw badRequest(`category_id ${message}`)
  if (row.ready_to_assign) throw badRequest(`ready_to_assign ${message}`)
}

/** Updates both sides and returns the requested one. */
export function updateTransfer(
  context: RequestContext,
  before: TransactionRow,
  body: TransactionChanges,
): TransactionRow {
  const { store, now } = context
  const otherBefore = assertFound(store.transactions.get(assertFound(before.pair ?? undefined)))
  const otherAccount = context.getAccount(otherBefore.account)
  // Validated in the order of the API's fields. docs/spec.md#d01
  const amount = resolveAmount(context, before, body.amount)
  const categorization = resolveCategorization(context, before, body)
  assertTransferFields(body)
  const account = resolveAccount(context, before, body.account_id)
  if (account.seq === otherAccount.seq)
    throw badRequest('account_id must differ from the account of the other side')

  const after: TransactionRow = {
    ...before,
    ...mergePlainFields(before, body),
    ...categorization,
    amount,
    account: account.seq,
    card: getCardSeq(account),
  }
  const { date, notes } = after // both sides share them; status, review_status and category are each side's own docs/spec.md#e20
  const otherAfter: TransactionRow = {
    ...otherBefore,
    date,
    notes,
    amount: -amount,
    transfer_account: account.seq,
  }
  assertCategorizationAllowed(after, account, otherAccount)
  assertCategorizationAllowed(otherAfter, otherAccount, account)
  if (!isDifferent(before, after) && !isDifferent(otherBefore, otherAfter)) return before

  const totals = openRunningTotals(context)
  for (const [oldRow, newRow] of [
    [before, after],
    [otherBefore, otherAfter],
  ] as const) {
    const stored = { ...newRow, updated_at: now } // docs/spec.md#e50
    store.transactions.update(stored)
    totals.change(oldRow, stored)
  }
  totals.flush()
  return { ...after, updated_at: now }
}
