/**
 * Opens state.db, which the processes of a user share about remote services. Losing it costs requests, never
 * money.
 * @see docs/http-client.md#rate-limit
 */

import { join } from 'node:path'
import {
  type Admission,
  hourlyRequestLimit,
  type Quota,
  type RateLimitStore,
  type WorkspaceCache,
} from '../contract/ports/remote-caches.ts'
import { openRebuildableDatabase, type RebuildableDatabase } from './cache-file.ts'
import type { Database } from './database.ts'
import { hashRemoteIdentity } from './hash-remote-identity.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'

const HOUR_MILLISECONDS = 3_600_000

/** A longer wait is not believed. @see docs/http-client.md#row-23 */
const MAX_BLOCK_MILLISECONDS = 3_700_000

/** For how long the answer to a probe is awaited. */
const PROBE_MILLISECONDS = 10_000
const POLL_MILLISECONDS = 100

/** For how long a request counts as in flight. */
const IN_FLIGHT_MILLISECONDS = 2000

/** A process that waited for its turn to write has an older time than those before it. */
const LATE_WRITE_MILLISECONDS = 60_000

/** One request in ten. */
const MAX_RETRIES = 20

const stateSchema: DatabaseSchema = {
  application: 0x62677374,
  migrations: [
    `CREATE TABLE requests (key TEXT NOT NULL, at INTEGER NOT NULL, repeated INTEGER NOT NULL,
       on_trial INTEGER NOT NULL) STRICT;
     CREATE INDEX requests_of_key ON requests (key, at);
     CREATE TABLE hours (key TEXT PRIMARY KEY, resets_at INTEGER NOT NULL DEFAULT 0,
       blocked_until INTEGER NOT NULL DEFAULT 0, trial_until INTEGER NOT NULL DEFAULT 0) STRICT;
     CREATE TABLE kept (workspace TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
       PRIMARY KEY (workspace, kind)) STRICT;`,
  ],
}

/** A remote workspace and its key; only hashes of them are stored. */
interface RemoteWorkspaceKey {
  base_url: string
  workspace_id: string
  key: string
}

interface RateLimitWindow {
  resets_at: number
  blocked_until: number
  trial_until: number
}

/**
 * Opens state.db in a directory; `warn` reports a damaged file that was replaced.
 * @throws StorageError when it cannot be opened
 */
export function openStateDatabase(folder: string, warn: (text: string) => void = () => undefined) {
  const file = join(folder, 'state.db')
  const { run, close } = openRebuildableDatabase(file, { warn, open: () => openStateFile(file) })
  return {
    rateLimitStore: ({ base_url, key }: RemoteWorkspaceKey): RateLimitStore =>
      createRateLimitStore(run, hashRemoteIdentity(new URL(base_url).origin, key)),
    workspaceCache: ({ base_url, workspace_id, key }: RemoteWorkspaceKey): WorkspaceCache =>
      createWorkspaceCache(run, hashRemoteIdentity(base_url, workspace_id, key)),
    close,
  }
}

function openStateFile(file: string): Database {
  const database = openDatabase(file, stateSchema)
  database.exec('PRAGMA synchronous=OFF') // losing the last moments does no harm
  return database
}

