/**
 * Serves workspaces over HTTP: opens the port, limits slow clients, and closes gracefully.
 * @see docs/reliability.md#row-87
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { badRequest, UserError } from '../contract/errors.ts'
import { type AppOptions, createApp } from './app.ts'
import type { ServedWorkspaces } from './authenticate.ts'
import { type ConnectionLimit, limitConnections } from './connections.ts'
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

function listen(server: Server, { host, port }: ServerOptions): Promise<AddressInfo> {
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
