/** A service that answers for long keeps neither memory nor files. */ // reliability.md T21

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serving } from './serving.ts'

const requests = Number(process.env['SOAK'] ?? 4000)
const isLong = requests >= 100_000
const isLinux = process.platform === 'linux'
const MIB = 1024 * 1024

/** What this process holds of memory, and how many files. */
function held(): { rss: number; files: number } {
  const pages = Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1])
  return { rss: pages * 4096, files: readdirSync('/proc/self/fd').length }
}

// What a process holds is told by /proc.
test.skipIf(!isLinux)(
  `${requests} requests of all kinds leave memory and files as they were`,
  {
    timeout: 60_000 + requests * 20,
  },
  async () => {
    await serving(
      async ({ send, root }) => {
        const body = JSON.stringify({ name: 'Cash', type: 'banking_cash', initial_balance: '5' })
        const made = await send('POST', `${root}/accounts`, { body })
        const { id } = (made.body as { data: { account: { id: string } } }).data.account // what the API answers
        const kinds = [
          () => send('GET', `${root}/accounts`),
          () => send('GET', `${root}/months/2026-11`),
          () => send('GET', `${root}/transactions?limit=20`),
          () => send('GET', '/nowhere'),
          () => send('GET', `${root}/accounts`, { key: 'bgt_wrong_key' }),
          () => send('POST', `${root}/merchants`, { body: '{' }),
          () => send('PATCH', `${root}/accounts/${id}`, { body: JSON.stringify({ notes: 'x'.repeat(100) }) }),
          () => send('DELETE', `${root}/transactions/txn_nobody`),
        ]
        const make = async (count: number): Promise<void> => {
          for (let at = 0; at < count; at += 8) await Promise.all(kinds.map((kind) => kind()))
        }
        await make(requests / 2) // what is made once is made by then
        const before = held()
        await make(requests / 2)
        const after = held()
        expect(after.files).toBeLessThanOrEqual(before.files + 2)
        // A short run sees the collector's breathing; a long one sees the slope: less than 1 MiB for 100,000 requests.
        const most = isLong ? (requests / 2 / 100_000) * MIB + 16 * MIB : 64 * MIB
        expect(after.rss - before.rss).toBeLessThan(most)
      },
      { rate_limit: Number.MAX_SAFE_INTEGER },
    )
  },
)
