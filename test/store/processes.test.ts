/** Tests several processes on one file, and processes that are killed while writing. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  buildWriter,
  countRowsByRequest,
  createWorkspaceFile,
  inspectCopy,
  listFileProblems,
  rowsPerRequest,
  startWriter,
} from './writers.ts'

const kills = Number(process.env['KILLS'] ?? 40)
/** How many requests the processes make together. */
const writes = Number(process.env['WRITES'] ?? 300)
const program = buildWriter('writing_process')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

// docs/reliability.md#t6
test.each([2, 4, 8])(
  '%i processes that write at once lose nothing and never hear that the file is busy',
  {
    timeout: 300_000 + writes * 200,
  },
  async (count) => {
    const file = join(folder, 'workspace.db')
    const accounts = await createWorkspaceFile(file)
    const requests = Math.ceil(writes / count)
    const names = Array.from({ length: count }, (_, at) => `writer${at}`)
    const writers = names.map((name) => startWriter(program, { file, name, requests, accounts }))
    const ended = await Promise.all(writers.map((writer) => writer.ended))
    const everyRequest = Array.from({ length: requests }, (_, at) => at)
    expect(ended).toEqual(names.map(() => ({ acknowledged: everyRequest, opened: true, trouble: '' })))
    const [found, flaws] = inspectCopy(file, (store, copy) => [
      countRowsByRequest(store),
      listFileProblems(store, copy),
    ])
    const wanted = names.flatMap((name) =>
      everyRequest.map((at): [string, number] => [`${name} ${at}`, rowsPerRequest]),
    )
    expect(new Map([...found].toSorted())).toEqual(new Map(wanted.toSorted()))
    expect(flaws).toEqual([])
  },
)

test('several processes may create the same file at once', async () => {
  const creator = buildWriter('creating_process', new URL('./creating-process.ts', import.meta.url))
  const start = String(Date.now() + 1000)
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, [creator, folder, '50', start], { stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const said = await Promise.all(
    processes.map(({ stdout, stderr }) => Promise.all([text(stdout), text(stderr)])),
  )
  expect(said).toEqual(processes.map(() => ['done\n', '']))
})

/** Returns pseudo-random times from 0 to `most`, the same in every run. */
const moment = (at: number, most: number): number => Math.floor(((at * 0.6180339887) % 1) * most)

test(`a killed process leaves whole requests, all that were answered among them (${kills} kills)`, {
  timeout: 300_000 + kills * 3000,
}, async () => {
  const answered = new Set<string>()
  let total = 0
  let file = ''
  let accounts: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    // A new file from time to time keeps the checks fast.
    if (kill % 20 === 0) {
      file = join(folder, `workspace${kill}.db`)
      accounts = await createWorkspaceFile(file)
      answered.clear()
    }
    const { child, opened, ended } = startWriter(program, { file, name: `run${kill}`, accounts })
    await opened
    await setTimeout(moment(kill, 60))
    child.kill('SIGKILL')
    const { acknowledged, trouble } = await ended
    expect(trouble).toBe('')
    total += acknowledged.length
    for (const request of acknowledged) answered.add(`run${kill} ${request}`)
    const [found, flaws] = inspectCopy(file, (store, copy) => [
      countRowsByRequest(store),
      listFileProblems(store, copy),
    ])
    expect([...found].filter(([, rows]) => rows !== rowsPerRequest)).toEqual([])
    expect([...answered].filter((request) => !found.has(request))).toEqual([])
    expect(flaws).toEqual([])
  }
  expect(total).toBeGreaterThan(kills) // they were killed while writing
})

test('a process killed while it makes a file leaves one that can be opened', {
  timeout: 300_000 + kills * 1000,
}, async () => {
  for (let kill = 0; kill < kills; kill++) {
    const file = join(folder, `new${kill}.db`)
    const { child, ended } = startWriter(program, { file, name: 'maker' })
    await setTimeout(40 + moment(kill, 60))
    child.kill('SIGKILL')
    await ended
    expect(inspectCopy(file, listFileProblems)).toEqual([])
  }
})
