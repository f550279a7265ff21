import type { Database } from './database.ts'
import { merchantCache } from './merchant-cache.ts'

export interface MerchantRow {
  seq: number
  name: string
  key: string
  deleted: boolean
  /** A person has categorized or reviewed a transaction of it. */
  taught: boolean
  learned: LearnedCategory | null
  created_at: number
  updated_at: number
}

/** What a merchant's last explicit categorization was: a category's seq, or Ready to Assign. @see docs/spec.md#x3 */
export type LearnedCategory = number | 'ready_to_assign'

interface StoredMerchant {
  seq: number
  name: string
  name_key: string
  deleted: number
  taught: number
  learned_category: number | null
  learned_ready_to_assign: number
  created_at: number
  updated_at: number
}

const readMerchant = (row: StoredMerchant): MerchantRow => ({
  seq: row.seq,
  name: row.name,
  key: row.name_key,
  deleted: row.deleted === 1,
  taught: row.taught === 1,
  learned: row.learned_ready_to_assign === 1 ? 'ready_to_assign' : row.learned_category,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export function merchantsTable(database: Database) {
  const one = database.prepare<StoredMerchant>('SELECT * FROM merchants WHERE seq = ?')
  const byKey = database.prepare<StoredMerchant>('SELECT * FROM merchants WHERE name_key = ? AND deleted = 0')
  const live = database.prepare<StoredMerchant>(
    'SELECT * FROM merchants WHERE deleted = 0 ORDER BY name_key, seq',
  )
  const insert = database.prepare(
    'INSERT INTO merchants (name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?)',
  )
  const rename = database.prepare('UPDATE merchants SET name = ?, name_key = ?, updated_at = ? WHERE seq = ?')
  const remove = database.prepare('UPDATE merchants SET deleted = 1, updated_at = ? WHERE seq = ?')
  const learn = database.prepare(
    'UPDATE merchants SET learned_category = ?, learned_ready_to_assign = ? WHERE seq = ?',
  )
  const putWord = database.prepare('INSERT OR IGNORE INTO merchant_words VALUES (?, ?)')
  const dropWord = database.prepare('DELETE FROM merchant_words WHERE word = ? AND merchant = ?')
  const byWords = database.prepare<StoredMerchant>(
    `SELECT * FROM merchants WHERE deleted = 0 AND seq IN
       (SELECT merchant FROM merchant_words WHERE word IN (SELECT value FROM json_each(?))) ORDER BY seq`,
  )
  const teach = database.prepare('UPDATE merchants SET taught = 1 WHERE seq = ?')
  const anyWord = database.prepare<{ word: string }>('SELECT word FROM merchant_words LIMIT 1')
  const nameOnly = database.prepare<[name: string]>('SELECT name FROM merchants WHERE seq = ?', {
    arrays: true,
  })
  const relearn = database.prepare('UPDATE merchants SET learned_category = ? WHERE learned_category = ?')
  const met = merchantCache<MerchantRow>(database)

  function keep(merchant: MerchantRow): MerchantRow {
    const { bySeq, byKey } = met()
    bySeq.set(merchant.seq, merchant)
    if (!merchant.deleted) byKey.set(merchant.key, merchant)
    return merchant
  }

  const keepStored = (row: StoredMerchant | undefined): MerchantRow | undefined =>
    row && keep(readMerchant(row))

  /** Every write forgets whom it changes. */
  function forget(seq: number): void {
    const { bySeq, byKey } = met()
    byKey.delete(bySeq.get(seq)?.key ?? '')
    bySeq.delete(seq)
  }

  return {
    /** The merchant, a deleted one too. */
    get: (seq: number): MerchantRow | undefined => met().bySeq.get(seq) ?? keepStored(one.get(seq)),
    byKey: (key: string): MerchantRow | undefined => met().byKey.get(key) ?? keepStored(byKey.get(key)),
    /** All merchants not deleted, sorted by key. @see docs/spec.md#m3 */
    list: (): MerchantRow[] => live.all().map(readMerchant),
    /** The name alone: a list asks for hundreds. */
    name: (seq: number): string | undefined => met().bySeq.get(seq)?.name ?? nameOnly.get(seq)?.[0],
    anyTaught(): boolean {
      const all = met()
      all.anyTaught ??= anyWord.get() !== undefined
      return all.anyTaught
    },
    /** The taught merchants filed under one of these words. */
    sharingWords: (words: string[]): MerchantRow[] => byWords.all(JSON.stringify(words)).map(readMerchant),
    /** Marks a merchant as taught and files it under its words. */
    teach(seq: number, words: Iterable<string>): void {
      teach.run(seq)
      for (const word of words) putWord.run(word, seq)
      forget(seq)
      met().anyTaught = undefined
    },
    unfile(seq: number, words: Iterable<string>): void {
      for (const word of words) dropWord.run(word, seq)
      met().anyTaught = undefined
    },
    insert({ name, key, at }: { name: string; key: string; at: number }): MerchantRow {
      const { key: seq } = insert.run(name, key, at, at)
      const fresh = { deleted: false, taught: false, learned: null }
      return keep({ seq, name, key, ...fresh, created_at: at, updated_at: at })
    },
    rename(seq: number, name: string, key: string, at: number): void {
      rename.run(name, key, at, seq)
      forget(seq)
    },
    remove(seq: number, at: number): void {
      remove.run(at, seq)
      forget(seq)
    },
    learn(seq: number, learned: LearnedCategory | null): void {
      const toAssign = learned === 'ready_to_assign'
      learn.run(toAssign ? null : learned, Number(toAssign), seq)
      forget(seq)
    },
    /** Moves what was learned of one category to another, or forgets it. */
    moveLearned(from: number, to: number | null): void {
      relearn.run(to, from)
      met().bySeq.clear()
      met().byKey.clear()
    },
  }
}
