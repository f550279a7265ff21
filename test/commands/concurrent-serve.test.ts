/** Tests several processes on the same data: `budget serve`, and commands at the same time. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { measureLoad } from '../support/machine-load.ts'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'bin/budget.js')
const isBuilt = existsSync(join(root, 'dist/main.cjs'))

let folder: string
let env: Record<string, string>
let server: ChildProcess
let url: string

/** Runs a command line in its own process. */
async function runBudget(args: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...env, ...more } })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (said.stdout += text))
  child.stderr.on('data', (text) => (said.stderr += text))
  const [code] = await once(child, 'close')
  return { ...said, code }
}

/** Returns the parsed `--json` output of a command line. */
async function runJson(...args: string[]): Promise<any> {
  const { stdout, stderr, code } = await runBudget([...args, '--json'])
  expect({ args, stderr, code }).toEqual({ args, stderr: '', code: 0 })
  return JSON.parse(stdout)
}

async function sendRequest(path: string, key: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/workspaces/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { data, error }: any = await response.json()
  return { status: response.status, data, detail: error?.detail }
}

beforeEach(async () => {
  if (!isBuilt) return
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  env = {
    PATH: process.env['PATH'] ?? '',
    BUDGET_CONFIG_DIR: join(folder, 'config'),
    BUDGET_DATA_DIR: join(folder, 'data'),
    BUDGET_STATE_DIR: join(folder, 'state'),
  }
  await runJson('workspaces', 'create', 'Home', '--currency', 'USD')
  server = spawn(process.execPath, [program, 'serve', '--port', '0', '--rate-limit', '100000'], { env })
  const [line] = await once(server.stdout ?? server, 'data')
  url = String(line).trim().replace('listening on ', '')
})

afterEach(async () => {
  if (!isBuilt) return
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  rmSync(folder, { recursive: true })
})

