/** Opens the files of workspaces on demand and keeps the most recently used ones open. */

import { join } from 'node:path'
import { notFound, StorageError } from '../contract/errors.ts'
import { countIdDigits, createIdCodec, parseIdEnd } from '../contract/ids.ts'
import type { ArchiveSource, ExportSource } from '../contract/ports/export-source.ts'
import type { LocalHistory } from '../contract/ports/history.ts'
import type { OpenWorkspace } from '../contract/ports/local-service.ts'
import { MIN_REFERENCE_LENGTH, type TransactionReferences } from '../contract/ports/references.ts'
import type { ReportSource } from '../contract/ports/report-source.ts'
import type { WorkspaceAdmin } from '../contract/ports/workspace-admin.ts'
import type { ContentStore } from '../contract/ports/workspace-content.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { resolveBackupTarget } from '../store/backup.ts'
import { createOnFirstUse } from '../store/create-on-first-use.ts'
import { getFileIdentity } from '../store/database-file.ts'
import { acquireImportLock } from '../store/process-lock.ts'
import { isBeyondRepair } from '../store/sqlite-errors.ts'
import type { KnownBackup, openRegistry, WorkspaceEntry } from '../store/workspace-registry.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../store/workspace-store.ts'
import { createArchiveSource } from './archive-source.ts'
import type { EngineOptions } from './budget/request-context.ts'
import { createContentStore } from './content-store.ts'
import { openEngine } from './engine.ts'
import { createExportSource } from './export-source.ts'
import { createHistory } from './history/history.ts'
import { createReportSource } from './report-source.ts'
import { createWorkspaceAdmin } from './workspace-admin.ts'

/** A workspace whose file is open. */
export interface OpenedWorkspace {
  store: WorkspaceStore
  engine: OpenWorkspace
  admin: WorkspaceAdmin
  history: LocalHistory
  references: TransactionReferences
  exportSource: ExportSource
  archiveSource: ArchiveSource
  reports: ReportSource
  content: ContentStore
}

interface OpenWorkspacesOptions {
  /** The directory of the files. */
  folder: string
  registryFile: string
  registry: ReturnType<typeof openRegistry>
  /** Milliseconds since 1970. */
  now: () => number
  /** How many files stay open. */
  maxOpen: number
  /** Forces short and empty pages in tests. */
  scanLimit?: ((limit: number) => number) | undefined
}

/** The open workspaces of a directory. */
export type OpenWorkspaces = ReturnType<typeof createOpenWorkspaces>

/** Returns the open workspaces of a directory; none is open at first. */
export function createOpenWorkspaces(options: OpenWorkspacesOptions) {
  const { registry, maxOpen } = options
  const byId = new Map<string, OpenedWorkspace>() // the least recently used comes first
  const getPath = (id: string): string => getWorkspacePath(options, id)

  function getEntry(id: string): WorkspaceEntry {
    const entry = registry.get(id)
    if (!entry) throw notFound('workspace')
    return entry
  }

  function openStore(id: string): WorkspaceStore {
    getEntry(id)
    try {
      return openWorkspaceStore(getPath(id))
    } catch (error) {
      throw addBackupHint(error, registry.getBackup(id))
    }
  }

  function closeLeastRecentlyUsed(): void {
    const [oldest] = byId
    if (byId.size <= maxOpen || !oldest) return
    byId.delete(oldest[0])
    oldest[1].store.close()
  }

  function add(id: string, store: WorkspaceStore): OpenedWorkspace {
    const opened = createOpenedWorkspace(id, store, options)
    byId.set(id, opened)
    closeLeastRecentlyUsed()
    return opened
  }

  function close(id: string): void {
    byId.get(id)?.store.close()
    byId.delete(id)
  }

  return {
    getPath,
    /** Locks an account of a workspace against imports. @throws UserError when another one is running */
    lockAccount: (id: string, account_id: string): (() => void) => lockAccount(options, id, account_id),
    /** Returns a workspace's registry entry. @throws ApiError not_found */
    getEntry,
    /** Adds a workspace whose file was just created. */
    add,
    /** Returns a workspace, opening its file when it is not open. @throws ApiError not_found */
    get(id: string): OpenedWorkspace {
      const opened = byId.get(id)
      byId.delete(id)
      if (opened?.store.isInPlace()) {
        byId.set(id, opened)
        return opened
      }
      // A file restored or moved in the meantime is no longer the workspace.
      opened?.store.discard()
      return add(id, openStore(id))
    },
    /** Closes a workspace's file. */
    close,
    /** Closes the workspace whose file this is, under whatever name. */
    closeFile(file: string): void {
      const identity = getFileIdentity(file)
      for (const id of byId.keys()) if (getFileIdentity(getPath(id)) === identity) close(id)
    },
    /** Closes every file. */
    closeAll(): void {
      for (const { store } of byId.values()) store.close()
      byId.clear()
    },
  }
}

