/** Reads the figures of the budget at a glance, and finds the command for what matters most now. */

import type { WorkspaceContext } from '../command/context.ts'
import type { BudgetMonth } from '../contract/operations/months.ts'
import { paginateTransactions, readNewestPage } from '../contract/paginate.ts'
import { toMonth } from '../money/calendar.ts'
import { add, compare, isNegative, isZero, negate, subtract, sum } from '../money/decimal.ts'
import { suggestTakingBack } from '../output/ready-to-assign.ts'
import { reportDatesToPost } from '../schedules/tell-due.ts'
import { listFutureRows } from '../transactions/future-rows.ts'
import { findOverspending, totalOverspent } from './overspending.ts'
import { type BudgetStatus, type StatusResult, withNextStep } from './status-view.ts'

/** Returns the figures and the next step. Closed accounts may have a balance, which net worth counts. */
export async function readStatus(context: WorkspaceContext): Promise<StatusResult> {
  const {
    workspace: { api },
    computer: { settings },
    invocation: { today },
  } = context
  // Closed accounts may have a balance, which net worth counts.
  const [{ accounts }, reply, review, later] = await Promise.all([
    api.listAccounts({ query: { include_closed: true } }),
    api.getMonth({ month: toMonth(today) }),
    countNeedsReview(context),
    listFutureRows(context),
  ])
  await reportDatesToPost(context)
  const { currency, month } = reply
  const zero = subtract(month.ready_to_assign, month.ready_to_assign) // has the decimals of the currency
  const after_today = sum([zero, ...later.map(({ amount }) => amount)])
  const total = (on_budget: boolean): string => {
    const counted = accounts.filter((account) => account.on_budget === on_budget)
    const ids = new Set(counted.map(({ id }) => id))
    const notYet = later.filter(({ account_id }) => ids.has(account_id)).map(({ amount }) => negate(amount))
    return sum([zero, ...counted.map(({ balance }) => balance), ...notYet])
  }
  const figures: BudgetStatus = {
    profile: (await settings()).selectProfile().name,
    month: month.month,
    currency,
    ready_to_assign: month.ready_to_assign,
    total_overspent: add(zero, totalOverspent(await findOverspending(context, reply))),
    on_budget: total(true),
    off_budget: total(false),
    after_today,
    transactions_after_today: later.length,
    ...review,
    ...(await countScheduleProblems(context)),
  }
  return withNextStep(
    figures,
    accounts.length === 0 ? 'budget accounts add NAME' : suggestNextStep(figures, month),
  )
}

/** Counts what needs review; on a remote profile the newest page of it, which may not be all. */
async function countNeedsReview({
  workspace: { api, costsRequests },
  invocation: { signal },
}: WorkspaceContext): Promise<Pick<BudgetStatus, 'needs_review' | 'needs_review_more'>> {
  const filters = { review_status: 'needs_review' } as const
  if (costsRequests) {
    const { transactions, next_cursor } = await readNewestPage(api, filters, signal)
    return { needs_review: transactions.length, needs_review_more: next_cursor !== null }
  }
  let needs_review = 0
  for await (const page of paginateTransactions(api, filters, signal)) needs_review += page.length
  return { needs_review, needs_review_more: false }
}

/** Counts what of schedules is to be decided. A workspace without schedules loads nothing for it. */
async function countScheduleProblems(
  context: WorkspaceContext,
): Promise<Pick<BudgetStatus, 'overdue_dates' | 'unmatched_transactions'>> {
  if (!context.workspace.hasSchedules()) return { overdue_dates: 0, unmatched_transactions: 0 }
  const { listScheduleProblems } = await import('./schedule-problems.ts')
  const problems = await listScheduleProblems(context)
  const unmatched = problems.filter(({ problem }) => problem === 'unmatched').length
  return { overdue_dates: problems.length - unmatched, unmatched_transactions: unmatched }
}

/** Returns the command for what matters most now; undefined when everything is in order. */
function suggestNextStep(figures: BudgetStatus, month: BudgetMonth): string | undefined {
  const { needs_review, ready_to_assign, total_overspent } = figures
  // Categories come first, because they decide what is overspent.
  if (needs_review > 0) return 'budget review'
  if (isNegative(ready_to_assign)) return suggestTakingBack(month, '') ?? 'budget month --explain'
  if (!isZero(total_overspent))
    return `budget month cover --all --from ${compare(ready_to_assign, total_overspent) >= 0 ? 'rta' : 'CATEGORY'}`
  if (figures.unmatched_transactions > 0) return 'budget review'
  if (figures.overdue_dates > 0) return 'budget upcoming'
  return isZero(ready_to_assign) ? undefined : 'budget month assign CATEGORY AMOUNT'
}
