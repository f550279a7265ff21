/**
 * Sends one HTTP request and returns the whole response; only src/remote/http uses undici.
 * @see docs/reliability.md#dispatcher
 */

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import { UserError } from '../../contract/errors.ts'
import type { HttpResponse } from '../../contract/http-response.ts'
import type { Method } from '../../contract/operation.ts'
import { parseCertificates } from '../../contract/remote-address.ts'
import { openProxyDispatcher, type PoolOptions, type ProxySettings } from './proxy.ts'

/** An HTTP request with a complete, checked path. */
export interface HttpRequest {
  method: Method
  path: string
  headers: Record<string, string>
  body?: string
}

/** The timeouts of a request, in milliseconds. */
export interface Timeouts {
  connect: number
  /** Until the response begins, for reads and for writes. */
  read: number
  write: number
  /** Between two chunks of the response. */
  body: number
  /** For the whole attempt. */
  whole: number
  /** For how long after its timeout a write may still take effect. @see docs/http-client.md#recovery */
  lateEffect: number
}

/** The timeouts of a client unless it is given others. */
export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  read: 30_000,
  write: 60_000,
  body: 30_000,
  whole: 90_000,
  lateEffect: 30_000,
}
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

/** The connections to a service. */
export interface Transport {
  send: (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>
  close: () => Promise<void>
}

/** How a service is reached. */
export interface TransportOptions {
  timeouts: Timeouts
  proxy: ProxySettings | undefined
  /** A file with the certificates that identify the service, instead of the public authorities. */
  ca_file: string | undefined
}

/**
 * Opens the connections to one origin at the first request. A request has only a path, so it cannot reach
 * another origin.
 */
export function openTransport(origin: string, options: TransportOptions): Transport {
  const { timeouts } = options
  let loaded: ReturnType<typeof loadDispatcher> | undefined
  return {
    async send({ method, path, headers, body }, signal) {
      loaded ??= loadDispatcher(origin, options)
      const { dispatcher, request } = await loaded
      const deadline = AbortSignal.timeout(timeouts.whole)
      const response = await request.call(dispatcher, {
        origin,
        method,
        path,
        headers,
        body: body ?? null,
        headersTimeout: method === 'GET' ? timeouts.read : timeouts.write,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      })
      const bytes = await response.body.bytes()
      return { status: response.statusCode, headers: joinHeaderValues(response.headers), bytes }
    },
    async close() {
      // A failed load was reported to the request that caused it.
      const parts = await loaded?.catch(() => undefined)
      await parts?.dispatcher.close()
    },
  }
}

/** Loads the parts of undici that are needed. */
async function loadDispatcher(origin: string, { timeouts, proxy, ca_file }: TransportOptions) {
  // V8 would optimize undici's WebAssembly parser for longer than a few responses take.
  // docs/performance.md#what-reaches-them
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  const options: PoolOptions = {
    connections: 4,
    pipelining: 1,
    connect: {
      timeout: timeouts.connect,
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect. docs/http-client.md#row-35
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
  const { default: UndiciPool } = await import('undici/lib/dispatcher/pool.js')
  return new UndiciPool(origin, options)
}

function readCertificateFile(path: string): string {
  try {
    return parseCertificates(readFileSync(path), path)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError('invalid', `Cannot read the certificates in "${path}"`, { field: 'ca_file' })
  }
}

const joinHeaderValues = (headers: Record<string, string | string[] | undefined>): HttpResponse['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
