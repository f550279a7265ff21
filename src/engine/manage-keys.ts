/** Manages the API keys of this machine's workspaces. */

import { drawApiKey, hashApiKey } from '../contract/api-key-text.ts'
import { notFound, StorageError } from '../contract/errors.ts'
import type { Devices } from '../contract/ports/devices.ts'
import type { ApiKey, Workspaces } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { KeyEntry } from '../store/workspace-registry.ts'
import { type KeyContext, manageDevices } from './manage-devices.ts'
import { memoizeByVersion } from './versioned-cache.ts'

const HOUR = 3_600_000
const NEVER = Number.NEGATIVE_INFINITY

const toApiKey = ({ created_at, used_at, revoked_at, ...entry }: KeyEntry): ApiKey => ({
  ...entry,
  created_at: formatTimestamp(created_at),
  used_at: used_at === null ? null : formatTimestamp(used_at),
  revoked_at: revoked_at === null ? null : formatTimestamp(revoked_at),
})

/** Returns the functions about keys and devices. */
export function manageKeys(context: KeyContext) {
  const { registry, now, random, readVersion, noteChange } = context
  const keyByHash = memoizeByVersion(readVersion, (hash) => {
    const entry = registry.findActiveKey(Buffer.from(hash, 'hex'))
    return entry && { key: toApiKey(entry), used_at: entry.used_at ?? NEVER }
  })
  const noteUse = noteOnceAnHour(context)
  // The duration of the lookup depends on the hash alone, from which no key can be computed. docs/spec.md#r4
  const findApiKey = (text: string): ApiKey | undefined => {
    const found = keyByHash(Buffer.from(hashApiKey(text)).toString('hex'))
    if (found) noteUse(found.key.id, found.used_at)
    return found?.key
  }
  return {
    listKeys: () => registry.listKeys().map(toApiKey),
    createKey(draft) {
      const { id, key } = drawApiKey(random)
      const entry = { id, ...draft, created_at: now() }
      registry.insertKey({ ...entry, sha256: hashApiKey(key) })
      return { ...toApiKey({ ...entry, used_at: null, revoked_at: null }), key }
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

/** Returns a function that notes the use of a key, which was noted at `used_at`, with one write an hour at most. */
function noteOnceAnHour({ registry, now }: KeyContext): (id: string, used_at: number) => void {
  const noted = new Map<string, number>()
  return (id, used_at) => {
    const time = now()
    if (time - Math.max(used_at, noted.get(id) ?? NEVER) < HOUR) return
    noted.set(id, time)
    try {
      registry.setKeyUsed(id, time)
    } catch (error) {
      // A disk that takes no writes can be read with a key.
      if (!(error instanceof StorageError)) throw error
    }
  }
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
