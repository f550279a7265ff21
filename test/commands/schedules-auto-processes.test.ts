/** Tests that processes which write at the same time post each due date once. @see docs/schedules.md#posted-by-itself */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'budget-auto-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PROCESSES = 4
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

async function run(line: string): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...{ BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder },
  }
  const child = spawn(process.execPath, [join(root, 'bin/budget.js'), ...line.split(' ')], { env })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  expect({ line, code, said: code === 0 ? '' : said }).toEqual({ line, code: 0, said: '' })
  return said
}

test.skipIf(!existsSync(join(root, 'dist/main.cjs')))(
  'processes that write at the same time post each due date once',
  { timeout: 120_000 },
  async () => {
    // Every week from thirty days ago: five dates, whichever day it becomes meanwhile.
    const first = new Date(Date.now() - 30 * DAY_MILLISECONDS).toISOString().slice(0, 10)
    await run('workspaces create Home --currency USD')
    await run('accounts add Checking --type banking_checking')
    await run(`schedules add 10 Netflix --every 7d --from ${first} --auto --account Checking`)
    await Promise.all(Array.from({ length: PROCESSES }, (_, at) => run(`groups add Group${at}`)))
    const dates = (await run('tx list --format tsv --fields date')).trim().split('\n').slice(1)
    expect(dates).toHaveLength(5)
    expect(new Set(dates).size).toBe(5)
    const entries = (await run('history --format tsv --fields command')).split('\n')
    expect(entries.filter((command) => command === 'schedules post due')).toHaveLength(1)
    expect(entries.filter((command) => command.startsWith('groups add'))).toHaveLength(PROCESSES)
  },
)
