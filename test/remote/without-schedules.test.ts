/** Tests what commands about schedules say on a service that has none, which is asked once. */

import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'
import { withServer } from '../support/running-server.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const lines = [
  'schedules',
  'schedules show Landlord',
  'schedules suggest',
  'upcoming',
  'month --upcoming',
  'month fund --upcoming',
  'report afford 400 --on 2027-03',
  'export -o bills.ics',
]

const missing = JSON.stringify({
  error: { id: 'err_1', name: 'resource_not_found', detail: 'no such path' },
})

test.each(lines)('budget %s says that the service has no schedules', async (line) => {
  await withServer(async ({ server, workspaceId, key }) => {
    let asked = 0
    const proxy = createServer((incoming, outgoing) => {
      if (incoming.url?.includes('/schedules')) {
        asked++
        outgoing.writeHead(404, { 'content-type': 'application/json' }).end(missing)
        return
      }
      const { method, headers, url } = incoming
      const sent = request({ port: server.port, method, headers, path: url }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(outgoing)
      })
      incoming.pipe(sent)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo // it listens on a port
    const harness = createCliHarness()
    const budget = (text: string, more = {}) => harness.budget(splitShellWords(text).words, more)
    writeFileSync(join(harness.folder, 'key.txt'), key)
    const login = `auth login --base-url http://127.0.0.1:${port} --workspace ${workspaceId} --with-key`
    expect(await budget(login, { stdin: 'key.txt' })).toMatchObject({ code: 0 })
    for (const _ of [1, 2]) {
      const { code, stderr, stdout } = await budget(line)
      expect({ code, stdout, stderr }).toEqual({
        code: 6,
        stdout: '',
        stderr: 'This service has no schedules\n  Local workspaces and budget serve have them\n',
      })
    }
    expect(asked).toBe(1)
    harness.close()
    proxy.close()
  })
})
