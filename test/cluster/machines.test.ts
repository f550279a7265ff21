/** Tests what machines on one database promise together: keys, limits, repeated requests, snapshots, upgrades. */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkWorkspace } from '../../src/cluster/check.ts'
import { createKey, listKeys, revokeKey } from '../../src/cluster/keys.ts'
import { type ConnectionPool, openPool } from '../../src/cluster/postgres.ts'
import { createRateCounter } from '../../src/cluster/rate-counter.ts'
import { createMissingTables } from '../../src/cluster/service.ts'
import { storeSnapshot } from '../../src/cluster/snapshots.ts'
import * as statements from '../../src/cluster/statements.ts'
import { remove, setArchived, upload } from '../../src/cluster/workspaces.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { replicaFormat } from '../../src/store/workspace-replica.ts'
import { workspaceSchema } from '../../src/store/workspace-store.ts'
import { makeWorkspace } from '../service/describe-both-ways.ts'
import { type PostgresServer, postgresBin, startPrimary } from './postgres-server.ts'
import { type Machine, moveIn, startMachine } from './three-machines.ts'

const now = Date.now
const draft = { name: 'Checking', type: 'banking_checking', initial_balance: '1' }

interface Answer {
  status: number
  headers: Headers
  body: { data?: Record<string, unknown[]>; error?: { name: string; detail: string } }
}

interface Sent {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request to a machine. */
async function send(
  { server }: Machine,
  { id, key }: { id: string; key: string },
  path: string,
  { method = 'GET', body, headers }: Sent = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/workspaces/${id}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  }
}

const post = (body: unknown, headers?: Record<string, string>): Sent => ({
  ...{ method: 'POST', body },
  ...(headers && { headers }),
})

/** Waits until a statement waits for a row that another transaction holds. */
async function waitForLock(pool: ConnectionPool): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const text = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    if ((await pool.run({ text }, [])).length > 0) return
    await wait(5)
  }
  throw new Error('no statement waits')
}

