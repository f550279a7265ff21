/** Tests where the counters of a machine are served, and what is said when they cannot be. */

import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { serveMetrics } from '../../src/server/serve-metrics.ts'

test('counters are under /metrics and nowhere else, and a port in use is told', async () => {
  const server = await serveMetrics(() => 'counters 1\n', { host: '127.0.0.1', port: 0 })
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const url = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${url}/metrics`)).text()).toBe('counters 1\n')
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  await expect(serveMetrics(() => '', { host: '127.0.0.1', port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the address is already in use`,
  )
  server.close()
})
