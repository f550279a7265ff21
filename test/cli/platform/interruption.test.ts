/** Tests signals during a command. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const program = resolve(import.meta.dirname, '../../../bin/budget.js')
const isBuilt = existsSync(resolve(import.meta.dirname, '../../../dist/main.cjs'))
const folder = mkdtempSync(join(tmpdir(), 'budget-interruption-'))
const env = {
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: folder,
  BUDGET_DATA_DIR: folder,
  BUDGET_STATE_DIR: folder,
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isBuilt)('the built program', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends its work cleanly at a %s', async (signal) => {
    const child = spawn(process.execPath, [program, 'serve', '--port', '0'], { env, stdio: 'pipe' })
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
  })
})
