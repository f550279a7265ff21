/** Any workspaces over HTTP: a socket, its limits, and its end. */ // reliability.md rows 87-89

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { badRequest, Mistake } from '../contract/errors.ts'
import { refusal } from './answers.ts'
import { type AppOptions, createApp, type Served } from './app.ts'

export interface ServeOptions extends AppOptions {
  /** 0 picks a free one. */
  port: number
  /** How long a client may take to send, in milliseconds. */
  patience?: { header: number; request: number }
}

/** A server that listens. */
export interface RunningServer {
  url: string
  port: number
  /** Takes no new request, finishes those in flight, then returns. */
  close: () => Promise<void>
}

const usualPatience = { header: 15_000, request: 30_000 }
const MOST_CONNECTIONS = 64

/** Serves workspaces over HTTP; returns when the port is open. Throws a Mistake when it cannot be opened. */
export async function startServer(served: Served, options: ServeOptions): Promise<RunningServer> {
  const { header, request } = options.patience ?? usualPatience
  const app = createApp(served, options)
  const listener = getRequestListener(app.fetch, {
    errorHandler: () => refusal(badRequest('the request line or Host is malformed')),
  })
  const server = createServer(
    // Node looks for slow clients only so often.
    { headersTimeout: header, requestTimeout: request, connectionsCheckingInterval: Math.min(1000, header) },
    (request, response) => void listener(request, response), // it answers every failure itself
  )
  server.maxConnections = MOST_CONNECTIONS
  const { port } = await listen(server, options)
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  let closed: Promise<void> | undefined
  return { url: `http://${host}:${port}`, port, close: () => (closed ??= close(server)) }
}

function listen(server: Server, { host, port }: ServeOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, `${host}:${port}`)))
    // address() is a string for pipes only, and null before listening only.
    server.listen({ host, port }, () => resolve(server.address() as AddressInfo))
  })
}

const listenTroubles: Record<string, string> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not open that port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
}

function cannotListen(error: NodeJS.ErrnoException, address: string): Error {
  const why = listenTroubles[error.code ?? '']
  if (!why) return error
  return new Mistake('value', `Cannot listen on ${address}: ${why}`, { hint: '--port 0 picks a free port' })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    // A connection whose last answer went out stays open for a next request, and would hold the server up.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close((error) => {
      clearInterval(sweep)
      if (error) reject(error)
      else resolve()
    })
  })
}
