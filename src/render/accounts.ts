/** Shows accounts. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Account, account } from '../contract/operations/accounts.ts'
import { add } from '../money/decimal.ts'
import { formatAccountType } from './account-types.ts'
import { displayWidth } from './display-width.ts'
import { formatColoredAmount } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import { amountColumn, defineView, textColumn } from './view.ts'

const fields = () => listFieldPaths(account)

/** A list of accounts, with totals on and off budget. */
export const accountListView = defineView<Account[], Account>({
  columns: [
    textColumn('name', 'Account', { minWidth: 10 }),
    {
      ...textColumn('type', 'Type', { neverTruncate: true, dropPriority: 1 }),
      formatForTerminal: ({ type }) => formatAccountType(type),
    },
    amountColumn('balance', 'Balance'),
    amountColumn('cleared_balance', 'Cleared', { isDroppable: true }),
    { field: 'closed', heading: 'Closed', kind: 'text', getValue: (row) => row.closed },
    textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
  ],
  fields,
  renderFooter: renderTotals,
  emptyMessage: 'No accounts yet; to add one: budget accounts add Checking --type banking_checking',
})

function renderTotals(accounts: Account[], { colors, width }: TextStyle): string {
  const total = (onBudget: boolean) => {
    const matching = accounts.filter((account) => account.on_budget === onBudget)
    return matching.length === 0 ? undefined : matching.map(({ balance }) => balance).reduce(add)
  }
  const parts = [
    ['On budget', total(true)],
    ['Off budget', total(false)],
  ].flatMap(([label, sum]) => (sum === undefined ? [] : [`${label} ${formatColoredAmount(sum, colors)}`]))
  const line = parts.join('   ')
  return line === '' ? '' : `\n${displayWidth(line) > width ? parts.join('\n') : line}\n`
}

/** One account with all its fields. */
export const accountView = defineView<Account, Account>({
  columns: [
    textColumn('name', 'Account'),
    { ...textColumn('type', 'Type'), formatForTerminal: ({ type }) => formatAccountType(type) },
    amountColumn('balance', 'Balance'),
    amountColumn('cleared_balance', 'Cleared'),
    amountColumn('pending_balance', 'Pending'),
    textColumn('on_budget', 'On budget'),
    textColumn('closed', 'Closed'),
    textColumn('linked', 'Linked'),
    textColumn('notes', 'Notes'),
    textColumn('last_reconciled_at', 'Reconciled at'),
    textColumn('id', 'Id'),
  ],
  fields,
})

/** Returns a view of one line about a created or changed account. */
export const defineAccountChangeView = (describe: (account: Account) => string) => ({
  ...accountView,
  renderText: (account: Account) => `${sanitizeLine(describe(account))}\n`,
})
