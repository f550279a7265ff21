/**
 * Reconciles accounts, and reads what a reconciliation looks at.
 * @see docs/spec.md#a23
 */

import { badRequest } from '../../contract/errors.ts'
import { amountMessage } from '../../contract/fields.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type {
  AccountRegister,
  Reconciliation,
  ReconciliationDraft,
  ReconciliationResult,
  RegisterQuery,
} from '../../contract/ports/workspace-admin.ts'
import { formatTimestamp, isDate } from '../../money/calendar.ts'
import { findRow, type RequestContext } from '../budget/request-context.ts'
import { createTransactionView } from '../budget/transaction-rows.ts'

/** Lists all reconciliations, each account's oldest first. */
export const listReconciliations = ({ store, ids, formatMoney }: RequestContext): Reconciliation[] =>
  store.reconciliations.list().map(({ account, date, balance, at }) => ({
    account_id: ids.toId('account', account),
    date,
    balance: formatMoney(balance),
    reconciled_at: formatTimestamp(at),
  }))

/**
 * Marks the cleared transactions of an account up to a date as reconciled, and notes the balance.
 * The other sides of transfers stay as they are: their account has a statement of its own.
 */
export function reconcileAccount(
  context: RequestContext,
  { account_id, date, balance }: ReconciliationDraft,
): ReconciliationResult {
  const { store, now } = context
  const account = findRow(context, 'account', account_id, store.accounts.get)
  if (!isDate(date)) throw badRequest('date must be a date in the form YYYY-MM-DD')
  const minor = context.parseAmount(balance)
  if (minor === undefined) throw badRequest(`balance ${amountMessage}`)
  const transactions = store.reconciliations.markReconciled({ account: account.seq, date, at: now })
  store.reconciliations.note({ account: account.seq, date, balance: minor, at: now })
  store.accounts.update({ ...account, last_reconciled_at: now, updated_at: now })
  return { transactions }
}

/** Returns the cleared balance of an account at the end of a date. */
export function readClearedBalance(context: RequestContext, account_id: string, date: string): string {
  const { store, formatMoney } = context
  const account = findRow(context, 'account', account_id, store.accounts.get)
  // The balance of today is stored, and few rows are later than the date.
  return formatMoney(account.cleared_balance - store.reconciliations.sumClearedAfter(account.seq, date))
}

/** Returns live rows of an account, the oldest first. */
export function readRegister(
  context: RequestContext,
  { account_id, newest, since, amounts }: RegisterQuery,
): AccountRegister {
  const { store, ids } = context
  const account = findRow(context, 'account', account_id, store.accounts.get)
  const [first, second] = amounts.map((amount) => context.parseAmount(amount) ?? 0n)
  const selection = { newest, since, amounts: [first ?? 0n, second ?? 0n] as const }
  return {
    rows: store.reconciliations
      .listRegister(account.seq, selection)
      .map(({ seq, ...row }) => ({ ...row, key: seq })),
    toId: (key) => ids.toId('transaction', key),
  }
}

const MAX_FOUND = 200

/** Lists the newest transactions of an amount in all accounts, deleted ones too. */
export function findByAmount(context: RequestContext, amount: string): Transaction[] {
  const { store } = context
  const minor = context.parseAmount(amount)
  if (minor === undefined) throw badRequest(`amount ${amountMessage}`)
  const view = createTransactionView(context)
  return store.reconciliations
    .listByAmount(minor, MAX_FOUND)
    .flatMap((seq) => store.transactions.get(seq) ?? [])
    .map(view)
}
