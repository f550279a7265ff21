/** state.db: what this user's processes remember together about services elsewhere. Losing it costs requests, never money. */ // reliability.md §2.5

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  type Admission,
  hourlyLimit,
  type Kept,
  type Ledger,
  type Quota,
} from '../contract/ports/rate-limit.ts'
import { type Cache, openCache } from './cache-file.ts'
import type { Database } from './database.ts'
import { openDatabase, type Schema } from './open-database.ts'

const HOUR = 3_600_000
/** Nobody is believed who asks for a longer wait. */ // reliability.md row 23
const LONGEST_BLOCK = 3_700_000
/** For how long one request is waited for that is on trial. */
const TRIAL = 10_000
const LOOK_AGAIN = 100
/** So long a request is taken to be on its way. */
const ON_ITS_WAY = 2000
/** A process that waited for its turn to write carries an older time than those before it. */
const TURN = 60_000
/** One in ten. */
const MOST_REPETITIONS = 20

const schema: Schema = {
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

/** A workspace elsewhere and its key; neither is stored, only what was hashed from them. */
interface Place {
  base_url: string
  workspace_id: string
  key: string
}

interface Hour {
  resets_at: number
  blocked_until: number
  trial_until: number
}

/** Opens state.db in a directory; a damaged one is set aside, which `warn` is told. Throws StorageTrouble. */
export function openState(folder: string, warn: (text: string) => void = () => undefined) {
  const file = join(folder, 'state.db')
  const { work, close } = openCache(file, { warn, open: () => openFile(file) })
  return {
    ledger: ({ base_url, key }: Place): Ledger => ledgerOf(work, fingerprint(new URL(base_url).origin, key)),
    kept: ({ base_url, workspace_id, key }: Place): Kept =>
      keptOf(work, fingerprint(base_url, workspace_id, key)),
    close,
  }
}

function openFile(file: string): Database {
  const database = openDatabase(file, schema)
  database.exec('PRAGMA synchronous=OFF') // losing the last moments is harmless, waiting for the disk is not
  return database
}

const fingerprint = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)

function hourOf(database: Database, key: string) {
  const hour = (): Hour =>
    database
      .prepare<Hour>('SELECT resets_at, blocked_until, trial_until FROM hours WHERE key = ?')
      .get(key) ?? { resets_at: 0, blocked_until: 0, trial_until: 0 }
  const set = (column: keyof Hour, value: number): void => {
    database
      .prepare(`INSERT INTO hours (key, ${column}) VALUES (?, ?) ON CONFLICT DO UPDATE SET ${column} = ?`)
      .run(key, value, value)
  }
  // A clock that was set back leaves rows of the future; they count for nothing. reliability.md row 52
  const since = ({ resets_at }: Hour, now: number): number =>
    Math.max(resets_at <= now ? resets_at : 0, now - HOUR)
  const counted = (now: number, repeated: string): number =>
    database
      .prepare<{ count: number }>(
        `SELECT count(*) AS count FROM requests WHERE key = ? AND at >= ? AND at <= ? ${repeated}`,
      )
      .get(key, since(hour(), now), now + TURN)?.count ?? 0
  const firstCounted = (now: number): number | undefined =>
    database
      .prepare<{ at: number | null }>(
        'SELECT min(at) AS at FROM requests WHERE key = ? AND at >= ? AND at <= ?',
      )
      .get(key, since(hour(), now), now + TURN)?.at ?? undefined
  const areOnTheirWay = (now: number): boolean =>
    database
      .prepare('SELECT 1 FROM requests WHERE key = ? AND at > ? AND at <= ? AND on_trial = 0 LIMIT 1')
      .get(key, now - ON_ITS_WAY, now + TURN) !== undefined
  const admit = (now: number, repeated: boolean): Admission => {
    const { blocked_until, trial_until } = hour()
    if (isAhead(blocked_until, now)) return { wait_until: blocked_until, blocked: true }
    if (repeated && counted(now, 'AND repeated = 1') >= MOST_REPETITIONS) return { refused: true }
    const on_trial = counted(now, '') >= hourlyLimit
    // Only the service knows whether the hour is over: one of us asks, the others wait for its answer.
    if (on_trial && isAhead(trial_until, now, TRIAL)) return { wait_until: now + LOOK_AGAIN, blocked: false }
    // It asks when nobody is on the way any more: overtaking them it would hear of an hour that is not over.
    if (on_trial && areOnTheirWay(now)) return { wait_until: now + LOOK_AGAIN, blocked: false }
    if (on_trial) set('trial_until', now + TRIAL)
    database.prepare('DELETE FROM requests WHERE at < ?').run(now - 2 * HOUR)
    database
      .prepare('INSERT INTO requests VALUES (?, ?, ?, ?)')
      .run(key, now, repeated ? 1 : 0, on_trial ? 1 : 0)
    return { on_trial }
  }

  /** A request that never left counts for nothing. */
  const unsent = (at: number): void => {
    set('trial_until', 0)
    database
      .prepare(
        'DELETE FROM requests WHERE rowid = (SELECT max(rowid) FROM requests WHERE key = ? AND at = ?)',
      )
      .run(key, at)
  }

  return {
    admit,
    set,
    unsent,
    quota: (now: number): Quota => quotaOf(hour(), { used: counted(now, ''), first: firstCounted(now) }, now),
  }
}

function ledgerOf(work: Cache['work'], key: string): Ledger {
  const write = <Result>(use: (hour: ReturnType<typeof hourOf>) => Result): Result =>
    work((database) => database.write(() => use(hourOf(database, key))))
  return {
    admit: (now, { repeated }) => write(({ admit }) => admit(now, repeated)),
    block: (until) =>
      write(({ set }) => {
        set('blocked_until', until)
        set('resets_at', until)
        set('trial_until', 0)
      }),
    passed: (now) =>
      write(({ set }) => {
        set('trial_until', 0)
        set('resets_at', now)
      }),
    unsent: (at) => write(({ unsent }) => unsent(at)),
    quota: (now) => work((database) => database.read(() => hourOf(database, key).quota(now))),
  }
}

/** Is this moment still to come, and not so far off that only a clock set back explains it? */ // R13
const isAhead = (moment: number, now: number, most = LONGEST_BLOCK): boolean =>
  moment > now && moment <= now + most

interface Counted {
  used: number
  /** When the first of them was made. */
  first: number | undefined
}

function quotaOf({ resets_at, blocked_until }: Hour, { used, first }: Counted, now: number): Quota {
  const blocked = isAhead(blocked_until, now)
  // Until the service has said so itself, an hour is taken to begin with its first request.
  const estimate = first === undefined ? null : first + HOUR
  return {
    limit: hourlyLimit,
    used: blocked ? hourlyLimit : used,
    left: blocked ? 0 : Math.max(0, hourlyLimit - used),
    resets_at: isAhead(resets_at, now) ? resets_at : estimate,
    blocked_until: blocked ? blocked_until : null,
  }
}

function keptOf(work: Cache['work'], workspace: string): Kept {
  const write = (sql: string, ...values: string[]): void =>
    work((database) => database.write(() => void database.prepare(sql).run(...values)))
  return {
    read: (kind) =>
      work(
        (database) =>
          database
            .prepare<{ text: string }>('SELECT text FROM kept WHERE workspace = ? AND kind = ?')
            .get(workspace, kind)?.text,
      ),
    write: (kind, text) => write('INSERT OR REPLACE INTO kept VALUES (?, ?, ?)', workspace, kind, text),
    forget: (kind) => write('DELETE FROM kept WHERE workspace = ? AND kind = ?', workspace, kind),
  }
}
