import type { BudgetApi } from '../../contract/api.ts'
import { Mistake } from '../../contract/errors.ts'
import { nameKey } from '../../contract/names.ts'
import { transactionPages } from '../../contract/pages.ts'
import {
  largestPage,
  reviewStatuses,
  type Transaction,
  type TransactionFilters,
  transactionStatuses,
} from '../../contract/transactions.ts'
import { compare } from '../../money/money.ts'
import type { Pages } from '../../render/sheet.ts'
import { transactionList } from '../../render/transactions.ts'
import { command, toggle, usually } from '../command.ts'
import { account, amount, category, date, merchant, oneOf, period, plain, wholeNumber } from '../entries.ts'

export const list = command({
  name: 'tx list',
  summary: 'List transactions, newest first',
  flags: {
    account: account('Only in this account'),
    category: category('Only with this category, also in a split'),
    status: oneOf('Only with this status', 'STATUS', transactionStatuses),
    reviewStatus: oneOf('Only with this review status', 'STATUS', reviewStatuses),
    needsReview: toggle('Only those that wait for a look'),
    since: date('On this day or later'),
    until: date('On this day or earlier'),
    period: period('Within this stretch of time'),
    merchant: merchant('Only at this merchant'),
    search: plain('Only with this in the merchant, the category or the notes', 'TEXT'),
    min: amount('Only of this amount or more; money out is negative'),
    max: amount('Only of this amount or less'),
    uncategorized: toggle('Only without a category'),
    limit: usually(wholeNumber('At most so many', 1), '100'),
    all: toggle('All of them'),
    cursor: plain('Go on where an earlier list ended', 'CURSOR'),
    pageSize: wholeNumber('Transactions per request', 1, largestPage),
  },
  examples: [
    { when: 'What happened lately', type: 'budget tx' },
    { when: 'Groceries of last month', type: 'budget tx list --category Groceries --period last-month' },
    { when: 'Everything, for another program', type: 'budget tx list --all --format ndjson' },
  ],
  async run({ api, note }, given): Promise<Pages<Transaction>> {
    const { limit, all, pageSize } = given
    const keeps = localFilter(given)
    const size = pageSize ?? (all || keeps ? largestPage : Math.min(limit, largestPage))
    const filters = { ...serviceFilters(given), limit: size }
    return transactions(api, { filters, keeps, most: all ? Number.POSITIVE_INFINITY : limit, note })
  },
  show: transactionList,
})

interface Given {
  account: { id: string } | undefined
  category: { id: string } | undefined
  status: TransactionFilters['status']
  reviewStatus: TransactionFilters['review_status']
  needsReview: boolean
  since: string | undefined
  until: string | undefined
  period: { since: string; until: string } | undefined
  cursor: string | undefined
}

/** The filters the service knows. */
function serviceFilters({
  account,
  category,
  status,
  reviewStatus,
  needsReview,
  period,
  cursor,
  ...given
}: Given) {
  if (needsReview && reviewStatus !== undefined) {
    throw new Mistake('usage', 'Take one of --needs-review and --review-status, not both')
  }
  if (period && (given.since !== undefined || given.until !== undefined)) {
    throw new Mistake('usage', 'Take --period, or --since and --until, not both')
  }
  const since = period?.since ?? given.since
  const until = period?.until ?? given.until
  const review = needsReview ? 'needs_review' : reviewStatus
  const filters: TransactionFilters = {
    ...(account && { account_id: account.id }),
    ...(category && { category_id: category.id }),
    ...(status !== undefined && { status }),
    ...(review !== undefined && { review_status: review }),
    ...(since !== undefined && { since_date: since }),
    ...(until !== undefined && { until_date: until }),
    ...(cursor !== undefined && { cursor }),
  }
  return filters
}

type Keeps = (row: Transaction) => boolean

interface LocalFilters {
  merchant: { id: string } | undefined
  search: string | undefined
  min: string | undefined
  max: string | undefined
  uncategorized: boolean
}

/** The filters the service lacks, which run here; undefined when none was asked for. */
function localFilter({ merchant, search, min, max, uncategorized }: LocalFilters): Keeps | undefined {
  const wanted: Keeps[] = []
  if (merchant) wanted.push((row) => row.merchant_id === merchant.id)
  if (min !== undefined) wanted.push((row) => compare(row.amount, min) >= 0)
  if (max !== undefined) wanted.push((row) => compare(row.amount, max) <= 0)
  if (uncategorized) wanted.push(isUncategorized)
  if (search !== undefined) {
    const key = nameKey(search)
    const texts = (row: Transaction) => [row.merchant_name, row.category_name, row.notes]
    wanted.push((row) => texts(row).some((text) => text !== null && nameKey(text).includes(key)))
  }
  return wanted.length === 0 ? undefined : (row) => wanted.every((keeps) => keeps(row))
}

function isUncategorized(row: Transaction): boolean {
  if (row.splits) return row.splits.some((line) => line.category_id === null && !line.ready_to_assign)
  return row.category_id === null && !row.ready_to_assign && row.type === 'regular'
}

interface Listing {
  filters: TransactionFilters
  keeps: Keeps | undefined
  most: number
  note: (text: string) => void
}

async function* transactions(api: BudgetApi, { filters, keeps, most, note }: Listing): Pages<Transaction> {
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
    yield taken
    if (left > 0) continue
    // The cursor stands after the whole page: it only goes on seamlessly when all of the page was taken.
    if (kept.length > taken.length) note('There may be more: --all lists everything')
    else if (last.next_cursor !== null)
      note(`There may be more: --all lists everything, --cursor ${last.next_cursor} goes on from here`)
    return
  }
}
