/** Tests references to transactions of a remote workspace. */

import { describe, expect, it } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import type { WorkspaceCache } from '../../src/contract/ports/remote-caches.ts'
import { createCachedReferences } from '../../src/remote/cached-references.ts'

const createCache = (): WorkspaceCache => {
  const texts = new Map<string, string>()
  return {
    read: (kind) => texts.get(kind),
    write: (kind, text) => void texts.set(kind, text),
    forget: (kind) => void texts.delete(kind),
  }
}

/** Returns a service that lists transactions with these ids, and counts its requests. */
function createService(ids: readonly string[]) {
  const service = { requests: 0 }
  const listTransactions = async () => {
    service.requests++
    return { transactions: ids.map((id) => ({ id })), next_cursor: null }
  }
  // References read nothing but the ids.
  return { service, api: { listTransactions } as unknown as Pick<BudgetApi, 'listTransactions'> }
}

const first = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const second = '6f9619ff-8b86-4011-b42d-00c04fc9a4ff'

describe('references of a remote workspace', () => {
  it('are as long as all known ids need', () => {
    const references = createCachedReferences(createService([]).api, createCache())
    expect([...references.shorten([first]).values()]).toEqual(['ff'])
    expect([...references.shorten([second]).values()]).toEqual(['a4ff'])
    expect([...references.shorten([first]).values()]).toEqual(['64ff'])
  })

  it('are known to the next command', async () => {
    const { api, service } = createService([])
    const cache = createCache()
    createCachedReferences(api, cache).shorten([first, second])
    expect(await createCachedReferences(api, cache).find('A4FF')).toEqual([second])
    expect(await createCachedReferences(api, cache).find('ff')).toEqual([first, second])
    expect(service.requests).toBe(0)
  })

  it('are looked up in the newest page when they are unknown', async () => {
    const { api, service } = createService([first, second])
    const references = createCachedReferences(api, createCache())
    expect(await references.find('64ff')).toEqual([first])
    expect(service.requests).toBe(1)
    expect(await references.find('zzzz')).toEqual([])
    expect(service.requests).toBe(2)
  })

  it('are none where ids are so short that an end could be the id of another transaction', async () => {
    const references = createCachedReferences(createService(['12', '112', '1012']).api, createCache())
    expect(await references.find('12')).toBeUndefined()
    expect(references.shorten(['112']).size).toBe(0)
  })

  it('are never taken for whole ids', async () => {
    const { api, service } = createService([first])
    expect(await createCachedReferences(api, createCache()).find(first)).toBeUndefined()
    expect(service.requests).toBe(0)
  })
})
