/** What a client remembers of the answers it got, for the day an answer is lost. */ // reliability.md §2.3

import type { Answer } from '../contract/answer.ts'
import type { OperationName } from '../contract/api.ts'
import type { Kept } from '../contract/ledger.ts'
import type { Recollection } from './inquiry.ts'

/** The kind under which it is kept that a service takes keys of ours. */
const KEYS = 'idempotency_keys'

/** Remembers ids, the service's clock, and whether it takes an Idempotency-Key. */
export function openRecollection(now: () => number, kept: Kept | undefined) {
  const ids = new Set<string>()
  const seen = { ids, accounts: false, categories: false }
  let ahead = 0
  let takesKeys: boolean | undefined

  const recollection: Recollection & {
    takesKeys: () => boolean
    answered: (answer: Answer) => void
    replied: (name: OperationName, reply: unknown) => void
  } = {
    seen,
    clock_ahead: () => ahead,
    takesKeys: () => (takesKeys ??= kept?.read(KEYS) !== undefined),
    answered({ headers }) {
      const date = Date.parse(headers['date'] ?? '')
      if (!Number.isNaN(date)) ahead = date - now()
      // Only the service's own answers say what it takes; a gateway's page before it says nothing.
      if (headers['idempotency-key-lifetime'] === undefined || takesKeys) return
      if (kept?.read(KEYS) === undefined) kept?.write(KEYS, headers['idempotency-key-lifetime'])
      takesKeys = true
    },
    replied(name, reply) {
      for (const id of idsIn(reply)) ids.add(id)
      if (name === 'listAccounts') seen.accounts = true
      if (name === 'listCategories') seen.categories = true
    },
  }
  return recollection
}

/** Every id of a reply, of the things in it as of the reply itself. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'id' && typeof part === 'string') yield part
    else yield* idsIn(part)
  }
}
