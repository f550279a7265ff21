/** A throw-away place for one measurement, and the built program working in it. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const program = join(import.meta.dirname, '../bin/budget.js')
export const place = mkdtempSync(join(tmpdir(), 'budget-bench-'))
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
export const env = { ...inherited, BUDGET_CONFIG_DIR: place, BUDGET_DATA_DIR: place, BUDGET_STATE_DIR: place }

/** What a command line answers with `--json`. Throws when it fails. */
export function budget(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--json'], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`budget ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}
