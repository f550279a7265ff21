/** Reads and writes the registry: the workspaces of a directory, their last backups, API keys and devices. */

import type { KeyLevel } from '../contract/access.ts'
import { StorageError } from '../contract/errors.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { deviceTables, openDeviceTables } from './registry-devices.ts'
import { isBeyondRepair } from './sqlite-errors.ts'

/** The tables as they were first released. */
export const registryMigration1 = `
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  currency TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  name TEXT,
  sha256 BLOB NOT NULL UNIQUE,
  read_only INTEGER NOT NULL CHECK (read_only IN (0, 1)),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
`

/** Remembers the last backup. */
const registryMigration2 = `
ALTER TABLE workspaces ADD COLUMN backup_path TEXT;
ALTER TABLE workspaces ADD COLUMN backup_at INTEGER;
`

/** Says of each key what it may do and in which workspace, and adds the devices of the page. */
const registryMigration3 = `
ALTER TABLE keys ADD COLUMN can TEXT NOT NULL DEFAULT 'write' CHECK (can IN ('read', 'add', 'write'));
ALTER TABLE keys ADD COLUMN workspace_id TEXT;
UPDATE keys SET can = 'read' WHERE read_only = 1;
ALTER TABLE keys DROP COLUMN read_only;
${deviceTables}`

/** Remembers when a key was last used. */
const registryMigration4 = 'ALTER TABLE keys ADD COLUMN used_at INTEGER'

const registrySchema = {
  application: 0x42756452 /* "BudR" */,
  migrations: [registryMigration1, registryMigration2, registryMigration3, registryMigration4],
}

/** A workspace in the registry. */
export interface WorkspaceEntry {
  id: string
  name: string
  currency: string
  archived: boolean
  created_at: number
}

/** Where and when a workspace was last backed up. */
export interface KnownBackup {
  backup_path: string
  backup_at: number
}

/** An API key in the registry. */
export interface KeyEntry {
  id: string
  name: string | null
  can: KeyLevel
  workspace_id: string | null
  created_at: number
  used_at: number | null
  revoked_at: number | null
}

type StoredWorkspace = Omit<WorkspaceEntry, 'archived'> & { archived: number }

const readWorkspace = (row: StoredWorkspace): WorkspaceEntry => ({ ...row, archived: row.archived === 1 })

type NewKeyEntry = Omit<KeyEntry, 'used_at' | 'revoked_at'> & { sha256: Uint8Array }

/** Opens the registry. A damaged one can be moved away: it is rebuilt from the files of the workspaces. */
function openRegistryDatabase(file: string): Database {
  try {
    return openDatabase(file, registrySchema)
  } catch (error) {
    if (!(error instanceof StorageError && isBeyondRepair(error))) throw error
    const hint = `Move ${file} elsewhere: budget then finds the workspaces beside it, but the API keys must be created again`
    throw new StorageError(error.message, error, hint)
  }
}

/**
 * Returns a function that returns a number that grows when another process changes the registry.
 * It throws NewerFileError when that process migrated it.
 */
function createVersionReader(database: Database): () => number {
  const version = database.prepare<[number]>('PRAGMA data_version', { arrays: true })
  let known: number | undefined
  return () => {
    const current = version.get()?.[0] ?? 0
    // A transaction asserts that the file is of this version.
    if (current !== known) database.read(() => undefined)
    known = current
    return current
  }
}

/**
 * Opens the registry and creates it at first use.
 * @throws StorageError when it cannot be opened
 */
