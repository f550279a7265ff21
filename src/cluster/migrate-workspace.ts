/**
 * Migrates a workspace of the database to the tables of this version, by a snapshot that is committed like an entry.
 * @see docs/scaling.md#upgrade
 */

import { randomUUID } from 'node:crypto'
import { migrateReplica, replicaFormat } from '../store/workspace-replica.ts'
import type { WorkspaceCopy } from './copies.ts'
import { encodeEntry } from './entry-codec.ts'
import type { LogOptions } from './log.ts'
import { compressFile, insertSnapshot } from './snapshots.ts'
import { appendEntry } from './statements.ts'

/**
 * Appends the entry from which on a workspace has the tables of this version, unless another machine was first. The
 * copy itself stays as it is: what follows is read from the new snapshot.
 * @param folder a directory for temporary files
 */
export async function migrateWorkspace(
  { pool, node, now }: LogOptions,
  copy: WorkspaceCopy,
  folder: string,
): Promise<void> {
  const { id, replica } = copy
  const after = replica.position()
  const next = { seq: after.seq + 1, entry_id: randomUUID() }
  const bytes = await compressFile(folder, (file) => {
    replica.copyTo(file)
    migrateReplica(file, next)
  })
  await pool.transact(async (session) => {
    const values = [id, next.seq, after.entry_id, next.entry_id, node, now(), replicaFormat, encodeEntry([])]
    const [row] = await session.run(appendEntry, values)
    if (row?.entry_id === next.entry_id)
      await insertSnapshot(session, { workspace_id: id, ...next, format: replicaFormat, bytes })
  })
}