describe.skipIf(postgresBin === undefined)('machines on one database', () => {
  let primary: PostgresServer
  let pool: ConnectionPool
  let machines: [Machine, Machine, Machine]

  beforeAll(async () => {
    primary = await startPrimary()
    const start = (): Promise<Machine> => startMachine({ url: primary.url, connections: 4 })
    machines = [await start(), await start(), await start()]
    pool = openPool({ url: primary.url, size: 4, timeout: 5000, onConnect: () => undefined })
  })
  afterAll(async () => {
    await Promise.all(machines.map((machine) => machine.close()))
    await pool.close()
    await primary.remove()
  })

  /** Moves a new workspace in; returns its id and a key for it. */
  async function moveNewIn(known?: string): Promise<{ id: string; key: string }> {
    const { workspaces, workspaceId, remove: removeFiles } = makeWorkspace({ random: randomBytes })
    const id = known ?? workspaceId
    const backUp = (file: string): void => workspaces.admin(workspaceId).backup(file, { force: true })
    try {
      return { id, key: await moveIn(primary, { id, name: 'Home', currency: 'USD', backUp }, now()) }
    } finally {
      workspaces.close()
      removeFiles()
    }
  }

  const countRows = async (table: string, id: string): Promise<number> =>
    (await pool.run({ text: `SELECT 1 FROM budget_${table} WHERE workspace_id = $1` }, [id])).length

  const countAccounts = async (machine: Machine, workspace: { id: string; key: string }): Promise<unknown> =>
    (await send(machine, workspace, '/accounts')).body.data?.['accounts']?.length

  test('give a repeated request its first answer, whichever of them it reaches', async () => {
    const home = await moveNewIn()
    const request = post(draft, { 'idempotency-key': 'k1' })
    const answers = [
      await send(machines[0], home, '/accounts', request),
      await send(machines[1], home, '/accounts', request),
      await send(machines[2], home, '/accounts', request),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers[2]?.body).toEqual(answers[0]?.body)
    expect(await countAccounts(machines[1], home)).toBe(1)
  })

  // docs/spec.md#r6
  test('keep the key of an entry for good, and refuse it for other content', async () => {
    const home = await moveNewIn()
    const { body } = await send(machines[0], home, '/accounts', post(draft))
    const account_id = Object(body.data?.['account']).id
    const sendEntry = (machine: Machine, amount: string) => {
      const transaction = { account_id, date: '2026-11-20', amount }
      const key = { 'idempotency-key': 'entry-0b6f9c50-54b1-4c8b-9b2d-5a4c5f6f7a10' }
      return send(machine, home, '/transactions', post({ transaction }, key))
    }
    const first = await sendEntry(machines[0], '-5.00')
    expect(first.status).toBe(201)
    expect((await sendEntry(machines[1], '-5.00')).body).toEqual(first.body)
    expect((await sendEntry(machines[2], '-6.00')).status).toBe(409)
    const listed = await send(machines[2], home, '/transactions')
    // The other one is the starting balance.
    expect(listed.body.data?.['transactions']).toHaveLength(2)
  })

  test('refuse a revoked key and an archived workspace from the next request on', async () => {
    const home = await moveNewIn()
    for (const machine of machines) expect((await send(machine, home, '/accounts')).status).toBe(200)
    await setArchived(pool, home.id, now())
    for (const machine of machines) expect((await send(machine, home, '/accounts')).status).toBe(403)
    await setArchived(pool, home.id, null)
    const key = (await listKeys(pool)).find((one) => one.workspace_id === home.id)
    await revokeKey(pool, key?.id ?? '', now())
    for (const machine of machines) expect((await send(machine, home, '/accounts')).status).toBe(401)
  })

  test('accept a key for its own workspace, and one for all in every workspace', async () => {
    const [home, club] = [await moveNewIn(), await moveNewIn()]
    expect((await send(machines[0], { ...club, key: home.key }, '/accounts')).status).toBe(401)
    const { key } = await createKey(pool, { name: null, can: 'read', workspace_id: null }, now())
    for (const { id } of [home, club])
      expect((await send(machines[0], { id, key }, '/accounts')).status).toBe(200)
    expect((await send(machines[0], { id: 'wks_0', key }, '/accounts')).status).toBe(404)
    expect((await send(machines[0], { id: home.id, key }, '/accounts', post(draft))).status).toBe(403)
  })

  test('let a key that adds do nothing else', async () => {
    const home = await moveNewIn()
    const { key } = await createKey(pool, { name: null, can: 'add', workspace_id: home.id }, now())
    const adding = { ...home, key }
    expect((await send(machines[0], adding, '/accounts')).status).toBe(200)
    expect((await send(machines[0], adding, '/transactions')).status).toBe(403)
    expect((await send(machines[0], adding, '/accounts', post(draft))).status).toBe(403)
    expect((await send(machines[0], adding, '/transactions', post({}))).status).toBe(400)
  })

  test('know what keys of an older version may do, and add the column that it had not', async () => {
    const home = await moveNewIn()
    const { id } = await createKey(pool, { name: 'old', can: 'read', workspace_id: home.id }, now())
    await pool.run({ text: 'ALTER TABLE budget_key DROP COLUMN can' }, [])
    await createMissingTables(pool)
    const levels = (await listKeys(pool)).filter((key) => key.workspace_id === home.id)
    expect(levels.map((key) => [key.id === id, key.can]).toSorted()).toEqual([
      [false, 'write'],
      [true, 'read'],
    ])
    expect((await send(machines[0], home, '/accounts', post(draft))).status).toBe(201)
  })

  test('count the requests of a key together, though their clocks differ', async () => {
    const limits = { rate_limit: 10, rate_window: 3600 }
    const limited = [
      await startMachine({ url: primary.url, connections: 4, ...limits }),
      await startMachine({ url: primary.url, connections: 4, ...limits, now: () => now() - 2000 }),
    ]
    const home = await moveNewIn()
    const first = await send(limited[0] as Machine, home, '/accounts')
    const others = await Promise.all(
      Array.from({ length: 24 }, (_, index) => send(limited[index % 2] as Machine, home, '/accounts')),
    )
    const answers = [first, ...others]
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(15)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    await Promise.all(limited.map((machine) => machine.close()))
  })

  test('take one in a thousand requests of a large limit in advance, and never more than all', async () => {
    let asked = 0
    const counted: ConnectionPool = { ...pool, read: (...call) => (asked++, pool.read(...call)) }
    const limit = { pool: counted, requests: 2000, seconds: 3600, now }
    const counters = [createRateCounter(limit), createRateCounter(limit)]
    let accepted = 0
    for (let number = 0; number < 2100; number++) {
      const answer = counters[number % 2]?.('k_many').then(() => 1)
      accepted += (await answer?.catch(() => 0)) ?? 0
    }
    expect(accepted).toBeLessThanOrEqual(2000)
    expect(accepted).toBeGreaterThanOrEqual(1996)
    expect(asked).toBeLessThan(900)
  })

  test('begin from a snapshot when the log was trimmed, and db check agrees', async () => {
    const home = await moveNewIn()
    for (let number = 0; number < 300; number++)
      await send(machines[number % 3] as Machine, home, '/merchants', post({ name: `Shop ${number}` }))
    for (let tries = 0; tries < 100; tries++)
      if ((await pool.run(statements.listSnapshots, [home.id])).length > 1) break
    await pool.run(statements.deleteOldEntries, [home.id, 200, now() + 1])
    const late = await startMachine({ url: primary.url })
    expect((await send(late, home, '/merchants')).body.data?.['merchants']).toHaveLength(300)
    await late.close()
    const folder = mkdtempSync(join(tmpdir(), 'budget-check-'))
    const check = (): Promise<string[]> => checkWorkspace({ pool, folder, now }, home.id)
    await pool.run({ text: 'DELETE FROM budget_snapshot WHERE workspace_id = $1 AND seq = 0' }, [home.id])
    expect(await check()).toEqual([])
    await pool.run({ text: 'DELETE FROM budget_log WHERE workspace_id = $1 AND seq = 290' }, [home.id])
    expect(await check()).toEqual(['entry 290 is missing'])
    rmSync(folder, { recursive: true })
  })

  test('throw a copy away when the database lost the entries it has', async () => {
    const home = await moveNewIn()
    const folder = mkdtempSync(join(tmpdir(), 'budget-machine-'))
    const reports: string[] = []
    const machine = await startMachine({ url: primary.url, folder, report: (line) => reports.push(line) })
    for (const name of ['A', 'B']) await send(machine, home, '/merchants', post({ name }))
    await pool.run({ text: 'DELETE FROM budget_log WHERE workspace_id = $1 AND seq = 2' }, [home.id])
    await send(machines[1], home, '/merchants', post({ name: 'C' }))
    const { merchants } = (await send(machine, home, '/merchants')).body.data ?? {}
    expect(merchants).toMatchObject([{ name: 'A' }, { name: 'C' }])
    expect(reports.at(-1)).toBe(
      `The copy of ${home.id} is built again: entry 2 is another one in the database`,
    )
    await machine.close()
    // The file stays for the next start, which uses it.
    expect(readdirSync(join(folder, '1', 'copies')).filter((name) => name.endsWith('.db'))).toHaveLength(1)
    const again = await startMachine({ url: primary.url, folder })
    expect((await send(again, home, '/merchants')).body.data).toEqual({ merchants })
    await again.close()
    rmSync(folder, { recursive: true })
  })

  test('show nothing of entries that the database lost, though nothing was written since', async () => {
    const home = await moveNewIn()
    for (const name of ['A', 'B']) await send(machines[0], home, '/merchants', post({ name }))
    await pool.run({ text: 'DELETE FROM budget_log WHERE workspace_id = $1 AND seq = 2' }, [home.id])
    const { merchants } = (await send(machines[0], home, '/merchants')).body.data ?? {}
    expect(merchants).toMatchObject([{ name: 'A' }])
  })

  test('give up the copy of a deleted workspace, and begin anew when it is moved in again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-machine-'))
    const stopped = mkdtempSync(join(tmpdir(), 'budget-machine-'))
    const machine = await startMachine({ url: primary.url, folder })
    const other = await startMachine({ url: primary.url, folder: stopped })
    const home = await moveNewIn()
    for (const one of [machine, other]) await send(one, home, '/accounts', post(draft))
    await other.close()
    expect(await remove(pool, home.id)).toMatchObject({ id: home.id, name: 'Home' })
    for (const table of ['workspace', 'log', 'snapshot', 'key'])
      expect(await countRows(table, home.id)).toBe(0)
    expect((await send(machine, home, '/accounts')).status).toBe(401)
    expect(readdirSync(join(folder, '1', 'copies')).filter((name) => name.includes(home.id))).toEqual([])
    const again = await moveNewIn(home.id)
    const restarted = await startMachine({ url: primary.url, folder: stopped })
    for (const one of [machine, restarted]) expect(await countAccounts(one, again)).toBe(0)
    for (const one of [machine, restarted]) await one.close()
    for (const one of [folder, stopped]) rmSync(one, { recursive: true })
  })

  test('leave nothing of a workspace that is deleted while it is written to', async () => {
    const { id } = await moveNewIn()
    const [newest] = await pool.run(statements.readNewest, [id])
    const values = (seq: number, after: string, entry_id: string) =>
      [id, seq, after, entry_id, 'test', now(), replicaFormat, Buffer.from('')] as const
    let removed: Promise<unknown> | undefined
    await pool.transact(async (session) => {
      await session.run(statements.appendEntry, [...values(1, newest?.entry_id ?? '', 'e1')])
      removed = remove(pool, id)
      await waitForLock(pool)
    })
    await removed
    expect(await countRows('log', id)).toBe(0)
    expect(await pool.run(statements.appendEntry, [...values(2, 'e1', 'e2')])).toEqual([])
    const snapshot = {
      workspace_id: id,
      seq: 1,
      entry_id: 'e1',
      format: replicaFormat,
      bytes: Buffer.from('x'),
    }
    await storeSnapshot(pool, snapshot, now())
    expect(await countRows('snapshot', id)).toBe(0)
  })

  test('migrate an older workspace once, and refuse a newer one', async () => {
    const id = `wks_${randomBytes(8).toString('hex')}`
    const folder = mkdtempSync(join(tmpdir(), 'budget-old-'))
    const file = join(folder, 'old.db')
    const migrations = workspaceSchema.migrations.slice(0, -1)
    const old = openDatabase(file, { ...workspaceSchema, migrations })
    old.prepare('INSERT INTO workspace VALUES (?, ?)').run('USD', 'ABCDEFGHJKMNPQRS')
    old.close()
    const workspace = {
      id,
      name: 'Old',
      currency: 'USD',
      archived: false,
      created_at: new Date().toISOString(),
    }
    await upload(pool, workspace, { file, now: now() })
    const { key } = await createKey(pool, { name: null, can: 'write', workspace_id: id }, now())
    const home = { id, key }
    const answers = await Promise.all(
      machines.map((machine) => send(machine, home, '/accounts', post(draft))),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    for (const machine of machines) expect(await countAccounts(machine, home)).toBe(3)
    const formats = await pool.run<{ format: number }>(
      { text: 'SELECT format FROM budget_log WHERE workspace_id = $1 ORDER BY seq' },
      [id],
    )
    expect(formats.map(({ format }) => format)).toEqual([replicaFormat - 1, ...Array(4).fill(replicaFormat)])
    await pool.run({ text: 'UPDATE budget_log SET format = 99 WHERE workspace_id = $1 AND seq = 4' }, [id])
    const { status, body } = await send(machines[0], home, '/accounts')
    expect({ status, detail: body.error?.detail }).toEqual({
      status: 503,
      detail: 'this machine must be upgraded: a newer version of budget has migrated this workspace',
    })
    rmSync(folder, { recursive: true })
  })

  test('keep no more copies than they may', async () => {
    const homes = [await moveNewIn(), await moveNewIn(), await moveNewIn()]
    const folder = mkdtempSync(join(tmpdir(), 'budget-machine-'))
    const machine = await startMachine({ url: primary.url, folder, copies: 400_000 })
    for (const home of [...homes, ...homes]) expect((await send(machine, home, '/accounts')).status).toBe(200)
    expect(machine.metrics.render()).toContain('budget_copies_open 2\n')
    expect(readdirSync(join(folder, '1', 'copies')).filter((name) => name.endsWith('.db'))).toHaveLength(2)
    await machine.close()
    rmSync(folder, { recursive: true })
  })
})

