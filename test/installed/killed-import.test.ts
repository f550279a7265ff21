/** An import that is killed between the opening balance and the rows, and is run again, has each of them once. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuilt } from './install.ts'
import { runProgram, serveProgram, startProgram } from './installed-harness.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-killed-import-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function budget(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await runProgram({ args, folder })
  expect({ args, stderr, code }).toEqual({ args, stderr: '', code: 0 })
  return stdout
}

function forward(from: IncomingMessage, to: ServerResponse, port: number): void {
  const { method, url, headers } = from
  const upstream = request({ port, method, path: url, headers }, (reply) => {
    to.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(to)
  })
  from.pipe(upstream)
}

const isPost = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url?.endsWith('/transactions') === true

test.skipIf(!isBuilt)(
  'An import killed before its rows is finished by the same command, once',
  {
    timeout: 300_000,
  },
  async () => {
    await budget('init', '--name', 'Home', '--currency', 'EUR')
    await budget('accounts', 'add', 'Bank', '--type', 'banking_checking')
    const { key }: { key: string } = JSON.parse(await budget('keys', 'create', '--name', 'test', '--json'))
    const [workspace]: { id: string }[] = JSON.parse(await budget('workspaces', '--json'))
    const server = await serveProgram(folder, { flags: ['--rate-limit', '1000000'] })
    let posts = 0
    let child: ChildProcess | undefined
    const proxy = createServer((from, to) => {
      // The first request creates the opening balance, the second one the rows.
      if (isPost(from) && ++posts === 2) child?.kill('SIGKILL')
      else forward(from, to, server.port)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo // it listens on a port
    try {
      const address = ['--base-url', `http://127.0.0.1:${port}`, '--workspace', workspace?.id ?? '']
      const login = ['auth', 'login', '--profile', 'http', ...address, '--with-key']
      expect((await runProgram({ args: login, folder, stdin: key })).code).toBe(0)
      const rows =
        '2026-03-02,Bakery,-3.50,96.50\n2026-03-03,Kiosk,-6.50,90.00\n2026-03-04,Pay,10.00,100.00\n'
      writeFileSync(join(folder, 'march.csv'), `Date,Text,Amount,Balance\n${rows}`)
      const args = ['import', 'march.csv', '--account', 'Bank', '--accept', '--opening-balance', 'from-file']
      child = startProgram({ args, folder })
      await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      const list = async () =>
        (await budget('tx', 'list', '--fields', 'amount', '--format', 'tsv', '--no-header', '--all'))
          .trim()
          .split('\n')
          .toSorted()
      expect(await list()).toEqual(['100.00'])
      await budget(...args)
      expect(await list()).toEqual(['-3.50', '-6.50', '10.00', '100.00'])
      await budget(...args)
      expect(await list()).toEqual(['-3.50', '-6.50', '10.00', '100.00'])
    } finally {
      proxy.closeAllConnections()
      proxy.close()
      await server.close()
    }
  },
)
