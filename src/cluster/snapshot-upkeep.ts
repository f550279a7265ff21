/**
 * Stores a snapshot whenever the log has grown by so many entries or bytes since the last one.
 * @see docs/scaling.md#snapshots
 */

import { replicaFormat } from '../store/workspace-replica.ts'
import type { WorkspaceCopy } from './copies.ts'
import type { ConnectionPool } from './postgres.ts'
import { compressFile, storeSnapshot } from './snapshots.ts'
import { readNewestSnapshot } from './statements.ts'

/** What snapshots are made with. */
export interface SnapshotUpkeepOptions {
  pool: ConnectionPool
  /** A directory for temporary files. */
  folder: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Called when a snapshot could not be stored; the next entry tries again. */
  onError: (workspace_id: string, error: unknown) => void
  /** How many entries, and how many compressed bytes of them, the log grows by. @default 256 and 1 MiB */
  entries?: number
  bytes?: number
}

const DEFAULT_ENTRIES = 256
const DEFAULT_BYTES = 1024 * 1024

/** Returns a function that looks at a copy after an entry of this machine; it never waits. */
export function createSnapshotUpkeep(options: SnapshotUpkeepOptions): {
  check: (copy: WorkspaceCopy) => void
  finish: () => Promise<void>
} {
  const { entries = DEFAULT_ENTRIES, bytes = DEFAULT_BYTES } = options
  const running = new Map<string, Promise<void>>()
  return {
    check(copy) {
      const grown = copy.replica.position().seq - copy.snapshotSeq
      if ((grown < entries && copy.bytesSinceSnapshot < bytes) || running.has(copy.id)) return
      copy.users++
      const stored = store(options, copy)
        .catch((error: unknown) => options.onError(copy.id, error))
        .finally(() => {
          copy.users--
          running.delete(copy.id)
        })
      running.set(copy.id, stored)
    },
    finish: async () => void (await Promise.all(running.values())),
  }
}

async function store({ pool, folder, now }: SnapshotUpkeepOptions, copy: WorkspaceCopy): Promise<void> {
  const [newest] = await pool.read(readNewestSnapshot, [copy.id, Number.MAX_SAFE_INTEGER])
  // Another machine crossed the line first.
  const isStored = newest !== undefined && newest.seq > copy.snapshotSeq
  copy.bytesSinceSnapshot = 0
  if (isStored) copy.snapshotSeq = newest.seq
  else {
    const position = copy.replica.position()
    // It copies before it waits for anything.
    const bytes = await compressFile(folder, copy.replica.copyTo)
    await storeSnapshot(pool, { workspace_id: copy.id, ...position, format: replicaFormat, bytes }, now())
    copy.snapshotSeq = position.seq
  }
}