describe.skipIf(!isBuilt)('beside a running service', () => {
  test('command lines write at the same time, and every sum is exact', async () => {
    const [home] = await runJson('workspaces')
    const { key } = await runJson('keys', 'create')
    const account = await runJson('accounts', 'add', 'Checking', '--type', 'banking_checking')
    const typed = Array.from({ length: 12 }, (_, at) =>
      runBudget(['tx', 'add', '--account', 'Checking', '--amount', `-${at + 1}.01`]),
    )
    const transactions = Array.from({ length: 100 }, (_, at) => ({
      account_id: account.id,
      date: '2026-11-20',
      amount: `${at + 1}.01`,
    }))
    const posted = Array.from({ length: 20 }, () =>
      sendRequest(`${home.id}/transactions`, key, { transactions }),
    )
    const lines = await Promise.all(typed)
    expect(lines.map(({ stderr, code }) => ({ stderr, code }))).toEqual(
      lines.map(() => ({ stderr: '', code: 0 })),
    )
    const answers = await Promise.all(posted)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    // 20 times 1.01 + 2.01 + … + 100.01, less 1.01 + 2.01 + … + 12.01
    const balance = '100941.88'
    expect((await runJson('accounts', 'show', 'Checking')).balance).toBe(balance)
    const { data } = await sendRequest(`${home.id}/accounts/${account.id}`, key)
    expect(data.account.balance).toBe(balance)
    expect(await runJson('db', 'check')).toEqual({ path: expect.any(String), problems: [] })
  })

  test('keys and workspaces come and go at once', async () => {
    const [home] = await runJson('workspaces')
    const { id, key } = await runJson('keys', 'create')
    expect((await sendRequest(`${home.id}/accounts`, key)).status).toBe(200)
    const club = await runJson('workspaces', 'create', 'Club', '--currency', 'EUR')
    expect(await sendRequest(`${club.id}/accounts`, key)).toEqual({
      status: 200,
      data: { accounts: [] },
      detail: undefined,
    })
    await runJson('workspaces', 'archive', 'Club')
    expect(await sendRequest(`${club.id}/accounts`, key)).toMatchObject({
      status: 403,
      detail: 'workspace is archived',
    })
    await runJson('workspaces', 'unarchive', 'Club')
    expect((await sendRequest(`${club.id}/accounts`, key)).status).toBe(200)
    await runJson('keys', 'revoke', id)
    expect((await sendRequest(`${home.id}/accounts`, key)).status).toBe(401)
  })

  test('a backup is a whole workspace that only its owner can read', async () => {
    const [home] = await runJson('workspaces')
    const { key } = await runJson('keys', 'create')
    await sendRequest(`${home.id}/accounts`, key, {
      name: 'Cash',
      type: 'banking_cash',
      initial_balance: '5',
    })
    const copy = join(folder, 'copy.db')
    expect(await runJson('db', 'backup', copy)).toEqual({
      from: await runJson('db', 'path').then(({ path }) => path),
      path: copy,
      written: true,
    })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const elsewhere = { BUDGET_DATA_DIR: join(folder, 'elsewhere') }
    await runBudget(['workspaces', 'create', 'Restored', '--currency', 'USD'], elsewhere)
    expect(await runBudget(['db', 'restore', copy, '--yes', '--quiet'], elsewhere)).toMatchObject({
      stderr: '',
      code: 0,
    })
    const { stdout } = await runBudget(['accounts', '--fields', 'name,balance', '-f', 'csv'], elsewhere)
    expect(stdout).toBe('name,balance\nCash,5.00\n')
  })

  test('a workspace that is served is not replaced, and is when nobody has it open', async () => {
    const [home] = await runJson('workspaces')
    const { key } = await runJson('keys', 'create')
    await sendRequest(`${home.id}/accounts`, key, {
      name: 'Cash',
      type: 'banking_cash',
      initial_balance: '5',
    })
    const copy = join(folder, 'copy.db')
    await runJson('db', 'backup', copy)
    await sendRequest(`${home.id}/accounts`, key, {
      name: 'Late',
      type: 'banking_cash',
      initial_balance: '5',
    })
    const { stderr, code } = await runBudget(['db', 'restore', copy, '--yes'])
    expect({ stderr, code }).toEqual({
      stderr:
        'Another budget process has the workspace open\n  Stop budget serve or wait for the other command, then try again\n',
      code: 7,
    })
    const { data } = await sendRequest(`${home.id}/accounts`, key)
    expect(data.accounts.map(({ name }: { name: string }) => name)).toEqual(['Cash', 'Late'])
    server.kill('SIGTERM')
    await once(server, 'exit')
    expect(await runJson('db', 'restore', copy, '--yes')).toMatchObject({ written: true })
    server = spawn(process.execPath, [program, 'serve', '--port', '0'], { env })
    await once(server.stdout ?? server, 'data')
    expect(await runJson('accounts')).toMatchObject([{ name: 'Cash' }])
  })

  // docs/reliability.md#r5
  test('a service ends at once though somebody is connected and silent, and at a second signal though one is answered', async () => {
    const [home] = await runJson('workspaces')
    const { key } = await runJson('keys', 'create')
    const port = Number(new URL(url).port)
    const silent = connect(port, '127.0.0.1')
    silent.on('error', () => undefined)
    await once(silent, 'connect')
    const started = performance.now()
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(3000 * measureLoad())
    server = spawn(process.execPath, [program, 'serve', '--port', String(port)], { env })
    await once(server.stdout ?? server, 'data')
    const half = connect(port, '127.0.0.1')
    half.on('error', () => undefined)
    half.write(
      `POST /v1/workspaces/${home.id}/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`,
    )
    half.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
    await setTimeout(500)
    server.kill('SIGTERM')
    await setTimeout(500)
    expect(server.exitCode).toBeNull()
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([143, null])
    server = spawn(process.execPath, [program, 'serve', '--port', '0'], { env })
    await once(server.stdout ?? server, 'data')
  })

  test.each([
    ['targets'],
    ['rules'],
    ['db', 'check'],
    ['workspaces'],
    ['keys'],
    ['targets', 'clear', 'Food'],
  ])('another machine cannot be asked for %s %s', async (...args) => {
    const remote = { BUDGET_BASE_URL: url, BUDGET_WORKSPACE: 'wks_1', BUDGET_API_KEY: 'bgt_12345678' }
    const line = args.filter((arg) => arg !== undefined)
    expect(await runBudget(line, remote)).toEqual({
      stdout: '',
      stderr: 'The profile environment uses a remote service\n  Add --profile local to use this computer\n',
      code: 5,
    })
  })
})
