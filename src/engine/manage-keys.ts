/** Manages the API keys of this machine's workspaces. */

import { drawApiKey, hashApiKey } from '../contract/api-key-text.ts'
import { notFound } from '../contract/errors.ts'
import type { Devices } from '../contract/ports/devices.ts'
import type { ApiKey, Workspaces } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { KeyEntry } from '../store/workspace-registry.ts'
import { type KeyContext, manageDevices } from './manage-devices.ts'
import { memoizeByVersion } from './versioned-cache.ts'

const toApiKey = ({ created_at, revoked_at, ...entry }: KeyEntry): ApiKey => ({
  ...entry,
  created_at: formatTimestamp(created_at),
  revoked_at: revoked_at === null ? null : formatTimestamp(revoked_at),
})

/** Returns the functions about keys and devices. */
export function manageKeys(context: KeyContext) {
  const { registry, now, random, readVersion, noteChange } = context
  const keyByHash = memoizeByVersion(readVersion, (hash) => {
    const entry = registry.findActiveKey(Buffer.from(hash, 'hex'))
    return entry && toApiKey(entry)
  })
  // The duration of the lookup depends on the hash alone, from which no key can be computed. docs/spec.md#r4
  const findApiKey = (text: string) => keyByHash(Buffer.from(hashApiKey(text)).toString('hex'))
  return {
    listKeys: () => registry.listKeys().map(toApiKey),
    createKey(draft) {
      const { id, key } = drawApiKey(random)
      const entry = { id, ...draft, created_at: now() }
      registry.insertKey({ ...entry, sha256: hashApiKey(key) })
      return { ...toApiKey({ ...entry, revoked_at: null }), key }
    },
    revokeKey(id) {
      const revoked = registry.write(() => {
        registry.revokeKey(id, now())
        registry.devices.removeWithKey(id)
        return registry.getKey(id)
      })
      noteChange()
      if (!revoked) throw notFound('key')
      return toApiKey(revoked)
    },
    findApiKey,
    devices: manageDevicesLater(context, findApiKey),
  } satisfies Partial<Workspaces>
}

/** Most commands know of no devices: what they read of the program has none of it. */
function manageDevicesLater(...context: Parameters<typeof manageDevices>): Devices {
  let devices: Devices | undefined
  const open = (): Devices => (devices ??= manageDevices(...context))
  return {
    list: () => open().list(),
    pair: (draft) => open().pair(draft),
    signIn: (proof, seconds) => open().signIn(proof, seconds),
    find: (secret) => open().find(secret),
    selectWorkspace: (id, workspace_id) => open().selectWorkspace(id, workspace_id),
    end: (id) => open().end(id),
  }
}
