/** Tests what a process leaves that is killed while it fills a workspace. */

import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, linkSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { buildWriter } from '../store/writers.ts'

const kills = Number(process.env['KILLS'] ?? 6)
const ROWS = 20_000
const program = buildWriter('filling_process', new URL('./filling-process.ts', import.meta.url))
const updater = buildWriter('updating_process', new URL('./updating-process.ts', import.meta.url))

let folder: string
let opened: Workspaces[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
})
afterEach(() => {
  for (const one of opened) one.close()
  opened = []
  rmSync(folder, { recursive: true })
})

function open(): Workspaces {
  const workspaces = openWorkspaces({ folder, now: () => 0, random: randomBytes })
  opened.push(workspaces)
  return workspaces
}

const files = (): string[] => readdirSync(folder).filter((name) => /^wks_.*(db|tmp)$/.test(name))
const filesOf = (workspaces: Workspaces): string[] =>
  workspaces
    .listWorkspaces()
    .map(({ id }) => `${id}.db`)
    .toSorted()

/** Starts to fill a workspace; returns whether the process was killed before it was done. */
async function fillAndKill(milliseconds: number | undefined, script = program): Promise<boolean> {
  const child = spawn(process.execPath, [script, folder, String(ROWS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  if (milliseconds === undefined) return await ended, false
  await setTimeout(milliseconds)
  return child.kill('SIGKILL'), (await ended)[1] === 'SIGKILL'
}

test('A process killed at any moment leaves a whole workspace or none, and the next one removes the rest', {
  timeout: 300_000 + kills * 5000,
}, async () => {
  const start = performance.now()
  await fillAndKill(undefined)
  const duration = performance.now() - start
  rmSync(folder, { recursive: true })
  let isLeft = 0
  for (let kill = 0; kill < kills; kill++) {
    folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
    await fillAndKill((duration * (kill + Math.random())) / kills)
    isLeft += Number(files().some((name) => name.endsWith('.tmp')))
    const workspaces = open()
    for (const { id, name } of workspaces.listWorkspaces()) {
      expect(name).toBe('Moved')
      const { accounts } = await workspaces.open(id).listAccounts({})
      expect(accounts.map(({ balance }) => balance)).toEqual(['-100.00', '-100.00'])
      expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
    }
    workspaces.createWorkspace({ name: 'Next', currency: 'USD' })
    expect(files()).toEqual(filesOf(workspaces))
    workspaces.close()
    if (kill < kills - 1) rmSync(folder, { recursive: true })
  }
  expect(isLeft).toBeGreaterThan(0)
})

test('A process killed at any moment of an update leaves the workspace before it, or after it', {
  timeout: 300_000 + kills * 5000,
}, async () => {
  await fillAndKill(undefined)
  const whole = mkdtempSync(join(tmpdir(), 'budget-test-'))
  cpSync(folder, whole, { recursive: true })
  const start = performance.now()
  await fillAndKill(undefined, updater)
  const duration = performance.now() - start
  let isBefore = 0
  for (let kill = 0; kill < kills; kill++) {
    rmSync(folder, { recursive: true })
    cpSync(whole, folder, { recursive: true })
    const isKilled = await fillAndKill((duration * (kill + Math.random())) / kills / 2, updater)
    const workspaces = open()
    const [{ id } = { id: '' }] = workspaces.listWorkspaces()
    const { accounts } = await workspaces.open(id).listAccounts({})
    const [checking] = accounts
    const isDone = checking?.name === 'Checking new'
    expect(isDone || isKilled).toBe(true)
    expect(accounts.map(({ balance }) => balance).includes('-100.00')).toBe(true)
    expect(workspaces.contentStore(id).read().transactions).toHaveLength(isDone ? 2 * ROWS : ROWS)
    expect(workspaces.contentStore(id).read().move !== undefined).toBe(isDone)
    expect(workspaces.history(id).list({})).toHaveLength(isDone ? 1 : 0)
    expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
    isBefore += Number(!isDone)
    workspaces.close()
  }
  rmSync(whole, { recursive: true })
  expect(isBefore).toBeGreaterThan(0)
})

const UNREGISTERED = 'wks_00000000000000aa.db'

/** Leaves the files of a process that was killed after it named the file, and before it registered it. */
function leaveUnregistered(from: string): void {
  copyFileSync(from, join(folder, UNREGISTERED))
  linkSync(join(folder, UNREGISTERED), join(folder, `${UNREGISTERED}.${randomUUID()}.tmp`))
}

test('A file that got its name and was not registered is removed by the next creation', () => {
  const workspaces = open()
  const { id } = workspaces.createWorkspace({ name: 'Home', currency: 'USD' })
  leaveUnregistered(join(folder, `${id}.db`))
  workspaces.createWorkspace({ name: 'Next', currency: 'USD' })
  expect(files()).toEqual(filesOf(workspaces))
})

test('A file that got its name and was not registered is not found as the workspace of a lost registry', () => {
  const workspaces = open()
  const { id } = workspaces.createWorkspace({ name: 'Home', currency: 'USD' })
  leaveUnregistered(join(folder, `${id}.db`))
  workspaces.close()
  for (const name of readdirSync(folder)) if (name.startsWith('registry')) rmSync(join(folder, name))
  const found = open()
  expect(found.listWorkspaces().map((one) => one.id)).toEqual([id])
  expect(files()).toEqual([`${id}.db`])
})

test('A second name of a registered file is removed, and another copy stays', () => {
  const workspaces = open()
  const { id } = workspaces.createWorkspace({ name: 'Home', currency: 'USD' })
  const file = join(folder, `${id}.db`)
  const copy = `${file}.${randomUUID()}.tmp`
  linkSync(file, `${file}.${randomUUID()}.tmp`)
  writeFileSync(copy, '')
  workspaces.createWorkspace({ name: 'Next', currency: 'USD' })
  expect(files().map((name) => join(folder, name))).toEqual(
    [copy, ...filesOf(workspaces).map((name) => join(folder, name))].toSorted(),
  )
})
