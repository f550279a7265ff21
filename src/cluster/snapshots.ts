/**
 * Stores whole copies of a workspace in the database, from which another machine begins, and deletes what they replace.
 * @see docs/scaling.md#snapshots
 */

import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { notFound } from '../contract/errors.ts'
import type { ConnectionPool } from './postgres.ts'
import {
  deleteOldEntries,
  deleteOldSnapshots,
  deleteSnapshotParts,
  insertSnapshotPart,
  listSnapshots,
  readNewestSnapshot,
  readSnapshotPart,
  type Session,
} from './statements.ts'

/** The bytes of a whole copy, and the version of its tables. */
export interface Snapshot {
  workspace_id: string
  /** The last entry that it contains. */
  seq: number
  entry_id: string
  format: number
  bytes: Uint8Array
}

const PART_BYTES = 1024 * 1024
const KEPT_SNAPSHOTS = 2
/** How long entries stay although a snapshot contains them: a machine that is behind continues from them. */
const KEPT_MILLISECONDS = 60 * 60 * 1000

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Returns the compressed content of a file that `write` creates. */
export async function compressFile(folder: string, write: (file: string) => void): Promise<Uint8Array> {
  const file = `${folder}/${randomUUID()}.snapshot`
  try {
    write(file)
    return await compress(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  } finally {
    rmSync(file, { force: true })
  }
}

/** Stores the parts of a snapshot; the caller makes it one transaction. */
export async function insertSnapshot(
  session: Session,
  { workspace_id, seq, entry_id, format, bytes }: Snapshot,
): Promise<void> {
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES))
  for (let part = 0; part < parts; part++) {
    const slice = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
    await session.run(insertSnapshotPart, [workspace_id, seq, part, parts, format, slice, entry_id])
  }
  await session.run(deleteSnapshotParts, [workspace_id, seq, parts])
}

/** Stores a snapshot and deletes what is older than the one before it. */
export async function storeSnapshot(pool: ConnectionPool, snapshot: Snapshot, now: number): Promise<void> {
  const { workspace_id } = snapshot
  await pool.transact(async (session) => {
    await insertSnapshot(session, snapshot)
    const kept = (await session.run(listSnapshots, [workspace_id])).slice(0, KEPT_SNAPSHOTS)
    const oldest = kept.at(-1)
    if (!oldest || kept.length < KEPT_SNAPSHOTS) return
    await session.run(deleteOldSnapshots, [workspace_id, oldest.seq])
    await session.run(deleteOldEntries, [workspace_id, oldest.seq, now - KEPT_MILLISECONDS])
  })
}

/**
 * Writes a snapshot of a workspace to a file, the newest one or that of an entry; returns the version of its tables.
 * @throws ApiError not_found when the workspace is not in the database
 */
export async function loadSnapshot(
  pool: ConnectionPool,
  workspace_id: string,
  file: string,
  seq = Number.MAX_SAFE_INTEGER,
): Promise<{ seq: number; format: number }> {
  return pool.readAll(async (session) => {
    const [newest] = await session.run(readNewestSnapshot, [workspace_id, seq])
    if (!newest) throw notFound('workspace')
    const parts: Uint8Array[] = []
    for (let part = 0; part < newest.parts; part++) {
      const [row] = await session.run(readSnapshotPart, [workspace_id, newest.seq, part])
      if (!row) throw new Error(`part ${part} of snapshot ${newest.seq} of ${workspace_id} is missing`)
      parts.push(row.bytes)
    }
    writeFileSync(file, await decompress(Buffer.concat(parts)), { mode: 0o600 })
    return newest
  })
}
