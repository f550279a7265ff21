/**
 * Manages the workspaces and API keys of this machine: a registry, and one file for each workspace.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import { join } from 'node:path'
import { conflict, nameTakenError, UserError } from '../contract/errors.ts'
import { createSalt, SALT_DIGITS } from '../contract/ids.ts'
import { normalizeName, toNameKey } from '../contract/normalize-name.ts'
import type { RestoreSummary, Workspace, Workspaces } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { getFileIdentity } from '../store/database-file.ts'
import { beginDeletion, restoreFile } from '../store/restore.ts'
import { removeUnfinishedWorkspaces } from '../store/workspace-files.ts'
import { openRegistry, type WorkspaceEntry } from '../store/workspace-registry.ts'
import { createWorkspaceStore, type WorkspaceStore } from '../store/workspace-store.ts'
import { openTemporaryStore } from './content-store.ts'
import { openEngine } from './engine.ts'
import { createFilledFile } from './fill-workspace.ts'
import { manageKeys } from './manage-keys.ts'
import { createOpenWorkspaces, type OpenWorkspaces } from './open-workspaces.ts'
import { previewRestore, summarizeFile } from './preview-restore.ts'
import { registerFoundWorkspaces } from './recover-registry.ts'
import { createReportSource } from './report-source.ts'
import { memoizeByVersion } from './versioned-cache.ts'

/** What the workspaces of this machine are opened with. */
export interface WorkspacesOptions {
  /** The directory of the files. */
  folder: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Returns so many unpredictable bytes. */
  random: (bytes: number) => Uint8Array
  /**
   * How many files stay open.
   * @default 32
   */
  maxOpen?: number
  /** Forces short and empty pages in tests. */
  scanLimit?: (limit: number) => number
}

const DEFAULT_MAX_OPEN = 32

/** What the functions of this file share. */
interface Context {
  options: WorkspacesOptions
  registry: ReturnType<typeof openRegistry>
  registryFile: string
  open: OpenWorkspaces
  /** Counts the registry's changes by this process, which SQLite does not count for its own connection. */
  ownChanges: number
}

/**
 * Opens the registry of a directory and creates it at first use.
 * @throws StorageError when the registry cannot be opened
 */
