/** Reads all pages of a list of transactions from any BudgetApi. */

import type { BudgetApi } from './api.ts'
import { ApiError, NetworkError } from './errors.ts'
import { getTransactionsVersion, setTransactionsVersion } from './http-response.ts'
import { maxPageSize, type Transaction, type TransactionFilters } from './operations/transactions.ts'

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
  let pages = 0
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
      pages += 1
      if (page.next_cursor === null) return
      const repeated = page.transactions.length > 0 ? 'repeated' : 'empty'
      checkCursor(page.next_cursor, rows.length > 0 ? 'new' : repeated)
      cursor = page.next_cursor
    } else {
      isRestarted = true
      cursor = filters.cursor
      checkCursor = createCursorGuard(undefined, pages)
    }
  }
}

/**
 * Returns the newest live transactions: the rows of the first page that has any, and the cursor of older ones, which is
 * null only at the end of the list.
 * @see docs/spec.md#p5
 */
export async function readNewestPage(
  api: Pick<BudgetApi, 'listTransactions'>,
  filters: TransactionFilters = {},
  signal?: AbortSignal,
): Promise<{ transactions: Transaction[]; next_cursor: string | null }> {
  const checkCursor = createCursorGuard(filters.cursor)
  let query: TransactionFilters = { limit: maxPageSize, ...filters }
  for (;;) {
    const page = await api.listTransactions({ query }, signal)
    const transactions = page.transactions.filter(({ deleted }) => !deleted)
    if (transactions.length > 0 || page.next_cursor === null)
      return { transactions, next_cursor: page.next_cursor }
    checkCursor(page.next_cursor, 'empty')
    // What is rare is found sooner in large pages.
    query = { ...query, limit: maxPageSize, cursor: page.next_cursor }
  }
}

/** Returns the newest live transaction that passes filters; undefined only where there is none. */
export const findNewestTransaction = async (
  api: Pick<BudgetApi, 'listTransactions'>,
  filters: TransactionFilters,
  signal?: AbortSignal,
): Promise<Transaction | undefined> =>
  (await readNewestPage(api, { ...filters, limit: 1 }, signal)).transactions[0]

/** The limits beyond which a list is taken to be endless. @see docs/reliability.md#r17 */
const MAX_PAGES = 100_000
const MAX_REPEATED_PAGES = 20
const MAX_IDLE_PAGES = 1_000

/** What a page brought: rows that are new, only rows that came before, or none. */
type PageYield = 'new' | 'repeated' | 'empty'

/**
 * Returns a function that checks each next cursor.
 * @param reread how many pages repeat what a stale list had already brought
 * @throws NetworkError for a repeated cursor, or when the pages do not end
 */
export function createCursorGuard(
  first?: unknown,
  reread = 0,
): (cursor: unknown, brought: PageYield) => void {
  const cursors = new Set([first])
  let pages = 0
  let repeatedPages = 0
  let idlePages = 0
  return (cursor, brought) => {
    if (cursors.has(cursor)) throw new NetworkError('The service returned the same next_cursor twice', false)
    cursors.add(cursor)
    pages += 1
    idlePages = brought === 'new' ? 0 : idlePages + 1
    if (brought !== 'empty') repeatedPages = brought === 'new' ? 0 : repeatedPages + 1
    const isIdle = idlePages >= MAX_IDLE_PAGES + reread || repeatedPages >= MAX_REPEATED_PAGES + reread
    if (pages < MAX_PAGES && !isIdle) return
    const reason = isIdle ? `${idlePages} pages without new transactions` : `${pages} pages`
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
