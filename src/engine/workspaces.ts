/** The workspaces of this machine: one file each, opened on demand, with a registry beside them. */ // spec L

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { nameTaken } from '../contract/api-errors.ts'
import { conflict, notFound } from '../contract/errors.ts'
import { nameKey, tidyName } from '../contract/normalize-name.ts'
import type {
  Key,
  OpenWorkspace,
  Workspace,
  WorkspaceAdmin,
  Workspaces,
} from '../contract/ports/local-service.ts'
import { timestamp } from '../money/calendar.ts'
import { refuseAmongWorkspaces } from '../store/backup-target.ts'
import { lockImports } from '../store/import-lock.ts'
import { restoreFile } from '../store/restore.ts'
import { type KeyEntry, openRegistry, type WorkspaceEntry } from '../store/workspace-registry.ts'
import { makeStore, openStore, type Store } from '../store/workspace-store.ts'
import { type Copying, foresee, noteBackup, withBackup } from './backups.ts'
import { SALT_DIGITS, saltFrom } from './budget/ids.ts'
import { openEngine } from './engine.ts'
import { registerFound } from './recover-registry.ts'
import { keptAnswers } from './versioned-cache.ts'
import { openAdmin } from './workspace-admin.ts'

export interface WorkspacesOptions {
  /** Where the files lie. */
  folder: string
  /** Milliseconds since 1970. */
  now: () => number
  /** So many bytes nobody can guess. */
  random: (bytes: number) => Uint8Array
  /** At most so many workspaces are kept open at once. */
  mostOpen?: number
  /** Forces short and empty pages in tests. */
  scanLimit?: (limit: number) => number
}

/** A workspace whose file is open. */
interface Opened {
  store: Store
  engine: OpenWorkspace
  admin: WorkspaceAdmin
}

const MOST_OPEN = 32
const KEY_BYTES = 24

const hashOf = (key: string): Uint8Array => createHash('sha256').update(key).digest()
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const shownWorkspace = ({ created_at, ...entry }: WorkspaceEntry): Workspace => ({
  ...entry,
  created_at: timestamp(created_at),
})

const shownKey = ({ created_at, revoked_at, ...entry }: KeyEntry): Key => ({
  ...entry,
  created_at: timestamp(created_at),
  revoked_at: revoked_at === null ? null : timestamp(revoked_at),
})

