/** Reads and writes the devices of the page, and the codes with which they sign in, in the registry. */

import type { KeyLevel } from '../contract/access.ts'
import type { Database } from './database.ts'

/** The tables as they were first released. */
export const deviceTables = `
CREATE TABLE devices (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 BLOB NOT NULL UNIQUE,
  can TEXT NOT NULL CHECK (can IN ('read', 'add', 'write')),
  workspace_id TEXT NOT NULL,
  key_id TEXT,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;

CREATE TABLE pairing_codes (
  sha256 BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  can TEXT NOT NULL CHECK (can IN ('read', 'add', 'write')),
  workspace_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;
`

/** A device in the registry; times are milliseconds since 1970. */
export interface DeviceEntry {
  id: string
  name: string
  can: KeyLevel
  workspace_id: string
  key_id: string | null
  created_at: number
  used_at: number
  ends_at: number
}

/** A code in the registry. */
export type CodeEntry = Pick<DeviceEntry, 'name' | 'can' | 'workspace_id' | 'created_at' | 'ends_at'>

const DEVICE_COLUMNS = 'id, name, can, workspace_id, key_id, created_at, used_at, ends_at'

/** Returns the statements about devices and codes. */
export function openDeviceTables(database: Database) {
  const select = `SELECT ${DEVICE_COLUMNS} FROM devices`
  const all = database.prepare<DeviceEntry>(`${select} ORDER BY created_at, id`)
  const byHash = database.prepare<DeviceEntry>(`${select} WHERE sha256 = ?`)
  const insert = database.prepare(
    `INSERT INTO devices (${DEVICE_COLUMNS}, sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertCode = database.prepare(
    'INSERT INTO pairing_codes (name, can, workspace_id, created_at, ends_at, sha256) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const takeCode = database.prepare<CodeEntry>(
    'DELETE FROM pairing_codes WHERE sha256 = ? RETURNING name, can, workspace_id, created_at, ends_at',
  )
  return {
    list: (): DeviceEntry[] => all.all(),
    findByHash: (sha256: Uint8Array): DeviceEntry | undefined => byHash.get(sha256),
    insert: (one: DeviceEntry, sha256: Uint8Array): void =>
      void insert.run(
        one.id,
        one.name,
        one.can,
        one.workspace_id,
        one.key_id,
        one.created_at,
        one.used_at,
        one.ends_at,
        sha256,
      ),
    setUsed: (id: string, at: number): void =>
      void database.prepare('UPDATE devices SET used_at = ? WHERE id = ?').run(at, id),
    setWorkspace: (id: string, workspace_id: string): void =>
      void database.prepare('UPDATE devices SET workspace_id = ? WHERE id = ?').run(workspace_id, id),
    remove: (id: string): void => void database.prepare('DELETE FROM devices WHERE id = ?').run(id),
    removeWithKey: (key_id: string): void =>
      void database.prepare('DELETE FROM devices WHERE key_id = ?').run(key_id),
    insertCode: (code: CodeEntry, sha256: Uint8Array): void =>
      void insertCode.run(code.name, code.can, code.workspace_id, code.created_at, code.ends_at, sha256),
    /** Removes a code and returns it, so that it works once. */
    takeCode: (sha256: Uint8Array): CodeEntry | undefined => takeCode.get(sha256),
    /** Removes the codes that ended. */
    removeOldCodes: (now: number): void =>
      void database.prepare('DELETE FROM pairing_codes WHERE ends_at <= ?').run(now),
  }
}
