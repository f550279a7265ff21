/** Manages the devices that are signed in to the page, and the codes with which they sign in. */

import { hashApiKey } from '../contract/api-key-text.ts'
import { notFound } from '../contract/errors.ts'
import { drawPairingCode, normalizePairingCode } from '../contract/pairing-code.ts'
import type { Device, Devices } from '../contract/ports/devices.ts'
import type { ApiKey } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { DeviceEntry } from '../store/registry-devices.ts'
import type { openRegistry } from '../store/workspace-registry.ts'
import { memoizeByVersion } from './versioned-cache.ts'

/** What keys and devices are managed with. */
export interface KeyContext {
  registry: ReturnType<typeof openRegistry>
  now: () => number
  random: (bytes: number) => Uint8Array
  /** Returns a number that changes with the registry. */
  readVersion: () => number
  /** Says that this process changed the registry. */
  noteChange: () => void
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const CODE_LIFE = 600 * SECOND
/** A device that was not used for so long has ended. */
const MAX_UNUSED = 30 * DAY
const SECRET_BYTES = 32
const ID_BYTES = 8

const toDevice = ({ created_at, used_at, ends_at, ...entry }: DeviceEntry): Device => ({
  ...entry,
  created_at: formatTimestamp(created_at),
  used_at: formatTimestamp(used_at),
  ends_at: formatTimestamp(ends_at),
})

const hasEnded = ({ ends_at, used_at }: DeviceEntry, time: number): boolean =>
  time >= ends_at || time >= used_at + MAX_UNUSED

const listActive = (entries: readonly DeviceEntry[], time: number): Device[] =>
  entries.filter((entry) => !hasEnded(entry, time)).map(toDevice)

/** What a code or a key gives to the device that signs in with it. */
type Grant = Pick<DeviceEntry, 'name' | 'can' | 'workspace_id' | 'key_id'>

function takeCode({ registry, now }: KeyContext, text: string): Grant | undefined {
  const code = registry.devices.takeCode(hashApiKey(normalizePairingCode(text)))
  const time = now()
  // A clock that was set back must not make a code live longer.
  const isValid = code && code.created_at <= time && time < code.ends_at
  return isValid ? { ...code, key_id: null } : undefined
}

/** A key for all workspaces shows the oldest one at first. */
function grantByKey({ registry }: KeyContext, key: ApiKey | undefined, name: string): Grant | undefined {
  const workspace_id = key?.workspace_id ?? registry.list().find(({ archived }) => !archived)?.id
  return key && workspace_id !== undefined
    ? { name: key.name ?? name, can: key.can, workspace_id, key_id: key.id }
    : undefined
}

/** Stores a new device; returns it with its secret. */
function insertDevice({ registry: { devices }, now, random }: KeyContext, grant: Grant, seconds: number) {
  const { name, can, workspace_id, key_id } = grant
  const time = now()
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url')
  const id = `dev_${toHex(random(ID_BYTES))}`
  const times = { created_at: time, used_at: time, ends_at: time + seconds * SECOND }
  const entry = { id, name, can, workspace_id, key_id, ...times }
  for (const old of devices.list()) if (hasEnded(old, time)) devices.remove(old.id)
  devices.insert(entry, hashApiKey(secret))
  return { device: toDevice(entry), secret }
}

/** Returns the functions about devices. */
export function manageDevices(
  context: KeyContext,
  findApiKey: (text: string) => ApiKey | undefined,
): Devices {
  const { registry, now, random, readVersion, noteChange } = context
  const tables = registry.devices
  const byHash = memoizeByVersion(readVersion, (hash) => tables.findByHash(Buffer.from(hash, 'hex')))

  function get(id: string): DeviceEntry {
    const entry = tables.list().find((one) => one.id === id)
    if (!entry) throw notFound('device')
    return entry
  }

  return {
    list: () => listActive(tables.list(), now()),
    pair(draft) {
      const code = drawPairingCode(random)
      const created_at = now()
      const ends_at = created_at + CODE_LIFE
      registry.write(() => {
        tables.removeOldCodes(created_at)
        tables.insertCode({ ...draft, created_at, ends_at }, hashApiKey(code))
      })
      return { code, ends_at: formatTimestamp(ends_at) }
    },
    signIn(proof, seconds) {
      const signedIn = registry.write(() => {
        const grant =
          'code' in proof
            ? takeCode(context, proof.code)
            : grantByKey(context, findApiKey(proof.key), proof.name)
        return grant && insertDevice(context, grant, seconds)
      })
      noteChange()
      return signedIn
    },
    find(secret) {
      const time = now()
      const entry = byHash(toHex(hashApiKey(secret)))
      if (!entry || hasEnded(entry, time)) return undefined
      if (time - entry.used_at < HOUR) return toDevice(entry)
      tables.setUsed(entry.id, time)
      noteChange()
      return toDevice({ ...entry, used_at: time })
    },
    selectWorkspace(id, workspace_id) {
      const key = registry.getKey(get(id).key_id ?? '')
      if (!key || key.workspace_id !== null || !registry.get(workspace_id)) throw notFound('workspace')
      tables.setWorkspace(id, workspace_id)
      noteChange()
    },
    end(id) {
      const entry = get(id)
      tables.remove(id)
      noteChange()
      return toDevice(entry)
    },
  }
}
