/** Any workspaces over HTTP: a socket, its limits, and its end. */ // reliability.md rows 87-89

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { badRequest, Mistake } from '../contract/errors.ts'
import { type AppOptions, createApp, type Served } from './app.ts'
import { type Connections, limitConnections } from './connections.ts'
import { refusal } from './responses.ts'

export interface ServeOptions extends AppOptions {
  /** 0 picks a free one. */
  port: number
  /** In milliseconds: how long a client may take to send, and how long requests are still answered at the end. */
  patience?: { header: number; request: number; end?: number }
}

/** A server that listens. */
export interface RunningServer {
  url: string
  port: number
  /** Takes no new request, finishes those in flight as long as patience lasts, then returns. */
  close: () => Promise<void>
}

const usualPatience = { header: 5000, request: 30_000 }
const LAST_ANSWERS = 10_000
const MOST_CONNECTIONS = 64

/** Serves workspaces over HTTP; returns when the port is open. Throws a Mistake when it cannot be opened. */
export async function startServer(served: Served, options: ServeOptions): Promise<RunningServer> {
  const { header, request, end = LAST_ANSWERS } = { ...usualPatience, ...options.patience }
  const app = createApp(served, options)
  const listener = getRequestListener(app.fetch, {
    errorHandler: () => refusal(badRequest('the request line or Host is malformed')),
  })
  const server = createServer(
    // Node looks for slow clients only so often.
    { headersTimeout: header, requestTimeout: request, connectionsCheckingInterval: Math.min(500, header) },
    (request, response) => void listener(request, response), // it answers every failure itself
  )
  const connections = limitConnections(server, MOST_CONNECTIONS)
  const { port } = await listen(server, options)
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  let closed: Promise<void> | undefined
  return { url: `http://${host}:${port}`, port, close: () => (closed ??= close(server, connections, end)) }
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

function close(server: Server, connections: Connections, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => server.closeAllConnections(), patience)
    server.close((error) => {
      clearTimeout(end)
      if (error) reject(error)
      else resolve()
    })
    connections.end()
  })
}
