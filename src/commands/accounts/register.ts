import { command } from '../../command/define.ts'
import { account, period } from '../../command/options.ts'
import type { Names } from '../../command/resolve-name.ts'
import type { BudgetApi } from '../../contract/api.ts'
import type { TransactionFilters } from '../../contract/operations/transactions.ts'
import { transactionPages } from '../../contract/paginate.ts'
import { subtract } from '../../money/decimal.ts'
import { accountRegister, type Entered } from '../../render/register.ts'
import type { Pages } from '../../render/view.ts'
import { withOtherAccounts } from '../tx/shared/transfer-account.ts'

export const register = command({
  name: 'accounts register',
  summary: 'List the transactions of an account with its balance after each, newest first',
  arguments: { account: account('The account') },
  flags: { period: period('Within this stretch of time') },
  examples: [
    { when: 'To lay beside a statement', type: 'budget accounts register Checking --period last-month' },
  ],
  async run({ api, names }, { account, period }): Promise<Pages<Entered>> {
    const { account: now } = await api.getAccount({ account_id: account.id })
    const since = period && { since_date: period.since }
    const filters = { account_id: account.id, ...since }
    return entered(api, filters, { balance: now.balance, until: period?.until, names })
  },
  show: accountRegister,
})

interface Standing {
  /** What the account holds after everything that was booked in it. */
  balance: string
  until: string | undefined
  names: Names
}

/** Goes back from today's balance; what came after the period is passed over, but not left out of account. */
async function* entered(
  api: BudgetApi,
  filters: TransactionFilters,
  { balance, until, names }: Standing,
): Pages<Entered> {
  let after = balance
  for await (const page of transactionPages(api, filters)) {
    const told = await withOtherAccounts(names, page)
    const rows = told.map((row): Entered => {
      const balance_after = after
      after = subtract(after, row.amount)
      return { ...row, balance_after }
    })
    yield until === undefined ? rows : rows.filter(({ date }) => date <= until)
  }
}
