/**
 * Serves workspaces over HTTP: opens the port, limits slow clients, and closes gracefully.
 * @see docs/reliability.md#row-87
 */

import { createServer, type Server } from 'node:http'
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
    (request, response) => void listener(request, response), // the listener answers every error itself
  )
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
  /** Closes the idle connections; the others close after their response. */
  closeIdle(): void
}

/** Limits how many connections may be open at once. */
function limitConnections(server: Server, max: number): ConnectionLimit {
  // The number of running requests by connection; the connection idle for longest comes first.
  const running = new Map<Socket, number>()
  let isEnding = false

  const findIdle = (): Socket | undefined => {
    for (const [socket, requests] of running) if (requests === 0) return socket
    return undefined
  }
  const change = (socket: Socket, by: 1 | -1): void => {
    const requests = running.get(socket)
    if (requests === undefined) return // the connection is closed
    running.delete(socket)
    running.set(socket, requests + by)
    if (isEnding && requests + by === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    // When every connection is busy, the new one is closed.
    const closing = running.size < max ? undefined : (findIdle() ?? socket)
    closing?.destroy()
    if (closing) running.delete(closing)
    if (closing === socket) return
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })

  return {
    closeIdle() {
      isEnding = true
      for (const [socket, requests] of running) if (requests === 0) socket.destroy()
    },
  }
}
