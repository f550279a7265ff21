/** Starts what bench/cluster.js measures: machines, a `serve` without a database, many workspaces, and pgbench. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { budget, budgetIn, createEnv, directory, program } from './environment.js'
import { connect, requestBytes } from './load.js'

/** Returns the exports of a file of the tests, which is TypeScript. */
async function importTypeScript(path) {
  const outfile = join(directory, 'imported.mjs')
  await build({ entryPoints: [path], outfile, bundle: true, platform: 'node', format: 'esm' })
  return import(outfile)
}

/** The functions that start PostgreSQL. */
export const { findFreePort, startPrimary, startStandby, query, postgresBin } = await importTypeScript(
  join(import.meta.dirname, '../test/cluster/postgres-server.ts'),
)

const children = new Set()
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')))

const RATE = ['--rate-limit', '1000000000']

/** Starts `budget serve`, with a database where there is a `url`. `BENCH_NODE_FLAGS` are passed on, e.g. --cpu-prof. */
export async function startServe({ url, home }) {
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const metrics = url && `127.0.0.1:${await findFreePort()}`
  const database = url ? ['--database', '--metrics', metrics] : []
  const child = spawn(process.execPath, [...flags, program, 'serve', '--port', '0', ...RATE, ...database], {
    env: { ...createEnv(join(directory, home)), HOME: directory, ...(url && { BUDGET_DATABASE_URL: url }) },
    stdio: ['ignore', 'pipe', process.env.BENCH_LOG ? 'inherit' : 'ignore'],
  })
  children.add(child)
  const [line] = await once(child.stdout, 'data')
  return {
    pid: child.pid,
    /** Returns a counter of this machine. */
    async readCounter(name) {
      const text = await (await fetch(`http://${metrics}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)[1])
    },
    root: `${String(line).trim().replace('listening on ', '')}/v1/workspaces`,
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      children.delete(child)
    },
  }
}

let started = 0

/** Starts machines with no copies yet. */
export const startMachines = (url, count = 3) =>
  Promise.all(Array.from({ length: count }, () => startServe({ url, home: `machine-${started++}` })))

/** Creates a workspace on this computer; returns its key and the bodies of requests. */
export function createHousehold() {
  const account = budget('accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '1000')
  budget('groups', 'add', 'Everyday')
  const category = budget('categories', 'add', 'Groceries', '--group', 'Everyday')
  const [{ id }] = budget('workspaces')
  const transactions = Array.from({ length: 100 }, (_, at) => ({
    account_id: account.id,
    date: `2026-11-${String((at % 20) + 1).padStart(2, '0')}`,
    amount: `-${at + 1}.25`,
    merchant_name: `Shop ${at % 20}`,
    category_id: category.id,
  }))
  const one = JSON.stringify({ transactions: transactions.slice(0, 1) })
  return { id, account, key: budget('keys', 'create').key, one, batch: JSON.stringify({ transactions }) }
}

/** Sends one request some times. @throws unless it is answered with 201 */
export async function repeat(url, { key, body, times }) {
  const { send, close } = await connect(url)
  const bytes = requestBytes(url, { key, method: 'POST', body })
  for (let round = 0; round < times; round++) {
    const status = await send(bytes)
    if (status !== 201) throw new Error(`${url} answered ${status}`)
  }
  close()
}

/** Moves a copy of the workspace of this computer into a database, under another id. */
export function upload(url, { from, to }) {
  const home = join(directory, to)
  mkdirSync(home)
  for (const name of readdirSync(directory))
    if (/\.db/.test(name)) copyFileSync(join(directory, name), join(home, name))
  budgetIn({ ...createEnv(home), BUDGET_DATABASE_URL: url }, 'workspaces', 'upload', from)
}

const TABLES = {
  workspace: 'name, currency, created_at, archived_at',
  log: 'seq, entry_id, node, at, format, changes',
}
const SNAPSHOT = 'seq, part, parts, format, bytes'

/** Returns the id of the copy of a workspace with a number. */
export const toId = (kind, number) => `wks_${kind}${number.toString(16).padStart(15, '0')}`

/** Copies a workspace of a database under the ids of numbers, or moves it to one of them. */
export function multiply(server, id, { kind, count }) {
  for (const [table, columns] of Object.entries({ ...TABLES, snapshot: SNAPSHOT }))
    query(
      server,
      `INSERT INTO budget_${table} (workspace_id, ${columns})
        SELECT 'wks_${kind}' || lpad(to_hex(number), 15, '0'), ${columns}
        FROM budget_${table}, generate_series(0, ${count - 1}) number WHERE workspace_id = '${id}'`,
    )
}

/** Deletes a workspace of a database. */
export function remove(server, id) {
  for (const table of ['workspace', 'log', 'snapshot'])
    query(server, `DELETE FROM budget_${table} WHERE workspace_id = '${id}'`)
}

/** Inserts rows of so many bytes with pgbench; returns the milliseconds of one INSERT, and how many a second. */
export function measureInserts({ port }, { bytes, connections, seconds }) {
  query(
    { port },
    'DROP TABLE IF EXISTS bench; CREATE TABLE bench (id text PRIMARY KEY, at bigint, changes bytea)',
  )
  const script = join(directory, 'insert.sql')
  const value = `decode('${'5a'.repeat(bytes)}', 'hex')`
  writeFileSync(script, `INSERT INTO bench VALUES (gen_random_uuid()::text, 0, ${value});\n`)
  const clients = ['-c', String(connections), '-j', String(Math.min(connections, 2)), '-T', String(seconds)]
  const text = execFileSync(
    join(postgresBin, 'pgbench'),
    ['-n', '-h', '127.0.0.1', '-p', String(port), '-U', 'budget', ...clients, '-f', script, 'postgres'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const rate = Number(/tps = ([\d.]+)/.exec(text)[1])
  return { rate: Math.round(rate), mean: (connections / rate) * 1000 }
}

/** Returns the mean bytes of the newest entries of a workspace. */
export const readEntryBytes = (server, id) =>
  Math.round(
    Number(
      query(
        server,
        `SELECT avg(length(changes)) FROM (SELECT changes FROM budget_log WHERE workspace_id = '${id}'
          ORDER BY seq DESC LIMIT 20) newest`,
      ),
    ),
  )

/** Returns the memory of a process in MiB: now, and at most. */
export function readMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** Returns a function that tells which share of the processors was busy since its last call. */
export function watchProcessors() {
  const read = () => {
    const times = cpus().map(({ times: one }) => one)
    const sum = (pick) => times.reduce((total, one) => total + pick(one), 0)
    return { idle: sum(({ idle }) => idle), all: sum((one) => Object.values(one).reduce((a, b) => a + b)) }
  }
  let last = read()
  return () => {
    const now = read()
    const busy = 1 - (now.idle - last.idle) / (now.all - last.all)
    last = now
    return Math.round(busy * 100)
  }
}
