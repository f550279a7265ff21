/** How accounts are shown. */

import { fieldPaths } from '../contract/field-paths.ts'
import { type Account, account } from '../contract/operations/accounts.ts'
import { add } from '../money/decimal.ts'
import { plainTypeName } from './account-types.ts'
import { widthOf } from './display-width.ts'
import { money } from './format-amount.ts'
import { oneLine } from './sanitize.ts'
import type { Look } from './style.ts'
import { amount, sheet, text } from './view.ts'

const fields = () => fieldPaths(account)

/** Accounts one under the other, with what they hold together. */
export const accountList = sheet<Account[], Account>({
  columns: [
    text('name', 'Account', { least: 10 }),
    { ...text('type', 'Type', { whole: true, spare: 1 }), draw: ({ type }) => plainTypeName(type) },
    amount('balance', 'Balance'),
    amount('cleared_balance', 'Cleared', { droppable: true }),
    { field: 'closed', heading: 'Closed', kind: 'text', value: (row) => row.closed },
    text('id', 'Id', { droppable: true, whole: true }),
  ],
  fields,
  below: totals,
  empty: 'No accounts yet; budget accounts add Checking --type banking_checking makes one',
})

function totals(accounts: Account[], { paint, width }: Look): string {
  const total = (onBudget: boolean) => {
    const some = accounts.filter((account) => account.on_budget === onBudget)
    return some.length === 0 ? undefined : some.map(({ balance }) => balance).reduce(add)
  }
  const parts = [
    ['On budget', total(true)],
    ['Off budget', total(false)],
  ].flatMap(([label, sum]) => (sum === undefined ? [] : [`${label} ${money(sum, paint)}`]))
  const line = parts.join('   ')
  return line === '' ? '' : `\n${widthOf(line) > width ? parts.join('\n') : line}\n`
}

/** One account with all its fields. */
export const accountCard = sheet<Account, Account>({
  columns: [
    text('name', 'Account'),
    { ...text('type', 'Type'), draw: ({ type }) => plainTypeName(type) },
    amount('balance', 'Balance'),
    amount('cleared_balance', 'Cleared'),
    amount('pending_balance', 'Pending'),
    text('on_budget', 'On budget'),
    text('closed', 'Closed'),
    text('linked', 'Linked'),
    text('notes', 'Notes'),
    text('last_reconciled_at', 'Reconciled at'),
    text('id', 'Id'),
  ],
  fields,
})

/** What a new or changed account looks like now. */
export const accountChange = (said: (account: Account) => string) => ({
  ...accountCard,
  say: (account: Account) => `${oneLine(said(account))}\n`,
})
