/** The hand-written sequences as another program would play them: the built `serve` over HTTP, the rest by command line. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuleDraft, TargetDraft } from '../../src/contract/local.ts'
import { replay, type Subject, vectors } from '../service/replay.ts'

const program = resolve(import.meta.dirname, '../../bin/budget.js')
const isBuilt = existsSync(resolve(import.meta.dirname, '../../dist/main.cjs'))
const run = promisify(execFile)

let folder: string
let env: Record<string, string>
let server: ChildProcess
let base: string
let key: string

async function asked(args: string[], workspace?: string): Promise<any> {
  const more = workspace === undefined ? {} : { BUDGET_WORKSPACE: workspace }
  const { stdout } = await run(process.execPath, [program, ...args, '--json'], { env: { ...env, ...more } })
  return JSON.parse(stdout)
}

/** The flags of a command line for the fields that are set. */
const flags = (named: Record<string, string | number | undefined>): string[] =>
  Object.entries(named).flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, String(value)]))

const subject = (workspace: string): Subject => ({
  async raw(method, path, body) {
    const response = await fetch(`${base}/v1/workspaces/${workspace}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  },
  setTarget: (category, { kind, amount, weekday, by, repeat_months }: TargetDraft) =>
    asked(
      ['targets', 'set', category, ...flags({ kind, amount, weekday, by, 'repeat-months': repeat_months })],
      workspace,
    ),
  snoozeTarget: (category, month) => asked(['targets', 'snooze', category, '--month', month], workspace),
  addRule: ({ merchant_contains, direction, category_id }: RuleDraft) =>
    asked(
      [
        'rules',
        'add',
        ...flags({ 'merchant-contains': merchant_contains, direction, category: category_id }),
      ],
      workspace,
    ),
})

beforeAll(async () => {
  if (!isBuilt) return
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  env = {
    PATH: process.env['PATH'] ?? '',
    BUDGET_CONFIG_DIR: join(folder, 'config'),
    BUDGET_DATA_DIR: join(folder, 'data'),
    BUDGET_STATE_DIR: join(folder, 'state'),
  }
  server = spawn(process.execPath, [program, 'serve', '--port', '0', '--rate-limit', '100000'], { env })
  const [line] = await once(server.stdout ?? server, 'data')
  base = String(line).trim().replace('listening on ', '')
  key = (await asked(['keys', 'create'])).key
})

afterAll(async () => {
  if (!isBuilt) return
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
})

describe.skipIf(!isBuilt)('served by the built program', () => {
  // Sequences that name a day rest on dates of their own; the built program has the real clock.
  test.each(vectors)('$id $title', async ({ id, currency = 'USD', steps }) => {
    const workspace = await asked(['workspaces', 'create', id, '--currency', currency])
    expect(await replay(subject(workspace.id), steps)).toEqual([])
  })
})
