/**
 * Measures `budget serve --database` beside `budget serve` without one and beside pgbench, which inserts rows of as many
 * bytes; all on one computer, the load too.
 *
 *   npm run build && node bench/cluster.js                 (3 seconds a figure; rewrites a section of bench/README.md)
 *   node bench/cluster.js 1 writes,batches,reads           (some parts, printed only)
 */

import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createHousehold,
  measureInserts,
  multiply,
  query,
  readEntryBytes,
  readMemory,
  remove,
  repeat,
  startMachines,
  startPrimary,
  startServe,
  startStandby,
  toId,
  upload,
  watchProcessors,
} from './cluster-parts.js'
import { budgetIn, createEnv, describeMachine, directory, median, writeSection } from './environment.js'
import { connect, measureLoad, requestBytes } from './load.js'

const [seconds = 3] = process.argv.slice(2, 3).map(Number)
const chosen = process.argv[3]?.split(',')
const WORKSPACES = Number(process.env.BENCH_WORKSPACES ?? 10_000)
const OPEN = 300

const lines = []
const print = (line) => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
const load = () => loadavg()[0].toFixed(1)
const ms = (value) => value.toFixed(value < 10 ? 2 : 0)

const household = createHousehold()
const { id, key: localKey, one, batch } = household
let key
let primary = await startPrimary(true)
let standby
const local = await startServe({ home: '.' })

const address = (root, workspace, path) => new URL(`${root}/${workspace}${path}`)
const post = (body, connections) => ({ key, method: 'POST', body, connections, seconds, status: 201 })

/** Measures a request at `serve` without a database. */
const measureLocally = (path, options) =>
  measureLoad([address(local.root, id, path)], { ...options, key: localKey })

/** Fills the workspace of this computer, and moves its copies into the database. */
async function prepare() {
  const fill = (times) =>
    repeat(address(local.root, id, '/transactions'), { key: localKey, body: batch, times })
  await fill(10)
  upload(primary.url, { from: id, to: 'small' })
  multiply(primary, id, { kind: 'a', count: 1 })
  remove(primary, id)
  await fill(90)
  upload(primary.url, { from: id, to: 'large' })
  multiply(primary, id, { kind: 'c', count: 200 })
  ;({ key } = budgetIn(
    { ...createEnv(`${directory}/small`), BUDGET_DATABASE_URL: primary.url },
    'keys',
    'create',
    '--database',
  ))
}

/** One transaction in each request: one workspace at one machine, at three, and a workspace for each connection. */
async function measureWrites(what) {
  print(
    `\nOne transaction in each request, ${what}; load ${load()}. Mean ms of a request; goal: 1.5 × pgbench + serve.\n`,
  )
  print(
    '| connections | pgbench | serve | goal | one workspace, one machine | one workspace, three machines | a workspace each, three machines |',
  )
  print('|---:|---:|---:|---:|---:|---:|---:|')
  const machines = await startMachines(primary.url)
  const urls = machines.map(({ root }) => address(root, id, '/transactions'))
  const own = (connections) =>
    Array.from({ length: connections }, (_, at) =>
      address(machines[at % 3].root, toId('c', at), '/transactions'),
    )
  for (const connections of [1, 16, 64]) {
    await measureLoad(own(connections), { ...post(one, connections), seconds: 0.5 })
    const first = await measureLoad(urls.slice(0, 1), post(one, connections))
    const shared = await measureLoad(urls, post(one, connections))
    const each = await measureLoad(own(connections), post(one, connections))
    const bytes = readEntryBytes(primary, toId('c', 0))
    const bare = measureInserts(primary, { bytes, connections, seconds })
    const serve = await measureLocally('/transactions', post(one, connections))
    const figures = [bare, serve, { mean: 1.5 * bare.mean + serve.mean }, first, shared, each]
    print(`| ${connections} | ${figures.map(({ mean }) => ms(mean)).join(' | ')} |`)
  }
  const runs = await Promise.all(machines.map((machine) => machine.readCounter('budget_races_lost_in_a_row')))
  print(`\nMost races that one entry lost in a row: ${runs.join(', ')} (by machine; goal 10).`)
  for (const machine of machines) await machine.close()
}

