/** All transactions of a listing, a page at a time, from any BudgetApi. */

import type { BudgetApi } from './api.ts'
import { ApiError, NetworkError } from './errors.ts'
import { maxPageSize, type Transaction, type TransactionFilters } from './operations/transactions.ts'
import { getTransactionsAsOf, setTransactionsAsOf } from './reply-version.ts'

/**
 * Follows `next_cursor` to the end. A short or empty page is not the end; a row that moved while we read comes once.
 * A cursor that went stale starts the listing over, once. `isNew` remembers the ids that came, to the one who can do it in less room.
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
  let follow = createCursorGuard()
  let restarted = false
  let { cursor } = filters
  for (;;) {
    const query = { limit: maxPageSize, ...filters, ...(cursor !== undefined && { cursor }) }
    const page = await api.listTransactions({ query }, signal).catch((error: unknown) => {
      const isStale = error instanceof ApiError && error.name === 'bad_request' && cursor !== filters.cursor
      if (!isStale || restarted) throw error
    })
    if (page) {
      const rows = page.transactions.filter(({ id }) => isNew(id))
      setTransactionsAsOf(rows, getTransactionsAsOf(page))
      yield rows
      if (page.next_cursor === null) return
      follow(page.next_cursor, rows.length > 0)
      cursor = page.next_cursor
    } else {
      restarted = true
      cursor = filters.cursor
      follow = createCursorGuard()
    }
  }
}

/**
 * So many pages are no listing any more, and so many without anything new lead nowhere.
 * @see docs/reliability.md#r17
 */
const MAX_PAGES = 100_000
const MAX_EMPTY_PAGES = 10_000

/** Throws Unreachable for a cursor that came before, and once the pages go on without end. */
export function createCursorGuard(first?: unknown): (cursor: unknown, isNew: boolean) => void {
  const seen = new Set([first])
  let pages = 0
  let idle = 0
  return (cursor, isNew) => {
    if (seen.has(cursor)) throw new NetworkError('The service sent the same next_cursor twice', false)
    seen.add(cursor)
    pages += 1
    idle = isNew ? 0 : idle + 1
    if (pages < MAX_PAGES && idle < MAX_EMPTY_PAGES) return
    const why = idle === MAX_EMPTY_PAGES ? `${idle} pages without anything new` : `${pages} pages`
    throw new NetworkError(`The service lists without end: ${why}, and still a next_cursor`, false)
  }
}

function createSeenFilter(): (id: string) => boolean {
  const ids = new Set<string>()
  return (id) => !ids.has(id) && Boolean(ids.add(id))
}
