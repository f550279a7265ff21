/** Opens a workspace that three machines serve from one database; each request goes to another one. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../../src/cluster/keys.ts'
import { openPool } from '../../src/cluster/postgres.ts'
import { type DatabaseService, openService, type ServiceOptions } from '../../src/cluster/service.ts'
import { upload } from '../../src/cluster/workspaces.ts'
import { type RunningServer, startServer } from '../../src/server/server.ts'
import type { PostgresServer } from './postgres-server.ts'

/** One machine: its connection to the database, and its port. */
export interface Machine extends DatabaseService {
  server: RunningServer
}

const limits = { rate_limit: Number.POSITIVE_INFINITY, rate_window: 3600 }

/** Starts a machine. */
export async function startMachine(
  options: Pick<ServiceOptions, 'url'> & Partial<ServiceOptions>,
): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-machine-'))
  const whole = { folder, now: Date.now, copies: 1e9, report: () => undefined, ...limits, ...options }
  const service = await openService(whole)
  const { now, rate_limit, rate_window } = whole
  const server = await startServer(service.served, {
    host: '127.0.0.1',
    port: 0,
    now,
    rate_limit,
    rate_window,
  })
  return {
    ...service,
    server,
    async close() {
      await server.close()
      await service.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true })
    },
  }
}

/** A workspace that moves into the database. */
export interface MovedWorkspace {
  id: string
  name: string
  currency: string
  /** Writes its file. */
  backUp: (file: string) => void
}

/** Moves a workspace into the database; returns a key for it. */
export async function moveIn(
  { url }: Pick<PostgresServer, 'url'>,
  { id, name, currency, backUp }: MovedWorkspace,
  now: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-upload-'))
  const pool = openPool({ url, size: 1, timeout: 10_000, onConnect: () => undefined })
  try {
    const file = join(folder, 'workspace.db')
    backUp(file)
    const created_at = new Date(now).toISOString()
    await upload(pool, { id, name, currency, archived: false, created_at }, { file, now })
    return (await createKey(pool, { name: 'tests', can: 'write', workspace_id: id }, now)).key
  } finally {
    await pool.close()
    rmSync(folder, { recursive: true })
  }
}