/** Requests to one workspace over 16 connections, at three machines and at one, beside `serve`. */
async function measureRequests(title, goal, { path, request }) {
  const machines = await startMachines(primary.url)
  const urls = machines.map(({ root }) => address(root, id, path))
  const warm = { ...request, seconds: 0.5 }
  await measureLoad(urls, warm)
  await measureLocally(path, warm)
  const serve = await measureLocally(path, request)
  const first = await measureLoad(urls.slice(0, 1), request)
  const three = await measureLoad(urls, request)
  const ratio = (measured) => `${measured.rate} · ${(measured.rate / serve.rate).toFixed(2)}`
  print(`| ${title} | ${serve.rate} | ${ratio(first)} | ${ratio(three)} | ${goal} | ${load()} |`)
  for (const machine of machines) await machine.close()
}

async function measureBatchesAndReads() {
  print('\nOne workspace, 16 connections: requests a second · as a share of `serve`.\n')
  print('| request | serve | one machine | three machines | goal | load |')
  print('|---|---:|---:|---:|---:|---:|')
  const get = { key, connections: 16, seconds, status: 200 }
  const read = (path) => ({ path, request: get })
  await measureRequests('POST 100 transactions', 0.8, { path: '/transactions', request: post(batch, 16) })
  await measureRequests('GET one account', 0.5, read(`/accounts/${household.account.id}`))
  await measureRequests('GET a month', 0.5, read('/months/2026-11'))
  await measureRequests('GET 100 transactions', 0.5, read('/transactions?limit=100'))
}

const FEW = { workspaces: 96, connections: 48 } // a machine has 64 connections at most

/** Writes of many workspaces at one machine, two and three. */
async function measureGrowth() {
  const { workspaces, connections } = FEW
  print(
    `\n${workspaces} workspaces over ${connections} connections, one transaction in each request; load ${load()}.\n`,
  )
  print('| | requests a second | median ms | 99 % within ms | processors busy |')
  print('|---|---:|---:|---:|---:|')
  for (const count of [1, 2, 3]) {
    const machines = await startMachines(primary.url, count)
    const urls = Array.from({ length: workspaces }, (_, at) =>
      address(machines[at % count].root, toId('c', at), '/transactions'),
    )
    await visit(
      machines,
      urls.map((_, at) => toId('c', at)),
    )
    const readBusy = watchProcessors()
    const { rate, median: middle, slowest } = await measureLoad(urls, post(one, connections))
    print(`| ${count} machines | ${rate} | ${ms(middle)} | ${ms(slowest)} | ${readBusy()} % |`)
    for (const machine of machines) await machine.close()
  }
  const readBusy = watchProcessors()
  const bare = measureInserts(primary, { bytes: readEntryBytes(primary, toId('c', 0)), connections, seconds })
  print(`| pgbench, ${connections} connections | ${bare.rate} | ${ms(bare.mean)} | | ${readBusy()} % |`)
}

/** Kills the primary and promotes its standby; measures until each machine has acknowledged a write again. */
async function measureFailover() {
  const times = []
  for (let round = 0; round < 3; round++) {
    standby ??= await startStandby(primary, true)
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
    const machines = await startMachines(`postgres://budget@${hosts}/postgres`)
    const targets = machines.map(({ root }, at) => address(root, toId('c', at), '/transactions'))
    for (const url of targets) await repeat(url, { key, body: one, times: 3 })
    await primary.kill()
    const promotedAt = performance.now()
    standby.promote()
    await Promise.all(
      targets.map(async (url) => {
        const { send, close } = await connect(url)
        while ((await send(requestBytes(url, post(one)))) !== 201) await wait(5)
        times.push(performance.now() - promotedAt)
        close()
      }),
    )
    for (const machine of machines) await machine.close()
    await primary.remove()
    primary = standby
    standby = undefined
    query(primary, "ALTER SYSTEM SET synchronous_standby_names = ''")
    query(primary, 'SELECT pg_reload_conf()')
  }
  print(
    `\nPrimary killed, standby promoted: ${times.map(Math.round).join(', ')} ms from the call of \`pg_ctl promote\` until each of three machines acknowledged a write (three rounds; goal 2,000); load ${load()}.`,
  )
}