/** Reads and writes the window of one key. */
function openRateLimitWindow(database: Database, key: string) {
  const readWindow = (): RateLimitWindow =>
    database
      .prepare<RateLimitWindow>('SELECT resets_at, blocked_until, trial_until FROM hours WHERE key = ?')
      .get(key) ?? { resets_at: 0, blocked_until: 0, trial_until: 0 }
  const setColumn = (column: keyof RateLimitWindow, value: number): void => {
    database
      .prepare(`INSERT INTO hours (key, ${column}) VALUES (?, ?) ON CONFLICT DO UPDATE SET ${column} = ?`)
      .run(key, value, value)
  }
  // After the clock was set back, rows of the future do not count. docs/http-client.md#row-52
  const getStart = ({ resets_at }: RateLimitWindow, now: number): number =>
    Math.max(resets_at <= now ? resets_at : 0, now - HOUR_MILLISECONDS)
  const countRequests = (now: number, repeated: string): number =>
    database
      .prepare<{ count: number }>(
        `SELECT count(*) AS count FROM requests WHERE key = ? AND at >= ? AND at <= ? ${repeated}`,
      )
      .get(key, getStart(readWindow(), now), now + LATE_WRITE_MILLISECONDS)?.count ?? 0
  const findFirst = (now: number): number | undefined =>
    database
      .prepare<{ at: number | null }>(
        'SELECT min(at) AS at FROM requests WHERE key = ? AND at >= ? AND at <= ?',
      )
      .get(key, getStart(readWindow(), now), now + LATE_WRITE_MILLISECONDS)?.at ?? undefined
  const hasInFlight = (now: number): boolean =>
    database
      .prepare('SELECT 1 FROM requests WHERE key = ? AND at > ? AND at <= ? AND on_trial = 0 LIMIT 1')
      .get(key, now - IN_FLIGHT_MILLISECONDS, now + LATE_WRITE_MILLISECONDS) !== undefined
  const admit = (now: number, repeated: boolean): Admission => {
    const { blocked_until, trial_until } = readWindow()
    if (isAhead(blocked_until, now)) return { wait_until: blocked_until, blocked: true }
    if (repeated && countRequests(now, 'AND repeated = 1') >= MAX_RETRIES) return { retriesExhausted: true }
    const isProbe = countRequests(now, '') >= hourlyRequestLimit
    // Only the service knows whether the window is over: one process probes, the others wait for its answer.
    if (isProbe && isAhead(trial_until, now, PROBE_MILLISECONDS))
      return { wait_until: now + POLL_MILLISECONDS, blocked: false }
    // The probe waits for requests in flight: overtaking them, it would find the window not over yet.
    if (isProbe && hasInFlight(now)) return { wait_until: now + POLL_MILLISECONDS, blocked: false }
    if (isProbe) setColumn('trial_until', now + PROBE_MILLISECONDS)
    database.prepare('DELETE FROM requests WHERE at < ?').run(now - 2 * HOUR_MILLISECONDS)
    database
      .prepare('INSERT INTO requests VALUES (?, ?, ?, ?)')
      .run(key, now, repeated ? 1 : 0, isProbe ? 1 : 0)
    return { isProbe }
  }

  /** Uncounts a request that was never sent. */
  const refund = (at: number): void => {
    setColumn('trial_until', 0)
    database
      .prepare(
        'DELETE FROM requests WHERE rowid = (SELECT max(rowid) FROM requests WHERE key = ? AND at = ?)',
      )
      .run(key, at)
  }

  return {
    admit,
    setColumn,
    refund,
    readQuota: (now: number): Quota =>
      computeQuota(readWindow(), { used: countRequests(now, ''), first: findFirst(now) }, now),
  }
}

function createRateLimitStore(run: RebuildableDatabase['run'], key: string): RateLimitStore {
  const write = <Result>(use: (window: ReturnType<typeof openRateLimitWindow>) => Result): Result =>
    run((database) => database.write(() => use(openRateLimitWindow(database, key))))
  return {
    admit: (now, { repeated }) => write(({ admit }) => admit(now, repeated)),
    blockUntil: (until) =>
      write(({ setColumn }) => {
        setColumn('blocked_until', until)
        setColumn('resets_at', until)
        setColumn('trial_until', 0)
      }),
    confirmProbe: (now) =>
      write(({ setColumn }) => {
        setColumn('trial_until', 0)
        setColumn('resets_at', now)
      }),
    refund: (at) => write(({ refund }) => refund(at)),
    readQuota: (now) =>
      run((database) => database.read(() => openRateLimitWindow(database, key).readQuota(now))),
  }
}

/**
 * True if the moment is in the future, but not so far that only a clock set back explains it.
 * @see docs/reliability.md#r13
 */
const isAhead = (moment: number, now: number, max = MAX_BLOCK_MILLISECONDS): boolean =>
  moment > now && moment <= now + max

interface CountedRequests {
  used: number
  /** When the first counted request was sent. */
  first: number | undefined
}

function computeQuota(
  { resets_at, blocked_until }: RateLimitWindow,
  { used, first }: CountedRequests,
  now: number,
): Quota {
  const isBlocked = isAhead(blocked_until, now)
  // Until the service announces it, a window is assumed to begin with its first request.
  const estimate = first === undefined ? null : first + HOUR_MILLISECONDS
  return {
    limit: hourlyRequestLimit,
    used: isBlocked ? hourlyRequestLimit : used,
    left: isBlocked ? 0 : Math.max(0, hourlyRequestLimit - used),
    resets_at: isAhead(resets_at, now) ? resets_at : estimate,
    blocked_until: isBlocked ? blocked_until : null,
  }
}

function createWorkspaceCache(run: RebuildableDatabase['run'], workspace: string): WorkspaceCache {
  const write = (sql: string, ...values: string[]): void =>
    run((database) => database.write(() => void database.prepare(sql).run(...values)))
  return {
    read: (kind) =>
      run(
        (database) =>
          database
            .prepare<{ text: string }>('SELECT text FROM kept WHERE workspace = ? AND kind = ?')
            .get(workspace, kind)?.text,
      ),
    write: (kind, text) => write('INSERT OR REPLACE INTO kept VALUES (?, ?, ?)', workspace, kind, text),
    forget: (kind) => write('DELETE FROM kept WHERE workspace = ? AND kind = ?', workspace, kind),
  }
}
