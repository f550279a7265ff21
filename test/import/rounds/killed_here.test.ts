import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../../..')
const isBuilt = existsSync(join(repository, 'dist/main.cjs'))
/** BUDGET_KILLS=300 plays more of them. */
const KILLS = Number(process.env['BUDGET_KILLS'] ?? 10)
const ROWS = 6000

interface Ended {
  code: number | null
  stdout: string
}

/** Runs the built program on a workspace of its own; `doom`: after how many milliseconds it is killed. */
async function budget(folder: string, args: readonly string[], doom?: number): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    BUDGET_CONFIG_DIR: join(folder, 'config'),
    BUDGET_DATA_DIR: join(folder, 'data'),
    BUDGET_STATE_DIR: join(folder, 'state'),
  }
  const child = spawn(process.execPath, [join(repository, 'bin/budget.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const timer = doom === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), doom)
  const [stdout, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((done) => child.on('close', done)),
  ])
  clearTimeout(timer)
  return { code, stdout }
}

test.skipIf(!isBuilt)(
  'an import on this machine that is killed at any moment goes on where it was, and books every row once',
  { timeout: 60_000 + KILLS * 5000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-killed-'))
    const rows = Array.from({ length: ROWS }, (_, at) => `2026-10-${10 + (at % 19)},Shop ${at % 7},-1.00`)
    const file = join(folder, 'bank.csv')
    let kills = 0
    for (let round = 0; kills < KILLS; round++) {
      // Every file is another one, and so is its account.
      writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n2026-10-30,Round ${round},-1.00\n`)
      const name = `Account ${round}`
      await budget(folder, ['accounts', 'add', name, '--type', 'banking_cash'])
      const line = ['import', file, '--account', name, '--accept', '--json']
      for (let tries = 0; ; tries++) {
        const doom = tries < 4 ? 60 + ((round * 131 + tries * 97) % 500) : undefined
        const { code } = await budget(folder, line, doom)
        if (code === 0) break
        expect(code).toBe(null)
        kills += 1
      }
      const { stdout } = await budget(folder, ['accounts', 'show', name, '--json'])
      expect(JSON.parse(stdout).balance).toBe(`-${ROWS + 1}.00`)
    }
    const { stdout } = await budget(folder, ['imports', '--json'])
    const records: { state: string; created: string[] }[] = JSON.parse(stdout)
    for (const { state, created } of records)
      expect({ state, rows: new Set(created).size }).toEqual({ state: 'done', rows: ROWS + 1 })
    rmSync(folder, { recursive: true })
  },
)
