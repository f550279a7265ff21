/** Reads what happened last in each account: the newest transaction, the pending ones, the cleared balance of a day. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Account } from '../contract/operations/accounts.ts'
import { maxPageSize, type Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { subtract } from '../money/decimal.ts'

/** What happened last in an account. */
export interface AccountActivity {
  /** The date of the newest transaction; null when none is known. */
  last_transaction: string | null
  pending: readonly Pick<Transaction, 'date' | 'amount'>[]
  /** Returns the cleared balance at the end of a date; undefined when that would take many requests. */
  readCleared(date: string): string | undefined
}

/** Reads the activity of all accounts by their id: remotely with the newest page and the pending transactions. */
export async function readAccountActivity(
  context: WorkspaceContext,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, AccountActivity>> {
  const {
    workspace: { api },
    invocation: { signal },
  } = context
  const pending: Transaction[] = []
  for await (const page of paginateTransactions(api, { status: 'pending' }, signal)) pending.push(...page)
  const ofAccount = ({ id }: Account) => pending.filter(({ account_id }) => account_id === id)
  const { admin } = context.workspace
  if (admin) {
    const describe = async (account: Account): Promise<readonly [string, AccountActivity]> => {
      const { transactions } = await api.listTransactions({ query: { account_id: account.id, limit: 1 } })
      return [
        account.id,
        {
          last_transaction: transactions[0]?.date ?? null,
          pending: ofAccount(account),
          readCleared: (date) => admin.readClearedBalance(account.id, date),
        },
      ]
    }
    return new Map(await Promise.all(accounts.map(describe)))
  }
  const { transactions: newest, next_cursor } = await api.listTransactions({ query: { limit: maxPageSize } })
  const edge = next_cursor === null ? '' : (newest.at(-1)?.date ?? '')
  return new Map(
    accounts.map((account) => {
      const rows = newest.filter(({ account_id }) => account_id === account.id)
      const readCleared = (date: string): string | undefined =>
        date <= edge
          ? undefined
          : rows
              .filter((row) => row.date > date && row.status !== 'pending')
              .reduce((left, { amount }) => subtract(left, amount), account.cleared_balance)
      return [
        account.id,
        { last_transaction: rows[0]?.date ?? null, pending: ofAccount(account), readCleared },
      ]
    }),
  )
}
