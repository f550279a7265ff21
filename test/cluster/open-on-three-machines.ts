/** Opens the service as three machines on one database, each request at another one, for the tests of the service. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCopies, type WorkspaceCopy } from '../../src/cluster/copies.ts'
import { encodeEntry } from '../../src/cluster/entry-codec.ts'
import { readHead } from '../../src/cluster/log.ts'
import { openPool } from '../../src/cluster/postgres.ts'
import { appendEntry } from '../../src/cluster/statements.ts'
import { type BudgetApi, operationNames } from '../../src/contract/api.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import type { WorkspaceAdmin } from '../../src/contract/ports/workspace-admin.ts'
import { createWorkspaceAdmin } from '../../src/engine/workspace-admin.ts'
import { openClient } from '../../src/remote/http/client.ts'
import { replicaFormat } from '../../src/store/workspace-replica.ts'
import {
  makeWorkspace,
  type OpenedService,
  type OpenOptions,
  rawOverHttp,
} from '../service/describe-both-ways.ts'
import { type PostgresServer, startPrimary } from './postgres-server.ts'
import { moveIn, startMachine } from './three-machines.ts'

let primary: Promise<PostgresServer> | undefined

/** Returns the server of this test file, which is removed with the process. */
async function getPrimary(): Promise<PostgresServer> {
  primary ??= startPrimary().then((server) => {
    process.once('exit', () => void server.kill())
    return server
  })
  return primary
}

/** Removes the server of this test file. */
export const removePrimary = async (): Promise<void> => (await primary)?.remove()

/** A workspace on three machines. */
export interface OpenedOnMachines extends OpenedService {
  key: string
  /** Returns the port of another machine each time. */
  nextPort: () => number
}

/** Opens a workspace on three machines. */
export async function openOnThreeMachines(options: OpenOptions = {}): Promise<OpenedOnMachines> {
  const { url } = await getPrimary()
  const { workspaces, workspaceId, now, remove } = makeWorkspace(options)
  const { currency } = workspaces.getWorkspace(workspaceId) ?? { currency: 'USD' }
  const key = await replaceAndMoveIn({ url }, workspaces, { workspaceId, currency, now })
  const { scanLimit } = options
  const machines = await Promise.all(
    [1, 2, 3].map(() => startMachine({ url, now, connections: 3, ...(scanLimit && { scanLimit }) })),
  )
  let turn = 0
  const nextPort = (): number => machines[turn++ % machines.length]?.server.port ?? 0
  const admin = await openAdmin(url, workspaceId, now)
  const clients = machines.map(({ server }) =>
    openClient({
      base_url: server.url,
      workspace_id: workspaceId,
      key,
      now,
      wait: async () => {},
      random: () => 0,
    }),
  )
  const api = Object.fromEntries(
    operationNames.map((name) => [
      name,
      (request: never, signal?: AbortSignal) =>
        admin.around<unknown>(() => (clients[turn++ % clients.length] as BudgetApi)[name](request, signal)),
    ]),
  ) as unknown as BudgetApi // one method for each name
  return {
    api,
    key,
    nextPort,
    workspaces: { ...workspaces, admin: () => admin.admin },
    workspaceId,
    raw: (method, path, body) =>
      admin.around(() =>
        rawOverHttp(`http://127.0.0.1:${nextPort()}/v1/workspaces/${workspaceId}${path}`, {
          method,
          body,
          key,
        }),
      ),
    async close() {
      await admin.close()
      await Promise.all(clients.map((client) => client.close()))
      await Promise.all(machines.map((machine) => machine.close()))
      workspaces.close()
      remove()
    },
  }
}

/** The database outlives a test, and every test has the same ids: what an earlier one left is deleted first. */
async function replaceAndMoveIn(
  server: Pick<PostgresServer, 'url'>,
  workspaces: Workspaces,
  { workspaceId, currency, now }: { workspaceId: string; currency: string; now: () => number },
): Promise<string> {
  const machine = await startMachine({ ...server, now })
  await machine.close()
  const pool = openPool({ url: server.url, size: 1, timeout: 10_000, onConnect: () => undefined })
  for (const table of ['workspace', 'key', 'log', 'snapshot'])
    await pool.run({ text: `DELETE FROM budget_${table} WHERE workspace_id = $1` }, [workspaceId])
  await pool.close()
  const backUp = (file: string): void => workspaces.admin(workspaceId).backup(file, { force: true })
  return moveIn(server, { id: workspaceId, name: 'Household', currency, backUp }, now())
}

/**
 * Opens what the API does not cover, by a copy of its own: its calls are made at once, and are in the log before the
 * next request.
 */
async function openAdmin(url: string, workspace_id: string, now: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'budget-admin-'))
  const pool = openPool({ url, size: 2, timeout: 10_000, onConnect: () => undefined })
  const unused = () => undefined
  const copies = openCopies({
    pool,
    folder,
    maxBytes: 1e9,
    maxOpen: 9,
    onRebuild: unused,
    onCatchUp: unused,
    migrate: async () => undefined,
  })
  const useCopy = async <Result>(use: (copy: WorkspaceCopy) => Promise<Result>): Promise<Result> => {
    const head = await readHead(pool, workspace_id)
    if (!head) throw new Error('the workspace is not in the database')
    return copies.use(workspace_id, head, use)
  }
  let copy = await useCopy(async (one) => one)
  let pending = Promise.resolve()
  const change = (call: () => unknown): unknown => {
    const { seq, entry_id } = copy.replica.position()
    const next = { seq: seq + 1, entry_id: randomUUID() }
    const { result, changes } = copy.replica.attempt((step) => step(call))
    copy.replica.apply([changes], next)
    const values = [workspace_id, next.seq, entry_id, next.entry_id, 'admin', now(), replicaFormat]
    pending = pending.then(
      async () => void (await pool.run(appendEntry, [...values, encodeEntry([changes])])),
    )
    return result
  }
  const methods = Object.keys(
    createWorkspaceAdmin({ store: copy.replica.store, now }),
  ) as (keyof WorkspaceAdmin)[]
  const admin = Object.fromEntries(
    methods.map((name) => [
      name,
      (...values: unknown[]) =>
        change(() => {
          const method = createWorkspaceAdmin({ store: copy.replica.store, now })[name] as (
            ...all: unknown[]
          ) => unknown
          return method(...values)
        }),
    ]),
  ) as unknown as WorkspaceAdmin // one method for each name
  return {
    admin,
    async around<Result>(request: () => Promise<Result>): Promise<Result> {
      await pending
      try {
        return await request()
      } finally {
        copy = await useCopy(async (one) => one)
      }
    },
    async close() {
      copies.close()
      await pool.close()
      rmSync(folder, { recursive: true })
    },
  }
}
