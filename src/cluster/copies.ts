/**
 * Keeps copies of workspaces on this machine, brings them up to date from the log, and closes those used longest ago.
 * @see docs/scaling.md#copies
 */

import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, StorageError } from '../contract/errors.ts'
import { makeDirectory } from '../fs/make-directory.ts'
import { ChangesetConflictError } from '../store/database.ts'
import { removeFile } from '../store/database-file.ts'
import {
  type LogPosition,
  openWorkspaceReplica,
  replicaFormat,
  type WorkspaceReplica,
} from '../store/workspace-replica.ts'
import { decodeEntry } from './entry-codec.ts'
import { type LogHead, readEntries, readHead } from './log.ts'
import type { ConnectionPool } from './postgres.ts'
import { loadSnapshot } from './snapshots.ts'
import type { LogRow } from './statements.ts'

/** The copy of a workspace on this machine. */
export interface WorkspaceCopy {
  id: string
  replica: WorkspaceReplica
  /** The compressed bytes of the entries since the last snapshot that is known. */
  bytesSinceSnapshot: number
  /** The number of the last snapshot that is known. */
  snapshotSeq: number
  /** How many requests use it now; only an unused copy is closed. */
  users: number
  file: string
  /** The bytes of the file. */
  bytes: number
  /** When another machine's entry was applied last, in milliseconds of `performance.now()`. */
  contestedAt: number
  /** True once it is no longer the copy of its workspace; it is closed after its last user. */
  isForgotten: boolean
}

/** What copies are kept with. */
export interface CopiesOptions {
  pool: ConnectionPool
  /** The directory of the files; it belongs to this process alone. */
  folder: string
  /** How many bytes the files may have together, and how many may be open. */
  maxBytes: number
  maxOpen: number
  /** Appends the entry that brings an older workspace to the tables of this version. */
  migrate: (copy: WorkspaceCopy) => Promise<void>
  /** Called when a copy was thrown away because the database has another log. */
  onRebuild: (workspace_id: string, reason: string) => void
  /** Called with how many entries a copy was behind. */
  onCatchUp: (entries: number) => void
}

/** The copies of this machine. */
export interface Copies {
  /** Lets `use` read or change a copy that contains at least the entry `head`. @throws ApiError */
  use<Result>(id: string, head: LogHead, use: (copy: WorkspaceCopy) => Promise<Result>): Promise<Result>
  /** Lets `use` read a copy as it is; undefined when there is none. */
  useAsItIs<Result>(id: string, use: (copy: WorkspaceCopy) => Promise<Result>): Promise<Result> | undefined
  /** Applies the entries after the last one of a copy; those that other machines wrote. */
  catchUp(copy: WorkspaceCopy): Promise<void>
  /** Builds a copy again at its next use. */
  forget(copy: WorkspaceCopy): void
  /** Returns the number of the last entry of a copy that is open. */
  findSeq(id: string): number | undefined
  /** Removes the copy of a workspace that was deleted, or that has another log by now. */
  removeForeign(id: string): Promise<void>
  /** Returns how many copies are open. */
  count(): number
  close(): void
}

/** A copy does not continue the log: the database lost entries, or the file is damaged. */
class ForeignCopyError extends Error {}

