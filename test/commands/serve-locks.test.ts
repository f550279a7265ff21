/**
 * `budget serve` keeps SQLite's locks: POSIX drops all locks of a process on a file when it closes any descriptor of
 * it, and another program would then take the write-ahead log away. Linux shows the locks, `sqlite3` is the program.
 */

import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, createBrowser, sendTo } from '../page/page-harness.ts'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'bin/budget.js')
const missing = [
  ...(existsSync('/proc/locks') ? [] : ['/proc/locks']),
  ...(spawnSync('sqlite3', ['--version']).status === 0 ? [] : ['sqlite3']),
  ...(existsSync(join(root, 'dist/main.cjs')) ? [] : ['a build']),
]
const ROUNDS = Number(process.env['BUDGET_ROUNDS'] ?? 500)

let folder: string
let env: Record<string, string>
let server: Awaited<ReturnType<typeof serve>>
let workspaceId: string
let key: string
let keyId: string

const run = promisify(execFile)

async function budget<Result>(...args: string[]): Promise<Result> {
  const { stdout } = await run(process.execPath, [program, ...args, '--json'], { env })
  return JSON.parse(stdout || 'null') as Result // each test knows what its command prints
}

async function serve() {
  const child = spawn(
    process.execPath,
    [program, 'serve', '--port', '0', '--rate-limit', '1000000', '--mcp'],
    { env },
  )
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += text))
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim().replace('listening on ', '')
  return {
    pid: child.pid ?? 0,
    url,
    port: Number(new URL(url).port),
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      return stderr
    },
  }
}

/** Lists the database files that a process has open and holds no lock on. */
function listUnlocked(pid: number): string[] {
  const locks = readFileSync('/proc/locks', 'utf8').split('\n')
  const locked = new Set(
    locks.flatMap((line) => {
      const [, owner, inode] =
        /^\d+: POSIX +ADVISORY +\w+ +(\d+) +[0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line) ?? []
      return Number(owner) === pid && inode !== undefined ? [Number(inode)] : []
    }),
  )
  const names = readdirSync(join(folder, 'data')).filter((name) => name.endsWith('.db'))
  expect(names).toHaveLength(2) // the registry and one workspace
  return names.filter((name) => !locked.has(statSync(join(folder, 'data', name)).ino))
}

const workspaceFile = (): string => join(folder, 'data', `${workspaceId}.db`)
const registryFile = (): string => join(folder, 'data', 'registry.db')

/** Lets another program use a file and leave it, as a database browser does; it checkpoints when it is the last one. */
const visit = (file: string) =>
  run('sqlite3', ['-cmd', '.timeout 5000', file, 'select count(*) from sqlite_schema'])

