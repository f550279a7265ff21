/** Tests that a workspace of an older version answers as before, also when its migration is killed. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { workspaceSchema } from '../../src/store/workspace-store.ts'
import type { CliHarness } from '../support/cli-harness.ts'
import { askAgain, openOldWorkspace, readOldAnswers, workspaceFile } from './old-workspace.ts'
import { buildWriter } from './writers.ts'

const kills = Number(process.env['KILLS'] ?? 12)

const getFile = (harness: CliHarness): string => join(harness.folder, 'data', workspaceFile)

/** Returns what `db check` finds, or its error. */
async function check(harness: CliHarness): Promise<unknown> {
  const { stdout, stderr } = await harness.budget(['db', 'check', '--json'])
  return stdout === '' ? stderr : JSON.parse(stdout).problems
}

test('everything an older version said of a workspace is said again, before and after changes', async () => {
  const harness = openOldWorkspace()
  expect(await askAgain(harness)).toEqual(readOldAnswers())
  expect(await check(harness)).toEqual([])
  harness.close()
})

test.runIf(workspaceSchema.migrations.length > 3)('a migration keeps a copy of the old file', async () => {
  const harness = openOldWorkspace()
  const copy = `${getFile(harness)}.version-3`
  await harness.budget(['status'])
  expect(existsSync(copy)).toBe(true)
  const database = new DatabaseSync(copy)
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 })
  expect(database.prepare('SELECT count(*) AS count FROM transactions').get()).toEqual({ count: 130 })
  database.close()
  harness.close()
})

/** Starts a process that opens the file. */
function startOpening(program: string, file: string, ...more: string[]) {
  const child = spawn(process.execPath, [program, file, ...more], { stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, begun: once(child.stdout, 'data'), said: text(child.stdout), trouble: text(child.stderr) }
}

/** Returns how many milliseconds a process takes to open an old file. */
async function measureOpening(program: string): Promise<number> {
  const harness = openOldWorkspace()
  const said = await startOpening(program, getFile(harness), 'end').said
  harness.close()
  const milliseconds = Number(/open (\S+)/.exec(said)?.[1])
  expect(milliseconds).toBeGreaterThan(0)
  return milliseconds
}

test(`a process killed while it opens an old file leaves one that answers as before (${kills} kills)`, {
  timeout: 300_000 + kills * 5000,
}, async () => {
  const program = buildWriter('opening_process', new URL('./opening-process.ts', import.meta.url))
  const answers = readOldAnswers()
  const most = (await measureOpening(program)) * 1.2
  let interrupted = 0
  for (let kill = 0; kill < kills; kill++) {
    const harness = openOldWorkspace()
    const { child, begun, said, trouble } = startOpening(program, getFile(harness))
    await begun
    await setTimeout(((kill * 0.6180339887) % 1) * most)
    child.kill('SIGKILL')
    if (!(await said).includes('open')) interrupted++
    expect(await trouble).toBe('')
    expect(await check(harness)).toEqual([])
    expect(await askAgain(harness)).toEqual(answers)
    harness.close()
  }
  expect(interrupted).toBeGreaterThan(0)
})