describe.skipIf(postgresBin === undefined)('a machine without its database', () => {
  test('answers 503, or reads for a while with their age, and recovers by itself', async () => {
    const primary = await startPrimary()
    let time = now()
    const clock = (): number => time
    const limit = { rate_limit: 1000, staleSeconds: 30 }
    const patient = await startMachine({ url: primary.url, now: clock, ...limit, timeout: 2000 })
    const strict = await startMachine({ url: primary.url, timeout: 2000 })
    const { workspaces, workspaceId: id, remove } = makeWorkspace({ random: randomBytes })
    const backUp = (file: string): void => workspaces.admin(id).backup(file, { force: true })
    const home = { id, key: await moveIn(primary, { id, name: 'Home', currency: 'USD', backUp }, now()) }
    try {
      for (const machine of [patient, strict]) await send(machine, home, '/accounts')
      await primary.kill()
      time += 10_000
      const stale = await send(patient, home, '/accounts')
      expect([stale.status, stale.headers.get('age')]).toEqual([200, '10'])
      const key = { 'idempotency-key': randomUUID() }
      expect((await send(patient, home, '/accounts', post(draft, key))).status).toBe(503)
      const away = await send(strict, home, '/accounts')
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1'])
      expect((await fetch(`${strict.server.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${strict.server.url}/healthz`)).status).toBe(200)
      time += 25_000
      expect((await send(patient, home, '/accounts')).status).toBe(503)
      await primary.restart()
      expect((await send(strict, home, '/accounts', post(draft, key))).status).toBe(201)
      expect((await fetch(`${strict.server.url}/readyz`)).status).toBe(200)
      expect((await send(patient, home, '/accounts')).headers.get('age')).toBeNull()
    } finally {
      await patient.close()
      await strict.close()
      workspaces.close()
      remove()
      await primary.remove()
    }
  })
})

describe('the statements', () => {
  const texts = Object.values(statements)
    .flat()
    .map(({ text }) => text)

  test('use only what every engine has', () => {
    const special = /\b(listen|notify|advisory|trigger|serial|sequence|nextval|lo_\w+|lock table)\b/i
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => special.test(text))).toEqual([])
  })

  test('touch the rows of one workspace, or of one key; only people list all', () => {
    const isForPeople = (text: string): boolean =>
      /^(CREATE|ALTER|SELECT [\w, ()']+ FROM budget_(workspace|key) ORDER)/.test(text)
    const isOfOne = (text: string): boolean =>
      /(WHERE|AND) (\w+\.)?(workspace_id|key_id) (=|IN)|\(workspace_id, |\(key_id\)/.test(text)
    expect(texts.filter((text) => !isForPeople(text) && !isOfOne(text))).toEqual([])
  })
})
