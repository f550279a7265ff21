/** `budget tx list`: lists transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, filling } from '../../command/option-spec.ts'
import { enumOption, integerOption, textOption } from '../../command/options.ts'
import type { NameIndex } from '../../command/resolve-name.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import {
  maxPageSize,
  reviewStatuses,
  type TransactionFilters,
} from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { type TransactionWithOtherAccount, transactionListView } from '../../render/transactions.ts'
import type { RowPages } from '../../render/view.ts'
import {
  buildLocalFilter,
  filterFlags,
  matchesServiceFilters,
  serviceFilters,
  type TransactionPredicate,
} from './shared/filters.ts'
import { addOtherAccountNames } from './shared/reply.ts'

const DEFAULT_LIMIT = 100

export const list = defineCommand({
  name: 'tx list',
  summary: 'List transactions, newest first',
  flags: {
    ...filterFlags,
    reviewStatus: filling(
      enumOption('Only with this review status', 'STATUS', reviewStatuses),
      'review_status',
    ),
    needsReview: booleanFlag('Only those that wait for a look'),
    limit: integerOption(`At most so many (${DEFAULT_LIMIT} when left out)`, 1),
    deleted: booleanFlag('Only deleted ones, which tx restore brings back'),
    all: booleanFlag('All of them, instead of --limit'),
    cursor: textOption('Go on where an earlier list ended', 'CURSOR'),
    pageSize: integerOption('Transactions per request', 1, maxPageSize),
  },
  examples: [
    { when: 'What happened lately', commandLine: 'budget tx' },
    {
      when: 'Groceries of last month',
      commandLine: 'budget tx list --category Groceries --period last-month',
    },
    { when: 'Everything, for another program', commandLine: 'budget tx list --all --format ndjson' },
  ],
  async run(context, input): Promise<RowPages<TransactionWithOtherAccount>> {
    const { api, names, warn } = context
    const { all, deleted, pageSize, needsReview, reviewStatus, cursor } = input
    if (all && input.limit !== undefined)
      throw new UserError('usage', 'Take one of --limit and --all, not both')
    if (deleted && !context.isLocal)
      throw new UserError('forbidden', 'The service does not list deleted transactions', {
        hint: 'budget tx show ID shows one of them, budget tx restore ID brings it back',
      })
    const limit = input.limit ?? DEFAULT_LIMIT
    if (needsReview && reviewStatus !== undefined) {
      throw new UserError('usage', 'Take one of --needs-review and --review-status, not both')
    }
    if (deleted && (cursor !== undefined || pageSize !== undefined))
      throw new UserError('usage', 'Use either --deleted or --cursor and --page-size, not both')
    const review = needsReview ? 'needs_review' : reviewStatus
    const keeps = await buildLocalFilter(input, names)
    const size = pageSize ?? (all || keeps ? maxPageSize : Math.min(limit, maxPageSize))
    const filters = {
      ...serviceFilters(input),
      ...(review !== undefined && { review_status: review }),
      ...(cursor !== undefined && { cursor }),
      limit: size,
    }
    if (deleted) {
      const most = all ? Number.POSITIVE_INFINITY : limit
      return listDeletedTransactions(context, { filters, keeps, limit: most, warn, names })
    }
    return pageTransactions(api, {
      filters,
      keeps,
      limit: all ? Number.POSITIVE_INFINITY : limit,
      warn,
      names,
    })
  },
  view: transactionListView,
})

/** Yields deleted transactions, which only a local workspace can list. */
async function* listDeletedTransactions(
  context: WorkspaceContext,
  { filters, keeps, limit: most, warn, names }: ListOptions,
): RowPages<TransactionWithOtherAccount> {
  const rows = context.workspaceAdmin().listDeletedTransactions().filter(matchesServiceFilters(filters))
  const matching = keeps ? rows.filter(keeps) : rows
  yield await addOtherAccountNames(names, matching.slice(0, most))
  if (matching.length > most) warn('There may be more: --all lists everything')
}

interface ListOptions {
  filters: TransactionFilters
  keeps: TransactionPredicate | undefined
  limit: number
  warn: (text: string) => void
  names: NameIndex
}

async function* pageTransactions(
  api: BudgetApi,
  { filters, keeps, limit: most, warn, names }: ListOptions,
): RowPages<TransactionWithOtherAccount> {
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
    yield await addOtherAccountNames(names, takenRows)
    if (remaining > 0) continue
    // The cursor points after the whole page, so it continues correctly only if all of the page was taken.
    if (matching.length > takenRows.length) warn('There may be more: --all lists everything')
    else if (last.next_cursor !== null)
      warn(`There may be more: --all lists everything, --cursor ${last.next_cursor} goes on from here`)
    return
  }
}
