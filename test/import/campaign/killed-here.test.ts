/** Imports into a local workspace that are killed lose no row and double none. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../../..')
const isBuilt = existsSync(join(repository, 'dist/main.cjs'))
/** BUDGET_KILLS=300 runs more of them. */
const KILLS = Number(process.env['BUDGET_KILLS'] ?? 10)
const ROWS = 6000

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * How a process is ended: with one or two signals, and its possible exit codes. A killed process has none.
 */
const ends: { signal: NodeJS.Signals; again?: true; codes: (number | null)[] }[] = [
  { signal: 'SIGKILL', codes: [null] },
  // Before it handles signals the program is killed by one; after its work there is nothing left to end.
  { signal: 'SIGINT', codes: [null, 130, 0] },
  { signal: 'SIGKILL', codes: [null] },
  { signal: 'SIGTERM', codes: [null, 143, 0] },
  { signal: 'SIGINT', again: true, codes: [null, 130, 0] },
  { signal: 'SIGHUP', codes: [null, 129, 0] },
]

interface PlannedKill {
  milliseconds: number
  end: (typeof ends)[number]
}

/** Runs the built program in its own workspace and kills it. */
async function budget(folder: string, args: readonly string[], doom?: PlannedKill): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    BUDGET_CONFIG_DIR: join(folder, 'config'),
    BUDGET_DATA_DIR: join(folder, 'data'),
    BUDGET_STATE_DIR: join(folder, 'state'),
  }
  const child = spawn(process.execPath, [join(repository, 'bin/budget.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timers = doom ? [setTimeout(() => child.kill(doom.end.signal), doom.milliseconds)] : []
  if (doom?.end.again) timers.push(setTimeout(() => child.kill(doom.end.signal), doom.milliseconds + 15))
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.on('close', done)),
  ])
  for (const timer of timers) clearTimeout(timer)
  return { code, stdout, stderr }
}

test.skipIf(!isBuilt)(
  'an import on this machine that is killed at any moment goes on where it was, and books every row once',
  { timeout: 300_000 + KILLS * 5000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-killed-'))
    const rows = Array.from({ length: ROWS }, (_, at) => `2026-10-${10 + (at % 19)},Shop ${at % 7},-1.00`)
    const file = join(folder, 'bank.csv')
    let kills = 0
    const codes: Record<string, number> = {}
    for (let round = 0; kills < KILLS; round++) {
      // Every round has its own file and its own account.
      writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n2026-10-30,Round ${round},-1.00\n`)
      const name = `Account ${round}`
      await budget(folder, ['accounts', 'add', name, '--type', 'banking_cash'])
      const line = ['import', file, '--account', name, '--accept', '--json']
      for (let tries = 0; ; tries++) {
        const end = ends[(round + tries) % ends.length] ?? ends[0]
        const milliseconds = 60 + ((round * 131 + tries * 97) % 500)
        const { code, stderr } = await budget(
          folder,
          line,
          tries < 4 && end ? { milliseconds, end } : undefined,
        )
        if (code === 0) break
        expect({ code, stderr, fits: end?.codes.includes(code) }).toMatchObject({ fits: true })
        codes[`${end?.signal} ${code}`] = (codes[`${end?.signal} ${code}`] ?? 0) + 1
        kills += 1
      }
      const { stdout } = await budget(folder, ['accounts', 'show', name, '--json'])
      expect(JSON.parse(stdout).balance).toBe(`-${ROWS + 1}.00`)
    }
    process.stdout.write(`${JSON.stringify(codes)}\n`)
    const { stdout } = await budget(folder, ['imports', '--json'])
    const records: { state: string; created: string[] }[] = JSON.parse(stdout)
    for (const { state, created } of records)
      expect({ state, rows: new Set(created).size }).toEqual({ state: 'done', rows: ROWS + 1 })
    rmSync(folder, { recursive: true })
  },
)
