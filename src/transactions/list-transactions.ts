/** Lists transactions page by page, newest first. */

import type { WorkspaceContext } from '../command/context.ts'
import type { BudgetApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import {
  maxPageSize,
  type Transaction,
  type TransactionFilters,
} from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { RowPages } from '../output/view.ts'
import { toListedTransactions } from './read-reply.ts'
import { listDeleted } from './select-transactions.ts'
import type { ListedTransaction } from './transaction-columns.ts'
import {
  buildLocalFilter,
  type FilterInput,
  matchesServiceFilters,
  serviceFilters,
  type TransactionPredicate,
} from './transaction-filters.ts'

/** How many transactions are listed without --limit and --all. */
export const DEFAULT_LIMIT = 100

/** Which transactions are listed, and how many. */
type ListInput = FilterInput & {
  words: readonly string[]
  reviewStatus: Transaction['review_status'] | undefined
  needsReview: boolean
  limit: number | undefined
  deleted: boolean
  all: boolean
  cursor: string | undefined
  pageSize: number | undefined
}

/** Returns the pages of transactions that the flags select. */
export async function listTransactions(
  context: WorkspaceContext,
  input: ListInput,
): Promise<RowPages<ListedTransaction>> {
  const {
    workspace: { names },
  } = context
  const { all, deleted, pageSize, needsReview, reviewStatus, cursor } = input
  if (all && input.limit !== undefined) throw new UserError('usage', 'Use either --limit or --all, not both')
  const limit = all ? Number.POSITIVE_INFINITY : (input.limit ?? DEFAULT_LIMIT)
  if (needsReview && reviewStatus !== undefined)
    throw new UserError('usage', 'Use either --needs-review or --review-status, not both')
  if (deleted && (cursor !== undefined || pageSize !== undefined))
    throw new UserError('usage', 'Use either --deleted or --cursor and --page-size, not both')
  const review = needsReview ? 'needs_review' : reviewStatus
  if (input.words.length > 0 && input.search !== undefined)
    throw new UserError('usage', 'Use either SEARCH or --search, not both')
  const search = input.words.join(' ') || input.search
  const keeps = await buildLocalFilter({ ...input, search }, names)
  const size = pageSize ?? (keeps ? maxPageSize : Math.min(limit, maxPageSize))
  const filters = {
    ...serviceFilters(input),
    ...(review !== undefined && { review_status: review }),
    ...(cursor !== undefined && { cursor }),
    limit: size,
  }
  return (deleted ? listDeletedTransactions : pageTransactions)(context, { filters, keeps, limit })
}

/** Yields deleted transactions, which only a local workspace can list. */
async function* listDeletedTransactions(
  context: WorkspaceContext,
  { filters, keeps, limit: most }: ListOptions,
): RowPages<ListedTransaction> {
  const {
    user: { warn },
  } = context
  const rows = listDeleted(context).filter(matchesServiceFilters(filters))
  const matching = keeps ? rows.filter(keeps) : rows
  yield await toListedTransactions(context, matching.slice(0, most))
  if (matching.length > most) warn('There may be more; use --all to list everything')
}

interface ListOptions {
  filters: TransactionFilters
  keeps: TransactionPredicate | undefined
  limit: number
}

async function* pageTransactions(
  context: WorkspaceContext,
  { filters, keeps, limit: most }: ListOptions,
): RowPages<ListedTransaction> {
  const {
    workspace: { api },
    user: { warn },
  } = context
  const last: { next_cursor: string | null } = { next_cursor: null }
  const remembering: Pick<BudgetApi, 'listTransactions'> = {
    async listTransactions(request, signal) {
      const page = await api.listTransactions(request, signal)
      last.next_cursor = page.next_cursor
      return page
    },
  }
  let remaining = most
  for await (const page of paginateTransactions(remembering, filters)) {
    const matching = keeps ? page.filter(keeps) : page
    const takenRows = matching.slice(0, remaining)
    remaining -= takenRows.length
    yield await toListedTransactions(context, takenRows)
    if (remaining > 0) continue
    // The cursor points after the whole page, so it continues correctly only if all of the page was taken.
    if (matching.length > takenRows.length) warn('There may be more; use --all to list everything')
    else if (last.next_cursor !== null)
      warn(
        context.invocation.showsResultAsText()
          ? 'There may be more; use --all to list everything'
          : `There may be more; use --all to list everything, or --cursor ${last.next_cursor} to continue`,
      )
    return
  }
}