/** Returns the copies of a directory; none is open at first. */
export function openCopies(options: CopiesOptions): Copies {
  const open = createOpenCopies(options)
  const catchUp = createCatchUp(options)

  /** Lets `work` use a copy once it contains an entry. @throws ForeignCopyError */
  async function useUpToDate<Result>(
    copy: WorkspaceCopy,
    head: LogHead,
    work: (copy: WorkspaceCopy) => Promise<Result>,
  ): Promise<Result> {
    while (!contains(copy.replica.position(), head)) await catchUp(copy)
    if (copy.replica.format === replicaFormat) return work(copy)
    await options.migrate(copy)
    throw new ForeignCopyError('it has tables of an older version')
  }

  return {
    async use(id, head, work) {
      assertReadable(head)
      for (let tries = 1; ; tries++) {
        const copy = await open.get(id)
        copy.users++
        try {
          return await useUpToDate(copy, head, work)
        } catch (error) {
          if (!(error instanceof ForeignCopyError) || tries === MAX_REBUILDS) throw error
          if (!copy.isForgotten) options.onRebuild(id, error.message)
          open.forget(copy)
        } finally {
          copy.users--
          closeForgotten(copy)
          open.forgetUnused()
        }
      }
    },
    useAsItIs(id, work) {
      const copy = open.find(id)
      return copy && work(copy)
    },
    catchUp,
    forget: open.forget,
    findSeq: (id) => open.find(id)?.replica.position().seq,
    async removeForeign(id) {
      const copy = open.find(id)
      if (!copy) return
      const { seq } = copy.replica.position()
      const head = await readHead(options.pool, id)
      if (head && head.seq >= seq) return
      if (head) options.onRebuild(id, `entry ${seq} is no longer in the database`)
      open.forget(copy)
      closeForgotten(copy)
    },
    count: open.count,
    close: open.close,
  }
}

/** Returns the open copies of a directory, of which the files stay when this process ends. */
function createOpenCopies(options: CopiesOptions) {
  makeDirectory(options.folder, 0o700)
  const leftFiles = listFiles(options.folder)
  const opening = new Map<string, Promise<WorkspaceCopy>>() // the least recently used comes first
  const open = new Map<string, WorkspaceCopy>()
  const countBytes = (): number => [...open.values()].reduce((sum, { bytes }) => sum + bytes, 0)

  function forget(copy: WorkspaceCopy): void {
    if (open.get(copy.id) === copy) {
      open.delete(copy.id)
      opening.delete(copy.id)
    }
    copy.isForgotten = true
  }

  return {
    /** Returns a copy, and opens it when it is not open. @throws ApiError */
    async get(id: string): Promise<WorkspaceCopy> {
      const known = opening.get(id)
      opening.delete(id)
      const promise = known ?? openCopy(options, id, leftFiles.get(id))
      opening.set(id, promise)
      if (known) return known
      try {
        const copy = await promise
        leftFiles.delete(id)
        open.set(id, copy)
        return copy
      } catch (error) {
        opening.delete(id)
        throw error
      }
    },
    find: (id: string): WorkspaceCopy | undefined => open.get(id),
    forget,
    /** Forgets the copies used longest ago until the rest fits. */
    forgetUnused(): void {
      while (open.size > options.maxOpen || countBytes() > options.maxBytes) {
        const oldest = [...opening.keys()].map((id) => open.get(id)).find((copy) => copy?.users === 0)
        if (!oldest) return
        forget(oldest)
        closeForgotten(oldest)
      }
    },
    count: (): number => open.size,
    close(): void {
      for (const { replica } of open.values()) replica.close()
      open.clear()
      opening.clear()
    },
  }
}

/** Returns a function that reads the log once for the requests that wait together. */
function createCatchUp(options: CopiesOptions): Copies['catchUp'] {
  const running = new Map<WorkspaceCopy, Promise<void>>()
  return (copy) => {
    const known = running.get(copy)
    if (known) return known
    const started = applyNewEntries(options, copy).finally(() => running.delete(copy))
    running.set(copy, started)
    return started
  }
}

function closeForgotten(copy: WorkspaceCopy): void {
  if (!copy.isForgotten || copy.users > 0) return
  copy.replica.close()
  removeFile(copy.file)
}

const FILE_NAME = /^(wks_[0-9a-f]{16})\.[0-9a-f]{8}\.db$/

