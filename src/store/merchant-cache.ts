import type { Database } from './database.ts'

/** What was read of merchants lately. */
interface MerchantCache<Merchant> {
  bySeq: Map<number, Merchant>
  /** Those not deleted. */
  byKey: Map<string, Merchant>
  /** Has any merchant been taught? Undefined while nobody asked. */
  hasAnyHistory: boolean | undefined
}

const MAX_CACHED_MERCHANTS = 10_000

const createEmptyCache = <Merchant>(): MerchantCache<Merchant> => ({
  bySeq: new Map(),
  byKey: new Map(),
  hasAnyHistory: undefined,
})

/**
 * The merchants met lately, for as long as they surely stand as they were read: an import names the same ones in request
 * after request, and asking SQLite for them takes as long as inserting the rows.
 */
export function merchantCache<Merchant>(database: Database): () => MerchantCache<Merchant> {
  let met = createEmptyCache<Merchant>()
  let edition = -1
  return () => {
    const now = database.changeCounter()
    if (now !== edition || met.bySeq.size > MAX_CACHED_MERCHANTS) met = createEmptyCache()
    edition = now
    return met
  }
}
