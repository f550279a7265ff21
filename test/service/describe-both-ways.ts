/** Opens the service in two ways, in this process and over HTTP, so that each promise is tested both ways. */

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BudgetApi, operationNames, operations, type UnvalidatedApi } from '../../src/contract/api.ts'
import { notFound, statusByErrorName } from '../../src/contract/errors.ts'
import { toResponseBody } from '../../src/contract/http-response.ts'
import { InvalidBody, type Operation, type RawRequest } from '../../src/contract/operation.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { openClient } from '../../src/remote/http/client.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { parseQueryString } from '../../src/server/read-request.ts'
import { buildErrorBody, toApiError } from '../../src/server/responses.ts'
import { startServer } from '../../src/server/server.ts'
import { listSchemaErrors } from './api-document.ts'

/** Noon of 2026-11-20, the time of the tests. */
const testNoon = Date.UTC(2026, 10, 20, 12)

interface Answer {
  status: number
  body: unknown
}

export interface OpenOptions {
  currency?: string
  now?: () => number
  /** Forces short and empty pages. */
  scanLimit?: (limit: number) => number
}

/** A workspace of a service, opened for a test. */
export interface OpenedService {
  api: BudgetApi
  /** Sends a request relative to the workspace, e.g. `raw('POST', '/accounts', {…})`. */
  raw: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** What lies outside the API: other workspaces, keys. */
  workspaces: Workspaces
  workspaceId: string
  close: () => Promise<void>
}

/** A way to open a service. */
export interface ServiceKind {
  name: string
  open: (options?: OpenOptions) => Promise<OpenedService>
}

/** The two ways to open a service. */
export const serviceKinds: ServiceKind[] = [
  { name: 'in process', open: openInProcess },
  { name: 'over HTTP', open: openOverHttp },
]

async function openInProcess(options: OpenOptions = {}): Promise<OpenedService> {
  const { workspaces, workspaceId, remove } = makeWorkspace(options)
  const api = workspaces.open(workspaceId)
  return {
    api,
    workspaces,
    workspaceId,
    raw: (method, path, body) => requestInProcess(api, { method, path, body }),
    async close() {
      workspaces.close()
      remove()
    },
  }
}

async function openOverHttp(options: OpenOptions = {}): Promise<OpenedService> {
  const { workspaces, workspaceId, now, remove } = makeWorkspace(options)
  const { key } = workspaces.createKey({ name: 'tests', can: 'write', workspace_id: null })
  const limits = { rate_limit: Number.POSITIVE_INFINITY, rate_window: 3600 }
  const server = await startServer(admitLocally(workspaces), { host: '127.0.0.1', port: 0, now, ...limits })
  const wait = async (): Promise<void> => {}
  const client = openClient({
    base_url: server.url,
    workspace_id: workspaceId,
    key,
    now,
    wait,
    random: () => 0,
  })
  return {
    api: client,
    workspaces,
    workspaceId,
    async raw(method, path, body) {
      const url = `${server.url}/v1/workspaces/${workspaceId}${path}`
      const answer = await rawOverHttp(url, { method, body, key })
      const flaws = listSchemaErrors(method, path, answer)
      if (flaws.length > 0)
        throw new Error(`The OpenAPI document describes another answer: ${flaws.join('; ')}`)
      return answer
    },
    async close() {
      await client.close()
      await server.close()
      workspaces.close()
      remove()
    },
  }
}

/** Creates a workspace on this machine, with the same ids in every run. */
export function makeWorkspace({
  currency = 'USD',
  now = () => testNoon,
  scanLimit,
  random = createSeededBytes(),
}: OpenOptions & { random?: (bytes: number) => Uint8Array }) {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const workspaces = openWorkspaces({
    folder,
    now,
    random,
    ...(scanLimit && { scanLimit }),
  })
  const { id } = workspaces.createWorkspace({ name: 'Household', currency })
  return { workspaces, workspaceId: id, now, remove: () => rmSync(folder, { recursive: true }) }
}

/** Returns pseudo-random bytes, the same in every run, so that both ways have the same ids. */
function createSeededBytes(): (bytes: number) => Uint8Array {
  let drawn = 0
  return (bytes) => createHash('shake256', { outputLength: bytes }).update(String(drawn++)).digest()
}

interface Typed {
  method: string
  path: string
  body: unknown
}

/** Handles a request as a server does: route, query, body, response body. */
async function requestInProcess(api: UnvalidatedApi, { method, path, body }: Typed): Promise<Answer> {
  try {
    const { pathname } = new URL(path, 'http://localhost')
    for (const name of operationNames) {
      const operation: Operation = operations[name]
      const names = operation.method === method && parsePathParameters(operation.path, pathname)
      if (!names) continue
      const request: RawRequest = {
        ...names,
        query: parseQueryString(path),
        ...(operation.body && { body: received(body) }),
      }
      const data = await api[name](request)
      return { status: operation.status, body: asJson(toResponseBody(data)) }
    }
    throw notFound('endpoint')
  } catch (error) {
    const refusal = toApiError(error)
    if (refusal !== error) throw error // a bug, which a server would answer with 500
    return { status: statusByErrorName[refusal.name], body: buildErrorBody(refusal) }
  }
}

/** Returns the parameters of a path, if it matches the template. */
function parsePathParameters(template: string, path: string): Record<string, string> | undefined {
  const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const groups = pattern.exec(path)?.groups ?? (pattern.test(path) ? {} : undefined)
  return (
    groups &&
    Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]))
  )
}

function received(body: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? asJson(body) : new InvalidBody('request body must be a JSON object')
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Sends one request as it is. */
export async function rawOverHttp(
  url: string,
  { method, body, key }: { method: string; body: unknown; key: string },
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
