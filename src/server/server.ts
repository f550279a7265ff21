/**
 * Serves workspaces over HTTP: opens the port, limits slow clients, and closes gracefully.
 * @see docs/reliability.md#row-87
 */

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { badRequest, UserError } from '../contract/errors.ts'
import type { ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import { type AppOptions, createApp } from './app.ts'
import { createErrorResponse } from './responses.ts'

/** What a server is started with. */
export interface ServerOptions extends AppOptions {
  /** 0 picks a free port. */
  port: number
  /**
   * Milliseconds that a client may take to send its headers and its request, and that a closing server waits
   * for responses.
   */
  timeouts?: { header: number; request: number; end?: number }
}

/** A server that is listening. */
export interface RunningServer {
  url: string
  port: number
  /** Refuses new requests, waits for running ones until the timeout, and closes. */
  close: () => Promise<void>
}

const defaultServerTimeouts = { header: 5000, request: 30_000 }
const SHUTDOWN_MILLISECONDS = 10_000
const MAX_CONNECTIONS = 64
/** How long a connection may have nothing sent or received. */
const IDLE_MILLISECONDS = 60_000
/** A request that takes longer to arrive gives its connection to another client when there are no more. */
const SLOW_MILLISECONDS = 1000

/**
 * Serves workspaces over HTTP; resolves when the port is open.
 * @throws UserError when the port cannot be opened
 */
export async function startServer(served: ServedWorkspaces, options: ServerOptions): Promise<RunningServer> {
  const { header, request, end = SHUTDOWN_MILLISECONDS } = { ...defaultServerTimeouts, ...options.timeouts }
  const app = createApp(served, options)
  const listener = getRequestListener(app.fetch, {
    // The health check of a load balancer may have no Host; every other request without one is refused.
    hostname: 'localhost',
    errorHandler: () => createErrorResponse(badRequest('the request line or Host is malformed')),
  })
  const server = createServer(
    // The interval at which Node looks for slow clients.
    { headersTimeout: header, requestTimeout: request, connectionsCheckingInterval: Math.min(500, header) },
    (request, response) => {
      // Neither browsers nor our client send a request before the last one is answered.
      if (connections.isBusy(request.socket)) request.socket.destroy()
      else void listener(request, response) // it answers every error itself
    },
  )
  // A client that does not read its response.
  server.timeout = IDLE_MILLISECONDS
  const connections = limitConnections(server, MAX_CONNECTIONS)
  const { port } = await listen(server, options)
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  let closed: Promise<void> | undefined
  return {
    url: `http://${host}:${port}`,
    port,
    close: () => (closed ??= closeServer(server, connections, end)),
  }
}

/** Opens the port of a server. @throws UserError when it cannot be opened */
export function listen(
  server: Server,
  { host, port }: Pick<ServerOptions, 'host' | 'port'>,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, `${host}:${port}`)))
    // address() returns a string only for pipes, and null only before listening.
    server.listen({ host, port }, () => resolve(server.address() as AddressInfo))
  })
}

const listenErrorByCode: Record<string, string> = {
  EADDRINUSE: 'the address is already in use',
  EACCES: 'permission denied for this port',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'this computer has no such address',
}

function toListenError(error: NodeJS.ErrnoException, address: string): Error {
  const reason = listenErrorByCode[error.code ?? '']
  if (!reason) return error
  return new UserError('invalid', `Cannot listen on ${address}: ${reason}`, {
    hint: 'Use --port 0 for a free port',
  })
}

function closeServer(server: Server, connections: ConnectionLimit, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => server.closeAllConnections(), timeout)
    server.close((error) => {
      clearTimeout(end)
      if (error) reject(error)
      else resolve()
    })
    connections.closeIdle()
  })
}

/** The connections of a server. */
export interface ConnectionLimit {
  /** True if a connection has a request that is not answered. */
  isBusy(socket: Socket): boolean
  /** Closes the idle connections; the others close after their response. */
  closeIdle(): void
}

/** The request that a connection is about. */
interface RunningRequest {
  request: IncomingMessage
  /** Milliseconds of a monotonic clock. */
  since: number
}

/** Limits how many connections may be open at once. */
function limitConnections(server: Server, max: number): ConnectionLimit {
  // The running request by connection; the connection idle for longest comes first.
  const running = new Map<Socket, RunningRequest | undefined>()
  let isEnding = false

  /** Returns a connection that can be given up: an idle one, else one whose request arrives too slowly. */
  const findDispensable = (): Socket | undefined => {
    const latest = performance.now() - SLOW_MILLISECONDS
    let slow: Socket | undefined
    for (const [socket, current] of running) {
      if (!current) return socket
      if (!current.request.complete && current.since < latest) slow ??= socket
    }
    return slow
  }
  const change = (socket: Socket, current: RunningRequest | undefined): void => {
    if (!running.has(socket)) return // the connection is closed
    running.delete(socket)
    running.set(socket, current)
    if (isEnding && !current) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    // When every connection is busy, the new one is closed.
    const closing = running.size < max ? undefined : (findDispensable() ?? socket)
    closing?.destroy()
    if (closing) running.delete(closing)
    if (closing === socket) return
    running.set(socket, undefined)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', (request, response) => {
    change(request.socket, { request, since: performance.now() })
    response.once('close', () => change(request.socket, undefined))
  })

  return {
    isBusy: (socket) => running.get(socket) !== undefined,
    closeIdle() {
      isEnding = true
      for (const [socket, current] of running) if (!current) socket.destroy()
    },
  }
}
