/** Reads all pages of a list of transactions from any BudgetApi. */

import type { BudgetApi } from './api.ts'
import { ApiError, NetworkError } from './errors.ts'
import { maxPageSize, type Transaction, type TransactionFilters } from './operations/transactions.ts'
import { getTransactionsVersion, setTransactionsVersion } from './reply-version.ts'

/**
 * Yields the pages up to the last `next_cursor`. A short or empty page is not the last one, and a row that
 * moved between pages comes once. A stale cursor restarts the list, once.
 * @param isNew remembers ids; a caller may pass a function that needs less memory
 * @throws NetworkError when the pages do not end
 * @see docs/spec.md#p4
 * @see docs/spec.md#p5
 * @see docs/http-client.md#row-49
 */
export async function* paginateTransactions(
  api: Pick<BudgetApi, 'listTransactions'>,
  filters: TransactionFilters = {},
  signal?: AbortSignal,
  isNew: (id: string) => boolean = createSeenFilter(),
): AsyncGenerator<Transaction[], void, undefined> {
  let checkCursor = createCursorGuard()
  let isRestarted = false
  let { cursor } = filters
  for (;;) {
    const query = { limit: maxPageSize, ...filters, ...(cursor !== undefined && { cursor }) }
    const page = await api.listTransactions({ query }, signal).catch((error: unknown) => {
      const isStale = error instanceof ApiError && error.name === 'bad_request' && cursor !== filters.cursor
      if (!isStale || isRestarted) throw error
    })
    if (page) {
      const rows = page.transactions.filter(({ id }) => isNew(id))
      setTransactionsVersion(rows, getTransactionsVersion(page))
      yield rows
      if (page.next_cursor === null) return
      checkCursor(page.next_cursor, rows.length > 0)
      cursor = page.next_cursor
    } else {
      isRestarted = true
      cursor = filters.cursor
      checkCursor = createCursorGuard()
    }
  }
}

/** The limits beyond which a list is taken to be endless. @see docs/reliability.md#r17 */
const MAX_PAGES = 100_000
const MAX_EMPTY_PAGES = 10_000

/**
 * Returns a function that checks each next cursor.
 * @throws NetworkError for a repeated cursor, or when the pages do not end
 */
export function createCursorGuard(first?: unknown): (cursor: unknown, isNew: boolean) => void {
  const cursors = new Set([first])
  let pages = 0
  let emptyPages = 0
  return (cursor, isNew) => {
    if (cursors.has(cursor)) throw new NetworkError('The service returned the same next_cursor twice', false)
    cursors.add(cursor)
    pages += 1
    emptyPages = isNew ? 0 : emptyPages + 1
    if (pages < MAX_PAGES && emptyPages < MAX_EMPTY_PAGES) return
    const reason =
      emptyPages === MAX_EMPTY_PAGES ? `${emptyPages} pages without new transactions` : `${pages} pages`
    throw new NetworkError(
      `The list of transactions does not end: ${reason}, and there is still a next_cursor`,
      false,
    )
  }
}

function createSeenFilter(): (id: string) => boolean {
  const ids = new Set<string>()
  return (id) => !ids.has(id) && Boolean(ids.add(id))
}
