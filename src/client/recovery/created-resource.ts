/**
 * Accounts and categories whose creation got no answer. Their names are not unique.
 * @see docs/http-client.md#retries
 */

import { normalizeName } from '../../contract/normalize-name.ts'
import type { RecoveryResult } from '../retry.ts'
import { isJsonObject } from './matches-request.ts'
import type { RecoveryContext } from './recovery-context.ts'

/** Something that may be what was created. */
interface Candidate {
  id: string
  reply: unknown
}

/** Looks for something of our name that was not there before: exactly one is ours. */
export async function recoverCreatedResource(inquiry: RecoveryContext): Promise<RecoveryResult> {
  const { seen } = inquiry.recollection
  const before = new Set(seen.ids)
  const knew = 'group_id' in getBodyFields(inquiry) ? seen.categories : seen.accounts
  const found = await findCandidates(inquiry)
  const fresh = found.filter(({ id }) => !before.has(id))
  const [only] = fresh
  if (!only) return inquiry.now() < inquiry.settled_at ? recoverLater(inquiry) : 'did_not_happen'
  // Without a look at what was there before, one of our name may be an old one.
  return knew && fresh.length === 1 ? { reply: only.reply } : { found: fresh.map(({ id }) => id) }
}

/** It may still take effect; looks again when it no longer can. */
async function recoverLater(inquiry: RecoveryContext): Promise<RecoveryResult> {
  const { now, wait, settled_at, signal } = inquiry
  while (now() < settled_at) await wait(Math.min(1000, settled_at - now()), signal)
  return recoverCreatedResource(inquiry)
}

const getBodyFields = ({ asked: { body } }: RecoveryContext) => (isJsonObject(body) ? body : {})

async function findCandidates(inquiry: RecoveryContext): Promise<Candidate[]> {
  const { api } = inquiry
  const { name: given, type, group_id } = getBodyFields(inquiry)
  const name = normalizeName(String(given))
  if (group_id === undefined) {
    const { accounts } = await api.listAccounts({ query: { include_closed: true } })
    return accounts
      .filter((account) => account.name === name && account.type === type)
      .map((account) => ({ id: account.id, reply: { account } }))
  }
  const { category_groups } = await api.listCategories({})
  const categories = category_groups.flatMap((group) => group.categories)
  return categories
    .filter((category) => category.name === name && category.group_id === group_id)
    .map((category) => ({ id: category.id, reply: { category } }))
}
