/** `budget accounts register`: lists the transactions of an account with its running balance. */

import { accountRegisterView, type RegisterRow } from '../../accounts/register-view.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { accountOption, periodOption } from '../../command/options.ts'
import type { TransactionFilters } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { subtract } from '../../money/decimal.ts'
import type { RowPages } from '../../output/view.ts'
import { toListedTransactions } from '../../transactions/read-reply.ts'

export const register = defineCommand({
  name: 'accounts register',
  summary: 'List the transactions of an account with the running balance, newest first',
  arguments: { account: accountOption('The account') },
  flags: { period: periodOption('Only in this period') },
  examples: [
    {
      when: 'To compare with a bank statement',
      commandLine: 'budget accounts register Checking --period last-month',
    },
  ],
  async run(context, { account, period }): Promise<RowPages<RegisterRow>> {
    const { account: current } = await context.workspace.api.getAccount({ account_id: account.id })
    const since = period && { since_date: period.since }
    const filters = { account_id: account.id, ...since }
    return toRegisterRows(context, filters, { balance: current.balance, until: period?.until })
  },
  view: accountRegisterView,
})

interface RegisterOptions {
  /** The balance of the account after all its transactions. */
  balance: string
  until: string | undefined
}

/**
 * Computes the balances backwards from today's. Transactions after the period are skipped, but count for the
 * balance.
 */
async function* toRegisterRows(
  context: WorkspaceContext,
  filters: TransactionFilters,
  { balance, until }: RegisterOptions,
): RowPages<RegisterRow> {
  let after = balance
  for await (const page of paginateTransactions(context.workspace.api, filters)) {
    const transactions = await toListedTransactions(context, page)
    const rows = transactions.map((row): RegisterRow => {
      const balance_after = after
      after = subtract(after, row.amount)
      return { ...row, balance_after }
    })
    yield until === undefined ? rows : rows.filter(({ date }) => date <= until)
  }
}
