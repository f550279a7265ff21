/** Reads and writes the merchants, what they learned, and the index of the words in their names. */

import type { Database } from './database.ts'

/** A merchant. */
export interface MerchantRow {
  seq: number
  name: string
  key: string
  deleted: boolean
  /** True if the user has categorized or reviewed one of its transactions. */
  hasHistory: boolean
  learned: LearnedCategory | null
  /** The entry of the history that `learned` is from; null for none. */
  learnedIn: number | null
  created_at: number
  updated_at: number
}

/**
 * The category of a merchant's last explicit categorization: a category's seq, or Ready to Assign.
 * @see docs/spec.md#x3
 */
export type LearnedCategory = number | 'ready_to_assign'

interface StoredMerchant {
  seq: number
  name: string
  name_key: string
  deleted: number
  has_history: number
  /** The entry of the history with the last explicit categorization. */
  learned_in: number | null
  learned_category: number | null
  learned_ready_to_assign: number | null
  created_at: number
  updated_at: number
}

const readMerchant = (row: StoredMerchant): MerchantRow => ({
  seq: row.seq,
  name: row.name,
  key: row.name_key,
  deleted: row.deleted === 1,
  hasHistory: row.has_history === 1,
  learnedIn: row.learned_in,
  learned: row.learned_ready_to_assign === 1 ? 'ready_to_assign' : row.learned_category,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/**
 * Returns the statements of the merchants.
 * @param entryId returns the entry of the history that the current transaction writes
 */
export function merchantsTable(database: Database, entryId: () => number) {
  const cache = cacheMerchants(database)
  return {
    ...findMerchants(database, cache),
    ...writeMerchants(database, cache),
    ...writeMerchantHistory(database, cache, entryId),
    /** Forgets cached rows, because they were written without these statements. */
    clearCache(): void {
      cache.clear()
      cache.resetHistory()
    },
  }
}

/** Keeps the cache of merchants in step with the table. */
function cacheMerchants(database: Database) {
  const current = merchantCache<MerchantRow>(database)
  return {
    current,
    add(merchant: MerchantRow): MerchantRow {
      const { bySeq, byKey } = current()
      bySeq.set(merchant.seq, merchant)
      if (!merchant.deleted) byKey.set(merchant.key, merchant)
      return merchant
    },
    /** Removes a merchant that a write changes. */
    remove(seq: number): void {
      const { bySeq, byKey, names } = current()
      byKey.delete(bySeq.get(seq)?.key ?? '')
      bySeq.delete(seq)
      names.delete(seq)
    },
    /** Removes every merchant: a write changed many of them. */
    clear(): void {
      const { bySeq, byKey, names } = current()
      for (const rows of [bySeq, byKey, names]) rows.clear()
    },
    resetHistory(): void {
      current().hasAnyHistory = undefined
    },
  }
}

type Cache = ReturnType<typeof cacheMerchants>

const SELECT = `SELECT m.*, EXISTS (SELECT 1 FROM categorized_merchants WHERE merchant = m.seq) AS has_history,
    e.entry AS learned_in, e.category AS learned_category, e.ready_to_assign AS learned_ready_to_assign
  FROM merchants m LEFT JOIN explicit_categorizations e ON e.merchant = m.seq
    AND e.entry = (SELECT max(entry) FROM explicit_categorizations WHERE merchant = m.seq)`

function findMerchants({ prepare }: Database, cache: Cache) {
  const bySeq = prepare<StoredMerchant>(`${SELECT} WHERE seq = ?`)
  const byKey = prepare<StoredMerchant>(`${SELECT} WHERE name_key = ? AND deleted = 0`)
  const active = prepare<StoredMerchant>(`${SELECT} WHERE deleted = 0 ORDER BY name_key, seq`)
  const byTokens = prepare<StoredMerchant>(
    `${SELECT} WHERE deleted = 0 AND seq IN
       (SELECT merchant FROM merchant_words WHERE word IN (SELECT value FROM json_each(?))) ORDER BY seq`,
  )
  const anyToken = prepare<{ word: string }>('SELECT word FROM merchant_words LIMIT 1')
  const nameOnly = prepare<[name: string]>('SELECT name FROM merchants WHERE seq = ?', { arrays: true })
  const addStored = (row: StoredMerchant | undefined): MerchantRow | undefined =>
    row && cache.add(readMerchant(row))
  return {
    /** Returns a merchant, deleted or not. */
    get: (seq: number): MerchantRow | undefined =>
      cache.current().bySeq.get(seq) ?? addStored(bySeq.get(seq)),
    /** Returns the active merchant with a name key. */
    findByKey: (key: string): MerchantRow | undefined =>
      cache.current().byKey.get(key) ?? addStored(byKey.get(key)),
    /** Lists the active merchants, sorted by name key. @see docs/spec.md#m3 */
    list: (): MerchantRow[] => active.all().map(readMerchant),
    /** Returns only the name of a merchant, because each page of transactions needs hundreds of names. */
    getName(seq: number): string | undefined {
      const { bySeq, names } = cache.current()
      const name = bySeq.get(seq)?.name ?? names.get(seq) ?? nameOnly.get(seq)?.[0]
      if (name !== undefined) names.set(seq, name)
      return name
    },
    /** True if any merchant has a categorization history. */
    hasAnyHistory(): boolean {
      const cached = cache.current()
      cached.hasAnyHistory ??= anyToken.get() !== undefined
      return cached.hasAnyHistory
    },
    /** Lists the active merchants with a history that share one of these name tokens. */
    listSharingTokens: (tokens: string[]): MerchantRow[] =>
      byTokens.all(JSON.stringify(tokens)).map(readMerchant),
  }
}

function writeMerchants({ prepare }: Database, cache: Cache) {
  const insert = prepare('INSERT INTO merchants (name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?)')
  const rename = prepare('UPDATE merchants SET name = ?, name_key = ?, updated_at = ? WHERE seq = ?')
  const remove = prepare('UPDATE merchants SET deleted = 1, updated_at = ? WHERE seq = ?')
  return {
    /** Inserts a merchant and returns it. */
    insert({ name, key, at }: { name: string; key: string; at: number }): MerchantRow {
      const { key: seq } = insert.run(name, key, at, at)
      const initial = { deleted: false, hasHistory: false, learned: null, learnedIn: null }
      return cache.add({ seq, name, key, ...initial, created_at: at, updated_at: at })
    },
    /** Renames a merchant. */
    rename(seq: number, name: string, key: string, at: number): void {
      rename.run(name, key, at, seq)
      cache.remove(seq)
    },
    /** Marks a merchant as deleted. */
    remove(seq: number, at: number): void {
      remove.run(at, seq)
      cache.remove(seq)
    },
  }
}

function writeMerchantHistory({ prepare }: Database, cache: Cache, entryId: () => number) {
  const addHistory = prepare('INSERT OR IGNORE INTO categorized_merchants VALUES (?)')
  const removeHistory = prepare('DELETE FROM categorized_merchants WHERE merchant = ?')
  const insertToken = prepare('INSERT OR IGNORE INTO merchant_words VALUES (?, ?)')
  const deleteToken = prepare('DELETE FROM merchant_words WHERE word = ? AND merchant = ?')
  const deleteTokens = prepare('DELETE FROM merchant_words WHERE merchant = ?')
  const setLearned = prepare(
    `INSERT INTO explicit_categorizations VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET category = excluded.category, ready_to_assign = excluded.ready_to_assign`,
  )
  const moveLearned = prepare('UPDATE explicit_categorizations SET category = ? WHERE category = ?')
  return {
    /** Marks a merchant as having a history and indexes the tokens of its name. */
    addHistory(seq: number, tokens: Iterable<string>): void {
      addHistory.run(seq)
      for (const token of tokens) insertToken.run(token, seq)
      cache.remove(seq)
      cache.resetHistory()
    },
    /** Removes the name tokens of a merchant from the index. */
    removeTokens(seq: number, tokens: Iterable<string>): void {
      for (const token of tokens) deleteToken.run(token, seq)
      cache.resetHistory()
    },
    /** Removes a merchant that ceases to exist from the index and from the merchants with a history. */
    removeHistory(seq: number): void {
      deleteTokens.run(seq)
      removeHistory.run(seq)
      cache.remove(seq)
      cache.resetHistory()
    },
    /** Sets the category of a merchant's last explicit categorization. */
    setLearnedCategory(merchant: MerchantRow, learned: LearnedCategory): void {
      const entry = entryId()
      // Each entry has a record of its own, so that taking one back leaves what the others taught.
      if (merchant.learned === learned && merchant.learnedIn === entry) return
      const isReadyToAssign = learned === 'ready_to_assign'
      setLearned.run(merchant.seq, entry, isReadyToAssign ? null : learned, Number(isReadyToAssign))
      cache.remove(merchant.seq)
    },
    /** Replaces one learned category by another in every merchant; null removes it. */
    moveLearnedCategory(from: number, to: number | null): void {
      moveLearned.run(to, from)
      cache.clear()
    },
  }
}

/** The merchants read so far. */
interface MerchantCache<Merchant> {
  bySeq: Map<number, Merchant>
  /** Only merchants that are not deleted. */
  byKey: Map<string, Merchant>
  /** The names of merchants, of which most were not read as a whole. */
  names: Map<number, string>
  /** True if any merchant has a history; undefined while unknown. */
  hasAnyHistory: boolean | undefined
}

const MAX_CACHED_MERCHANTS = 10_000

const createEmptyCache = <Merchant>(): MerchantCache<Merchant> => ({
  bySeq: new Map(),
  byKey: new Map(),
  names: new Map(),
  hasAnyHistory: undefined,
})

/**
 * Returns a function that returns the valid cache. An import names the same merchants in request after request,
 * and querying them takes as long as inserting the rows.
 */
function merchantCache<Merchant>(database: Database): () => MerchantCache<Merchant> {
  let cache = createEmptyCache<Merchant>()
  let counter = -1
  return () => {
    const current = database.changeCounter()
    const size = Math.max(cache.bySeq.size, cache.names.size)
    if (current !== counter || size > MAX_CACHED_MERCHANTS) cache = createEmptyCache()
    counter = current
    return cache
  }
}