function createOpenedWorkspace(
  id: string,
  store: WorkspaceStore,
  options: OpenWorkspacesOptions,
): OpenedWorkspace {
  const { now, scanLimit } = options
  const engineOptions = { store, now, ...(scanLimit && { scanLimit }) }
  return createOnFirstUse({
    store: () => store,
    engine: () => openEngine(engineOptions),
    admin: () => {
      const admin = createWorkspaceAdmin(engineOptions)
      return { ...admin, backup: createBackup(id, admin, options) }
    },
    references: () => createTransactionReferences(engineOptions),
    exportSource: () => createExportSource(store),
    archiveSource: () =>
      createArchiveSource({ id, getName: () => options.registry.get(id)?.name ?? '' }, store),
    reports: () => createReportSource(store),
    content: () => createContentStore(engineOptions),
    history: () =>
      createHistory({
        ...engineOptions,
        lockAccount: (account_id) => lockAccount(options, id, account_id),
      }),
  })
}

const getWorkspacePath = ({ folder }: Pick<OpenWorkspacesOptions, 'folder'>, id: string): string =>
  join(folder, `${id}.db`)

const lockAccount = (
  { folder }: Pick<OpenWorkspacesOptions, 'folder'>,
  id: string,
  account_id: string,
): (() => void) => acquireImportLock(join(folder, `${id}.${account_id}.lock`))

/** Returns the backup function of a workspace, which also records the backup in the registry. */
function createBackup(
  id: string,
  admin: WorkspaceAdmin,
  options: OpenWorkspacesOptions,
): WorkspaceAdmin['backup'] {
  const { registry, registryFile, now } = options
  return (typed, backupOptions) => {
    const workspaceFiles = registry.list().map((entry) => getWorkspacePath(options, entry.id))
    const file = resolveBackupTarget(typed, [...workspaceFiles, registryFile])
    admin.backup(file, backupOptions)
    if (!backupOptions.dry_run) recordBackup(registry, { id, file, at: now() })
  }
}

/** Returns an error of a damaged file with the last known backup in its hint; any other error unchanged. */
function addBackupHint(error: unknown, backup: KnownBackup | undefined): unknown {
  if (!(error instanceof StorageError) || !isBeyondRepair(error)) return error
  if (!backup) {
    const hint =
      'No backup is known. Restore one with budget db restore FILE, or create a workspace with budget workspaces create NAME'
    return new StorageError(error.message, error.cause, hint)
  }
  const when = formatTimestamp(backup.backup_at)
  const hint = `The last backup is ${backup.backup_path} from ${when}; restore it with budget db restore "${backup.backup_path}"`
  return new StorageError(error.message, error.cause, hint)
}

/** Records a backup; the backup is good even if the registry cannot be written. */
function recordBackup(
  registry: ReturnType<typeof openRegistry>,
  { id, file, at }: { id: string; file: string; at: number },
): void {
  try {
    registry.setBackup(id, file, at)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}

/** More candidates than an error message lists. */
const MAX_FOUND = 20

/** Returns the references of a workspace. Deleted transactions have one too, so that they can be restored. */
function createTransactionReferences({ store }: Pick<EngineOptions, 'store'>): TransactionReferences {
  const ids = createIdCodec(store.settings.id_salt)
  return {
    shorten(transactionIds) {
      // Ids count up, so that the digits of the newest one tell all of them apart.
      const newest = store.read(() => store.transactions.nextSeq() - 1)
      const length = Math.max(MIN_REFERENCE_LENGTH, countIdDigits(newest))
      return new Map(transactionIds.map((id) => [id, id.slice(-length)]))
    },
    async find(text) {
      if (text.length >= ids.toId('transaction', 1).length) return undefined
      const end = parseIdEnd(text)
      if (!end || text.length < MIN_REFERENCE_LENGTH) return []
      const seqs = store.read(() => store.transactions.listSeqsEndingWith(end, MAX_FOUND))
      return seqs.map((seq) => ids.toId('transaction', seq))
    },
  }
}
