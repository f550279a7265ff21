/** The built chunks: plain ASCII, and with stack traces that name the sources. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')

describe.skipIf(!existsSync(join(dist, 'main.cjs')))('the chunks', () => {
  test('are plain ASCII, because they are read as latin1', () => {
    const chunks = readdirSync(dist).filter((name) => name.endsWith('.cjs'))
    expect(chunks).toContain('main.cjs')
    const others = chunks.filter((name) => readFileSync(join(dist, name)).some((byte) => byte > 0x7f))
    expect(others).toEqual([])
  })

  test('show under BUDGET_DEBUG in which file of src/ an error was thrown', () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-bundle-'))
    const run = (env: Record<string, string>): string =>
      spawnSync(process.execPath, [join(root, 'bin/budget.js'), 'accounts', 'show', 'Nothing'], {
        env: { BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder, ...env },
        encoding: 'utf8',
      }).stderr
    try {
      expect(run({ BUDGET_DEBUG: '1' })).toMatch(/\/src\/command\/[\w/-]+\.ts:\d+/)
      expect(run({})).not.toContain('/src/')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
