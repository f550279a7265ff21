/**
 * A long-running service leaks neither memory nor file descriptors.
 * @see docs/reliability.md#t21
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isBuilt } from './install.ts'
import { runProgram, serveProgram } from './installed-harness.ts'

const requests = Number(process.env['SOAK'] ?? 4000)
const isLong = requests >= 100_000
const isLinux = process.platform === 'linux'
const MIB = 1024 * 1024

/** Returns the resident memory and the number of open files of a process. */
function readUsage(pid: number): { rss: number; files: number } {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { rss: pages * 4096, files: readdirSync(`/proc/${pid}/fd`).length }
}

// Memory and files are read from /proc.
test.skipIf(!isLinux || !isBuilt)(
  `${requests} requests of all kinds leave memory and files as they were`,
  { timeout: 300_000 + requests * 20 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-soak-'))
    const budget = async (...args: string[]) => JSON.parse((await runProgram({ args, folder })).stdout)
    const account = await budget('accounts', 'add', 'Cash', '--type', 'cash', '--balance', '5', '--json')
    const [workspace] = await budget('workspaces', '--json')
    const { key } = await budget('keys', 'create', '--name', 'soak', '--json')
    const server = await serveProgram(folder, { flags: ['--rate-limit', '100000000'] })
    try {
      const send = async (method: string, path: string, body?: string, bearer: string = key) => {
        const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
        const url = `http://127.0.0.1:${server.port}/v1/workspaces/${workspace.id}${path}`
        await (await fetch(url, { method, headers, ...(body !== undefined && { body }) })).arrayBuffer()
      }
      const notes = JSON.stringify({ notes: 'x'.repeat(100) })
      const kinds = [
        () => send('GET', '/accounts'),
        () => send('GET', '/months/2026-11'),
        () => send('GET', '/transactions?limit=20'),
        () => send('GET', '/nowhere'),
        () => send('GET', '/accounts', undefined, 'bgt_wrong_key'),
        () => send('POST', '/merchants', '{'),
        () => send('PATCH', `/accounts/${account.id}`, notes),
        () => send('DELETE', '/transactions/txn_nobody'),
      ]
      const make = async (count: number): Promise<void> => {
        for (let at = 0; at < count; at += kinds.length) await Promise.all(kinds.map((kind) => kind()))
      }
      await make(requests / 2) // One-time allocations are done by then.
      const before = readUsage(server.pid)
      await make(requests / 2)
      const after = readUsage(server.pid)
      expect(after.files).toBeLessThanOrEqual(before.files + 2)
      // A short run includes garbage collection noise; a long run shows the slope: less than 1 MiB per
      // 100,000 requests.
      const most = isLong ? (requests / 2 / 100_000) * MIB + 16 * MIB : 32 * MIB
      expect(after.rss - before.rss).toBeLessThan(most)
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  },
)
