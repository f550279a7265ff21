/**
 * Moves workspaces into the database, and lists, renames, archives and deletes those that it has.
 * @see docs/scaling.md#more-than-one-machine
 */

import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { conflict, notFound, UserError } from '../contract/errors.ts'
import { normalizeName, toNameKey } from '../contract/normalize-name.ts'
import type { Workspace } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { openWorkspaceReplica } from '../store/workspace-replica.ts'
import { encodeEntry } from './entry-codec.ts'
import { type ConnectionPool, getSqlState } from './postgres.ts'
import { compressFile, insertSnapshot } from './snapshots.ts'
import * as sql from './statements.ts'

const toWorkspace = ({ workspace_id, archived_at, created_at, ...row }: sql.WorkspaceRow): Workspace => ({
  id: workspace_id,
  ...row,
  archived: archived_at !== null,
  created_at: formatTimestamp(created_at),
})

/** Lists the workspaces of the database, the oldest first. */
export const listWorkspaces = async (pool: ConnectionPool): Promise<Workspace[]> =>
  (await pool.read(sql.listWorkspaces, [])).map(toWorkspace)

/**
 * Finds a workspace by id or name.
 * @throws UserError when there is none, or several have the name
 */
export async function findWorkspace(pool: ConnectionPool, text: string): Promise<Workspace> {
  const all = await listWorkspaces(pool)
  const found = all.filter(({ id, name }) => id === text || toNameKey(name) === toNameKey(text))
  const [workspace] = found
  if (!workspace)
    throw new UserError('not_found', `The database has no workspace ${JSON.stringify(text)}`, {
      hint: 'budget workspaces list --database shows them',
    })
  if (found.length > 1)
    throw new UserError('usage', `The database has ${found.length} workspaces called ${workspace.name}`, {
      hint: `Use the id: ${found.map(({ id }) => id).join(', ')}`,
    })
  return workspace
}

/** Archives a workspace, or brings it back. @throws ApiError not_found */
export async function setArchived(
  pool: ConnectionPool,
  id: string,
  archived_at: number | null,
): Promise<Workspace> {
  const [row] = await pool.run(sql.setArchivedAt, [id, archived_at])
  if (!row) throw notFound('workspace')
  return toWorkspace(row)
}

/** Renames a workspace. @throws ApiError not_found */
export async function rename(pool: ConnectionPool, id: string, name: string): Promise<Workspace> {
  const [row] = await pool.run(sql.setName, [id, normalizeName(name)])
  if (!row) throw notFound('workspace')
  return toWorkspace(row)
}

const ALL = Number.MAX_SAFE_INTEGER

/**
 * Deletes a workspace with its log, its snapshots and the keys that are for it alone.
 * @throws ApiError not_found
 */
export const remove = (pool: ConnectionPool, id: string): Promise<Workspace> =>
  pool.transact(async (session) => {
    const [row] = await session.run(sql.deleteWorkspace, [id])
    if (!row) throw notFound('workspace')
    // A write that was under way when an entry was deleted comes after it; the next one does not find its predecessor.
    do await session.run(sql.deleteOldEntries, [id, ALL, ALL])
    while ((await session.run(sql.readNewest, [id])).length > 0)
    await session.run(sql.deleteOldSnapshots, [id, ALL])
    await session.run(sql.deleteKeys, [id])
    return toWorkspace(row)
  })

const UNIQUE_VIOLATION = '23505'

/**
 * Moves a copy of a workspace's file into the database, whole or not at all.
 * @param file the copy, which becomes the first snapshot
 * @throws ApiError conflict when the database has the workspace
 */
export async function upload(
  pool: ConnectionPool,
  { id, name, currency, created_at }: Workspace,
  { file, now }: { file: string; now: number },
): Promise<void> {
  const anchor = { seq: 0, entry_id: randomUUID() }
  const replica = openWorkspaceReplica(file, anchor)
  const { format } = replica
  const bytes = await compressFile(dirname(file), replica.copyTo).finally(replica.close)
  try {
    await pool.transact(async (session) => {
      await session.run(sql.insertWorkspace, [id, name, currency, Date.parse(created_at), null])
      await session.run(sql.insertAnchor, [id, anchor.entry_id, 'upload', now, format, encodeEntry([])])
      await insertSnapshot(session, { workspace_id: id, ...anchor, format, bytes })
    })
  } catch (error) {
    if (getSqlState(error) !== UNIQUE_VIOLATION) throw error
    throw conflict('the database already has this workspace')
  }
}
