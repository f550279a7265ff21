/** Connects one machine to the database: its connections, copies, queues and counters. */

import { hostname } from 'node:os'
import { join } from 'node:path'
import { NetworkError, UserError } from '../contract/errors.ts'
import type { ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import { tryLockFile } from '../store/process-lock.ts'
import { type Copies, openCopies } from './copies.ts'
import type { LogOptions } from './log.ts'
import { createMachine, getHandler } from './machine.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { migrateWorkspace } from './migrate-workspace.ts'
import {
  type ConnectionPool,
  DatabaseUnavailableError,
  getSqlState,
  openPool,
  type PoolOptions,
  type ServerState,
} from './postgres.ts'
import { createRateCounter } from './rate-counter.ts'
import { createSnapshotUpkeep } from './snapshot-upkeep.ts'
import { checkTables, createTables } from './statements.ts'
import { createWriteQueues } from './write-queues.ts'

/** How a database is reached. */
export interface PoolSettings {
  /** Its address; a password may be in it. */
  url: string
  /** Milliseconds that a statement may take. @default 10,000 */
  timeout?: number
}

/** What a machine is connected with. */
export interface ServiceOptions extends PoolSettings {
  /** The directory of the copies, which processes on this computer share. */
  folder: string
  /** Milliseconds since 1970. */
  now: () => number
  /** How many bytes of copies this machine keeps. */
  copies: number
  rate_limit: number
  rate_window: number
  /** Tells the operator what happened; without secrets. */
  report: (message: string) => void
  /** How many connections are open at most. @default 16 */
  connections?: number
  /** For how many seconds without the database reads are answered from the copies. @default 0 */
  staleSeconds?: number
  /** Forces short and empty pages in tests. */
  scanLimit?: (limit: number) => number
}

/** A machine that is connected. */
export interface DatabaseService {
  served: ServedWorkspaces
  metrics: Metrics
  /** Says from now on that this machine is not ready, and goes on. */
  drain(): void
  close(): Promise<void>
}

const DEFAULT_CONNECTIONS = 16
const DEFAULT_TIMEOUT = 10_000
const RATE_CONNECTIONS = 2
/** An open copy takes about half a megabyte of memory. */
const MAX_OPEN_COPIES = 400

/** Connects a machine and creates the tables at the first start. @throws ApiError service_unavailable */
export async function openService(options: ServiceOptions): Promise<DatabaseService> {
  const { now, report } = options
  const metrics = createMetrics()
  const { folder, release } = lockFreeFolder(options.folder)
  const pool = openCheckedPool(options, {
    size: options.connections ?? DEFAULT_CONNECTIONS,
    onConnect: createStandbyReport(report),
  })
  const ratePool = openCheckedPool(options, { size: RATE_CONNECTIONS })
  await createMissingTables(pool)
  const upkeep = createSnapshotUpkeep({
    pool,
    folder,
    now,
    onError: (id, error) => report(`The snapshot of ${id} was not stored: ${String(error)}`),
  })
  const log = { pool, node: hostname(), now }
  const copies = openCountedCopies(options, { ...log, folder, metrics })
  const { scanLimit, staleSeconds } = options
  const machineOptions = { pool, copies, now, scanLimit, staleSeconds }
  let mostRacesLost = 0
  const writes = createWriteQueues({
    ...log,
    copies,
    getHandler: (copy) => getHandler(copy, machineOptions),
    onCommit(copy, count) {
      metrics.count('budget_commits_total')
      metrics.count('budget_writes_total', count)
      upkeep.check(copy)
    },
    onLostRace(inARow) {
      metrics.count('budget_races_lost_total')
      mostRacesLost = Math.max(mostRacesLost, inARow)
    },
  })
  metrics.observe('budget_copies_open', copies.count)
  metrics.observe('budget_races_lost_in_a_row', () => mostRacesLost)
  const isLimited = Number.isFinite(options.rate_limit)
  const countRequest = createRateCounter({
    pool: ratePool,
    requests: options.rate_limit,
    seconds: options.rate_window,
    now,
  })
  let isDraining = false
  return {
    served: {
      ...createMachine({ ...machineOptions, writes, ...(isLimited && { countRequest }) }),
      findTrouble: async () => (isDraining ? 'this machine is closing' : findTrouble(pool)),
    },
    metrics,
    drain: () => void (isDraining = true),
    async close() {
      await upkeep.finish()
      copies.close()
      await Promise.all([pool.close(), ratePool.close()])
      release()
    },
  }
}

function openCountedCopies(
  { copies, report }: Pick<ServiceOptions, 'copies' | 'report'>,
  { folder, metrics, ...log }: LogOptions & { folder: string; metrics: Metrics },
): Copies {
  return openCopies({
    pool: log.pool,
    folder: join(folder, 'copies'),
    maxBytes: copies,
    maxOpen: MAX_OPEN_COPIES,
    migrate: (copy) => migrateWorkspace(log, copy, folder),
    onRebuild(id, reason) {
      metrics.count('budget_copies_rebuilt_total')
      report(`The copy of ${id} is built again: ${reason}`)
    },
    onCatchUp: (entries) => metrics.count('budget_entries_caught_up_total', entries),
  })
}

/** Locks the first directory that no other process uses: its copies are this process's. */
function lockFreeFolder(base: string): { folder: string; release: () => void } {
  for (let number = 1; ; number++) {
    const folder = join(base, String(number))
    const release = tryLockFile(join(folder, 'lock'))
    if (release) return { folder, release }
  }
}

/** Opens a pool that refuses standbys, and primaries from before a promotion. */
export function openCheckedPool(
  { url, timeout = DEFAULT_TIMEOUT }: PoolSettings,
  { onConnect, ...rest }: Pick<PoolOptions, 'size'> & Partial<Pick<PoolOptions, 'onConnect'>>,
): ConnectionPool {
  let highestTimeline = 0
  return openPool({
    ...rest,
    url,
    timeout,
    onConnect(state) {
      if (state.is_standby) throw new Error('is a standby')
      if (state.timeline < highestTimeline)
        throw new Error('is an old primary, from before the promotion of another server')
      highestTimeline = state.timeline
      onConnect?.(state)
    },
  })
}

/** Returns a function that tells, at the first connection and after each change, what a commit waits for. */
function createStandbyReport(report: (message: string) => void): (state: ServerState) => void {
  let told: boolean | undefined
  return ({ is_synchronous }) => {
    if (told === is_synchronous) return
    told = is_synchronous
    report(
      is_synchronous
        ? 'The database waits for a standby at each commit'
        : 'The database has no synchronous standby: if its disk is lost, the last writes are lost with it',
    )
  }
}

/**
 * Creates the tables and columns unless they are there, so that later starts need no privilege to create any.
 * @throws NetworkError when the database cannot be reached
 * @throws UserError when it refuses to create them
 */
export async function createMissingTables(pool: ConnectionPool): Promise<void> {
  try {
    await pool.read(checkTables, [])
  } catch (error) {
    if (error instanceof DatabaseUnavailableError)
      throw new NetworkError(`The database cannot be reached: ${error.reason}`, false, { hint: REACH_HINT })
    if (!MISSING.includes(getSqlState(error) ?? '')) throw error
    await createAllTables(pool)
  }
}

async function createAllTables(pool: ConnectionPool): Promise<void> {
  try {
    for (const statement of createTables) await pool.run(statement, [])
  } catch (error) {
    if (getSqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
    throw new UserError('forbidden', `The database does not let this user create tables: ${String(error)}`, {
      hint: 'Grant it CREATE on the schema, or start once as a user who may',
    })
  }
}

const REACH_HINT = 'Check its address, and that PostgreSQL runs and accepts this user'
/** A table, or a column. */
const MISSING = ['42P01', '42703']
const INSUFFICIENT_PRIVILEGE = '42501'

/** Tells why the database cannot be used now; undefined when it can. */
async function findTrouble(pool: ConnectionPool): Promise<string | undefined> {
  try {
    await pool.read(checkTables, [])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
