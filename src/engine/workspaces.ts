/**
 * The workspaces of this machine: one file each, opened on demand, with a registry beside them.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { nameTakenError } from '../contract/api-errors.ts'
import { conflict, notFound } from '../contract/errors.ts'
import { normalizeName, toNameKey } from '../contract/normalize-name.ts'
import type {
  ApiKey,
  OpenWorkspace,
  Workspace,
  WorkspaceAdmin,
  Workspaces,
} from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { assertOutsideWorkspaces } from '../store/backup-target.ts'
import { acquireImportLock } from '../store/import-lock.ts'
import { restoreFile } from '../store/restore.ts'
import { type KeyEntry, openRegistry, type WorkspaceEntry } from '../store/workspace-registry.ts'
import { createWorkspaceStore, openWorkspaceStore, type WorkspaceStore } from '../store/workspace-store.ts'
import { addBackupHint, type BackupRequest, previewRestore, recordBackup } from './backups.ts'
import { createSalt, SALT_DIGITS } from './budget/ids.ts'
import { openEngine } from './engine.ts'
import { registerFoundWorkspaces } from './recover-registry.ts'
import { memoizeByVersion } from './versioned-cache.ts'
import { createWorkspaceAdmin } from './workspace-admin.ts'

export interface WorkspacesOptions {
  /** Where the files lie. */
  folder: string
  /** Milliseconds since 1970. */
  now: () => number
  /** So many bytes nobody can guess. */
  random: (bytes: number) => Uint8Array
  /** At most so many workspaces are kept open at once. */
  maxOpen?: number
  /** Forces short and empty pages in tests. */
  scanLimit?: (limit: number) => number
}

/** A workspace whose file is open. */
interface OpenedWorkspace {
  store: WorkspaceStore
  engine: OpenWorkspace
  admin: WorkspaceAdmin
}

const DEFAULT_MAX_OPEN = 32
const KEY_BYTES = 24

const hashKey = (key: string): Uint8Array => createHash('sha256').update(key).digest()
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const toWorkspace = ({ created_at, ...entry }: WorkspaceEntry): Workspace => ({
  ...entry,
  created_at: formatTimestamp(created_at),
})

const toApiKey = ({ created_at, revoked_at, ...entry }: KeyEntry): ApiKey => ({
  ...entry,
  created_at: formatTimestamp(created_at),
  revoked_at: revoked_at === null ? null : formatTimestamp(revoked_at),
})

