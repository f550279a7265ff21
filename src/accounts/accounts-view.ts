/** Shows accounts. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Account, account } from '../contract/operations/accounts.ts'
import { add, isZero } from '../money/decimal.ts'
import { displayWidth } from '../output/display-width.ts'
import { formatColoredAmount } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { amountColumn, type Column, defineView, textColumn } from '../output/view.ts'
import { formatAccountType } from './account-types.ts'

const fields = () => listFieldPaths(account)

// JSON omits symbol keys, so that scripts get the account as the API returns it.
const reconciledDate: unique symbol = Symbol('until when the account is reconciled')

/** An account, with the date until which it is reconciled. */
export type AccountWithReconciledDate = Account & { readonly [reconciledDate]?: string }

/** Returns the account with the date until which it is reconciled, if it ever was. */
export const withReconciledDate = (row: Account, date: string | undefined): AccountWithReconciledDate =>
  date === undefined ? row : { ...row, [reconciledDate]: date }

const reconciledColumn: Column<AccountWithReconciledDate> = {
  field: 'reconciled_date',
  heading: 'Reconciled',
  kind: 'text',
  dropPriority: 2,
  neverTruncate: true,
  getValue: (row) => row[reconciledDate] ?? null,
}

const listFields = ['name', 'type', 'balance', 'cleared_balance', 'closed', 'id']
const accountFields = [
  'name',
  'type',
  'balance',
  'cleared_balance',
  'pending_balance',
  'on_budget',
  'closed',
  'linked',
  'notes',
  'last_reconciled_at',
  'id',
]

/** Programs that read columns by their place see no new one before an account is reconciled. */
const selectFields = (
  names: readonly string[],
  rows: readonly AccountWithReconciledDate[],
): readonly string[] | undefined =>
  rows.some((row) => row[reconciledDate] !== undefined) ? undefined : names

/** A list of accounts, with totals on and off budget. */
export const accountListView = defineView<AccountWithReconciledDate[], AccountWithReconciledDate>({
  columns: [
    textColumn('name', 'Account', { minWidth: 10 }),
    {
      ...textColumn('type', 'Type', { neverTruncate: true, dropPriority: 1 }),
      formatForTerminal: ({ type }) => formatAccountType(type),
    },
    amountColumn('balance', 'Balance'),
    amountColumn('cleared_balance', 'Cleared', { isDroppable: true }),
    {
      ...amountColumn('pending_balance', 'Pending', { isDroppable: true, isTerminalOnly: true }),
      getValue: ({ pending_balance }) => (isZero(pending_balance) ? null : pending_balance),
    },
    { field: 'closed', heading: 'Closed', kind: 'text', getValue: (row) => row.closed },
    textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
    reconciledColumn,
  ],
  fields,
  selectDefaultFields: (accounts) => selectFields(listFields, accounts),
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
export const accountView = defineView<AccountWithReconciledDate, AccountWithReconciledDate>({
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
    { ...reconciledColumn, heading: 'Reconciled until' },
    textColumn('last_reconciled_at', 'Reconciled at'),
    textColumn('id', 'Id'),
  ],
  fields,
  selectDefaultFields: (shown) => selectFields(accountFields, [shown]),
})

/** Returns a view of one line about a created or changed account. */
export const defineAccountChangeView = (describe: (account: Account) => string) => ({
  ...accountView,
  renderText: (account: Account) => `${describe(account).split('\n').map(sanitizeLine).join('\n')}\n`,
})