/** Returns the files that an earlier process left, by workspace; removes everything else. */
function listFiles(folder: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const name of readdirSync(folder)) {
    const id = FILE_NAME.exec(name)?.[1]
    if (id !== undefined && !files.has(id)) files.set(id, join(folder, name))
    else if (!/\.db-(wal|shm)$|^lock/.test(name)) removeFile(join(folder, name))
  }
  return files
}

const MAX_REBUILDS = 3

/** True if a copy at this place contains an entry. @throws ForeignCopyError when it has another one in its place */
function contains(position: LogPosition, head: LogPosition): boolean {
  if (position.seq === head.seq && position.entry_id !== head.entry_id)
    throw new ForeignCopyError(`entry ${head.seq} is another one in the database`)
  return position.seq >= head.seq
}

/** Asserts that this version can read a workspace. @throws ApiError service_unavailable */
function assertReadable({ format }: Pick<LogHead, 'format'>): void {
  if (format > replicaFormat)
    throw new ApiError(
      'service_unavailable',
      'this machine must be upgraded: a newer version of budget has migrated this workspace',
    )
}

/** Opens the file that an earlier process left, or creates one from the newest snapshot. */
async function openCopy(options: CopiesOptions, id: string, left?: string): Promise<WorkspaceCopy> {
  const fields = { id, bytesSinceSnapshot: 0, users: 0, isForgotten: false, contestedAt: -Infinity }
  if (left !== undefined) {
    try {
      const replica = openWorkspaceReplica(left)
      const copy = {
        ...fields,
        file: left,
        replica,
        bytes: replica.size(),
        snapshotSeq: replica.position().seq,
      }
      await applyNewEntries(options, copy).catch((error: unknown) => {
        replica.close()
        throw error
      })
      return copy
    } catch (error) {
      if (!(error instanceof StorageError || error instanceof ForeignCopyError)) throw error
      options.onRebuild(id, error.message)
      removeFile(left)
    }
  }
  const file = join(options.folder, `${id}.${randomUUID().slice(0, 8)}.db`)
  try {
    const { seq, format } = await loadSnapshot(options.pool, id, file)
    assertReadable({ format })
    const replica = openWorkspaceReplica(file)
    return { ...fields, file, replica, bytes: replica.size(), snapshotSeq: seq }
  } catch (error) {
    removeFile(file)
    throw error
  }
}

/** Reads the log from the last entry of a copy on, and applies what follows it. */
async function applyNewEntries(options: CopiesOptions, copy: WorkspaceCopy): Promise<void> {
  const from = copy.replica.position()
  const [first, ...newer] = await readEntries(options.pool, copy.id, from.seq)
  if (first?.seq !== from.seq || first.entry_id !== from.entry_id)
    throw new ForeignCopyError(`entry ${from.seq} is no longer in the database`)
  if (newer.length === 0) return
  // One transaction: each commit would cost more than the changes of most entries.
  copy.replica.store.write(() => {
    for (const entry of newer) applyEntry(copy, entry)
  })
  copy.contestedAt = performance.now()
  options.onCatchUp(newer.length)
}

/** Applies one entry of the log, unless the copy has it. @throws ForeignCopyError when it does not fit */
export function applyEntry(copy: WorkspaceCopy, entry: LogRow): void {
  const { seq } = copy.replica.position()
  if (entry.seq <= seq) return
  if (entry.seq !== seq + 1) throw new ForeignCopyError(`entry ${seq + 1} is missing in the database`)
  assertReadable(entry)
  // SQLite would apply the changes of other tables to no row, without an error.
  if (entry.format !== copy.replica.format)
    throw new ForeignCopyError('the workspace has tables of a newer version')
  try {
    copy.replica.apply(decodeEntry(entry.changes), entry)
  } catch (error) {
    if (!(error instanceof ChangesetConflictError)) throw error
    throw new ForeignCopyError(`entry ${entry.seq} does not fit: ${error.message}`, { cause: error })
  }
  copy.bytesSinceSnapshot += entry.changes.length
  copy.bytes = copy.replica.size()
}
