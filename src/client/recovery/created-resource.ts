/** Accounts and categories whose creation got no answer. Their names are not unique. */ // reliability.md §2.2

import { tidyName } from '../../contract/normalize-name.ts'
import type { Settled } from '../retry.ts'
import { isObject } from './matches-request.ts'
import type { Inquiry } from './recovery-context.ts'

/** Something that may be what was created. */
interface Candidate {
  id: string
  reply: unknown
}

/** Looks for something of our name that was not there before: exactly one is ours. */
export async function settleCreation(inquiry: Inquiry): Promise<Settled> {
  const { seen } = inquiry.recollection
  const before = new Set(seen.ids)
  const knew = 'group_id' in fieldsOf(inquiry) ? seen.categories : seen.accounts
  const found = await candidates(inquiry)
  const fresh = found.filter(({ id }) => !before.has(id))
  const [only] = fresh
  if (!only) return inquiry.now() < inquiry.settled_at ? later(inquiry) : 'did_not_happen'
  // Without a look at what was there before, one of our name may be an old one.
  return knew && fresh.length === 1 ? { reply: only.reply } : { found: fresh.map(({ id }) => id) }
}

/** It may still take effect; looks again when it no longer can. */
async function later(inquiry: Inquiry): Promise<Settled> {
  const { now, wait, settled_at, signal } = inquiry
  while (now() < settled_at) await wait(Math.min(1000, settled_at - now()), signal)
  return settleCreation(inquiry)
}

const fieldsOf = ({ asked: { body } }: Inquiry) => (isObject(body) ? body : {})

async function candidates(inquiry: Inquiry): Promise<Candidate[]> {
  const { api } = inquiry
  const { name: given, type, group_id } = fieldsOf(inquiry)
  const name = tidyName(String(given))
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
