/**
 * Tests that the common commands read no more code than .ci/start-up.json says: times depend on the machine, and a
 * command that reads more starts later.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** Thousands of bytes of the program that each command reads. */
const limits: Record<string, number> = JSON.parse(readFileSync(join(root, '.ci/start-up.json'), 'utf8'))
const GROWTH = 1.02
const SHRINKAGE = 0.95

const folder = mkdtempSync(join(tmpdir(), 'budget-size-'))
const env = {
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: folder,
  BUDGET_DATA_DIR: folder,
  BUDGET_STATE_DIR: folder,
}

/** Runs a command line of the built program and returns what it read of itself. */
function measure(line: string): number {
  const hook = join(import.meta.dirname, 'loaded-modules.cjs')
  const program = join(root, 'bin/budget.js')
  const words = line.split(' ')
  const { stderr, status } = spawnSync(process.execPath, ['-r', hook, program, ...words], {
    env,
    encoding: 'utf8',
  })
  const [said = '', bytes = ''] = stderr.split('\nREAD ')
  if (status !== 0) throw new Error(`budget ${line} ended with ${status}: ${said}`)
  return Number.parseInt(bytes, 10) / 1000
}

describe.skipIf(!existsSync(join(root, 'dist/main.cjs')))('the code that a start reads', () => {
  beforeAll(() => {
    for (const line of [
      'workspaces create Home --currency USD',
      'accounts add Checking --type banking_checking --balance 100',
      'groups add Everyday',
      'categories add Groceries --group Everyday',
    ])
      spawnSync(process.execPath, [join(root, 'bin/budget.js'), ...line.split(' ')], { env })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(Object.entries(limits))('of budget %s is about %d kB', (line, limit) => {
    const kilobytes = measure(line)
    const isWithinLimits = kilobytes <= limit * GROWTH && kilobytes >= limit * SHRINKAGE
    // A commit that changes a number says why.
    expect({ [line]: isWithinLimits ? limit : Math.round(kilobytes) }).toEqual({ [line]: limit })
  })
})
