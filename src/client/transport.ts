/** One request to one service, and its whole answer. undici's only door. */ // reliability.md §3.7

import { setFlagsFromString } from 'node:v8'
import type { Pool } from 'undici'
import type { Method } from '../contract/operation.ts'

/** A request, its path checked and complete. */
export interface Sent {
  method: Method
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  bytes: Uint8Array
}

/** How long things may take, in milliseconds. */
export interface Limits {
  connect: number
  /** Until the answer begins: of a read, of a write. */
  read: number
  write: number
  /** Between two pieces of the answer. */
  body: number
  /** The whole attempt. */
  whole: number
  /** How long after a write was given up it may still take effect. */ // reliability.md §2.3
  settle: number
}

export const usualLimits: Limits = {
  connect: 10_000,
  read: 30_000,
  write: 60_000,
  body: 30_000,
  whole: 90_000,
  settle: 30_000,
}
const LARGEST_ANSWER = 32 * 1024 * 1024

export interface Transport {
  send: (request: Sent, signal?: AbortSignal) => Promise<Answer>
  close: () => Promise<void>
}

/** Connections to one origin, opened when first needed. A request names a path, so it cannot go anywhere else. */
export function openTransport(origin: string, limits: Limits): Transport {
  let parts: ReturnType<typeof load> | undefined
  return {
    async send({ method, path, headers, body }, signal) {
      parts ??= load(origin, limits)
      const { pool, request } = await parts
      const deadline = AbortSignal.timeout(limits.whole)
      const answer = await request.call(pool, {
        method,
        path,
        headers,
        body: body ?? null,
        headersTimeout: method === 'GET' ? limits.read : limits.write,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      })
      const bytes = await answer.body.bytes()
      return { status: answer.statusCode, headers: singleValues(answer.headers), bytes }
    },
    async close() {
      await (await parts)?.pool.close()
    },
  }
}

/** undici, or the two files of it we need. */
async function load(origin: string, { connect, body }: Limits) {
  // Its parser is WebAssembly, which V8 would optimise for longer than our few answers last. performance.md §1
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  const [{ default: PoolOf }, { default: request }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-request.js'),
  ])
  const pool: Pool = new PoolOf(origin, {
    connections: 4,
    pipelining: 1,
    // Set, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not count. reliability.md row 35
    connect: { timeout: connect, rejectUnauthorized: true },
    bodyTimeout: body,
    maxResponseSize: LARGEST_ANSWER,
  })
  return { pool, request }
}

const singleValues = (headers: Record<string, string | string[] | undefined>): Answer['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