/** Opens the folder's registry, making it at first use. Throws StorageTrouble. */
export function openWorkspaces(options: WorkspacesOptions): Workspaces {
  const { folder, now, random, maxOpen = DEFAULT_MAX_OPEN } = options
  const registryFile = join(folder, 'registry.db')
  const registry = openRegistry(registryFile)
  registerFoundWorkspaces(registry, folder)
  const open = new Map<string, OpenedWorkspace>() // the longest unused first
  const fileOf = (id: string): string => join(folder, `${id}.db`)

  let ownChanges = 0
  const version = (): number => registry.version() + ownChanges
  const workspaceById = memoizeByVersion(version, (id) => {
    const entry = registry.get(id)
    return entry && toWorkspace(entry)
  })
  const keyByHash = memoizeByVersion(version, (hash) => {
    const entry = registry.liveKey(Buffer.from(hash, 'hex'))
    return entry && toApiKey(entry)
  })

  function entryOf(id: string): WorkspaceEntry {
    const entry = registry.get(id)
    if (!entry) throw notFound('workspace')
    return entry
  }

  function openFile(id: string): OpenedWorkspace {
    const known = open.get(id)
    open.delete(id)
    if (known?.store.isInPlace()) {
      open.set(id, known)
      return known
    }
    known?.store.abandon() // restored or moved meanwhile: what it holds is not the workspace any more
    return keepOpen(id, storeOf(id))
  }

  function storeOf(id: string): WorkspaceStore {
    entryOf(id)
    try {
      return openWorkspaceStore(fileOf(id))
    } catch (error) {
      throw addBackupHint(error, registry.backup(id))
    }
  }

  function keepOpen(id: string, store: WorkspaceStore): OpenedWorkspace {
    const surroundings = { store, now, ...(options.scanLimit && { scanLimit: options.scanLimit }) }
    const admin = createWorkspaceAdmin(surroundings)
    const backup: WorkspaceAdmin['backup'] = (file, asked) => backUp(id, { file, asked, admin })
    const opened = { store, engine: openEngine(surroundings), admin: { ...admin, backup } }
    open.set(id, opened)
    const [oldest] = open
    if (open.size > maxOpen && oldest) {
      open.delete(oldest[0])
      oldest[1].store.close()
    }
    return opened
  }

  function backUp(id: string, { file, asked, admin }: BackupRequest): void {
    assertOutsideWorkspaces(file, [...registry.list().map((entry) => fileOf(entry.id)), registryFile])
    admin.backup(file, asked)
    if (!asked.dry_run) recordBackup(registry, { id, file, at: now() })
  }

  function refuseTaken({ id, key }: { id: string; key: string }): void {
    const namesake = registry.byNameKey(key)
    if (namesake && namesake.id !== id) throw nameTakenError('workspace')
  }

  function closeFile(id: string): void {
    open.get(id)?.store.close()
    open.delete(id)
  }

  const isUnused = ({ accounts, groups }: WorkspaceStore): boolean =>
    accounts.listAll().length === 0 && groups.list().every(({ system }) => system)

  return {
    listWorkspaces: () => registry.list().map(toWorkspace),

    getWorkspace: workspaceById,

    createWorkspace({ name, currency }) {
      const id = `wks_${toHex(random(8))}`
      const entry = { id, name: normalizeName(name), key: toNameKey(name), currency, created_at: now() }
      // The file comes first: whoever is killed in between leaves no workspace without one.
      registry.write(() => {
        refuseTaken(entry)
        const store = createWorkspaceStore(fileOf(id), { currency, id_salt: createSalt(random(SALT_DIGITS)) })
        registry.insert(entry)
        keepOpen(id, store)
      })
      return toWorkspace(entryOf(id))
    },

    setArchived(id, archived) {
      entryOf(id)
      registry.setArchived(id, archived)
      ownChanges++
      return toWorkspace(entryOf(id))
    },

    isUnused: (id) => isUnused(openFile(id).store),

    updateUnused(id, { name, currency }) {
      const entry = { id, name: normalizeName(name), key: toNameKey(name), currency }
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
      return toWorkspace(entryOf(id))
    },

    open: (id) => openFile(id).engine,

    admin: (id) => openFile(id).admin,

    beginTransaction: (id) => openFile(id).store.hold(),

    changeCounter: (id) => openFile(id).store.edition(),

    importStore(id) {
      const { store } = openFile(id)
      return {
        ...store.journal,
        isAtomic: true,
        groupCommit: store.together,
        lockAccount: (account_id) => acquireImportLock(join(folder, `${id}.${account_id}.lock`)),
      }
    },

    previewRestore: (id, file) => previewRestore({ file, own: fileOf(entryOf(id).id) }),

    restore(id, file) {
      const foreseen = previewRestore({ file, own: fileOf(entryOf(id).id) })
      closeFile(id)
      const { examined, kept_as } = restoreFile(fileOf(id), file)
      const { name } = entryOf(id)
      registry.update({ id, name, key: toNameKey(name), currency: examined.currency })
      ownChanges++
      return { ...foreseen, kept_as }
    },

    listKeys: () => registry.listKeys().map(toApiKey),

    createKey({ name, read_only }) {
      const key = `bgt_${Buffer.from(random(KEY_BYTES)).toString('base64url')}`
      const entry = { id: `key_${toHex(random(8))}`, name, read_only, created_at: now() }
      registry.insertKey({ ...entry, sha256: hashKey(key) })
      return { ...toApiKey({ ...entry, revoked_at: null }), key }
    },

    revokeKey(id) {
      if (!registry.key(id)) throw notFound('key')
      registry.revokeKey(id, now())
      ownChanges++
      const revoked = registry.key(id)
      if (!revoked) throw notFound('key')
      return toApiKey(revoked)
    },

    // Looked up by its hash: what the time taken tells is about the hash, which leads nowhere. docs/spec.md#r4
    findApiKey: (text) => keyByHash(toHex(hashKey(text))),

    close() {
      for (const { store } of open.values()) store.close()
      open.clear()
      registry.close()
    },
  }
}
