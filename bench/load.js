/** Sends requests to `budget serve` over many connections, and measures their times and what they cost a process. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'

/** Opens a connection; `send` sends bytes and returns the status of their response. */
export async function connect({ hostname, port }) {
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
    send: (bytes) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

/** Returns the bytes of a request. */
export function requestBytes(url, { key, method = 'GET', body = '' }) {
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${key}`,
  ]
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Returns the CPU time of a process in milliseconds; NaN except on Linux. */
export function readProcessorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/**
 * Sends requests over all connections for some seconds, each connection those of `urls` whose turn is its own, in turn.
 * Returns the rate, and the times in milliseconds.
 */
export async function measureLoad(urls, { connections, seconds, status: expected, ...request }) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      const own = urls.filter((_, index) => index % connections === at % urls.length)
      return {
        ...(await connect(own[0])),
        requests: own.map((url) => ({ url, bytes: requestBytes(url, request) })),
      }
    }),
  )
  const times = []
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async ({ send, requests }) => {
      for (let turn = 0; performance.now() - startedAt < seconds * 1000; turn++) {
        const { url, bytes } = requests[turn % requests.length]
        const start = performance.now()
        const status = await send(bytes)
        if (status !== expected) throw new Error(`${url} answered ${status}`)
        times.push(performance.now() - start)
      }
    }),
  )
  const duration = performance.now() - startedAt
  for (const client of clients) client.close()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    count: times.length,
    rate: Math.round((times.length / duration) * 1000),
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    median: sorted[Math.floor(sorted.length / 2)],
    slowest: sorted[Math.floor(sorted.length * 0.99)],
  }
}
