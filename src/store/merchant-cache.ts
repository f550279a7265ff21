/** Caches merchants for as long as no other connection writes. */

import type { Database } from './database.ts'

/** The merchants read so far. */
interface MerchantCache<Merchant> {
  bySeq: Map<number, Merchant>
  /** Only merchants that are not deleted. */
  byKey: Map<string, Merchant>
  /** True if any merchant has a history; undefined while unknown. */
  hasAnyHistory: boolean | undefined
}

const MAX_CACHED_MERCHANTS = 10_000

const createEmptyCache = <Merchant>(): MerchantCache<Merchant> => ({
  bySeq: new Map(),
  byKey: new Map(),
  hasAnyHistory: undefined,
})

/**
 * Returns a function that returns the valid cache. An import names the same merchants in request after request,
 * and querying them takes as long as inserting the rows.
 */
export function merchantCache<Merchant>(database: Database): () => MerchantCache<Merchant> {
  let cache = createEmptyCache<Merchant>()
  let counter = -1
  return () => {
    const current = database.changeCounter()
    if (current !== counter || cache.bySeq.size > MAX_CACHED_MERCHANTS) cache = createEmptyCache()
    counter = current
    return cache
  }
}
