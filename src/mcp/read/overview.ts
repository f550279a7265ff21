/** `overview`: where the budget stands today, in three requests at most. */

import { strictFields } from '../../contract/fields.ts'
import type { Account } from '../../contract/operations/accounts.ts'
import { maxPageSize } from '../../contract/operations/transactions.ts'
import { toMonth } from '../../money/calendar.ts'
import { isNegative, isZero, negate } from '../../money/decimal.ts'
import { readLine, readTransactions } from '../run-line.ts'
import { defineTool } from '../tool.ts'

/** So many accounts and categories keep the answer below 2 KB. */
const MAX_ACCOUNTS = 10
const MAX_CATEGORIES = 5

export const overview = defineTool({
  name: 'overview',
  title: 'Overview',
  description:
    'Where the budget stands: today, Ready to Assign, account balances, and what needs attention. Call it first.',
  level: 'read',
  fields: strictFields({}),
  descriptions: {},
  async run({ runner, readToday, timezone }) {
    const today = readToday()
    const { currency, month } = await runner.readMonth(toMonth(today))
    const accounts = await readLine<Account[]>(runner, ['accounts', 'list'])
    // One page: each further one would be a request to a service, and time in a large budget.
    const page = `--limit=${maxPageSize}`
    const { rows: reviews, next } = await readTransactions(runner, ['tx', 'list', '--needs-review', page])
    const categories = month.category_groups.flatMap((group) => group.categories)
    const overspent = categories.filter(({ available }) => isNegative(available))
    const underfunded = categories.filter(({ target }) => !isZero(target?.underfunded_amount ?? '0'))
    const attention = [
      ...(isNegative(month.ready_to_assign)
        ? [{ kind: 'assigned_too_much', amount: negate(month.ready_to_assign) }]
        : []),
      ...overspent
        .slice(0, MAX_CATEGORIES)
        .map(({ name, available }) => ({ kind: 'overspent', category: name, amount: negate(available) })),
      ...underfunded.slice(0, MAX_CATEGORIES).map(({ name, target }) => ({
        kind: 'underfunded',
        category: name,
        amount: target?.underfunded_amount,
      })),
      ...(reviews.length > 0
        ? [{ kind: 'needs_review', count: reviews.length, ...(next !== undefined && { at_least: true }) }]
        : []),
    ]
    return {
      today,
      timezone,
      month: month.month,
      currency,
      ready_to_assign: month.ready_to_assign,
      counts: { accounts: accounts.length, overspent: overspent.length, underfunded: underfunded.length },
      accounts: accounts
        .slice(0, MAX_ACCOUNTS)
        .map(({ name, balance, on_budget }) => ({ name, balance, on_budget })),
      attention,
    }
  },
})
