/** The memory of an import does not grow with the file. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'dist/main.cjs')
const rowsFile = join(root, 'bench/sample-rows.js')

const MOST_MEBIBYTES = 250

const folder = mkdtempSync(join(tmpdir(), 'budget-memory-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = {
  PATH: process.env['PATH'],
  BUDGET_CONFIG_DIR: folder,
  BUDGET_DATA_DIR: folder,
  BUDGET_STATE_DIR: folder,
}

// Runs the command and reports its peak memory when it ends.
const wrapper = `
  process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)))
`

/** Runs budget in a separate process; returns its output and its peak memory in MiB. */
function run(...args: string[]): { printed: string; peak: number } {
  const peak = join(folder, 'peak')
  const hook = join(folder, 'hook.cjs')
  writeFileSync(hook, wrapper)
  const printed = execFileSync(process.execPath, ['--require', hook, join(root, 'bin/budget.js'), ...args], {
    env: { ...env, PEAK: peak },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return { printed, peak: Number(readFileSync(peak, 'utf8')) / 1024 }
}

async function householdFile(order: 'oldest first' | 'newest first'): Promise<string> {
  // bench/ is untyped JavaScript.
  const { householdRows } = (await import(pathToFileURL(rowsFile).href)) as {
    householdRows(count: number): Iterable<string>
  }
  const rows = [...householdRows(100_000)]
  const file = join(folder, `${order}.csv`)
  const sorted = order === 'newest first' ? rows.toReversed() : rows
  writeFileSync(file, ['Date,Description,Amount', ...sorted].join('\n'))
  return file
}

// Without `npm run build` there is no program to start.
describe.skipIf(!existsSync(built))('100,000 rows', () => {
  test.each(['oldest first', 'newest first'] as const)(
    `take less than ${MOST_MEBIBYTES} MiB, %s, and so do the same rows once more`,
    async (order) => {
      const file = await householdFile(order)
      run('accounts', 'add', order, '--type', 'banking_checking')
      const [first, again] = [1, 2].map(() =>
        run('import', file, '--account', order, '--accept', '--json', '--fields', 'counts'),
      )
      expect([first, again].map((one) => JSON.parse(one?.printed ?? '').counts)).toMatchObject([
        { create: 100_000, duplicate: 0 },
        { create: 0, duplicate: 100_000 },
      ])
      expect(Math.max(first?.peak ?? 0, again?.peak ?? 0)).toBeLessThan(MOST_MEBIBYTES)
    },
    240_000,
  )
})
