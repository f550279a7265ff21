/** Tests concurrent imports into one account: in two processes, and over HTTP. @see docs/reliability.md#r4 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'bin/budget.js')
const isBuilt = existsSync(join(root, 'dist/main.cjs'))

/** BUDGET_ROUNDS=50 runs all of them. */
const ROUNDS = Number(process.env['BUDGET_ROUNDS'] ?? 2)
const CONFLICT = 7
const ROWS = 250

let folder: string
let localDoor: Record<string, string>
let httpDoor: (machine: string) => Record<string, string>
let server: ChildProcess

async function runBudget(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], { env })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (said.stdout += text))
  child.stderr.on('data', (text) => (said.stderr += text))
  const [code] = await once(child, 'close')
  return { ...said, code }
}

async function runJson(args: readonly string[]): Promise<any> {
  const { stdout, stderr, code } = await runBudget([...args, '--json'], localDoor)
  expect({ args, stderr, code }).toEqual({ args, stderr: '', code: 0 })
  return JSON.parse(stdout)
}

const folders = (state: string, config: string) => ({
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: join(folder, config),
  BUDGET_DATA_DIR: join(folder, 'data'),
  BUDGET_STATE_DIR: join(folder, state),
})

beforeAll(async () => {
  if (!isBuilt) return
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  localDoor = folders('state', 'config')
  const { id } = await runJson(['workspaces', 'create', 'Home', '--currency', 'USD'])
  const keys: Record<string, string> = {}
  for (const machine of ['laptop', 'desktop']) keys[machine] = (await runJson(['keys', 'create'])).key
  server = spawn(process.execPath, [program, 'serve', '--port', '0', '--rate-limit', '1000000'], {
    env: localDoor,
  })
  const [line] = await once(server.stdout ?? server, 'data')
  const url = String(line).trim().replace('listening on ', '')
  httpDoor = (machine) => ({
    ...folders(`state of ${machine}`, `config of ${machine}`),
    BUDGET_BASE_URL: url,
    BUDGET_WORKSPACE: id,
    BUDGET_API_KEY: keys[machine] ?? '',
  })
})

afterAll(async () => {
  if (!isBuilt) return
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
})

/** Returns rows of which three in ten have an equal row. */
const buildRows = (from: number): string[] =>
  Array.from({ length: ROWS }, (_, at) => {
    const number = from + at - ((from + at) % 10 < 3 ? (from + at) % 2 : 0)
    return `2026-10-${String(1 + (number % 28)).padStart(2, '0')},Shop ${number},-${number + 1}.25`
  })

/** Returns each row as often as the file with more of them has it, which is how often it must be imported. */
function expectedRows(files: readonly string[][]): string[] {
  const most = new Map<string, number>()
  for (const rows of files) {
    const counts = new Map<string, number>()
    for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
    for (const [row, count] of counts) most.set(row, Math.max(count, most.get(row) ?? 0))
  }
  return [...most].flatMap(([row, count]) => Array<string>(count).fill(row)).toSorted()
}

interface ImportPath {
  env: Record<string, string>
  rows: string[]
}

/** Runs two imports at the same time, repeats the rejected one and compares the account with the files. */
async function playRound(name: string, doors: readonly ImportPath[]): Promise<void> {
  await runJson(['accounts', 'add', name, '--type', 'banking_cash'])
  const lines = doors.map(({ rows }, at) => {
    const file = join(folder, `${name} ${at}.csv`)
    writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n`)
    return ['import', file, '--account', name, '--map', 'date=1,payee=2,amount=3', '--accept', '--json']
  })
  const ended = await Promise.all(doors.map(({ env }, at) => runBudget(lines[at] ?? [], env)))
  const created: string[] = []
  for (const [at, { code, stdout, stderr }] of ended.entries()) {
    if (code === CONFLICT) {
      expect(stderr).toMatch(/another import into this account is running/i)
      continue
    }
    expect({ stderr, code }).toMatchObject({ code: 0 })
    const { counts, created: ids } = JSON.parse(stdout)
    expect({ ...counts, told: counts.create + counts.duplicate }).toMatchObject({
      create: ids.length,
      told: doors[at]?.rows.length,
    })
    created.push(...ids)
  }
  expect(new Set(created).size).toBe(created.length)
  expect(ended.some(({ code }) => code === 0)).toBe(true)
  for (const [at, { env }] of doors.entries())
    expect(await runBudget(lines[at] ?? [], env)).toMatchObject({ code: 0 })
  const columns = ['--fields', 'date,merchant_name,amount', '--format', 'tsv', '--all']
  const { stdout } = await runBudget(['tx', 'list', '--account', name, ...columns], localDoor)
  const found = stdout.trim().split('\n').slice(1)
  expect(found.map((row) => row.replaceAll('\t', ',')).toSorted()).toEqual(
    expectedRows(doors.map(({ rows }) => rows)),
  )
}

describe.skipIf(!isBuilt)('two imports into one account at the same moment book every row once', () => {
  const same = buildRows(0)
  const later = buildRows(120)
  test.each([
    ['in two processes', () => [localDoor, localDoor], same],
    ['here and over HTTP', () => [localDoor, httpDoor('laptop')], same],
    ['from two machines over HTTP', () => [httpDoor('desktop'), httpDoor('laptop')], same],
    ['from two machines, files that overlap', () => [httpDoor('desktop'), httpDoor('laptop')], later],
    ['here and over HTTP, files that overlap', () => [localDoor, httpDoor('laptop')], later],
  ] as const)('%s', { timeout: 300_000 + ROUNDS * 20_000 }, async (name, machines, others) => {
    const [one, other] = machines()
    if (!one || !other) throw new Error('two doors are meant')
    for (let round = 0; round < ROUNDS; round++)
      await playRound(`${name} ${round}`.replaceAll(',', ''), [
        { env: one, rows: same },
        { env: other, rows: [...others] },
      ])
  })
})
