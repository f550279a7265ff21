/**
 * Tests that a draft is applied once: killed at each step, repeated, by many processes at once, and over a bad network.
 * @see docs/history.md#4-drafts
 */

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faults } from '../support/fault-proxy.ts'
import { isBuilt } from './install.ts'
import { runProgram, startProgram, withFaultyRemote } from './installed-harness.ts'

const LONG = { timeout: 300_000 }
const preload = join(import.meta.dirname, 'kill-at-step.cjs')

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'budget-drafts-'))
  await budget('init', '--name', 'Home', '--currency', 'EUR')
  await budget('accounts', 'add', 'Cash', '--type', 'banking_cash')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (args: readonly string[]) => runProgram({ args, folder })
async function budget(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await run(args)
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}
const readJson = async (...args: string[]) => JSON.parse(await budget(...args, '--json'))
const draft = async (...args: string[]): Promise<number> => (await readJson(...args, '--draft')).draft
const apply = (number: number) => ['drafts', 'apply', String(number), '--yes', '--json']
const countRows = async (...flags: string[]): Promise<number> =>
  (await readJson('tx', 'list', '--all', ...flags)).length
const countEntries = async (number: number, ...flags: string[]): Promise<number> => {
  const entries: { command: string }[] = await readJson('history', ...flags)
  return entries.filter(({ command }) => command === `drafts apply ${number}`).length
}

/** Applies a draft, and kills the process before a step; without one the steps are written to a file. */
async function applyUntil(number: number, kill: { step: number } | { log: string }): Promise<void> {
  const env = { NODE_OPTIONS: `--require ${preload}`, BUDGET_TEST_KILL: JSON.stringify(kill) }
  const child = startProgram({ args: apply(number), folder, env })
  await once(child, 'exit')
  expect(child.signalCode).toBe('step' in kill ? 'SIGKILL' : null)
}

const addOne = ['tx', 'add', '-1', 'Kiosk', 'Rent', '--account', 'Cash', '--date', '2026-11-05']

describe.skipIf(!isBuilt)('a draft of a local workspace', () => {
  test('that is killed before each step, and applied again, is applied once', LONG, async () => {
    const log = join(folder, 'steps.log')
    await budget(...addOne)
    await applyUntil(await draft(...addOne), { log })
    const steps = readFileSync(log, 'utf8').trim().split('\n')
    // The first transaction that waits for no other is that of the lock.
    const first = steps.findIndex((sql) => sql === 'BEGIN ')
    expect(steps.slice(first).filter((sql) => sql === 'COMMIT')).toHaveLength(3)
    let count = 2
    for (let step = first; step <= steps.length; step++) {
      const number = await draft(...addOne)
      await applyUntil(number, { step })
      const { applied, history } = JSON.parse((await run(apply(number))).stdout)
      expect({ step, applied }).toEqual({ step, applied: true })
      expect(JSON.parse((await run(apply(number))).stdout).history).toBe(history)
      count += 1
      expect({ step, rows: await countRows(), entries: await countEntries(number) }).toEqual({
        step,
        rows: count,
        entries: 1,
      })
    }
  })

  test('that many processes apply at once is applied once', LONG, async () => {
    const number = await draft(...addOne)
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(apply(number))))
    expect(new Set(answers.map(({ code, stdout }) => `${code} ${stdout}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 0, stderr: '' })
    expect([await countRows(), await countEntries(number)]).toEqual([1, 1])
  })
})

describe.skipIf(!isBuilt)('a draft of a remote profile', () => {
  test('is sent once, whatever breaks, and says what is missing', LONG, async () => {
    await withFaultyRemote(folder, async (plan) => {
      let isComplete = 0
      for (const [at, fault] of faults.filter((one) => one !== 'never an answer').entries()) {
        const amount = `-${at + 1}.25`
        const line = ['tx', 'add', amount, 'Kiosk', 'Rent', '--account', 'Cash', '--date', '2026-11-05']
        const number = await draft(...line)
        plan.push(fault)
        const first = await run(apply(number))
        plan.length = 0
        const again = await run(apply(number))
        const all: { amount: string }[] = await readJson('tx', 'list', '--all', '--profile', 'local')
        const rows = all.filter((row) => row.amount === amount).length
        const entries = await countEntries(number)
        const { applied, missing } = JSON.parse(again.stdout)
        expect({ fault, rows, entries, applied }).toEqual({
          fault,
          rows: missing === 0 ? 1 : expect.any(Number),
          entries: 1,
          applied: true,
        })
        expect(rows).toBeLessThanOrEqual(1)
        expect({ fault, code: again.code }).toEqual({ fault, code: missing === 0 ? 0 : 8 })
        if (first.code === 0) isComplete += 1
      }
      expect(isComplete).toBeGreaterThan(8)
    })
  })
})
