/** Finds transactions of a remote workspace by the ends of their ids, among those that were listed before. */

import type { BudgetApi } from '../contract/api.ts'
import { readNewestPage } from '../contract/paginate.ts'
import { MIN_REFERENCE_LENGTH, type TransactionReferences } from '../contract/ports/references.ts'
import type { WorkspaceCache } from '../contract/ports/remote-caches.ts'

const CACHE_KEY = 'transaction_ids'
/** How many ids are remembered, the last listed ones. */
const MAX_IDS = 2000
/** Shorter ids are typed as they are: an end of one could be the whole id of another transaction. */
const MIN_ID_LENGTH = 12

/** Returns the references of a remote workspace. Without a cache, it knows what this process has listed. */
export function createCachedReferences(
  api: Pick<BudgetApi, 'listTransactions'>,
  cache: WorkspaceCache | undefined,
): TransactionReferences {
  let known: readonly string[] | undefined
  const load = (): readonly string[] => (known ??= readIds(cache))
  const remember = (ids: readonly string[]): readonly string[] => {
    const before = load()
    const merged = [...new Set([...ids, ...before])].slice(0, MAX_IDS)
    if (merged.some((id, at) => id !== before[at])) cache?.write(CACHE_KEY, JSON.stringify(merged))
    return (known = merged)
  }
  const listNewest = async (): Promise<readonly string[]> => {
    const { transactions } = await readNewestPage(api)
    return remember(transactions.map(({ id }) => id))
  }
  return {
    shorten(ids) {
      const all = remember(ids)
      if (!areLong(all)) return new Map()
      const length = findDistinctLength([...new Set([...ids, ...all])])
      return new Map(ids.map((id) => [id, id.slice(-length)]))
    },
    async find(text) {
      if (text.length < MIN_REFERENCE_LENGTH || text.length >= MIN_ID_LENGTH) return undefined
      const ids = load().length > 0 ? load() : await listNewest()
      if (!areLong(ids)) return undefined
      const found = filterByEnd(ids, text)
      return found.length > 0 ? found : filterByEnd(await listNewest(), text)
    },
  }
}

function readIds(cache: WorkspaceCache | undefined): string[] {
  const text = cache?.read(CACHE_KEY)
  return text === undefined ? [] : (JSON.parse(text) as string[]) // only `remember` writes it
}

const areLong = (ids: readonly string[]): boolean => ids.every((id) => id.length >= MIN_ID_LENGTH)

/** Returns the shortest length at which the ends of all ids differ. */
function findDistinctLength(ids: readonly string[]): number {
  for (let length = MIN_REFERENCE_LENGTH; length < MIN_ID_LENGTH; length++)
    if (new Set(ids.map((id) => id.slice(-length).toLowerCase())).size === ids.length) return length
  return Number.MAX_SAFE_INTEGER
}

/** Returns the ids that end with the text, in the case it was typed in or, if there are none, in any. */
function filterByEnd(ids: readonly string[], text: string): string[] {
  const exact = ids.filter((id) => id.endsWith(text))
  return exact.length > 0 ? exact : ids.filter((id) => id.toLowerCase().endsWith(text.toLowerCase()))
}
