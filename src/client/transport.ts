/** One request to one service, and its whole answer. undici's only door. @see docs/reliability.md#dispatcher */

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import { UserError } from '../contract/errors.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { Method } from '../contract/operation.ts'
import { parseCertificates } from '../contract/remote-address.ts'
import type { ProxySettings } from './proxy.ts'
import { openProxyDispatcher, type PoolOptions } from './proxy-agent.ts'

/** A request, its path checked and complete. */
export interface HttpRequest {
  method: Method
  path: string
  headers: Record<string, string>
  body?: string
}

/** How long things may take, in milliseconds. */
export interface Timeouts {
  connect: number
  /** Until the answer begins: of a read, of a write. */
  read: number
  write: number
  /** Between two pieces of the answer. */
  body: number
  /** The whole attempt. */
  whole: number
  /** How long after a write was given up it may still take effect. @see docs/http-client.md#recovery */
  settle: number
}

export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  read: 30_000,
  write: 60_000,
  body: 30_000,
  whole: 90_000,
  settle: 30_000,
}
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

export interface Transport {
  send: (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>
  close: () => Promise<void>
}

/** How a service is reached. */
export interface TransportOptions {
  timeouts: Timeouts
  proxy: ProxySettings | undefined
  /** A file with the certificates it is known by, instead of those everybody trusts. */
  ca_file: string | undefined
}

/** Connections to one origin, opened when first needed. A request names a path, so it cannot go anywhere else. */
export function openTransport(origin: string, way: TransportOptions): Transport {
  const { timeouts } = way
  let parts: ReturnType<typeof loadDispatcher> | undefined
  return {
    async send({ method, path, headers, body }, signal) {
      parts ??= loadDispatcher(origin, way)
      const { dispatcher, request } = await parts
      const deadline = AbortSignal.timeout(timeouts.whole)
      const answer = await request.call(dispatcher, {
        origin,
        method,
        path,
        headers,
        body: body ?? null,
        headersTimeout: method === 'GET' ? timeouts.read : timeouts.write,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      })
      const bytes = await answer.body.bytes()
      return { status: answer.statusCode, headers: joinHeaderValues(answer.headers), bytes }
    },
    async close() {
      // What could not be opened need not be closed; whoever sent has heard of it.
      const opened = await parts?.catch(() => undefined)
      await opened?.dispatcher.close()
    },
  }
}

/** undici, or the files of it we need. */
async function loadDispatcher(origin: string, { timeouts, proxy, ca_file }: TransportOptions) {
  // Its parser is WebAssembly, which V8 would optimise for longer than our few answers last. docs/performance.md#1-peers-and-prototypes
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  const options: PoolOptions = {
    connections: 4,
    pipelining: 1,
    connect: {
      timeout: timeouts.connect,
      // Set, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not count. docs/http-client.md#row-35
      rejectUnauthorized: true,
      ...(ca_file !== undefined && { ca: readCertificateFile(ca_file) }),
    },
    bodyTimeout: timeouts.body,
    maxResponseSize: MAX_RESPONSE_BYTES,
  }
  const [dispatcher, { default: request }] = await Promise.all([
    proxy ? openProxyDispatcher(proxy, options) : openPool(origin, options),
    import('undici/lib/api/api-request.js'),
  ])
  return { dispatcher, request }
}

async function openPool(origin: string, options: PoolOptions): Promise<Dispatcher> {
  const { default: PoolOf } = await import('undici/lib/dispatcher/pool.js')
  return new PoolOf(origin, options)
}

function readCertificateFile(path: string): string {
  try {
    return parseCertificates(readFileSync(path), path)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError('value', `The certificates in "${path}" cannot be read`, { field: 'ca_file' })
  }
}

const joinHeaderValues = (headers: Record<string, string | string[] | undefined>): HttpResponse['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
