/** Provides a real HTTP server with scripted responses. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, type ClientOptions, openClient } from '../../src/remote/http/client.ts'
import { type ClientEvent } from '../../src/remote/http/events.ts'

/** A key that must never occur outside of an Authorization header. */
export const canary = 'canary-key-0123456789abcdef'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** A request as the server received it. */
export interface ReceivedRequest {
  method: string
  url: string
  authorization: string | undefined
  body: string
}

/**
 * Runs a test against a server that answers the n-th request with the n-th handler, and later ones with the
 * last.
 */
export async function withService(
  handlers: Handler[],
  test: (service: { url: string; seen: ReceivedRequest[] }) => Promise<void>,
): Promise<void> {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const at = seen.length
    const { method = '', url = '', headers } = request
    const entry = { method, url, authorization: headers.authorization, body: '' }
    seen.push(entry)
    for await (const chunk of request) entry.body += chunk
    handlers[Math.min(at, handlers.length - 1)]?.(request, response, at)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  try {
    await test({ url: `http://127.0.0.1:${port}`, seen })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** Responds with an API error. */
export const respondWithError = (
  status: number,
  name: string,
  headers: Record<string, string> = {},
): Handler => json(status, { error: { id: String(status), name, detail: `${name} it is` } }, headers)

/** Responds with raw bytes, valid or not. */
export const raw =
  (text: string): Handler =>
  (request) => {
    request.socket.end(text)
  }

/** Closes the connection without a response. */
export const closeConnection: Handler = (request) => {
  request.socket.destroy()
}

/** A client whose clock advances only by waiting. */
export interface TestClient {
  client: Client
  events: ClientEvent[]
  /** The milliseconds waited so far. */
  waited: () => number
}

/** Returns a client of a service with its own clock. */
export function openTestClient(url: string, more: Partial<ClientOptions> = {}): TestClient {
  const events: ClientEvent[] = []
  let time = Date.UTC(2026, 10, 20, 12)
  const started = time
  const client = openClient({
    base_url: url,
    workspace_id: 'ws_1',
    key: canary,
    now: () => time,
    wait: async (milliseconds) => {
      time += milliseconds
    },
    random: () => 0.5,
    onEvent: (event) => events.push(event),
    ...more,
  })
  return { client, events, waited: () => time - started }
}

/** Returns the error with which a promise was rejected. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
