/** Finds the merchants that written transactions need, and creates those that are missing. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { ContentMerchant } from '../../contract/ports/workspace-content.ts'
import type { ComparedBudgets } from './compare-budgets.ts'

/** Finds the merchants of transactions that are written, and lists those that are new. */
export interface MerchantFinder {
  find(seq: number | null): number | null
  listNew(): ContentMerchant[]
}

/** Returns the merchants of a workspace. What is stored of the file names none that is another one later. */
export function createMerchantFinder({ theirs, base, ours }: ComparedBudgets, now: number): MerchantFinder {
  const live = new Map(
    ours.merchants.flatMap(({ seq, name, deleted }) => (deleted ? [] : [[toNameKey(name), seq] as const])),
  )
  const here = new Set(live.values())
  const names = new Map([...theirs.merchants, ...(base?.merchants ?? [])].map(({ seq, name }) => [seq, name]))
  const fresh = new Map<number, ContentMerchant>()
  let next = Math.max(ours.next.merchants - 1, ...theirs.merchants.map(({ seq }) => seq)) + 1
  function find(seq: number | null): number | null {
    if (seq === null || here.has(seq) || fresh.has(seq)) return seq
    const name = names.get(seq)
    if (name === undefined) return null
    const same = live.get(toNameKey(name))
    if (same !== undefined) return same
    const own = seq < ours.next.merchants ? next++ : seq
    fresh.set(own, { seq: own, name, deleted: false, created_at: now, updated_at: now })
    live.set(toNameKey(name), own)
    return own
  }
  for (const { seq } of theirs.merchants) if (seq >= ours.next.merchants) find(seq)
  return { find, listNew: () => [...fresh.values()].toSorted((a, b) => a.seq - b.seq) }
}
