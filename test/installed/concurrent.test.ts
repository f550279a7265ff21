/** Commands of many processes at the same moment, and commands that are killed: each change is whole, and none is lost. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBareConnection } from '../../src/store/database.ts'
import { isBuilt } from './install.ts'
import { runProgram, serveProgram, startProgram } from './installed-harness.ts'

/** How many processes; more of them take their time. */
const PROCESSES = Number(process.env['BUDGET_ROUNDS'] ?? 24)
const LONG = { timeout: 300_000 + PROCESSES * 1000 }

let folder: string
let server: Awaited<ReturnType<typeof serveProgram>> | undefined

async function budget(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await runProgram({ args, folder })
  if (code !== 0) throw new Error(`budget ${args.join(' ')} ends with ${code}: ${stderr}`)
  return stdout
}

interface Shown {
  month: { category_groups: { categories: { name: string; assigned: string }[] }[] }
}

async function assigned(): Promise<Record<string, string>> {
  const { month }: Shown = JSON.parse(await budget('month', '2026-11', '--json'))
  const all = month.category_groups.flatMap(({ categories }) => categories)
  return Object.fromEntries(all.map(({ name, assigned }) => [name, assigned]))
}

/** Lets the remote profile `http` lead to a server on the same workspace. */
async function serve(): Promise<void> {
  const { key }: { key: string } = JSON.parse(await budget('keys', 'create', '--name', 'test', '--json'))
  const [workspace]: { id: string }[] = JSON.parse(await budget('workspaces', '--json'))
  server = await serveProgram(folder, { flags: ['--rate-limit', '1000000'] })
  const address = ['--base-url', `http://127.0.0.1:${server.port}`, '--workspace', workspace?.id ?? '']
  const args = ['auth', 'login', '--profile', 'http', ...address, '--with-key']
  const { code, stderr } = await runProgram({ args, folder, stdin: key })
  if (code !== 0) throw new Error(stderr)
  await budget('profile', 'use', 'local')
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'budget-at-once-'))
  await budget('groups', 'add', 'Daily')
  for (const name of ['A', 'B', 'C']) await budget('categories', 'add', name, '--group', 'Daily')
})
afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

const times = <Result>(make: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: PROCESSES }, (_, at) => make(at)))

const month = ['--month', '2026-11']
const relative = ['month', 'assign', 'A', '+1', ...month]

describe.skipIf(!isBuilt)('many processes at once', () => {
  test('add up what each of them adds', LONG, async () => {
    await times(() => budget(...relative))
    expect((await assigned())['A']).toBe(`${PROCESSES}.00`)
  })

  test('add up over HTTP, and beside processes that work on the file', LONG, async () => {
    await serve()
    await times((at) => budget(...relative, ...(at % 2 === 0 ? ['--profile', 'http'] : [])))
    expect((await assigned())['A']).toBe(`${PROCESSES}.00`)
  })

  test('move money back and forth without making or losing any', LONG, async () => {
    await serve()
    const ways = [
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'A'],
    ]
    await times((at) => {
      const [from = '', to = ''] = ways[at % 3] ?? []
      const where = at % 2 === 0 ? ['--profile', 'http'] : []
      // An empty category goes below zero, which is asked about.
      return budget('month', 'move', '1', '--from', from, '--to', to, '--yes', ...month, ...where)
    })
    const left = await assigned()
    expect(Object.values(left).reduce((sum, one) => sum + Number(one), 0)).toBe(0)
  })
})

describe.skipIf(!isBuilt)('many processes that cover the same category', () => {
  test('cover it once, and take from others what that took', LONG, async () => {
    await serve()
    await budget('accounts', 'add', 'Cash', '--type', 'banking_cash', '--balance', '100')
    await budget(
      'tx',
      'add',
      '--account',
      'Cash',
      '--amount',
      '-50',
      '--category',
      'B',
      '--date',
      '2026-11-05',
    )
    await budget('month', 'assign', 'A', '80', ...month)
    await times((at) => {
      const where = at % 2 === 0 ? ['--profile', 'http'] : []
      return budget('month', 'cover', '--all', '--from', 'A,rta', ...month, ...where)
    })
    expect(await assigned()).toMatchObject({ A: '30.00', B: '50.00', C: '0.00' })
  })
})

const signals = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const

describe.skipIf(!isBuilt)('a command that is killed or interrupted', () => {
  test('assigned all of its amounts or none of them', LONG, async () => {
    // So many that most kills fall between two of them.
    const names = Array.from({ length: 60 }, (_, at) => `Envelope ${at}`)
    await addCategories(names)
    const seen = new Set<string>()
    for (let round = 1; round <= PROCESSES; round++) {
      const amounts = names.map((name) => `${name}=${round}`)
      const child = startProgram({ args: ['month', 'assign', ...amounts, ...month], folder })
      const ended = new Promise<void>((done) => void child.on('exit', () => done()))
      setTimeout(() => child.kill(signals[round % signals.length]), 50 + ((round * 17) % 150))
      await ended
      const now = await assigned()
      const different = new Set(names.map((name) => now[name]))
      expect([...different]).toHaveLength(1)
      seen.add([...different].join())
    }
    // Otherwise every process was killed before it began, or none of them in time.
    expect(seen.size).toBeGreaterThan(1)
  })
})

async function addCategories(names: readonly string[]): Promise<void> {
  const [group]: { id: string }[] = JSON.parse(await budget('groups', '--json'))
  const post = ['api', 'POST', '/categories', '-F', `group_id=${group?.id}`]
  for (const name of names) await budget(...post, '-F', `name=${name}`)
}

describe.skipIf(!isBuilt)('deleting a workspace', () => {
  test('is refused while another process has it open, and leaves no file of it', LONG, async () => {
    const [home]: { id: string }[] = JSON.parse(await budget('workspaces', '--json'))
    const file = (await budget('db', 'path')).trim()
    const other = openBareConnection(file)
    other.exec('BEGIN; SELECT count(*) FROM accounts')
    const args = ['workspaces', 'delete', 'Home', '--yes']
    const { code, stderr } = await runProgram({ args, folder })
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringContaining('Another budget process has the workspace open'),
    })
    expect(JSON.parse(await budget('groups', '--json'))).toHaveLength(1)
    other.close()
    await budget(...args)
    expect(JSON.parse(await budget('workspaces', '--json'))).toEqual([])
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith(home?.id ?? '?'))).toEqual([])
  })
})
