/**
 * Tests the built program interrupted at any moment: it ends correctly, and its data is consistent.
 * @see docs/reliability.md#t11
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { measureLoad } from '../support/machine-load.ts'

const root = resolve(import.meta.dirname, '../..')
const isBuilt = existsSync(join(root, 'dist/main.cjs'))
const times = Number(process.env['SIGNALS'] ?? 16)
const ROWS = 1200

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  file = join(folder, 'bank.csv')
  const rows = Array.from(
    { length: ROWS },
    (_, at) => `2026-0${(at % 9) + 1}-15,Shop ${at % 50},-${at + 1}.01`,
  )
  writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const getEnvironment = () => ({
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: join(folder, 'config'),
  BUDGET_DATA_DIR: join(folder, 'data'),
  BUDGET_STATE_DIR: join(folder, 'state'),
})

/** Runs a command line and sends signals after some milliseconds. */
async function runBudget(args: readonly string[], { after = 0, signals = [] as NodeJS.Signals[] } = {}) {
  const child = spawn(process.execPath, [join(root, 'bin/budget.js'), ...args], { env: getEnvironment() })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (said.stdout += text))
  child.stderr.on('data', (text) => (said.stderr += text))
  const closed = once(child, 'close')
  if (signals.length > 0) await setTimeout(after)
  for (const signal of signals) {
    child.kill(signal)
    await setTimeout(5)
  }
  const [code, killed] = await closed
  return { ...said, code, killed }
}

const kinds: NodeJS.Signals[][] = [
  ['SIGINT'],
  ['SIGTERM'],
  ['SIGHUP'],
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
]
/** The exit code of a program that a signal interrupts, as a shell reports it. */
const codeBySignal: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

describe.skipIf(!isBuilt)('a command that computes for seconds', () => {
  test('ends within a second of SIGTERM', async () => {
    expect((await runBudget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])).code).toBe(0)
    // Many rows of one amount are compared with each other.
    const rows = Array.from({ length: 30_000 }, (_, at) => `2026-10-${10 + (at % 9)},Shop ${at} Market,-1.00`)
    writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n`)
    await runBudget(['import', file, '--account', 'Cash', '--accept', '--yes'])
    for (const args of [
      ['tx', 'duplicates'],
      ['review', '--json'],
      ['merchants', 'suggest'],
    ]) {
      const begun = performance.now()
      const { code, killed } = await runBudget(args, { after: 1000, signals: ['SIGTERM'] })
      expect({ args, isEnded: code === 143 || killed === 'SIGTERM' || code === 0 }).toMatchObject({
        isEnded: true,
      })
      expect(performance.now() - begun).toBeLessThan(1000 + 1200 * measureLoad())
    }
  })
})

describe.skipIf(!isBuilt)('a command that reads a long bank file', () => {
  test('ends within a second of SIGTERM', async () => {
    expect((await runBudget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])).code).toBe(0)
    const rows = Array.from(
      { length: 300_000 },
      (_, at) => `2026-10-${10 + (at % 9)},Shop ${at % 997} Market,-${at % 5000}.01`,
    )
    writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n`)
    for (const args of [
      ['import', file, '--account', 'Cash', '--dry-run'],
      ['accounts', 'reconcile', 'Cash', '--statement', file, '--balance', '7'],
    ]) {
      // Early ones come while the program loads, before it computes.
      for (const after of [60, 75, 90, 105, 800, 1600, 2400]) {
        const begun = performance.now()
        const { code, killed } = await runBudget(args, { after, signals: ['SIGTERM'] })
        expect({ args, after, isEnded: killed === 'SIGTERM' || [0, 20, 143].includes(code) }).toMatchObject({
          isEnded: true,
        })
        expect(performance.now() - begun).toBeLessThan(after + 1000 * measureLoad())
      }
    }
  })
})

describe.skipIf(!isBuilt)('a long list that is read slowly', () => {
  test('ends within a second of SIGTERM', async () => {
    expect((await runBudget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])).code).toBe(0)
    await runBudget(['import', file, '--account', 'Cash', '--accept', '--yes'])
    const command = [process.execPath, join(root, 'bin/budget.js'), 'tx', 'list', '--all', '--json']
    const child = spawn(command[0] ?? '', command.slice(1), { env: getEnvironment() })
    // Nothing reads the pipe, so that the program waits in the middle of its output.
    const closed = once(child, 'exit')
    await setTimeout(2000)
    expect(child.exitCode).toBe(null)
    const begun = performance.now()
    child.kill('SIGTERM')
    const [code, killed] = await Promise.race([closed, setTimeout(5000, [null, 'still running'])])
    child.kill('SIGKILL')
    expect({ code, killed }).toEqual({ code: null, killed: 'SIGTERM' })
    expect(performance.now() - begun).toBeLessThan(1000)
  })
})

// Signals need a process of their own, which has to be built.
describe.skipIf(!isBuilt)(`an import that is interrupted (${times} times)`, () => {
  test('ends with the code of the signal, and is whole once it is run again', {
    timeout: 300_000 + times * 5000,
  }, async () => {
    expect((await runBudget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])).code).toBe(0)
    const doImport = ['import', file, '--account', 'Cash', '--accept', '--yes']
    for (let time = 0; time < times; time++) {
      const after = 20 + Math.floor(((time * 0.6180339887) % 1) * 700)
      const signals = kinds[time % kinds.length] ?? []
      const { code, killed, stderr } = await runBudget(doImport, { after, signals })
      // Before the program handles signals, the system ends it.
      if (killed === null) expect([0, ...signals.map((signal) => codeBySignal[signal])]).toContain(code)
      else expect(signals).toContain(killed)
      expect(stderr).not.toContain('bug of budget')
      expect((await runBudget(['db', 'check'])).code).toBe(0)
    }
    const { code, stderr } = await runBudget(doImport)
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    const { stdout } = await runBudget(['accounts', 'show', 'Cash', '--json'])
    // Each row once: 1.01 + 2.01 + … + 1200.01
    expect(JSON.parse(stdout)).toMatchObject({ balance: '-720612.00' })
  })
})
