import type { Database } from './database.ts'

/** What was read of merchants lately. */
interface Met<Merchant> {
  bySeq: Map<number, Merchant>
  /** Those not deleted. */
  byKey: Map<string, Merchant>
  /** Has any merchant been taught? Undefined while nobody asked. */
  anyTaught: boolean | undefined
}

const MOST = 10_000

const nobody = <Merchant>(): Met<Merchant> => ({ bySeq: new Map(), byKey: new Map(), anyTaught: undefined })

/**
 * The merchants met lately, for as long as they surely stand as they were read: an import names the same ones in request
 * after request, and asking SQLite for them takes as long as inserting the rows.
 */
export function metMerchants<Merchant>(database: Database): () => Met<Merchant> {
  let met = nobody<Merchant>()
  let edition = -1
  return () => {
    const now = database.edition()
    if (now !== edition || met.bySeq.size > MOST) met = nobody()
    edition = now
    return met
  }
}
