/** Tests that a rolling restart loses no request behind a load balancer that asks whether machines are ready. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBalancer } from './bank/balancer.ts'
import { createMachineEnvironment, startMachineProcesses, uploadWorkspace } from './bank/machines.ts'
import { postgresBin, startPrimary } from './postgres-server.ts'

test.skipIf(postgresBin === undefined)('a rolling restart loses no request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-rolling-'))
  const primary = await startPrimary()
  const tool = createMachineEnvironment(join(folder, 'tool'), primary.url)
  const home = await uploadWorkspace(tool, { currency: 'USD', accounts: [] })
  const machines = await startMachineProcesses(folder, Array(3).fill(primary.url))
  const balancer = await startBalancer(
    machines.map(({ port }) => port),
    false,
  )
  const done = new AbortController()
  const statuses: (number | string)[] = []
  const client = async (number: number): Promise<void> => {
    for (let sent = 0; !done.signal.aborted; sent++) {
      const response = await fetch(`http://127.0.0.1:${balancer.port}/v1/workspaces/${home.id}/merchants`, {
        method: 'POST',
        // A connection for each request, as a balancer of requests makes them.
        headers: {
          authorization: `Bearer ${home.key}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: JSON.stringify({ name: `Shop ${number} ${sent}` }),
      }).catch((error: unknown) => ({ status: String(error) }))
      statuses.push(response.status)
    }
  }
  const clients = [1, 2, 3, 4].map(client)
  for (const machine of machines) {
    await machine.kill('SIGTERM')
    await machine.start()
  }
  done.abort()
  await Promise.all(clients)
  balancer.close()
  await Promise.all(machines.map((machine) => machine.kill()))
  await primary.remove()
  rmSync(folder, { recursive: true, force: true })
  expect(statuses.length).toBeGreaterThan(100)
  expect(statuses.filter((status) => status !== 201)).toEqual([])
})
