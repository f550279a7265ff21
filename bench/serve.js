/**
 * Measures `budget serve`: each connection sends its next request when the last one is answered. A separate process on
 * the same processors creates the load, so part of every figure is the load itself.
 *
 *   npm run build && node bench/serve.js             (5 seconds a request, 16 connections)
 *   node bench/serve.js 10 32
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { budget, directory, env, program } from './environment.js'
import { connect, measureLoad, readProcessorTime, requestBytes } from './load.js'

const [seconds = 5, connections = 16] = process.argv.slice(2).map(Number)

/** Starts a server process and returns it with its address. `BENCH_NODE_FLAGS` are passed on, e.g. --cpu-prof. */
async function startServer() {
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const args = [...flags, program, 'serve', '--port', '0', '--rate-limit', '1000000000']
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout, 'data')
  return { server, url: String(line).trim().replace('listening on ', '') }
}

/** Sends a request over all connections for some seconds; returns the times and the CPU time per request. */
async function measure(url, options, status) {
  const cost = readProcessorTime(server.pid)
  const measured = await measureLoad([url], { ...options, key, connections, seconds, status })
  return { ...measured, processor: (readProcessorTime(server.pid) - cost) / measured.count }
}

/** Adds 10,000 transactions, so that nothing is measured on an empty workspace. */
async function fill(url) {
  const client = await connect(url)
  const bytes = requestBytes(url, { key, method: 'POST', body: batch })
  for (let round = 0; round < 100; round++) await client.send(bytes)
  client.close()
}

const account = budget('accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '1000')
budget('groups', 'add', 'Everyday')
const category = budget('categories', 'add', 'Groceries', '--group', 'Everyday')
const [workspace] = budget('workspaces')
const { key } = budget('keys', 'create')

const batch = JSON.stringify({
  transactions: Array.from({ length: 100 }, (_, at) => ({
    account_id: account.id,
    date: `2026-11-${String((at % 20) + 1).padStart(2, '0')}`,
    amount: `-${at + 1}.25`,
    merchant_name: `Shop ${at % 20}`,
    category_id: category.id,
  })),
})

const cases = [
  ['GET one account', `/accounts/${account.id}`, {}, 200],
  ['GET all accounts', '/accounts', {}, 200],
  ['GET a month', '/months/2026-11', {}, 200],
  ['GET 100 transactions', '/transactions?limit=100', {}, 200],
  ['POST 100 transactions', '/transactions', { method: 'POST', body: batch }, 201],
]
const chosen = process.env.BENCH_CASE
const { server, url } = await startServer()
const root = `${url}/v1/workspaces/${workspace.id}`
try {
  await fill(new URL(`${root}/transactions`))
  process.stdout.write(
    '| request | a second | median ms | 99 % within ms | processor ms |\n|---|---:|---:|---:|---:|\n',
  )
  for (const [name, path, options, expectedStatus] of cases) {
    if (chosen && !name.includes(chosen)) continue
    const { rate, median, slowest, processor } = await measure(
      new URL(`${root}${path}`),
      options,
      expectedStatus,
    )
    process.stdout.write(
      `| ${name} | ${rate} | ${median.toFixed(1)} | ${slowest.toFixed(1)} | ${processor.toFixed(3)} |\n`,
    )
  }
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(directory, { recursive: true })
}
