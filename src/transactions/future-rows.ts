/** Reads live transactions: those dated after today, which the balances of the API include. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { Transaction, TransactionFilters } from '../contract/operations/transactions.ts'
import { addDays, LAST_DAY } from '../money/calendar.ts'
import { subtract, sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'

/** A transaction dated after today. */
type FutureRow = Pick<Transaction, 'account_id' | 'amount' | 'status'>

type RowContext = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/** Lists the live transactions that pass filters, the newest first; on a remote profile each page costs a request. */
export async function listLiveRows(
  { workspace: { api }, invocation: { signal } }: RowContext,
  filters: TransactionFilters,
): Promise<Transaction[]> {
  const { paginateTransactions } = await import('../contract/paginate.ts')
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api, filters, signal))
    rows.push(...page.filter(({ deleted }) => !deleted))
  return rows
}

/** Returns the transactions dated after today; on a remote profile this costs a request. */
export async function listFutureRows(
  context: RowContext,
  filters: Pick<TransactionFilters, 'account_id' | 'until_date'> = {},
): Promise<Transaction[]> {
  const { today } = context.invocation
  return today >= LAST_DAY ? [] : listLiveRows(context, { ...filters, since_date: addDays(today, 1) })
}

/** Returns the accounts with their balances at the end of a date: without the transactions that are dated later. */
export async function computeBalancesOn(
  { workspace, invocation }: RowContext,
  accounts: readonly Account[],
  date: string,
): Promise<Account[]> {
  return subtractTransactions(
    accounts,
    await listFutureRows({ workspace, invocation: { ...invocation, today: date } }),
  )
}

/** Returns the accounts with their balances without some transactions. */
export function subtractTransactions(accounts: readonly Account[], rows: readonly FutureRow[]): Account[] {
  const balances = new Map(accounts.map((account) => [account.id, { ...account }]))
  for (const { account_id, amount, status } of rows) {
    const account = balances.get(account_id)
    if (!account) continue
    const field = status === 'pending' ? 'pending_balance' : 'cleared_balance'
    account.balance = subtract(account.balance, amount)
    account[field] = subtract(account[field], amount)
  }
  return [...balances.values()]
}

/** Tells on a terminal what of the figures is dated after today; on a remote profile it would cost a request. */
export async function reportFutureRows(
  context: WorkspaceContext,
  filters?: Parameters<typeof listFutureRows>[1],
): Promise<void> {
  if (context.workspace.costsRequests || !context.user.showsInfo()) return
  const rows = await listFutureRows(context, filters)
  if (rows.length > 0) context.user.info(`Includes ${describeFutureRows(rows)}`)
}

/** Returns a text such as `2 transactions dated after today, -50.00`. */
const describeFutureRows = (rows: readonly FutureRow[]): string => {
  const count = pluralize(rows.length, 'transaction')
  return `${count} dated after today, ${groupThousands(sum(rows.map(({ amount }) => amount)))}`
}
