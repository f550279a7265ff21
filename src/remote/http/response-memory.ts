/**
 * Remembers what the answers of a service showed, so that a lost answer can be recovered.
 * @see docs/http-client.md#recovery
 */

import type { OperationName } from '../../contract/api.ts'
import type { HttpResponse } from '../../contract/http-response.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'
import type { SeenResources } from './recovery/recovery-context.ts'

/** Features beyond the API document: the header that announces each, and the kind under which the cache stores it. */
const serviceFeatures = {
  keys: { header: 'idempotency-key-lifetime', kind: 'idempotency_keys' },
  conditions: { header: 'conditional-writes', kind: 'conditional_writes' },
} as const
type ServiceFeature = keyof typeof serviceFeatures

/** What a client remembers of the answers it got. */
export interface ResponseMemory extends SeenResources {
  /** True if the service has announced the feature. */
  hasFeature: (feature: ServiceFeature) => boolean
  /** Remembers the clock and the features that an answer's headers show. */
  recordResponse: (response: HttpResponse) => void
  /** Remembers the ids of a reply. */
  recordReply: (name: OperationName, reply: unknown) => void
}

/** Returns the memory of one client; the cache shares the service's features with later commands. */
export function createResponseMemory(now: () => number, cache: WorkspaceCache | undefined): ResponseMemory {
  const ids = new Set<string>()
  const seen = { ids, accounts: false, categories: false }
  let clockAheadMs = 0
  const features = new Set<ServiceFeature>()
  return {
    seen,
    getClockAheadMs: () => clockAheadMs,
    hasFeature(feature) {
      if (!features.has(feature) && cache?.read(serviceFeatures[feature].kind) !== undefined)
        features.add(feature)
      return features.has(feature)
    },
    recordResponse({ headers }) {
      const date = Date.parse(headers['date'] ?? '')
      if (!Number.isNaN(date)) clockAheadMs = date - now()
      // The absence of a header proves nothing: the answer may be the page of a gateway before the service.
      for (const feature of ['keys', 'conditions'] as const) {
        const { header, kind } = serviceFeatures[feature]
        const value = headers[header]
        if (value === undefined || features.has(feature)) continue
        if (cache?.read(kind) === undefined) cache?.write(kind, value)
        features.add(feature)
      }
    },
    recordReply(name, reply) {
      for (const id of collectIds(reply)) ids.add(id)
      if (name === 'listAccounts') seen.accounts = true
      if (name === 'listCategories') seen.categories = true
    },
  }
}

/** Yields every `id` in a reply, at any depth. */
function* collectIds(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'id' && typeof part === 'string') yield part
    else yield* collectIds(part)
  }
}
