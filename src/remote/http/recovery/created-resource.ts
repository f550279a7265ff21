/**
 * Recovers the creation of a thing that has a name.
 * @see docs/http-client.md#retries
 */

import { isJsonObject } from '../../../contract/matches-fields.ts'
import { normalizeName, toNameKey } from '../../../contract/normalize-name.ts'
import type { ApiWrite } from '../../writes/api-write.ts'
import type { RecoveryContext, RecoveryResult } from './recovery-context.ts'

/** A resource that the lost request may have created. */
interface Candidate {
  id: string
  reply: unknown
}

/**
 * Looks for an account or a category of the requested name that was not there before; exactly one is the created one.
 * Their names are not unique.
 */
export async function recoverCreatedResource(context: RecoveryContext): Promise<RecoveryResult> {
  const { seen } = context.memory
  const seenBefore = new Set(seen.ids)
  const hadListedAll = 'group_id' in getBodyFields(context) ? seen.categories : seen.accounts
  const candidates = await findCandidates(context)
  const unseen = candidates.filter(({ id }) => !seenBefore.has(id))
  const [only] = unseen
  if (!only) return context.now() < context.latestEffectAt ? recoverLater(context) : 'not_applied'
  // Unless everything was listed before, a resource of this name may be an older one.
  return hadListedAll && unseen.length === 1
    ? { reply: only.reply }
    : { candidateIds: unseen.map(({ id }) => id) }
}

/** Waits until the attempt can no longer take effect, then looks again. */
async function recoverLater(context: RecoveryContext): Promise<RecoveryResult> {
  const { now, wait, latestEffectAt, signal } = context
  while (now() < latestEffectAt) await wait(Math.min(1000, latestEffectAt - now()), signal)
  return recoverCreatedResource(context)
}

const getBodyFields = ({ request: { body } }: Pick<RecoveryContext, 'request'>) =>
  isJsonObject(body) ? body : {}

async function findCandidates(context: RecoveryContext): Promise<Candidate[]> {
  const { api } = context
  const { name: requestedName, type, group_id } = getBodyFields(context)
  const name = normalizeName(String(requestedName))
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

/** Returns what finds the thing of the requested name after a creation under a unique name was refused. */
export const explainTakenName =
  (type: 'merchant' | 'category_group'): ApiWrite['explainRefusal'] =>
  async (error, { api, request }) => {
    if (error.name !== 'conflict') return undefined
    const things =
      type === 'merchant'
        ? (await api.listMerchants({})).merchants
        : (await api.listCategoryGroups({})).category_groups
    const key = toNameKey(String(getBodyFields({ request })['name']))
    const existing = things.find(({ name }) => toNameKey(name) === key)
    return existing && { [type]: existing }
  }
