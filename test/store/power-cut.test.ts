/** Tests what a power failure leaves, simulated at any moment of a recorded run. @see docs/reliability.md#t5 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageError } from '../../src/contract/errors.ts'
import { canTrace, recordEvents, removeSyncs, type Survival, simulatePowerCut } from './power-cut.ts'
import {
  buildWriter,
  countRowsByRequest,
  createWorkspaceFile,
  inspectCopy,
  listFileProblems,
  rowsPerRequest,
} from './writers.ts'

const states = Number(process.env['CUTS'] ?? 100)
const requests = Math.max(20, Math.floor(states / 20))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns pseudo-random numbers from 0 to 1, the same in every run. */
const chance = (seed: number): number => ((seed + 1) * 0.6180339887) % 1

const survivals: ((state: number) => Survival)[] = [
  () => () => 'lost',
  () => () => 'whole',
  (state) => (index, count) => (index < chance(state) * count ? 'whole' : 'lost'),
  (state) => (index) => (chance(state * 31 + index) < 0.5 ? 'whole' : 'lost'),
  (state) => (index) => (chance(state * 17 + index) < 0.5 ? 'half' : 'whole'),
]

interface Losses {
  /** How many answered requests are missing or incomplete. */
  lost: number
  flawed: number
  refused: number
  answered: number
}

async function cuts(program: string): Promise<Losses> {
  const file = join(folder, 'workspace.db')
  const accounts = await createWorkspaceFile(file)
  const start = readFileSync(file)
  const events = await recordEvents(program, { file, requests, accounts })
  const found: Losses = { lost: 0, flawed: 0, refused: 0, answered: 0 }
  for (let state = 0; state < states; state++) {
    const cut = join(folder, `cut${state}.db`)
    const until = Math.floor(chance(state * 7) * events.length)
    const survival = survivals[state % survivals.length]?.(state) ?? (() => 'lost')
    const answered = simulatePowerCut(start, { events: events.slice(0, until), file: cut, survival })
    found.answered = Math.max(found.answered, answered.length)
    try {
      const [left, flaws] = inspectCopy(
        cut,
        (store, copy) => [countRowsByRequest(store), listFileProblems(store, copy)] as const,
      )
      found.lost += answered.filter((request) => left.get(`run ${request}`) !== rowsPerRequest).length
      if (flaws.length > 0 || [...left.values()].some((rows) => rows !== rowsPerRequest)) found.flawed++
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      found.refused++
    }
    for (const part of ['', '-wal', '-shm']) rmSync(cut + part, { force: true })
    await setImmediate() // the driver releases files between two turns of the event loop
  }
  return found
}

// The test needs strace, a Linux program that containers may forbid.
describe.skipIf(!canTrace)(`after a power cut at any moment (${states} cuts)`, () => {
  const limit = { timeout: 300_000 + states * 200 }

  test(
    'every request that was answered is there, whole, and no file is damaged or refused',
    limit,
    async () => {
      const found = await cuts(buildWriter('writing_process'))
      expect(found).toEqual({ lost: 0, flawed: 0, refused: 0, answered: expect.any(Number) })
      expect(found.answered).toBeGreaterThan(requests / 2)
    },
  )

  test('a program that does not wait for the disk loses some: the cuts are felt', limit, async () => {
    expect((await cuts(removeSyncs(buildWriter('writing_process')))).lost).toBeGreaterThan(0)
  })
})
