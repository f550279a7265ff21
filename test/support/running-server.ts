/** Runs a server over real workspaces for a test. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import type { LogEntry } from '../../src/server/app.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/server.ts'

/** A running server with one workspace and one key. */
export interface TestServer {
  server: RunningServer
  workspaces: Workspaces
  /** The directory of the data. */
  folder: string
  /** The base path of the workspace, e.g. `/v1/workspaces/wks_1`. */
  root: string
  workspaceId: string
  key: string
  keyId: string
  log: LogEntry[]
  /** Sends a request and reads the response body. */
  send: (method: string, path: string, more?: RequestOptions) => Promise<Answer>
}

interface RequestOptions {
  key?: string | null
  body?: string | Uint8Array
  type?: string
  headers?: Record<string, string>
}

interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Runs a test against a server with one workspace and one key. */
export async function withServer(
  test: (served: TestServer) => Promise<void>,
  options: Partial<ServerOptions> & {
    serve?: (workspaces: Workspaces) => Workspaces
    mostOpen?: number
  } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const now = options.now ?? (() => Date.UTC(2026, 10, 20, 12))
  const workspaces = openWorkspaces({
    folder,
    now,
    random: (bytes) => randomBytes(bytes),
    maxOpen: options.mostOpen ?? 32,
  })
  const { id } = workspaces.createWorkspace({ name: 'Household', currency: 'USD' })
  const { key, id: keyId } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
  const log: LogEntry[] = []
  const usual: ServerOptions = {
    host: '127.0.0.1',
    port: 0,
    rate_limit: 200,
    rate_window: 3600,
    now,
    log: (entry) => log.push(entry),
  }
  const server = await startServer(admitLocally(options.serve?.(workspaces) ?? workspaces), {
    ...usual,
    ...options,
  })
  const send = (method: string, path: string, more: RequestOptions = {}): Promise<Answer> =>
    request(`${server.url}${path}`, method, { key, ...more })
  try {
    const root = `/v1/workspaces/${id}`
    await test({ server, workspaces, folder, root, workspaceId: id, key, keyId, log, send })
  } finally {
    await server.close()
    workspaces.close()
    rmSync(folder, { recursive: true })
  }
}

async function request(
  url: string,
  method: string,
  { key, body, type, headers }: RequestOptions,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Returns the body of an API error. */
export const refusal = (status: number, name: string, detail: string) => ({
  status,
  body: { error: { id: String(status), name, detail } },
})

/** Returns the part of a response that is compared with an error. */
export const toStatusAndBody = ({ status, body }: Answer) => ({ status, body })
