/** Handles the account operations. @see docs/spec.md#a-accounts */

import { badRequest } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import {
  type Account,
  isCreditAccountType,
  isOnBudgetAccountType,
} from '../../contract/operations/accounts.ts'
import { STARTING_BALANCE_NOTES } from '../../contract/starting-balance.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { assertFound, findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { buildTransactionRow } from '../budget/transaction-rows.ts'

const toTimestamp = (instant: number | null): string | null =>
  instant === null ? null : formatTimestamp(instant)

/** Returns an account as the API shows it. @see docs/spec.md#a10 */
function toApiAccount({ ids, formatMoney: money }: RequestContext, row: AccountRow): Account {
  return {
    id: ids.toId('account', row.seq),
    name: row.name,
    type: row.type as Account['type'], // only account types are stored
    on_budget: isOnBudgetAccountType(row.type),
    balance: money(row.cleared_balance + row.pending_balance),
    cleared_balance: money(row.cleared_balance),
    pending_balance: money(row.pending_balance),
    closed: row.closed,
    notes: row.notes,
    linked: row.linked,
    last_reconciled_at: toTimestamp(row.last_reconciled_at),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  }
}

const getAccountRow = (context: RequestContext, id: string): AccountRow =>
  findRow(context, 'account', id, context.store.accounts.get)

const reloadAccount = (context: RequestContext, seq: number): Account =>
  toApiAccount(context, assertFound(context.store.accounts.get(seq)))

const SYSTEM_GROUP = 'Credit Card Payments'

/**
 * Creates the payment category of a credit account in the one system group, which is created at first need.
 * @see docs/spec.md#c1
 */
function createPaymentCategory({ store }: RequestContext, name: string, card: number): void {
  const key = toNameKey(SYSTEM_GROUP)
  const group =
    store.groups.list().find(({ system }) => system)?.seq ??
    store.groups.insert({
      name: SYSTEM_GROUP,
      key: pickGroupKey(store.groups.findByKey(key) !== undefined, key),
      system: true,
    })
  store.categories.insert({ name, key: toNameKey(name), group, card })
}

// The user may have a group of this name: the system group keeps the name and gets another key.
const pickGroupKey = (isTaken: boolean, key: string): string => (isTaken ? `${key} \u0000system` : key)

/**
 * A non-zero initial balance becomes one reviewed transaction, which is income in an on-budget account.
 * @see docs/spec.md#b80
 */
function createInitialBalance(
  context: RequestContext,
  account: AccountRow,
  balance: bigint,
  date: string,
): void {
  const totals = openRunningTotals(context)
  const row = buildTransactionRow(context, {
    seq: totals.nextSeq(),
    account,
    date,
    amount: balance,
    ready_to_assign: isOnBudgetAccountType(account.type),
    notes: STARTING_BALANCE_NOTES,
    review_status: 'reviewed',
  })
  totals.insert(row)
  totals.flush()
}

/** Closing an account reconciles its cleared transactions; pending ones stay pending. @see docs/spec.md#a20 */
function reconcileCleared({ store, now }: RequestContext, account: AccountRow): void {
  for (const row of store.transactions.listCleared(account.seq)) {
    // Cleared and reconciled rows count alike, so that no balance changes.
    store.transactions.update({ ...row, status: 'reconciled', updated_at: now })
  }
}

/** A closed account takes no transactions. */
function pauseSchedules({ store, now }: RequestContext, account: AccountRow): void {
  for (const row of store.schedules.listByAccount(account.seq))
    if (!row.paused) store.schedules.update({ ...row, paused: true, updated_at: now })
}

/** The handlers of the account operations. */
export const accountHandlers: HandlersFor<
  'listAccounts' | 'getAccount' | 'createAccount' | 'updateAccount' | 'deleteAccount'
> = {
  // GET /accounts: lists accounts; closed ones only with include_closed.
  listAccounts(context, { query }) {
    const all = context.store.accounts.list()
    const rows = query?.include_closed ? all : all.filter((row) => !row.closed)
    return { accounts: rows.map((row) => toApiAccount(context, row)) }
  },

  // GET /accounts/{account_id}: returns one account.
  getAccount: (context, { account_id }) => ({
    account: toApiAccount(context, getAccountRow(context, account_id)),
  }),

  // POST /accounts: creates a manual account; initial_balance_date defaults to today.
  createAccount(context, { body }) {
    const { store, now, today } = context
    const seq = store.accounts.insert({ name: body.name.trim(), type: body.type, at: now })
    const account = assertFound(store.accounts.get(seq))
    if (isCreditAccountType(body.type)) createPaymentCategory(context, account.name, seq)
    const balance = context.toMinorUnits(body.initial_balance ?? '0')
    if (balance !== 0n) createInitialBalance(context, account, balance, body.initial_balance_date ?? today)
    return { account: reloadAccount(context, seq) }
  },

  // PATCH /accounts/{account_id}: changes name, notes, closed. Closing reconciles cleared transactions.
  updateAccount(context, { account_id, body }) {
    const { store, now } = context
    const before = getAccountRow(context, account_id)
    const isClosing = body.closed === true && !before.closed
    const after = {
      ...before,
      name: body.name?.trim() ?? before.name,
      notes: body.notes === undefined ? before.notes : body.notes,
      closed: body.closed ?? before.closed,
      last_reconciled_at: isClosing ? now : before.last_reconciled_at,
    }
    const isUnchanged =
      after.name === before.name && after.notes === before.notes && after.closed === before.closed
    if (isUnchanged) return { account: toApiAccount(context, before) } // docs/spec.md#e6
    store.accounts.update({ ...after, updated_at: now })
    if (isClosing) {
      reconcileCleared(context, before)
      pauseSchedules(context, before)
    }
    const payment = store.categories.findByCard(before.seq)
    if (payment) store.categories.rename(payment.seq, after.name, toNameKey(after.name)) // docs/spec.md#c1
    return { account: reloadAccount(context, before.seq) }
  },

  // DELETE /accounts/{account_id}: deletes an account without active transactions; otherwise 400.
  deleteAccount(context, { account_id }) {
    const { store, now } = context
    const account = getAccountRow(context, account_id)
    if (account.live_transactions > 0) throw badRequest('account has active transactions; close it instead')
    if (account.linked) throw badRequest('account is linked and cannot be deleted')
    const payment = store.categories.findByCard(account.seq)
    if (payment) {
      store.monthTotals.moveAssigned(payment.seq, null) // docs/spec.md#c10
      store.targets.clear(payment.seq)
      store.categories.remove(payment.seq)
    }
    for (const { seq } of store.schedules.listByAccount(account.seq)) store.schedules.remove(seq)
    store.accounts.remove(account.seq, now)
    return { deleted: true, id: account_id }
  },
}
