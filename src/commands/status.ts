/** `budget status`: shows the budget at a glance. */

import { defineCommand } from '../command/define.ts'
import { maxPageSize } from '../contract/operations/transactions.ts'
import { toMonth } from '../money/calendar.ts'
import { add, subtract, sum } from '../money/decimal.ts'
import { type BudgetStatus, statusView } from '../render/status.ts'
import { findOverspending, totalOverspent } from './month/shared/overspending.ts'

export const status = defineCommand({
  name: 'status',
  summary: 'The budget at a glance',
  examples: [{ when: 'A quick overview', commandLine: 'budget status' }],
  async run(context): Promise<BudgetStatus> {
    const { api, settings, today } = context
    const [{ accounts }, reply, review] = await Promise.all([
      api.listAccounts({}),
      api.getMonth({ month: toMonth(today) }),
      api.listTransactions({ query: { review_status: 'needs_review', limit: maxPageSize } }),
    ])
    const { currency, month } = reply
    const zero = subtract(month.ready_to_assign, month.ready_to_assign) // has the decimals of the currency
    const total = (on_budget: boolean): string =>
      sum([
        zero,
        ...accounts.filter((account) => account.on_budget === on_budget).map(({ balance }) => balance),
      ])
    return {
      profile: (await settings()).selectProfile().name,
      month: month.month,
      currency,
      ready_to_assign: month.ready_to_assign,
      total_overspent: add(zero, totalOverspent(await findOverspending(context, reply))),
      on_budget: total(true),
      off_budget: total(false),
      needs_review: review.transactions.length,
      needs_review_more: review.next_cursor !== null,
    }
  },
  view: statusView,
})
