/** Creates, lists and revokes the API keys of the database. A key is for one workspace, or for all of them. */

import { randomBytes } from 'node:crypto'
import { drawApiKey, hashApiKey } from '../contract/api-key-text.ts'
import { notFound } from '../contract/errors.ts'
import type { ApiKey } from '../contract/ports/local-service.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { ConnectionPool } from './postgres.ts'
import * as sql from './statements.ts'

const ALL_WORKSPACES = ''

const toKey = ({ workspace_id, key_id, created_at, revoked_at, ...row }: sql.KeyRow): ApiKey => ({
  id: key_id,
  ...row,
  workspace_id: workspace_id === ALL_WORKSPACES ? null : workspace_id,
  created_at: formatTimestamp(created_at),
  used_at: null,
  revoked_at: revoked_at === null ? null : formatTimestamp(revoked_at),
})

/** Lists the keys, the oldest first. */
export const listKeys = async (pool: ConnectionPool): Promise<ApiKey[]> =>
  (await pool.read(sql.listKeys, [])).map(toKey)

/** Creates a key. Its text is returned only here. */
export async function createKey(
  pool: ConnectionPool,
  { name, can, workspace_id }: Pick<ApiKey, 'name' | 'can' | 'workspace_id'>,
  now: number,
): Promise<ApiKey & { key: string }> {
  const { id, key } = drawApiKey(randomBytes)
  const owner = workspace_id ?? ALL_WORKSPACES
  // A machine of an older version knows read-only keys alone.
  await pool.run(sql.insertKey, [owner, hashApiKey(key), id, name, can !== 'write', now, can])
  const row = { workspace_id: owner, key_id: id, name, can, created_at: now, revoked_at: null }
  return { ...toKey(row), key }
}

/** Revokes a key; every machine refuses it from its next request on. @throws ApiError not_found */
export async function revokeKey(pool: ConnectionPool, id: string, now: number): Promise<ApiKey> {
  const key = (await listKeys(pool)).find((one) => one.id === id)
  if (!key) throw notFound('key')
  const [row] = await pool.run(sql.revokeKey, [key.workspace_id ?? ALL_WORKSPACES, id, now])
  return row ? toKey(row) : key
}