/** Visits workspaces from one on, each at its machine, one request at a time at each; returns the milliseconds. */
async function visit(machines, ids, from = 0) {
  const times = []
  await Promise.all(
    machines.map(async ({ root }, turn) => {
      const { send, close } = await connect(new URL(root))
      for (const [at, workspace] of ids.entries()) {
        if (at < from || at % machines.length !== turn) continue
        const start = performance.now()
        const status = await send(requestBytes(address(root, workspace, '/accounts'), { key }))
        if (status !== 200) throw new Error(`${workspace} answered ${status}`)
        times.push(performance.now() - start)
      }
      close()
    }),
  )
  return times
}

/** Many workspaces on three machines: memory, and the times of a request with and without a copy. */
async function measureMany() {
  multiply(primary, toId('a', 0), { kind: 'b', count: WORKSPACES })
  const machines = await startMachines(primary.url)
  const ids = Array.from({ length: WORKSPACES }, (_, at) => toId('b', at))
  const first = await visit(machines, ids)
  const again = await visit(machines, ids, ids.length - 3 * OPEN)
  const memory = machines.map(({ pid }) => readMemory(pid))
  for (const machine of machines) await machine.close()
  print(
    `\n${WORKSPACES} workspaces of 1,000 rows on three machines, each visited once at its machine; load ${load()}.`,
  )
  print(
    `Median of the first visit, built from its snapshot: ${ms(median(first))} ms; of a visit where the copy is there: ${ms(median(again))} ms (goal 20).`,
  )
  print(
    `Memory of the machines: ${memory.map(({ now }) => now).join(', ')} MiB, at most ${memory.map(({ peak }) => peak).join(', ')} MiB (goal 300).`,
  )
}

/** Builds copies from a snapshot of 10,000 rows and the 200 entries after it, one after the other on one machine. */
async function measureRebuild() {
  const source = toId('c', 199)
  const [writer] = await startMachines(primary.url, 1)
  await repeat(address(writer.root, source, '/transactions'), { key, body: one, times: 200 })
  await writer.close()
  multiply(primary, source, { kind: 'd', count: 60 })
  const machines = await startMachines(primary.url, 1)
  const times = await visit(
    machines,
    Array.from({ length: 60 }, (_, at) => toId('d', at)),
  )
  print(
    `A copy built from a snapshot of 10,000 rows and 200 entries, median of 60: ${ms(median(times))} ms (goal 150); load ${load()}.`,
  )
  await machines[0].close()
}

const parts = {
  writes: () => measureWrites('no standby'),
  requests: measureBatchesAndReads,
  growth: measureGrowth,
  async standby() {
    standby = await startStandby(primary, true)
    await measureWrites('with a synchronous standby')
  },
  failover: measureFailover,
  rebuild: measureRebuild,
  many: measureMany,
}

try {
  await prepare()
  print(
    `\`node bench/cluster.js\` repeats them and rewrites this section. PostgreSQL with fsync, machines, pgbench and the load share one computer.\n`,
  )
  print(
    `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}, PostgreSQL ${query(primary, 'SHOW server_version')}.`,
  )
  for (const [name, measure] of Object.entries(parts)) if (chosen?.includes(name) ?? true) await measure()
  if (!chosen) writeSection('Many machines', lines)
} finally {
  await local.close()
  await primary.remove()
  await standby?.remove()
  rmSync(directory, { recursive: true })
}
