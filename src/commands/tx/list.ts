/** `budget tx list`: lists transactions. */

import { resolveArgumentOrFlag } from '../../command/argument-or-flag.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, withFields, zeroOrMore } from '../../command/option-spec.ts'
import { enumOption, integerOption, textOption } from '../../command/options.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import {
  maxPageSize,
  reviewStatuses,
  type TransactionFilters,
} from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { RowPages } from '../../output/view.ts'
import { toListedTransactions } from '../../transactions/read-reply.ts'
import { listDeleted } from '../../transactions/select-transactions.ts'
import { type ListedTransaction } from '../../transactions/transaction-columns.ts'
import {
  buildLocalFilter,
  filterFlags,
  matchesServiceFilters,
  serviceFilters,
  type TransactionPredicate,
} from '../../transactions/transaction-filters.ts'
import { transactionListView } from '../../transactions/transactions-view.ts'

const DEFAULT_LIMIT = 100

export const list = defineCommand({
  name: 'tx list',
  summary: 'List transactions, newest first',
  arguments: { words: zeroOrMore(textOption('Only with this text, like --search', 'SEARCH')) },
  flags: {
    ...filterFlags,
    reviewStatus: withFields(
      enumOption('Only with this review status', 'STATUS', reviewStatuses),
      'review_status',
    ),
    needsReview: booleanFlag('Only transactions to review'),
    limit: integerOption(`The most transactions to list (${DEFAULT_LIMIT} by default)`, 1),
    deleted: booleanFlag('Only deleted transactions, which tx restore restores'),
    all: booleanFlag('List all, without a limit'),
    cursor: textOption('Continue an earlier list', 'CURSOR'),
    pageSize: integerOption('Transactions per request', 1, maxPageSize),
  },
  examples: [
    { when: 'Recent transactions', commandLine: 'budget tx' },
    { when: 'With a word in the merchant, category or notes', commandLine: 'budget tx list bakery' },
    {
      when: "Last month's groceries",
      commandLine: 'budget tx list --category Groceries --period last-month',
    },
    { when: 'Everything, for a script', commandLine: 'budget tx list --all --format ndjson' },
  ],
  async run(context, input): Promise<RowPages<ListedTransaction>> {
    const { names } = context
    const { all, deleted, pageSize, needsReview, reviewStatus, cursor } = input
    if (all && input.limit !== undefined)
      throw new UserError('usage', 'Use either --limit or --all, not both')
    const limit = input.limit ?? DEFAULT_LIMIT
    if (needsReview && reviewStatus !== undefined) {
      throw new UserError('usage', 'Use either --needs-review or --review-status, not both')
    }
    if (deleted && (cursor !== undefined || pageSize !== undefined))
      throw new UserError('usage', 'Use either --deleted or --cursor and --page-size, not both')
    const review = needsReview ? 'needs_review' : reviewStatus
    const text = input.words.length === 0 ? undefined : input.words.join(' ')
    const search = resolveArgumentOrFlag('search', text, input.search)
    const keeps = await buildLocalFilter({ ...input, search }, names)
    const size = pageSize ?? (all || keeps ? maxPageSize : Math.min(limit, maxPageSize))
    const filters = {
      ...serviceFilters(input),
      ...(review !== undefined && { review_status: review }),
      ...(cursor !== undefined && { cursor }),
      limit: size,
    }
    if (deleted) {
      const most = all ? Number.POSITIVE_INFINITY : limit
      return listDeletedTransactions(context, { filters, keeps, limit: most })
    }
    return pageTransactions(context, { filters, keeps, limit: all ? Number.POSITIVE_INFINITY : limit })
  },
  view: transactionListView,
})

/** Yields deleted transactions, which only a local workspace can list. */
async function* listDeletedTransactions(
  context: WorkspaceContext,
  { filters, keeps, limit: most }: ListOptions,
): RowPages<ListedTransaction> {
  const { warn } = context
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
  const { api, warn } = context
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
        context.showsResultAsText()
          ? 'There may be more; use --all to list everything'
          : `There may be more; use --all to list everything, or --cursor ${last.next_cursor} to continue`,
      )
    return
  }
}
