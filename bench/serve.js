/**
 * Measures `budget serve`: each connection sends its next request when the last one is answered. A separate process on
 * the same processors creates the load, so part of every figure is the load itself.
 *
 *   npm run build && node bench/serve.js             (5 seconds a request, 16 connections)
 *   node bench/serve.js 10 32
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { budget, directory, env, program } from './environment.js'

const [seconds = 5, connections = 16] = process.argv.slice(2).map(Number)

/** Starts a server process and returns it with its address. `BENCH_NODE_FLAGS` are passed on, e.g. --cpu-prof. */
async function startServer() {
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const args = [...flags, program, 'serve', '--port', '0', '--rate-limit', '1000000000']
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout, 'data')
  return { server, url: String(line).trim().replace('listening on ', '') }
}

/** Opens a connection that sends the same bytes again and again; each call returns the status of the next response. */
async function connect({ hostname, port }, bytes) {
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let pending
  let left = 0
  let status = 0
  socket.on('error', (error) => pending?.reject(error))
  socket.on('data', (chunk) => {
    if (left === 0) {
      // budget serve sends a head in one piece.
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      left = Number(/content-length: (\d+)/i.exec(head)[1]) + end + 4
    }
    left -= chunk.length
    if (left === 0) pending.resolve(status)
  })
  return {
    send: () =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

function requestBytes(url, { method = 'GET', body = '' }) {
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${key}`,
  ]
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Returns the CPU time of a process in milliseconds; NaN except on Linux. */
function readProcessorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Sends a request over all connections for some seconds; returns the rate, the times in ms and the CPU time per request. */
async function measure(url, options, expectedStatus) {
  const bytes = requestBytes(url, options)
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(url, bytes)))
  const times = []
  const cost = readProcessorTime(server.pid)
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - startedAt < seconds * 1000) {
        const start = performance.now()
        const status = await client.send()
        if (status !== expectedStatus) throw new Error(`${url} answered ${status}`)
        times.push(performance.now() - start)
      }
    }),
  )
  const duration = performance.now() - startedAt
  for (const client of clients) client.close()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    rate: Math.round((times.length / duration) * 1000),
    median: sorted[Math.floor(sorted.length / 2)],
    slowest: sorted[Math.floor(sorted.length * 0.99)],
    processor: (readProcessorTime(server.pid) - cost) / times.length,
  }
}

/** Adds 10,000 transactions, so that nothing is measured on an empty workspace. */
async function fill(url) {
  const client = await connect(url, requestBytes(url, { method: 'POST', body: batch }))
  for (let round = 0; round < 100; round++) await client.send()
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
