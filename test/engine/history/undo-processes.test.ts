/**
 * Tests undo in processes that are killed, and in several processes at once.
 * @see docs/history.md#5-proof
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHistory } from '../../../src/engine/history/history.ts'
import { createWorkspaceAdmin } from '../../../src/engine/workspace-admin.ts'
import type { WorkspaceStore } from '../../../src/store/workspace-store.ts'
import { buildWriter, createWorkspaceFile, inspectCopy } from '../../store/writers.ts'
import { withServer } from '../../support/running-server.ts'

const kills = Number(process.env['KILLS'] ?? 10)
const program = buildWriter('undoing_process', new URL('./undoing-process.ts', import.meta.url))
const now = (): number => Date.UTC(2026, 10, 20, 12)

/** The rows of one request. */
const ROWS = 6

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Task {
  file: string
  name: string
  seed: number
  commands?: number
  accounts: readonly string[]
}

function start({ file, name, seed, commands = 0, accounts }: Task) {
  const args = [program, file, name, String(seed), String(commands), ...accounts]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([text(child.stdout), text(child.stderr)]).then(([said, trouble]) => ({
    // A line cut by the kill does not count.
    acknowledged: said.split('\n').slice(1, -1),
    trouble,
  }))
  return { child, opened: once(child.stdout, 'data'), ended }
}

/** What the history says of a command, and the rows that it left. */
interface Found {
  isInEffect: boolean
  rows: number
}

interface Inspection {
  problems: string[]
  /** By the label of the command. */
  found: Map<string, Found>
}

/** Nothing is taken back here. */
function fail(): never {
  throw new Error('An account was locked')
}

function inspect(store: WorkspaceStore): Inspection {
  const found = new Map<string, Found>()
  for (const { command, undone_by } of createHistory({ store, now, lockAccount: fail }).list({}))
    if (/^\w+ \d+$/.test(command) && !/^(?:undo|redo) /.test(command))
      found.set(command, { isInEffect: undone_by === null, rows: 0 })
  for (const { notes, merchant } of store.transactions.list({}, {}, Number.MAX_SAFE_INTEGER)) {
    if (merchant === null || notes === null) continue
    const entry = found.get(notes) ?? { isInEffect: false, rows: 0 }
    found.set(notes, { ...entry, rows: entry.rows + 1 })
  }
  return { problems: createWorkspaceAdmin({ store, now }).listIntegrityErrors(), found }
}

/** Lists the entries of which only a part is there; an import may have been stopped between its batches. */
const listHalves = ({ found }: Inspection): unknown[] =>
  [...found].filter(([, { isInEffect, rows }]) => (isInEffect ? rows % ROWS !== 0 : rows !== 0))

test(`a process killed while it writes or takes back leaves whole entries (${kills} kills)`, {
  timeout: 300_000 + kills * 5000,
}, async () => {
  let file = ''
  let accounts: string[] = []
  const total = { write: 0, import: 0, undo: 0 }
  for (let kill = 0; kill < kills; kill++) {
    // A new file from time to time keeps the checks fast.
    if (kill % 5 === 0) {
      file = join(folder, `workspace${kill}.db`)
      accounts = await createWorkspaceFile(file)
    }
    const { child, opened, ended } = start({ file, name: `run${kill}`, seed: kill + 1, accounts })
    await opened
    await setTimeout(20 + Math.floor(((kill * 0.6180339887) % 1) * 180))
    child.kill('SIGKILL')
    const { acknowledged, trouble } = await ended
    expect(trouble).toBe('')
    const inspection = inspectCopy(file, inspect)
    expect(inspection.problems).toEqual([])
    expect(listHalves(inspection)).toEqual([])
    for (const line of acknowledged) {
      const [kind, number] = line.split(' ')
      if (kind === 'write' || kind === 'import' || kind === 'undo') total[kind]++
      if (kind === 'undo' || kind === 'refused') continue
      const entry = inspection.found.get(`run${kill} ${number}`)
      expect({ line, isThere: entry !== undefined }).toEqual({ line, isThere: true })
      if (entry?.isInEffect) expect(entry.rows).toBe(kind === 'import' ? 3 * ROWS : ROWS)
    }
  }
  // They were killed while they wrote, imported and took back.
  expect(Math.min(...Object.values(total))).toBeGreaterThan(kills / 3)
})

test('several processes that write and take back at once leave whole entries', async () => {
  const file = join(folder, 'workspace.db')
  const accounts = await createWorkspaceFile(file)
  const processes = [1, 2, 3].map((seed) =>
    start({ file, name: `writer${seed}`, seed, commands: 40, accounts }),
  )
  const ended = await Promise.all(processes.map((one) => one.ended))
  expect(ended.map(({ trouble }) => trouble)).toEqual(['', '', ''])
  expect(ended.map(({ acknowledged }) => acknowledged.length)).toEqual([40, 40, 40])
  const inspection = inspectCopy(file, inspect)
  expect(inspection.problems).toEqual([])
  expect(listHalves(inspection)).toEqual([])
  expect([...inspection.found.values()].filter(({ isInEffect }) => !isInEffect).length).toBeGreaterThan(5)
})

test('serve and other processes take back what they name, at once', async () => {
  await withServer(async ({ workspaces, workspaceId, root, send }) => {
    const { key } = workspaces.createKey({ name: 'laptop', can: 'write', workspace_id: null })
    const post = (path: string, body: unknown) =>
      send('POST', `${root}${path}`, { key, body: JSON.stringify(body) })
    const accounts: string[] = []
    for (const type of ['banking_cash', 'credit_credit_card']) {
      const { body } = await post('/accounts', { name: type, type })
      accounts.push(/acc_\w+/.exec(JSON.stringify(body))?.[0] ?? '')
    }
    const file = workspaces.admin(workspaceId).path
    const history = workspaces.history(workspaceId)
    const processes = [1, 2].map((seed) =>
      start({ file, name: `writer${seed}`, seed, commands: 25, accounts }),
    )
    await Promise.all(processes.map(({ opened }) => opened))
    const kept: string[] = []
    const transaction = { account_id: accounts[1], date: '2026-11-03', amount: '-4', merchant_name: 'Served' }
    for (let request = 0; request < 20; request++) {
      const notes = `served ${request}`
      expect((await post('/transactions', { transaction: { ...transaction, notes } })).status).toBe(201)
      const own = history.list({ limit: 10 }).find(({ actor }) => actor === 'laptop')
      expect(own?.command).toBe('POST /transactions')
      if (request % 2 === 0) kept.push(notes)
      else if (own) expect(history.undo({ id: own.id, with_later: false }).entries[0]?.id).toBe(own.id)
      await setTimeout(10)
    }
    const ended = await Promise.all(processes.map((one) => one.ended))
    expect(ended.map(({ trouble }) => trouble)).toEqual(['', ''])
    const inspection = inspectCopy(file, inspect)
    expect(inspection.problems).toEqual([])
    expect([...inspection.found.keys()].filter((notes) => notes.startsWith('served')).toSorted()).toEqual(
      kept.toSorted(),
    )
    expect(listHalves(inspection).filter((one) => !String(one).startsWith('served'))).toEqual([])
  })
})