export function openRegistry(file: string) {
  const database = openRegistryDatabase(file)
  let devices: ReturnType<typeof openDeviceTables> | undefined
  const workspaceColumns = 'id, name, currency, archived, created_at'
  const all = database.prepare<StoredWorkspace>(
    `SELECT ${workspaceColumns} FROM workspaces ORDER BY created_at, id`,
  )
  const byId = database.prepare<StoredWorkspace>(`SELECT ${workspaceColumns} FROM workspaces WHERE id = ?`)
  const byKey = database.prepare<StoredWorkspace>(
    `SELECT ${workspaceColumns} FROM workspaces WHERE name_key = ?`,
  )
  const insert = database.prepare(
    'INSERT INTO workspaces (id, name, name_key, currency, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const rename = database.prepare('UPDATE workspaces SET name = ?, name_key = ?, currency = ? WHERE id = ?')
  const backup = database.prepare<KnownBackup>(
    'SELECT backup_path, backup_at FROM workspaces WHERE id = ? AND backup_at IS NOT NULL',
  )
  const setBackup = database.prepare('UPDATE workspaces SET backup_path = ?, backup_at = ? WHERE id = ?')
  const archive = database.prepare('UPDATE workspaces SET archived = ? WHERE id = ?')
  const readWorkspaceOrUndefined = (row: StoredWorkspace | undefined) => row && readWorkspace(row)

  return {
    readVersion: createVersionReader(database),
    list: (): WorkspaceEntry[] => all.all().map(readWorkspace),
    get: (id: string): WorkspaceEntry | undefined => readWorkspaceOrUndefined(byId.get(id)),
    findByName: (key: string): WorkspaceEntry | undefined => readWorkspaceOrUndefined(byKey.get(key)),
    insert: (entry: Omit<WorkspaceEntry, 'archived'> & { key: string }): void =>
      void insert.run(entry.id, entry.name, entry.key, entry.currency, entry.created_at),
    update: ({
      id,
      name,
      key,
      currency,
    }: Omit<WorkspaceEntry, 'archived' | 'created_at'> & { key: string }): void =>
      void rename.run(name, key, currency, id),
    /** Removes a workspace; call it in a `write`, with the keys and devices that are for it alone. */
    remove(id: string): void {
      for (const table of ['keys', 'devices', 'pairing_codes'])
        database.prepare(`DELETE FROM ${table} WHERE workspace_id = ?`).run(id)
      database.prepare('DELETE FROM workspaces WHERE id = ?').run(id)
    },
    setArchived: (id: string, archived: boolean): void => void archive.run(Number(archived), id),
    /** Returns the last known backup of a workspace. */
    getBackup: (id: string): KnownBackup | undefined => backup.get(id),
    setBackup: (id: string, path: string, at: number): void => void setBackup.run(path, at, id),
    ...openKeyTable(database),
    get devices() {
      return (devices ??= openDeviceTables(database))
    },
    write: database.write,
    close: database.close,
  }
}

function openKeyTable(database: Database) {
  const keyColumns = 'id, name, can, workspace_id, created_at, used_at, revoked_at'
  const keys = database.prepare<KeyEntry>(`SELECT ${keyColumns} FROM keys ORDER BY created_at, id`)
  const keyById = database.prepare<KeyEntry>(`SELECT ${keyColumns} FROM keys WHERE id = ?`)
  const keyByHash = database.prepare<KeyEntry>(
    `SELECT ${keyColumns} FROM keys WHERE sha256 = ? AND revoked_at IS NULL`,
  )
  const insertKey = database.prepare(
    'INSERT INTO keys (id, name, sha256, can, workspace_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const revoke = database.prepare('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
  return {
    listKeys: (): KeyEntry[] => keys.all(),
    getKey: (id: string): KeyEntry | undefined => keyById.get(id),
    /** Returns the key with this hash, unless it was revoked. */
    findActiveKey: (sha256: Uint8Array): KeyEntry | undefined => keyByHash.get(sha256),
    insertKey: ({ id, name, sha256, can, workspace_id, created_at }: NewKeyEntry): void =>
      void insertKey.run(id, name, sha256, can, workspace_id, created_at),
    setKeyUsed: (id: string, at: number): void =>
      void database.prepare('UPDATE keys SET used_at = ? WHERE id = ?').run(at, id),
    revokeKey: (id: string, at: number): void => void revoke.run(at, id),
  }
}
