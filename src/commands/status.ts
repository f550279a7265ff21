import { command } from '../command/define.ts'
import { largestPage } from '../contract/operations/transactions.ts'
import { monthOf } from '../money/calendar.ts'
import { add, subtract, sum } from '../money/decimal.ts'
import { type Standing, standingSheet } from '../render/status.ts'
import { findOverspending, totalOverspent } from './month/shared/overspending.ts'

export const status = command({
  name: 'status',
  summary: 'The budget at a glance',
  examples: [{ when: 'How things stand', type: 'budget status' }],
  async run(world): Promise<Standing> {
    const { api, settings, today } = world
    const [{ accounts }, reply, review] = await Promise.all([
      api.listAccounts({}),
      api.getMonth({ month: monthOf(today) }),
      api.listTransactions({ query: { review_status: 'needs_review', limit: largestPage } }),
    ])
    const { currency, month } = reply
    const zero = subtract(month.ready_to_assign, month.ready_to_assign) // with the currency's decimals
    const total = (on_budget: boolean): string =>
      sum([zero, ...accounts.filter((one) => one.on_budget === on_budget).map(({ balance }) => balance)])
    return {
      profile: (await settings()).meant().name,
      month: month.month,
      currency,
      ready_to_assign: month.ready_to_assign,
      total_overspent: add(zero, totalOverspent(await findOverspending(world, reply))),
      on_budget: total(true),
      off_budget: total(false),
      needs_review: review.transactions.length,
      needs_review_more: review.next_cursor !== null,
    }
  },
  show: standingSheet,
})
