/**
 * Measures `budget serve` on this machine: so many connections, each sending its next request when the last one is answered. The load
 * comes from a process of its own on the same processors, so a part of every figure is the load itself.
 *
 *   npm run build && node bench/serve.js             (5 seconds a request, 16 connections)
 *   node bench/serve.js 10 32
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { budget, env, place, program } from './place.js'

const [seconds = 5, connections = 16] = process.argv.slice(2).map(Number)

/** A server process that listens, with its address. `BENCH_NODE_FLAGS` are handed to it, e.g. --cpu-prof. */
async function served() {
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const args = [...flags, program, 'serve', '--port', '0', '--rate-limit', '1000000000']
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout, 'data')
  return { server, url: String(line).trim().replace('listening on ', '') }
}

/** A connection that sends the same bytes again and again; each call returns the status of the next answer. */
async function connect({ hostname, port }, bytes) {
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let settle
  let left = 0
  let status = 0
  socket.on('error', (error) => settle?.reject(error))
  socket.on('data', (chunk) => {
    if (left === 0) {
      // Our server sends a head in one piece.
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      left = Number(/content-length: (\d+)/i.exec(head)[1]) + end + 4
    }
    left -= chunk.length
    if (left === 0) settle.resolve(status)
  })
  return {
    send: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
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

/** The processor time a process has used, in milliseconds; only Linux tells. */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Sends the request over all connections for the given time; returns how many were answered in a second, how fast, and at what cost. */
async function measured(url, options, wanted) {
  const bytes = requestBytes(url, options)
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(url, bytes)))
  const times = []
  const cost = processorTime(server.pid)
  const begun = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - begun < seconds * 1000) {
        const start = performance.now()
        const status = await client.send()
        if (status !== wanted) throw new Error(`${url} answered ${status}`)
        times.push(performance.now() - start)
      }
    }),
  )
  const took = performance.now() - begun
  for (const client of clients) client.close()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    rate: Math.round((times.length / took) * 1000),
    median: sorted[Math.floor(sorted.length / 2)],
    slowest: sorted[Math.floor(sorted.length * 0.99)],
    processor: (processorTime(server.pid) - cost) / times.length,
  }
}

/** Books 10,000 transactions, so that nothing is measured on an empty workspace. */
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
const { server, url } = await served()
const root = `${url}/v1/workspaces/${workspace.id}`
try {
  await fill(new URL(`${root}/transactions`))
  process.stdout.write(
    '| request | a second | median ms | 99 % within ms | processor ms |\n|---|---:|---:|---:|---:|\n',
  )
  for (const [name, path, options, wanted] of cases) {
    if (chosen && !name.includes(chosen)) continue
    const { rate, median, slowest, processor } = await measured(new URL(`${root}${path}`), options, wanted)
    process.stdout.write(
      `| ${name} | ${rate} | ${median.toFixed(1)} | ${slowest.toFixed(1)} | ${processor.toFixed(3)} |\n`,
    )
  }
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(place, { recursive: true })
}
