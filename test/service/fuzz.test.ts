/** Tests that malformed requests never make the service fail, and that refused ones change nothing. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { startServer } from '../../src/server/server.ts'
import * as fc from '../support/fast-check.ts'
import { exchange, type MalformedRequest, malformedRequest } from './malformed-requests.ts'
import { createSampleBudget, fillIds } from './sample-budget.ts'

const requests = Number(process.env['REQUESTS'] ?? 8000)
const seed = Number(process.env['SEED'] ?? 20261120)
const noon = Date.UTC(2026, 10, 20, 12)

/** Starts a server on the sample budget, with a second connection to its file that sees every commit. */
async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const now = (): number => noon
  const failures: unknown[] = []
  const workspaces = openWorkspaces({ folder, now, random: (bytes) => randomBytes(bytes) })
  const { id } = workspaces.createWorkspace({ name: 'Household', currency: 'USD' })
  const named = await createSampleBudget({ api: workspaces.open(id), workspaces, workspaceId: id })
  const { key } = workspaces.createKey({ name: 'fuzz', can: 'write', workspace_id: null })
  const server = await startServer(admitLocally(workspaces), {
    ...{ host: '127.0.0.1', port: 0, now, rate_limit: Number.POSITIVE_INFINITY, rate_window: 3600 },
    log: ({ error }) => void (error && failures.push(error)),
  })
  const file = new DatabaseSync(join(folder, `${id}.db`))
  const version = file.prepare('PRAGMA data_version')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    failures,
    /** Changes with every commit that changes something. */
    version: () => JSON.stringify(version.get()),
    send: (sent: MalformedRequest) =>
      exchange(fillIds(sent, named), { agent, key, port: server.port, root: `/v1/workspaces/${id}` }),
    async close() {
      agent.destroy()
      file.close()
      await server.close()
      workspaces.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const nameOf: Readonly<Record<number, string>> = { 400: 'bad_request', 404: 'not_found', 409: 'conflict' }

test('no request makes the service fail, and a refused one changes nothing', async () => {
  const { send, version, failures, close } = await served()
  const counts = { refused: 0, changed: 0 }
  for (const sent of fc.sample(malformedRequest, { numRuns: requests, seed })) {
    const before = version()
    const { status, said } = await send(sent)
    const changed = version() !== before
    if (status === 200 || status === 201) {
      if (changed) counts.changed++
      continue
    }
    counts.refused++
    const name = said === '' ? nameOf[status] : JSON.parse(said).error.name
    expect({ ...sent, status, name, changed, failures }).toEqual({
      ...sent,
      status,
      name: nameOf[status] ?? 'one of those expected',
      changed: false,
      failures: [],
    })
  }
  // Enough requests are refused, and enough change something.
  expect(counts.refused).toBeGreaterThan(requests / 2)
  expect(counts.changed).toBeGreaterThan(requests / 200)
  await close()
})