async function send(path: string, init: { method?: string; body?: object; key?: string } = {}) {
  const response = await fetch(`${server.url}/v1/${path}`, {
    method: init.method ?? (init.body ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${init.key ?? key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    ...(init.body && { body: JSON.stringify(init.body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

const callTool = (name: string, input: object) =>
  send(`workspaces/${workspaceId}/mcp`, {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
  })

let accountId: string
let categoryId: string
let browser: Browser

async function openBrowser(): Promise<Browser> {
  const signedIn = createBrowser((sent) => sendTo(server.port, `127.0.0.1:${server.port}`, sent), server.url)
  const { code } = await budget<{ code: string }>('keys', 'pair')
  await signedIn.get('/sign-in')
  expect((await signedIn.post('/sign-in', { code })).status).toBe(303)
  return signedIn
}

const addRow = (amount: string) =>
  send(`workspaces/${workspaceId}/transactions`, {
    body: { transaction: { account_id: accountId, amount, date: '2026-11-20', category_id: categoryId } },
  })

const previewAssign = () =>
  browser.get(`/month/change?do=assign&amount=%2B5&month=2026-11&category=${categoryId}`)

/** Assigns 5.00 more, as the screen showed it. */
async function assign() {
  const shown = await previewAssign()
  return browser.post('/month/change', readFields(shown.text))
}

/** Reads the form of a screen as a browser sends it. */
const readFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      (value ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )

beforeEach(async () => {
  if (missing.length > 0) return
  folder = mkdtempSync(join(tmpdir(), 'budget-locks-'))
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    BUDGET_CONFIG_DIR: join(folder, 'config'),
    BUDGET_DATA_DIR: join(folder, 'data'),
    BUDGET_STATE_DIR: join(folder, 'state'),
  }
  workspaceId = (await budget<{ id: string }>('workspaces', 'create', 'Home', '--currency', 'USD')).id
  accountId = (
    await budget<{ id: string }>('accounts', 'add', 'Cash', '--type', 'banking_cash', '--balance', '1000')
  ).id
  await budget('groups', 'add', 'Everyday')
  categoryId = (await budget<{ id: string }>('categories', 'add', 'Food', '--group', 'Everyday')).id
  ;({ key, id: keyId } = await budget<{ key: string; id: string }>('keys', 'create'))
  server = await serve()
  browser = await openBrowser()
}, 120_000)

afterEach(async () => {
  if (missing.length > 0) return
  expect(await server.close()).toBe('')
  rmSync(folder, { recursive: true, force: true })
})

const title = missing.length > 0 ? `budget serve (skipped: ${missing.join(', ')} missing)` : 'budget serve'

describe.skipIf(missing.length > 0)(title, () => {
  test('holds a lock on every database after each kind of request, page command, assistant call and backup', async () => {
    const backup = join(folder, 'backup')
    mkdirSync(backup)
    const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status
    const kinds: [string, () => Promise<number | undefined>][] = [
      ['a read', () => status(send(`workspaces/${workspaceId}/accounts`))],
      ['a write', () => status(addRow('-1'))],
      ['a screen', () => status(browser.get('/month'))],
      ['a preview', () => status(previewAssign())],
      ['a command', () => status(assign())],
      ['a list of devices', () => status(browser.get('/devices'))],
      ['a figure for an assistant', () => status(callTool('overview', {}))],
      [
        'a draft of an assistant',
        () =>
          status(callTool('draft_changes', { changes: [{ do: 'assign', category: 'Food', amount: '+1' }] })),
      ],
      ['a report', () => status(browser.get('/reports'))],
      [
        'a command beside it',
        () => budget('spend', '2', 'Kiosk', 'Food', '--account', 'Cash').then(() => undefined),
      ],
      ['a backup beside it', () => budget('db', 'backup', join(backup, 'copy.db')).then(() => undefined)],
      [
        'a look at a backup beside it',
        () => budget('db', 'restore', join(backup, 'copy.db'), '--dry-run').then(() => undefined),
      ],
      ['a check beside it', () => budget('db', 'check').then(() => undefined)],
    ]
    for (const [kind, act] of kinds) {
      const code = await act()
      if (code !== undefined) expect([kind, code]).toEqual([kind, expect.toBeOneOf([200, 201, 303])])
      expect([kind, listUnlocked(server.pid)]).toEqual([kind, []])
      // Another program that opens a file and leaves it may not take the log away.
      for (const file of [workspaceFile(), registryFile()]) await visit(file)
      expect([kind, existsSync(`${workspaceFile()}-wal`)]).toEqual([kind, true])
    }
  })

  test(`loses nothing beside a database browser in ${ROUNDS} rounds of random work, and revocations hold`, async () => {
    let seed = 42
    const draw = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    let written = 0
    let assigned = 0
    const works = [
      async () => {
        expect(await addRow('-1')).toMatchObject({ status: 201 })
        written++
      },
      previewAssign,
      async () => {
        const { status } = await assign()
        // Refused when the other work of the round changed what was shown.
        expect([303, 409]).toContain(status)
        if (status === 303) assigned += 5
      },
      () => callTool('overview', {}),
      () => browser.get('/recent'),
      () => visit(workspaceFile()),
      () => visit(registryFile()),
      () => run('sqlite3', ['-cmd', '.timeout 5000', workspaceFile(), 'pragma wal_checkpoint']),
    ]
    for (let round = 0; round < ROUNDS; round++) {
      const chosen = Array.from({ length: 1 + draw(2) }, () => works[draw(works.length)])
      await Promise.all(chosen.map(async (work) => work?.()))
      if (round % 3 === 0) await visit(workspaceFile())
    }
    expect(listUnlocked(server.pid)).toEqual([])
    const revoked = await budget<{ key: string; id: string }>('keys', 'create')
    expect((await send(`workspaces/${workspaceId}/accounts`, { key: revoked.key })).status).toBe(200)
    await visit(registryFile())
    await budget('keys', 'revoke', revoked.id)
    expect((await send(`workspaces/${workspaceId}/accounts`, { key: revoked.key })).status).toBe(401)
    await budget('keys', 'revoke', 'phone')
    expect((await browser.get('/month')).headers['location']).toBe('/sign-in')
    browser = await openBrowser() // a code that was made after the visits works
    expect(keyId).not.toBe(revoked.id)
    await server.close()
    const rows = await budget<{ amount: string }[]>('tx', 'list', '--all')
    expect(rows.filter(({ amount }) => amount === '-1.00')).toHaveLength(written)
    const { month } = await budget<{
      month: { category_groups: { categories: { name: string; assigned: string }[] }[] }
    }>('month', '2026-11')
    const food = month.category_groups
      .flatMap((group) => group.categories)
      .find(({ name }) => name === 'Food')
    expect(food?.assigned).toBe(`${assigned}.00`)
    server = await serve()
  })

  test('reads no database file of its own as a file of a bank', async () => {
    writeFileSync(join(folder, 'bank.csv'), 'Date,Payee,Amount\n2026-11-19,Kiosk,-3.00\n')
    await expect(
      run(process.execPath, [program, 'import', workspaceFile(), '--account', 'Cash', '--accept'], { env }),
    ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('where budget keeps its own files') })
  })
})
