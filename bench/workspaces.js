/**
 * Measures one `budget serve` with many workspaces: how long one takes to create and to open, and what a thousand served
 * in turn cost in memory and open files.
 *
 *   npm run build && node bench/workspaces.js             (1,000 workspaces, three rounds)
 *   node bench/workspaces.js 200 1
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { budget, directory, env, median, program } from './environment.js'

const [count = 1000, rounds = 3] = process.argv.slice(2).map(Number)

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends one request and waits for the response. @throws unless its status is 2xx */
function send(url, { method = 'GET', body, key }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(url, { agent, method, headers }, (response) => {
      response.resume()
      const isFine = response.statusCode >= 200 && response.statusCode < 300
      response.once('end', () => (isFine ? resolve() : reject(new Error(`${url}: ${response.statusCode}`))))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Returns the resident memory in MiB and the open files of a process, on Linux. */
function readUsage(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024)
  return { mebibytes, files: readdirSync(`/proc/${pid}/fd`).length }
}

const { key } = budget('keys', 'create')

const creationTimes = []
const ids = []
for (let one = 0; one < count; one++) {
  const start = performance.now()
  ids.push(budget('workspaces', 'create', `Household ${one}`, '--currency', 'USD').id)
  creationTimes.push(performance.now() - start)
}

const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--rate-limit', '1000000000'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(server.stdout, 'data')
const url = String(line).trim().replace('listening on ', '')
const body = JSON.stringify({ name: 'Checking', type: 'banking_checking', initial_balance: '1000' })

/** Visits every workspace in turn; returns the milliseconds of each visit. */
async function visit(options) {
  const times = []
  for (const id of ids) {
    const start = performance.now()
    await send(`${url}/v1/workspaces/${id}/accounts`, { ...options, key })
    times.push(performance.now() - start)
  }
  return times
}

const row = (what, times) => {
  const { mebibytes, files } = readUsage(server.pid)
  const rate = Math.round((times.length / times.reduce((sum, time) => sum + time, 0)) * 1000)
  return `| ${what} | ${median(times).toFixed(1)} | ${rate} | ${mebibytes} | ${files} |\n`
}

try {
  const before = readUsage(server.pid)
  process.stdout.write(
    [
      `${count} workspaces; creating one on the command line takes ${median(creationTimes).toFixed(0)} ms\n\n`,
      '| | median ms | a second | MiB | open files |\n|---|---:|---:|---:|---:|\n',
      `| just started | | | ${before.mebibytes} | ${before.files} |\n`,
    ].join(''),
  )
  process.stdout.write(row('POST an account in each in turn', await visit({ method: 'POST', body })))
  for (let round = 1; round <= rounds; round++) {
    process.stdout.write(row(`GET the accounts of each in turn, round ${round}`, await visit({})))
  }
  const [first] = ids
  const same = []
  for (let one = 0; one < count; one++) {
    const start = performance.now()
    await send(`${url}/v1/workspaces/${first}/accounts`, { key })
    same.push(performance.now() - start)
  }
  process.stdout.write(row('GET the accounts of one again and again', same))
  const sizes = ids.map((id) => statSync(join(directory, `${id}.db`)).size)
  process.stdout.write(`\nA workspace with one account: ${Math.round(median(sizes) / 1024)} KiB\n`)
} finally {
  agent.destroy()
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(directory, { recursive: true })
}
