/**
 * Holds every statement that is sent to the database of many machines.
 * Each touches the rows of one workspace, and uses only what distributed engines have too.
 * @see docs/scaling.md#what-the-database-must-offer
 */

import { createHash } from 'node:crypto'
import type { KeyLevel } from '../contract/access.ts'

/** A statement and the rows that it returns. */
export interface Statement<_Row> {
  text: string
  /** By this name a connection keeps what the database understood of it. */
  name?: string
}

/** A value of a parameter. */
export type Parameter = string | number | boolean | null | Uint8Array

/** Runs statements on one connection. */
export interface Session {
  run<Row>(statement: Statement<Row>, values: readonly Parameter[]): Promise<Row[]>
}

const define = <Row>(text: string): Statement<Row> => ({ text })

/** Like `define`, for what every request runs. Another text never has the same name, also in another version. */
const defineFrequent = <Row>(text: string): Statement<Row> => ({
  text,
  name: `budget_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
})

/** Creates the tables; each is created unless it exists. */
export const createTables = [
  define<never>(`CREATE TABLE IF NOT EXISTS budget_workspace (
    workspace_id text PRIMARY KEY,
    name text NOT NULL,
    currency text NOT NULL,
    created_at bigint NOT NULL,
    archived_at bigint
  )`),
  define<never>(`CREATE TABLE IF NOT EXISTS budget_key (
    workspace_id text NOT NULL,
    hash bytea NOT NULL,
    key_id text NOT NULL,
    name text,
    read_only boolean NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    PRIMARY KEY (workspace_id, hash)
  )`),
  define<never>('ALTER TABLE budget_key ADD COLUMN IF NOT EXISTS can text'),
  define<never>(`CREATE TABLE IF NOT EXISTS budget_log (
    workspace_id text NOT NULL,
    seq bigint NOT NULL,
    entry_id text NOT NULL,
    node text NOT NULL,
    at bigint NOT NULL,
    format integer NOT NULL,
    changes bytea NOT NULL,
    PRIMARY KEY (workspace_id, seq)
  )`),
  define<never>(`CREATE TABLE IF NOT EXISTS budget_snapshot (
    workspace_id text NOT NULL,
    seq bigint NOT NULL,
    part integer NOT NULL,
    parts integer NOT NULL,
    format integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (workspace_id, seq, part)
  )`),
  define<never>(`CREATE TABLE IF NOT EXISTS budget_rate (
    key_id text PRIMARY KEY,
    ends_at bigint NOT NULL,
    requests integer NOT NULL
  )`),
]

/** Keys of older versions have no level of their own. */
const KEY_LEVEL = "coalesce(can, CASE WHEN read_only THEN 'read' ELSE 'write' END) AS can"

/** A key, the workspace it asks for, and the newest entry of that workspace. */
export interface AdmittedRow {
  key_workspace_id: string
  key_id: string
  key_name: string | null
  can: KeyLevel
  key_created_at: number
  workspace_id: string | null
  name: string | null
  currency: string | null
  created_at: number | null
  archived_at: number | null
  seq: number | null
  entry_id: string | null
  format: number | null
}

/** Finds an active key of a workspace, or of all workspaces, with the workspace and its newest entry. */
export const admit = defineFrequent<AdmittedRow>(`SELECT
    k.workspace_id AS key_workspace_id, k.key_id, k.name AS key_name, ${KEY_LEVEL}, k.created_at AS key_created_at,
    w.workspace_id, w.name, w.currency, w.created_at, w.archived_at, l.seq, l.entry_id, l.format
  FROM budget_key k
  LEFT JOIN budget_workspace w ON w.workspace_id = $1
  LEFT JOIN budget_log l ON l.workspace_id = $1
    AND l.seq = (SELECT max(seq) FROM budget_log WHERE workspace_id = $1)
  WHERE k.workspace_id IN ('', $1) AND k.hash = $2 AND k.revoked_at IS NULL`)

/** An entry of the log. */
export interface LogRow {
  seq: number
  entry_id: string
  format: number
  changes: Uint8Array
}

/** Lists the entries from one on, as many as asked for. */
export const listEntries = defineFrequent<LogRow>(`SELECT seq, entry_id, format, changes FROM budget_log
  WHERE workspace_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3`)

/** Returns the newest entry, without its changes. */
export const readNewest = define<Omit<LogRow, 'changes'>>(`SELECT seq, entry_id, format FROM budget_log
  WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1`)

/**
 * Appends an entry after the one it was made from; returns it when it is in the log, also when it already was.
 * Without the predecessor a machine that was far behind could append to a log whose end was trimmed. The update of
 * its own row makes a repetition wait for the standby.
 */
export const appendEntry = defineFrequent<{ entry_id: string }>(`WITH predecessor AS (
    SELECT 1 FROM budget_log WHERE workspace_id = $1 AND seq = $2 - 1 AND entry_id = $3 FOR SHARE
  )
  INSERT INTO budget_log (workspace_id, seq, entry_id, node, at, format, changes)
  SELECT $1, $2, $4, $5, $6, $7, $8 FROM predecessor
  ON CONFLICT (workspace_id, seq) DO UPDATE SET node = excluded.node
  WHERE budget_log.entry_id = excluded.entry_id
  RETURNING entry_id`)

/** Inserts the entry from which the log of a workspace begins. */
export const insertAnchor = define<never>(`INSERT INTO budget_log
  (workspace_id, seq, entry_id, node, at, format, changes) VALUES ($1, 0, $2, $3, $4, $5, $6)`)

/** Returns the newest snapshot of a workspace up to an entry, without its bytes. */
export const readNewestSnapshot = define<{ seq: number; parts: number; format: number }>(
  'SELECT seq, parts, format FROM budget_snapshot WHERE workspace_id = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1',
)

/** Returns one part of a snapshot. */
export const readSnapshotPart = define<{ bytes: Uint8Array }>(
  'SELECT bytes FROM budget_snapshot WHERE workspace_id = $1 AND seq = $2 AND part = $3',
)

/** Inserts one part of a snapshot, unless its entry was deleted; two machines may store the same one. */
export const insertSnapshotPart = define<never>(`WITH entry AS (
    SELECT 1 FROM budget_log WHERE workspace_id = $1 AND seq = $2 AND entry_id = $7 FOR SHARE
  )
  INSERT INTO budget_snapshot (workspace_id, seq, part, parts, format, bytes)
  SELECT $1, $2, $3, $4, $5, $6 FROM entry
  ON CONFLICT (workspace_id, seq, part) DO UPDATE SET parts = excluded.parts, bytes = excluded.bytes`)

/** Deletes the parts of a snapshot after the last one: another machine's had more. */
export const deleteSnapshotParts = define<never>(
  'DELETE FROM budget_snapshot WHERE workspace_id = $1 AND seq = $2 AND part >= $3',
)

/** Deletes snapshots before one. */
export const deleteOldSnapshots = define<never>(
  'DELETE FROM budget_snapshot WHERE workspace_id = $1 AND seq < $2',
)

/** Lists the numbers of the snapshots of a workspace, the newest first. */
export const listSnapshots = define<{ seq: number }>(
  'SELECT DISTINCT seq FROM budget_snapshot WHERE workspace_id = $1 ORDER BY seq DESC',
)

/** Deletes entries before one that are older than an instant. */
export const deleteOldEntries = define<never>(
  'DELETE FROM budget_log WHERE workspace_id = $1 AND seq < $2 AND at < $3',
)

/** A workspace of the database. */
export interface WorkspaceRow {
  workspace_id: string
  name: string
  currency: string
  created_at: number
  archived_at: number | null
}

const WORKSPACE_COLUMNS = 'workspace_id, name, currency, created_at, archived_at'

/** Lists every workspace, for people. */
export const listWorkspaces = define<WorkspaceRow>(
  `SELECT ${WORKSPACE_COLUMNS} FROM budget_workspace ORDER BY created_at, workspace_id`,
)

/** Inserts a workspace. */
export const insertWorkspace = define<never>(
  `INSERT INTO budget_workspace (${WORKSPACE_COLUMNS}) VALUES ($1, $2, $3, $4, $5)`,
)

/** Archives a workspace, or brings it back; returns it. */
export const setArchivedAt = define<WorkspaceRow>(
  `UPDATE budget_workspace SET archived_at = $2 WHERE workspace_id = $1 RETURNING ${WORKSPACE_COLUMNS}`,
)

/** Renames a workspace; returns it. */
export const setName = define<WorkspaceRow>(
  `UPDATE budget_workspace SET name = $2 WHERE workspace_id = $1 RETURNING ${WORKSPACE_COLUMNS}`,
)

/** Deletes a workspace, so that no request finds it; returns it. */
export const deleteWorkspace = define<WorkspaceRow>(
  `DELETE FROM budget_workspace WHERE workspace_id = $1 RETURNING ${WORKSPACE_COLUMNS}`,
)

/** Deletes the keys that are for one workspace alone. */
export const deleteKeys = define<never>('DELETE FROM budget_key WHERE workspace_id = $1')

/** A key of the database. */
export interface KeyRow {
  workspace_id: string
  key_id: string
  name: string | null
  can: KeyLevel
  created_at: number
  revoked_at: number | null
}

const KEY_COLUMNS = `workspace_id, key_id, name, ${KEY_LEVEL}, created_at, revoked_at`

/** Lists every key, for people. */
export const listKeys = define<KeyRow>(`SELECT ${KEY_COLUMNS} FROM budget_key ORDER BY created_at, key_id`)

/** Inserts a key. */
export const insertKey = define<never>(`INSERT INTO budget_key
  (workspace_id, hash, key_id, name, read_only, created_at, can) VALUES ($1, $2, $3, $4, $5, $6, $7)`)

/** Revokes a key; returns it. */
export const revokeKey = define<KeyRow>(`UPDATE budget_key SET revoked_at = coalesce(revoked_at, $3)
  WHERE workspace_id = $1 AND key_id = $2 RETURNING ${KEY_COLUMNS}`)

/**
 * Counts requests of a key in its window and begins the next window when this one has ended; returns the count with
 * these requests. A window that ends far too late began before the clock was set back; the clocks of machines differ.
 * Its commit does not wait for the disk: a crash may forget some requests.
 */
export const countRequests = defineFrequent<{
  ends_at: number
  requests: number
}>(`INSERT INTO budget_rate AS rate
    (key_id, ends_at, requests) VALUES ($1, $3, $4)
  ON CONFLICT (key_id) DO UPDATE SET
    ends_at = CASE WHEN rate.ends_at > $2 AND rate.ends_at <= $5 THEN rate.ends_at ELSE excluded.ends_at END,
    requests = excluded.requests + CASE WHEN rate.ends_at > $2 AND rate.ends_at <= $5 THEN rate.requests ELSE 0 END
  RETURNING ends_at, requests, set_config('synchronous_commit', 'off', true)`)

/** Asks for nothing but an answer; fails where the tables, or a column of a newer version, are missing. */
export const checkTables = define<never>(`SELECT can FROM budget_key
  JOIN budget_rate ON budget_rate.key_id = '' WHERE budget_key.workspace_id = '' AND hash = ''`)