/** Opens the folder's registry, making it at first use. Throws StorageTrouble. */
export function openWorkspaces(options: WorkspacesOptions): Workspaces {
  const { folder, now, random, mostOpen = MOST_OPEN } = options
  const registryFile = join(folder, 'registry.db')
  const registry = openRegistry(registryFile)
  registerFound(registry, folder)
  const open = new Map<string, Opened>() // the longest unused first
  const fileOf = (id: string): string => join(folder, `${id}.db`)

  let ownChanges = 0
  const version = (): number => registry.version() + ownChanges
  const workspaceById = keptAnswers(version, (id) => {
    const entry = registry.get(id)
    return entry && shownWorkspace(entry)
  })
  const keyByHash = keptAnswers(version, (hash) => {
    const entry = registry.liveKey(Buffer.from(hash, 'hex'))
    return entry && shownKey(entry)
  })

  function entryOf(id: string): WorkspaceEntry {
    const entry = registry.get(id)
    if (!entry) throw notFound('workspace')
    return entry
  }

  function openFile(id: string): Opened {
    const known = open.get(id)
    open.delete(id)
    if (known?.store.isInPlace()) {
      open.set(id, known)
      return known
    }
    known?.store.abandon() // restored or moved meanwhile: what it holds is not the workspace any more
    return keepOpen(id, storeOf(id))
  }

  function storeOf(id: string): Store {
    entryOf(id)
    try {
      return openStore(fileOf(id))
    } catch (error) {
      throw withBackup(error, registry.backup(id))
    }
  }

  function keepOpen(id: string, store: Store): Opened {
    const surroundings = { store, now, ...(options.scanLimit && { scanLimit: options.scanLimit }) }
    const admin = openAdmin(surroundings)
    const backup: WorkspaceAdmin['backup'] = (file, asked) => backUp(id, { file, asked, admin })
    const opened = { store, engine: openEngine(surroundings), admin: { ...admin, backup } }
    open.set(id, opened)
    const [oldest] = open
    if (open.size > mostOpen && oldest) {
      open.delete(oldest[0])
      oldest[1].store.close()
    }
    return opened
  }

  function backUp(id: string, { file, asked, admin }: Copying): void {
    refuseAmongWorkspaces(file, [...registry.list().map((entry) => fileOf(entry.id)), registryFile])
    admin.backup(file, asked)
    if (!asked.dry_run) noteBackup(registry, { id, file, at: now() })
  }

  function refuseTaken({ id, key }: { id: string; key: string }): void {
    const namesake = registry.byNameKey(key)
    if (namesake && namesake.id !== id) throw nameTaken('workspace')
  }

  function closeFile(id: string): void {
    open.get(id)?.store.close()
    open.delete(id)
  }

  const isUnused = ({ accounts, groups }: Store): boolean =>
    accounts.listAll().length === 0 && groups.list().every(({ system }) => system)

  return {
    listWorkspaces: () => registry.list().map(shownWorkspace),

    getWorkspace: workspaceById,

    createWorkspace({ name, currency }) {
      const id = `wks_${hexOf(random(8))}`
      const entry = { id, name: tidyName(name), key: nameKey(name), currency, created_at: now() }
      // The file comes first: whoever is killed in between leaves no workspace without one.
      registry.write(() => {
        refuseTaken(entry)
        const store = makeStore(fileOf(id), { currency, id_salt: saltFrom(random(SALT_DIGITS)) })
        registry.insert(entry)
        keepOpen(id, store)
      })
      return shownWorkspace(entryOf(id))
    },

    setArchived(id, archived) {
      entryOf(id)
      registry.setArchived(id, archived)
      ownChanges++
      return shownWorkspace(entryOf(id))
    },

    isUnused: (id) => isUnused(openFile(id).store),

    changeUnused(id, { name, currency }) {
      const entry = { id, name: tidyName(name), key: nameKey(name), currency }
      const { store } = openFile(id)
      registry.write(() => {
        refuseTaken(entry)
        store.write(() => {
          // Amounts are counted in the smallest unit of the currency: where there are some it must stay.
          if (!isUnused(store)) throw conflict('the workspace is in use')
          store.setCurrency(currency)
        })
        registry.update(entry)
      })
      // What is open still counts in the currency it was opened with.
      closeFile(id)
      ownChanges++
      return shownWorkspace(entryOf(id))
    },

    open: (id) => openFile(id).engine,

    admin: (id) => openFile(id).admin,

    hold: (id) => openFile(id).store.hold(),

    edition: (id) => openFile(id).store.edition(),

    imports(id) {
      const { store } = openFile(id)
      return {
        ...store.journal,
        isAtomic: true,
        together: store.together,
        lock: (account_id) => lockImports(join(folder, `${id}.${account_id}.lock`)),
      }
    },

    foreseeRestore: (id, file) => foresee({ file, own: fileOf(entryOf(id).id) }),

    restore(id, file) {
      const foreseen = foresee({ file, own: fileOf(entryOf(id).id) })
      closeFile(id)
      const { examined, kept_as } = restoreFile(fileOf(id), file)
      const { name } = entryOf(id)
      registry.update({ id, name, key: nameKey(name), currency: examined.currency })
      ownChanges++
      return { ...foreseen, kept_as }
    },

    listKeys: () => registry.listKeys().map(shownKey),

    createKey({ name, read_only }) {
      const key = `bgt_${Buffer.from(random(KEY_BYTES)).toString('base64url')}`
      const entry = { id: `key_${hexOf(random(8))}`, name, read_only, created_at: now() }
      registry.insertKey({ ...entry, sha256: hashOf(key) })
      return { ...shownKey({ ...entry, revoked_at: null }), key }
    },

    revokeKey(id) {
      if (!registry.key(id)) throw notFound('key')
      registry.revokeKey(id, now())
      ownChanges++
      const revoked = registry.key(id)
      if (!revoked) throw notFound('key')
      return shownKey(revoked)
    },

    // Looked up by its hash: what the time taken tells is about the hash, which leads nowhere. spec R4
    keyOf: (text) => keyByHash(hexOf(hashOf(text))),

    close() {
      for (const { store } of open.values()) store.close()
      open.clear()
      registry.close()
    },
  }
}
