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
/** True for what an import sends of each date that a row fulfils: the category of the row, then the date. */
const isPatch = ({ method }: IncomingMessage): boolean => method === 'PATCH'

/** A workspace that is served, and imported into through a proxy which kills the importing process. */
interface Served {
  /** Starts a command that is killed when it sends its so-manieth request of a kind. */
  kill(args: readonly string[], isCounted: (request: IncomingMessage) => boolean, at: number): Promise<void>
}

async function withServer(use: (served: Served) => Promise<void>): Promise<void> {
  const { key }: { key: string } = JSON.parse(await budget('keys', 'create', '--name', 'test', '--json'))
  const [workspace]: { id: string }[] = JSON.parse(await budget('workspaces', '--json'))
  const server = await serveProgram(folder, { flags: ['--rate-limit', '1000000'] })
  let child: ChildProcess | undefined
  let isKilling = (_: IncomingMessage): boolean => false
  const proxy = createServer((from, to) => {
    if (isKilling(from)) child?.kill('SIGKILL')
    else forward(from, to, server.port)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo // it listens on a port
  try {
    const address = ['--base-url', `http://127.0.0.1:${port}`, '--workspace', workspace?.id ?? '']
    const login = ['auth', 'login', '--profile', 'http', ...address, '--with-key']
    expect((await runProgram({ args: login, folder, stdin: key })).code).toBe(0)
    await use({
      async kill(args, isCounted, at) {
        let count = 0
        isKilling = (request) => isCounted(request) && ++count === at
        child = startProgram({ args, folder })
        await once(child, 'exit')
        expect(child.signalCode).toBe('SIGKILL')
        isKilling = () => false
      },
    })
  } finally {
    proxy.closeAllConnections()
    proxy.close()
    await server.close()
  }
}

const list = async (...args: string[]): Promise<string[]> =>
  (await budget(...args, '--format', 'tsv', '--no-header')).trim().split('\n').toSorted()

test.skipIf(!isBuilt)(
  'An import killed before its rows is finished by the same command, once',
  { timeout: 300_000 },
  async () => {
    await budget('init', '--name', 'Home', '--currency', 'EUR')
    await budget('accounts', 'add', 'Bank', '--type', 'banking_checking')
    const rows = '2026-03-02,Bakery,-3.50,96.50\n2026-03-03,Kiosk,-6.50,90.00\n2026-03-04,Pay,10.00,100.00\n'
    writeFileSync(join(folder, 'march.csv'), `Date,Text,Amount,Balance\n${rows}`)
    await withServer(async ({ kill }) => {
      const args = ['import', 'march.csv', '--account', 'Bank', '--accept', '--opening-balance', 'from-file']
      // The first request creates the opening balance, the second one the rows.
      await kill(args, isPost, 2)
      const amounts = () => list('tx', 'list', '--fields', 'amount', '--all')
      expect(await amounts()).toEqual(['100.00'])
      await budget(...args)
      expect(await amounts()).toEqual(['-3.50', '-6.50', '10.00', '100.00'])
      await budget(...args)
      expect(await amounts()).toEqual(['-3.50', '-6.50', '10.00', '100.00'])
    })
  },
)

test.skipIf(!isBuilt)(
  'An import killed before or among the dates that its rows fulfil is finished by the same command, each date once',
  { timeout: 300_000 },
  async () => {
    await budget('init', '--name', 'Home', '--currency', 'EUR')
    await budget('accounts', 'add', 'Bank', '--type', 'banking_checking')
    await budget('groups', 'add', 'House')
    await budget('categories', 'add', 'Fixed', '--group', 'House')
    for (const name of ['Landlord', 'Fitness', 'Insurer'])
      await budget('schedules', 'add', '10', name, 'Fixed', '--on', '2026-03-03', '--account', 'Bank')
    const rows = ['LANDLORD GMBH', 'FITNESS', 'INSURER AG'].map((name) => `2026-03-04,${name},-10.00\n`)
    writeFileSync(join(folder, 'march.csv'), `Date,Text,Amount\n${rows.join('')}`)
    await withServer(async ({ kill }) => {
      const args = ['import', 'march.csv', '--account', 'Bank', '--accept']
      const categories = () => list('tx', 'list', '--fields', 'merchant_name,category_name', '--all')
      const open = async () =>
        (await list('schedules', '--fields', 'name,next_date')).filter((line) => line.endsWith('2026-03-03'))
      // A remote profile asks for schedules once it knows that there are some.
      expect(await open()).toHaveLength(3)
      await kill(args, isPatch, 1)
      expect(await categories()).toHaveLength(3)
      expect(await open()).toHaveLength(3)
      // The row has its category, but fulfils nothing.
      await kill(args, isPatch, 2)
      expect(await open()).toHaveLength(3)
      await kill(args, isPatch, 3)
      expect(await open()).toHaveLength(2)
      for (let times = 0; times < 2; times++) {
        await budget(...args)
        expect(await open()).toEqual([])
        expect(await categories()).toEqual(['Fitness\tFixed', 'Insurer AG\tFixed', 'Landlord GmbH\tFixed'])
      }
      const linked = await Promise.all(
        ['Landlord', 'Fitness', 'Insurer'].map(
          async (name) =>
            JSON.parse(await budget('schedules', 'show', name, '--json')).dates[0].transaction_id,
        ),
      )
      expect(new Set(linked).size).toBe(3)
    })
  },
)