export function openWorkspaces(options: WorkspacesOptions): Workspaces {
  const { folder, now, random, maxOpen = DEFAULT_MAX_OPEN, scanLimit } = options
  const registryFile = join(folder, 'registry.db')
  const registry = openRegistry(registryFile)
  registerFoundWorkspaces(registry, folder)
  const open = createOpenWorkspaces({ folder, registryFile, registry, now, maxOpen, scanLimit })
  const context: Context = { options, registry, registryFile, open, ownChanges: 0 }
  return {
    ...createWorkspaces(context),
    ...manageWorkspaces(context),
    ...useWorkspaces(context),
    ...restoreWorkspaces(context),
    ...manageKeys({
      registry,
      now,
      random,
      readVersion: () => readVersion(context),
      noteChange: () => void context.ownChanges++,
    }),
    close() {
      open.closeAll()
      registry.close()
    },
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const readVersion = ({ registry, ownChanges }: Context): number => registry.readVersion() + ownChanges

const toWorkspace = ({ created_at, ...entry }: WorkspaceEntry): Workspace => ({
  ...entry,
  created_at: formatTimestamp(created_at),
})

function assertNameFree({ registry }: Context, { id, key }: { id: string; key: string }): void {
  const owner = registry.findByName(key)
  if (owner && owner.id !== id) throw nameTakenError('workspace')
}

const isUnused = ({ accounts, groups }: WorkspaceStore): boolean =>
  accounts.listAll().length === 0 && groups.list().every(({ system }) => system)

function createWorkspaces(context: Context) {
  const { options, registry, open } = context
  const { folder, now, random } = options
  /** Reserves a name while `write` writes the file: before `insert`, so that a killed process leaves no name without one. */
  function register<Result>(
    { name, currency }: { name: string; currency: string },
    write: (entry: { id: string; file: string; id_salt: string; insert: () => void }) => Result,
  ): { id: string; result: Result } {
    const id = `wks_${toHex(random(8))}`
    const entry = { id, name: normalizeName(name), key: toNameKey(name), currency, created_at: now() }
    const id_salt = createSalt(random(SALT_DIGITS))
    const result = registry.write(() => {
      assertNameFree(context, entry)
      removeUnfinishedWorkspaces(folder, (one) => registry.get(one) !== undefined)
      return write({ id, file: open.getPath(id), id_salt, insert: () => registry.insert(entry) })
    })
    return { id, result }
  }
  return {
    createWorkspace(draft) {
      const { id } = register(draft, ({ id: own, file, id_salt, insert }) => {
        const store = createWorkspaceStore(file, { currency: draft.currency, id_salt })
        insert()
        open.add(own, store)
      })
      return toWorkspace(open.getEntry(id))
    },
    createFilledWorkspace({ name, content }) {
      const { currency, id_salt } = content
      const { id, result: removeTemporary } = register({ name, currency }, (entry) =>
        createFilledFile(content, {
          file: entry.file,
          id_salt: id_salt ?? entry.id_salt,
          register: entry.insert,
        }),
      )
      removeTemporary()
      return toWorkspace(open.getEntry(id))
    },
  } satisfies Partial<Workspaces>
}

function manageWorkspaces(context: Context) {
  const { registry, open } = context
  return {
    listWorkspaces: () => registry.list().map(toWorkspace),
    getWorkspace: memoizeByVersion(
      () => readVersion(context),
      (id) => {
        const entry = registry.get(id)
        return entry && toWorkspace(entry)
      },
    ),
    setArchived(id, archived) {
      open.getEntry(id)
      registry.setArchived(id, archived)
      context.ownChanges++
      return toWorkspace(open.getEntry(id))
    },
    rename(id, name) {
      const { currency } = open.getEntry(id)
      const entry = { id, name: normalizeName(name), key: toNameKey(name), currency }
      registry.write(() => {
        assertNameFree(context, entry)
        registry.update(entry)
      })
      context.ownChanges++
      return toWorkspace(open.getEntry(id))
    },
    delete(id) {
      const workspace = toWorkspace(open.getEntry(id))
      open.close(id)
      const removeFiles = registry.write(() => {
        registry.remove(id)
        return beginDeletion(open.getPath(id))
      })
      removeFiles()
      context.ownChanges++
      return workspace
    },
    isUnused: (id) => isUnused(open.get(id).store),
    updateUnused(id, { name, currency }) {
      const entry = { id, name: normalizeName(name), key: toNameKey(name), currency }
      const { store } = open.get(id)
      registry.write(() => {
        assertNameFree(context, entry)
        store.write(() => {
          // Amounts are stored in the minor units of the currency, so it cannot change once there are some.
          if (!isUnused(store)) throw conflict('the workspace is in use')
          store.setCurrency(currency)
          // What was taken back has amounts in the minor units of the old currency.
          store.history.removeBefore(Number.MAX_SAFE_INTEGER)
        })
        registry.update(entry)
      })
      // An open store still has the currency it was opened with.
      open.close(id)
      context.ownChanges++
      return toWorkspace(open.getEntry(id))
    },
  } satisfies Partial<Workspaces>
}

function useWorkspaces({ options, open }: Context) {
  return {
    open: (id) => open.get(id).engine,
    getCurrency: (id) => open.get(id).store.settings.currency,
    hasSchedules: (id, kind) => open.get(id).store.hasSchedules(kind),
    admin: (id) => open.get(id).admin,
    history: (id) => open.get(id).history,
    references: (id) => open.get(id).references,
    exportSource: (id) => open.get(id).exportSource,
    archiveSource: (id) => open.get(id).archiveSource,
    reportSource: (id) => open.get(id).reports,
    contentStore: (id) => open.get(id).content,
    async useTemporaryWorkspace(content, use) {
      const store = openTemporaryStore(content)
      const work = use(openEngine({ store, now: options.now }), createReportSource(store))
      return work.finally(() => store.discard())
    },
    recordCommand: (id, command, origin) =>
      open
        .get(id)
        .store.recorder.recordCommand({ now: options.now, command, undoes: null, actor: null, ...origin }),
    recordedEntry: (id) => open.get(id).store.recorder.recordedEntry(),
    beginTransaction: (id) => open.get(id).store.beginTransaction(),
    endSnapshot: (id) => open.get(id).store.endSnapshot(),
    changeCounter: (id) => open.get(id).store.changeCounter(),
    importStore(id) {
      const { store } = open.get(id)
      return {
        ...store.journal,
        isAtomic: true,
        groupCommit: store.groupCommit,
        lockAccount: (account_id) => open.lockAccount(id, account_id),
      }
    },
  } satisfies Partial<Workspaces>
}

function restoreWorkspaces(context: Context) {
  const { registry, registryFile, open } = context
  function preview(id: string, file: string): RestoreSummary {
    const workspaceFile = open.getPath(open.getEntry(id).id)
    // Both are copied beside SQLite, which may have neither open meanwhile.
    open.close(id)
    open.closeFile(file)
    if (getFileIdentity(file) === getFileIdentity(registryFile))
      throw new UserError('usage', `"${file}" is the registry of the workspaces, not a backup of one`)
    return previewRestore({ file, workspaceFile })
  }
  return {
    summarize(id) {
      const file = open.getPath(open.getEntry(id).id)
      open.close(id) // it is copied beside SQLite
      return summarizeFile(file)
    },
    previewRestore: preview,
    restore(id, file) {
      const summary = preview(id, file)
      const { contents, kept_as } = restoreFile(open.getPath(id), file)
      const { name } = open.getEntry(id)
      registry.update({ id, name, key: toNameKey(name), currency: contents.currency })
      context.ownChanges++
      return { ...summary, kept_as }
    },
  } satisfies Partial<Workspaces>
}
