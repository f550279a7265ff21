/**
 * Opens month-cache.db, what was read of the closed months of remote workspaces. Losing it costs requests, never money.
 * @see docs/reports.md#remote-cache
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MonthCache, MonthRun, TouchedMonths } from '../contract/ports/remote-caches.ts'
import { openRebuildableDatabase } from './cache-file.ts'
import type { Database } from './database.ts'
import { hashRemoteIdentity } from './hash-remote-identity.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'

const schema: DatabaseSchema = {
  application: 0x62676d63,
  migrations: [
    `CREATE TABLE runs (workspace TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL, text TEXT NOT NULL,
       read_at INTEGER NOT NULL, PRIMARY KEY (workspace, first)) STRICT;
     CREATE TABLE generations (workspace TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
     CREATE TABLE writes (id INTEGER PRIMARY KEY AUTOINCREMENT, workspace TEXT NOT NULL, at INTEGER NOT NULL) STRICT;`,
    // One workspace can be read at several addresses: what is written through one is forgotten for all.
    `DROP TABLE runs;
     DELETE FROM generations;
     DELETE FROM writes;
     CREATE TABLE runs (address TEXT NOT NULL, workspace TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL,
       text TEXT NOT NULL, read_at INTEGER NOT NULL, PRIMARY KEY (address, first)) STRICT;
     CREATE INDEX runs_by_workspace ON runs (workspace);`,
  ],
}

/** The most characters that are kept of all workspaces; the runs that were read first go first. */
const MAX_CHARACTERS = 64 * 2 ** 20

/** A write that began so long before another one was ended by a crash. */
const MAX_WRITE_MILLISECONDS = 600_000

interface MonthCacheOptions {
  /** The state directory. */
  folder: string
  remote: { base_url: string; workspace_id: string }
  /** Reports a damaged file that was replaced. */
  warn: (text: string) => void
}

const getFile = (folder: string): string => join(folder, 'month-cache.db')

/** True if anything was ever kept. */
export const hasMonthCache = (folder: string): boolean => existsSync(getFile(folder))

/**
 * Opens the cache of a remote workspace, which does not depend on the key.
 * @throws StorageError when it cannot be opened
 */
export function openMonthCache({
  folder,
  remote: { base_url, workspace_id },
  warn,
}: MonthCacheOptions): MonthCache & { close: () => void } {
  const file = getFile(folder)
  const keys: CacheKeys = {
    address: hashRemoteIdentity(base_url, workspace_id),
    workspace: hashRemoteIdentity(workspace_id),
  }
  const { run, close } = openRebuildableDatabase(file, { warn, open: () => openFile(file) })
  const write = <Result>(use: (statements: Statements) => Result): Result =>
    run((database) => database.write(() => use(prepareStatements(database, keys))))
  const read = <Result>(use: (statements: Statements) => Result): Result =>
    run((database) => database.read(() => use(prepareStatements(database, keys))))
  return {
    list: (months) => read(({ isWriting, list }) => (isWriting() ? [] : list(months))),
    startReading: (at) =>
      write(({ forgetCrashed, readGeneration }) => {
        forgetCrashed(at - MAX_WRITE_MILLISECONDS)
        return readGeneration()
      }),
    keep: (generation, runs) =>
      write((statements) => {
        if (statements.isWriting() || statements.readGeneration() !== generation) return
        for (const one of runs) statements.insert(one)
        statements.limitSize()
      }),
    beginWrite: (at) =>
      write(({ forgetCrashed, increment, begin }) => {
        forgetCrashed(at - MAX_WRITE_MILLISECONDS)
        increment()
        return begin(at)
      }),
    finishWrite: (id, touched) =>
      write(({ increment, forget, end }) => {
        increment()
        forget(touched)
        if (id !== undefined) end(id)
      }),
    close,
  }
}

function openFile(file: string): Database {
  const database = openDatabase(file, schema)
  database.exec('PRAGMA synchronous=OFF') // losing the last moments does no harm: the process goes on, and so does the file
  return database
}

type Statements = ReturnType<typeof prepareStatements>

/** What the rows of a workspace are found by: `address` tells where it was read, `workspace` is the same everywhere. */
interface CacheKeys {
  address: string
  workspace: string
}

function prepareStatements({ prepare }: Database, { address, workspace }: CacheKeys) {
  const isOverlapping = 'first <= ? AND last >= ?'
  return {
    isWriting: (): boolean =>
      prepare('SELECT 1 FROM writes WHERE workspace = ? LIMIT 1').get(workspace) !== undefined,
    list: ({ first, last }: { first: string; last: string }): MonthRun[] =>
      prepare<MonthRun>(
        `SELECT first, last, text, read_at FROM runs WHERE address = ? AND ${isOverlapping} ORDER BY first DESC`,
      ).all(address, last, first),
    readGeneration: (): number =>
      prepare<{ generation: number }>('SELECT generation FROM generations WHERE workspace = ?').get(workspace)
        ?.generation ?? 0,
    increment: (): void =>
      void prepare(
        'INSERT INTO generations VALUES (?, 1) ON CONFLICT DO UPDATE SET generation = generation + 1',
      ).run(workspace),
    insert({ first, last, text, read_at }: MonthRun): void {
      prepare(`DELETE FROM runs WHERE address = ? AND ${isOverlapping}`).run(address, last, first)
      prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)').run(
        address,
        workspace,
        first,
        last,
        text,
        read_at,
      )
    },
    forget(touched: TouchedMonths): void {
      if (touched === 'all') prepare('DELETE FROM runs WHERE workspace = ?').run(workspace)
      else
        for (const month of touched)
          prepare(`DELETE FROM runs WHERE workspace = ? AND ${isOverlapping}`).run(workspace, month, month)
    },
    begin: (at: number): number =>
      prepare('INSERT INTO writes (workspace, at) VALUES (?, ?)').run(workspace, at).key,
    end: (id: number): void => void prepare('DELETE FROM writes WHERE id = ?').run(id),
    /** Ends writes whose process has died; what they touched is not known. */
    forgetCrashed(before: number): void {
      const { changes } = prepare('DELETE FROM writes WHERE workspace = ? AND at < ?').run(workspace, before)
      if (changes > 0) prepare('DELETE FROM runs WHERE workspace = ?').run(workspace)
    },
    limitSize(): void {
      const total = prepare<{ total: number }>('SELECT coalesce(sum(length(text)), 0) AS total FROM runs')
      const oldest = prepare(
        'DELETE FROM runs WHERE rowid = (SELECT rowid FROM runs ORDER BY read_at, first LIMIT 1)',
      )
      while ((total.get()?.total ?? 0) > MAX_CHARACTERS) oldest.run()
    },
  }
}
