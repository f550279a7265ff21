/** Lists, finds and ends what has access to workspaces: API keys, and devices that are signed in to the page. */

import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Device } from '../contract/ports/devices.ts'
import type { ApiKey } from '../contract/ports/local-service.ts'
import type { ManagedWorkspaces } from './database-flags.ts'

/** A key, or a device of the page. A key has no `key_id` and `ends_at`. */
export interface Access extends ApiKey {
  kind: 'key' | 'device'
  /** The key that a device signed in with, with which it ends; null for a code. */
  key_id: string | null
  ends_at: string | null
}

const fromKey = (key: ApiKey): Access => ({
  ...key,
  kind: 'key',
  key_id: null,
  ends_at: null,
})

const fromDevice = (device: Device): Access => ({ ...device, kind: 'device', revoked_at: null })

/** Lists the keys, then the devices that are signed in. */
export const listAccesses = async (all: ManagedWorkspaces): Promise<Access[]> => [
  ...(await all.listKeys()).map(fromKey),
  ...(all.devices?.list() ?? []).map(fromDevice),
]

/** Revokes a key, or ends a device. @param at the timestamp */
export async function revokeAccess(all: ManagedWorkspaces, access: Access, at: string): Promise<Access> {
  if (access.kind === 'key') return fromKey(await all.revokeKey(access.id))
  all.devices?.end(access.id)
  return { ...access, revoked_at: at }
}

const MAX_SUGGESTIONS = 8

/**
 * Returns the only key or device that a text matches. Revoked keys are matched by id only, and a key before the
 * devices that end with it.
 * @throws UserError when it matches none or several.
 */
export function findAccess(all: readonly Access[], text: string): Access {
  const key = toNameKey(text)
  const current = all.filter(({ revoked_at }) => revoked_at === null)
  const sameName = current.filter(({ name }) => name !== null && toNameKey(name) === key)
  const prefixed = current.filter(
    ({ id, name }) =>
      key !== '' && (id.startsWith(text) || (name !== null && toNameKey(name).startsWith(key))),
  )
  const kinds = [all.filter(({ id }) => id === text), sameName, prefixed].map(leaveOutDevicesOfKeys)
  const matches = kinds.find(({ length }) => length > 0) ?? []
  const [single] = matches
  if (single && matches.length === 1) return single
  if (single)
    throw new UserError('not_found', `"${text}" matches ${matches.length} keys: ${formatAccesses(matches)}`, {
      hint: 'Type more of the name, or the id',
    })
  throw new UserError('not_found', `No key named "${text}"`, {
    hint: current.length === 0 ? 'There are no active keys' : `The keys are ${formatAccesses(current)}`,
  })
}

function leaveOutDevicesOfKeys(accesses: readonly Access[]): Access[] {
  const ids = new Set(accesses.map(({ id }) => id))
  return accesses.filter(({ key_id }) => key_id === null || !ids.has(key_id))
}

const formatAccesses = (accesses: readonly Access[]): string =>
  accesses
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id, name }) => (name === null ? id : `"${name}" (${id})`))
    .join(', ')
