/** What a client remembers of the answers it got, for the day an answer is lost. @see docs/http-client.md#recovery */

import type { OperationName } from '../contract/api.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { WorkspaceCache } from '../contract/ports/rate-limit.ts'
import type { SeenResources } from './recovery/recovery-context.ts'

/** What a service says it takes beside the document: the header it says it with, and the kind under which that is kept. */
const serviceFeatures = {
  keys: { header: 'idempotency-key-lifetime', kind: 'idempotency_keys' },
  conditions: { header: 'conditional-writes', kind: 'conditional_writes' },
} as const
type ServiceFeature = keyof typeof serviceFeatures

/** Remembers ids, the service's clock, and whether it takes an Idempotency-Key. */
export function createResponseMemory(now: () => number, kept: WorkspaceCache | undefined) {
  const ids = new Set<string>()
  const seen = { ids, accounts: false, categories: false }
  let ahead = 0
  const taken = new Set<ServiceFeature>()

  const recollection: SeenResources & {
    /** Has the service said that it takes this? */
    takes: (feature: ServiceFeature) => boolean
    answered: (answer: HttpResponse) => void
    replied: (name: OperationName, reply: unknown) => void
  } = {
    seen,
    clock_ahead: () => ahead,
    takes(feature) {
      if (!taken.has(feature) && kept?.read(serviceFeatures[feature].kind) !== undefined) taken.add(feature)
      return taken.has(feature)
    },
    answered({ headers }) {
      const date = Date.parse(headers['date'] ?? '')
      if (!Number.isNaN(date)) ahead = date - now()
      // Only the service's own answers say what it takes; a gateway's page before it says nothing.
      for (const feature of ['keys', 'conditions'] as const) {
        const { header, kind } = serviceFeatures[feature]
        const said = headers[header]
        if (said === undefined || taken.has(feature)) continue
        if (kept?.read(kind) === undefined) kept?.write(kind, said)
        taken.add(feature)
      }
    },
    replied(name, reply) {
      for (const id of collectIds(reply)) ids.add(id)
      if (name === 'listAccounts') seen.accounts = true
      if (name === 'listCategories') seen.categories = true
    },
  }
  return recollection
}

/** Every id of a reply, of the things in it as of the reply itself. */
function* collectIds(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'id' && typeof part === 'string') yield part
    else yield* collectIds(part)
  }
}
