/**
 * Checks that the snapshots and the log of a workspace agree, and that its figures are correct.
 * @see docs/scaling.md#snapshots
 */

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkspaceAdmin } from '../engine/workspace-admin.ts'
import { openWorkspaceReplica, type WorkspaceReplica } from '../store/workspace-replica.ts'
import { decodeEntry } from './entry-codec.ts'
import { readEntries, readHead } from './log.ts'
import type { ConnectionPool } from './postgres.ts'
import { loadSnapshot } from './snapshots.ts'
import { listSnapshots } from './statements.ts'

/** What a check is made with. */
export interface CheckOptions {
  pool: ConnectionPool
  /** A directory for temporary files. */
  folder: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** Lists what is wrong with a workspace; empty when nothing is. */
export async function checkWorkspace(options: CheckOptions, id: string): Promise<string[]> {
  const { pool, folder } = options
  const snapshots = (await pool.read(listSnapshots, [id])).map(({ seq }) => seq).toReversed()
  const [oldest, ...later] = snapshots
  if (oldest === undefined) return ['it has no snapshot']
  const file = join(folder, `${id}.check`)
  const { format } = await loadSnapshot(pool, id, file, oldest)
  const replica = openWorkspaceReplica(file)
  const problems: string[] = []
  try {
    for (const seq of later) {
      const trouble = await follow(options, { id, replica }, seq)
      if (trouble !== undefined) return [...problems, trouble]
      const text = await hashSnapshot(options, id, seq)
      if (text !== hashContent(replica)) problems.push(`snapshot ${seq} differs from the log before it`)
    }
    const head = await readHead(pool, id)
    if (!head) return [...problems, 'its log is empty']
    const trouble = await follow(options, { id, replica }, head.seq)
    if (trouble !== undefined) return [...problems, trouble]
    if (format !== head.format) return problems
    const { store } = replica
    return [...problems, ...createWorkspaceAdmin({ store, now: options.now }).listIntegrityErrors()]
  } finally {
    replica.close()
    rmSync(file, { force: true })
  }
}

/** Applies the log up to an entry; returns what is in the way. */
async function follow(
  { pool }: CheckOptions,
  { id, replica }: { id: string; replica: WorkspaceReplica },
  seq: number,
): Promise<string | undefined> {
  for (;;) {
    const position = replica.position()
    if (position.seq >= seq) return undefined
    const [first, ...newer] = await readEntries(pool, id, position.seq)
    if (first?.seq !== position.seq || first.entry_id !== position.entry_id)
      return `entry ${position.seq} is missing, or another one than the snapshot continues`
    for (const entry of newer.filter((one) => one.seq <= seq)) {
      if (entry.seq !== replica.position().seq + 1) return `entry ${replica.position().seq + 1} is missing`
      // From here on only the snapshot of the migration tells the content.
      if (entry.format !== replica.format) return undefined
      try {
        replica.apply(decodeEntry(entry.changes), entry)
      } catch (error) {
        return `entry ${entry.seq} cannot be applied: ${error instanceof Error ? error.message : String(error)}`
      }
    }
    if (newer.length === 0) return `entry ${position.seq + 1} is missing`
  }
}

async function hashSnapshot({ pool, folder }: CheckOptions, id: string, seq: number): Promise<string> {
  const file = join(folder, `${id}.${seq}.check`)
  try {
    await loadSnapshot(pool, id, file, seq)
    const replica = openWorkspaceReplica(file)
    try {
      return hashContent(replica)
    } finally {
      replica.close()
    }
  } finally {
    rmSync(file, { force: true })
  }
}

function hashContent(replica: WorkspaceReplica): string {
  const hash = createHash('sha256')
  for (const row of replica.readContent()) hash.update(row).update('\n')
  return hash.digest('hex')
}
