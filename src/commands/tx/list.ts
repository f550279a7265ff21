import { command, toggle, type World } from '../../command/define.ts'
import { oneOf, plain, wholeNumber } from '../../command/options.ts'
import type { Names } from '../../command/resolve-name.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { Mistake } from '../../contract/errors.ts'
import {
  largestPage,
  reviewStatuses,
  type TransactionFilters,
} from '../../contract/operations/transactions.ts'
import { transactionPages } from '../../contract/paginate.ts'
import { type Told, transactionList } from '../../render/transactions.ts'
import type { Pages } from '../../render/view.ts'
import { filterFlags, type Keeps, localFilter, passes, serviceFilters } from './shared/filters.ts'
import { withOtherAccounts } from './shared/transfer-account.ts'

const USUAL_LIMIT = 100

export const list = command({
  name: 'tx list',
  summary: 'List transactions, newest first',
  flags: {
    ...filterFlags,
    reviewStatus: oneOf('Only with this review status', 'STATUS', reviewStatuses),
    needsReview: toggle('Only those that wait for a look'),
    limit: wholeNumber(`At most so many (${USUAL_LIMIT} when left out)`, 1),
    deleted: toggle('Only deleted ones, which tx restore brings back'),
    all: toggle('All of them, instead of --limit'),
    cursor: plain('Go on where an earlier list ended', 'CURSOR'),
    pageSize: wholeNumber('Transactions per request', 1, largestPage),
  },
  examples: [
    { when: 'What happened lately', type: 'budget tx' },
    { when: 'Groceries of last month', type: 'budget tx list --category Groceries --period last-month' },
    { when: 'Everything, for another program', type: 'budget tx list --all --format ndjson' },
  ],
  async run(world, given): Promise<Pages<Told>> {
    const { api, names, warn } = world
    const { all, deleted, pageSize, needsReview, reviewStatus, cursor } = given
    if (all && given.limit !== undefined)
      throw new Mistake('usage', 'Take one of --limit and --all, not both')
    if (deleted && !world.isLocal)
      throw new Mistake('forbidden', 'The service does not list deleted transactions', {
        hint: 'budget tx show ID shows one of them, budget tx restore ID brings it back',
      })
    const limit = given.limit ?? USUAL_LIMIT
    if (needsReview && reviewStatus !== undefined) {
      throw new Mistake('usage', 'Take one of --needs-review and --review-status, not both')
    }
    if (deleted && (cursor !== undefined || pageSize !== undefined))
      throw new Mistake('usage', 'Use either --deleted or --cursor and --page-size, not both')
    const review = needsReview ? 'needs_review' : reviewStatus
    const keeps = await localFilter(given, names)
    const size = pageSize ?? (all || keeps ? largestPage : Math.min(limit, largestPage))
    const filters = {
      ...serviceFilters(given),
      ...(review !== undefined && { review_status: review }),
      ...(cursor !== undefined && { cursor }),
      limit: size,
    }
    if (deleted) {
      const most = all ? Number.POSITIVE_INFINITY : limit
      return deletedTransactions(world, { filters, keeps, most, warn, names })
    }
    return transactions(api, { filters, keeps, most: all ? Number.POSITIVE_INFINITY : limit, warn, names })
  },
  show: transactionList,
})

/** Deleted transactions, which only a workspace of this machine lists. */
async function* deletedTransactions(
  world: World,
  { filters, keeps, most, warn, names }: Listing,
): Pages<Told> {
  const rows = world.local().listDeletedTransactions().filter(passes(filters))
  const kept = keeps ? rows.filter(keeps) : rows
  yield await withOtherAccounts(names, kept.slice(0, most))
  if (kept.length > most) warn('There may be more: --all lists everything')
}

interface Listing {
  filters: TransactionFilters
  keeps: Keeps | undefined
  most: number
  warn: (text: string) => void
  names: Names
}

async function* transactions(api: BudgetApi, { filters, keeps, most, warn, names }: Listing): Pages<Told> {
  const last: { next_cursor: string | null } = { next_cursor: null }
  const remembering: Pick<BudgetApi, 'listTransactions'> = {
    async listTransactions(request, signal) {
      const page = await api.listTransactions(request, signal)
      last.next_cursor = page.next_cursor
      return page
    },
  }
  let left = most
  for await (const page of transactionPages(remembering, filters)) {
    const kept = keeps ? page.filter(keeps) : page
    const taken = kept.slice(0, left)
    left -= taken.length
    yield await withOtherAccounts(names, taken)
    if (left > 0) continue
    // The cursor stands after the whole page: it only goes on seamlessly when all of the page was taken.
    if (kept.length > taken.length) warn('There may be more: --all lists everything')
    else if (last.next_cursor !== null)
      warn(`There may be more: --all lists everything, --cursor ${last.next_cursor} goes on from here`)
    return
  }
}
