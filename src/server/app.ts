/**
 * Routes the requests of the contract's operations, after the checks that come before any route.
 * @see docs/spec.md#d01
 */

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { type OperationName, operationNames, operations } from '../contract/api.ts'
import { ApiError, badRequest, notFound } from '../contract/errors.ts'
import { IF_NONE_ADDED_SINCE_HEADER } from '../contract/http-response.ts'
import type { Operation, OperationReply, RawRequest } from '../contract/operation.ts'
import { formatCategoryEtag } from '../contract/operations/months.ts'
import type { ApiKey } from '../contract/ports/local-service.ts'
import type { ServedAssistant } from '../contract/ports/served-assistant.ts'
import type { Admission, ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import type { WebPage, WebRequest } from '../contract/ports/web-page.ts'
import {
  assertAuthorized,
  assertNoOrigin,
  assertOpen,
  assertOwnHost,
  authenticateKey,
  isLoopbackOrigin,
} from './authenticate.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { parseQueryString, readFormBody, readJsonBody, readMessageBody } from './read-request.ts'
import { createErrorResponse, createSuccessResponse, toApiError } from './responses.ts'

/** One answered request, for the log; it holds no secret. */
export interface LogEntry {
  method: string
  path: string
  status: number
  ms: number
  key_id: string | null
  /** What failed inside, when the response is internal_error or service_unavailable. */
  error?: unknown
}

/** What the server is created with. */
export interface AppOptions {
  /** The address that the server listens on. */
  host: string
  /** The host, with its port, under which a proxy offers this server. @default none */
  public_host?: string | undefined
  /** How many requests a key may send in a window of `rate_window` seconds. */
  rate_limit: number
  rate_window: number
  /** Milliseconds since 1970. */
  now: () => number
  /**
   * Milliseconds of a monotonic clock, for the windows.
   * @default now
   */
  elapsed?: () => number
  log?: (entry: LogEntry) => void
  /** Answers what is not of the API; without one it is refused. */
  page?: WebPage | undefined
  /** Answers assistants. @default there is no such path */
  assistant?: ServedAssistant | undefined
}

interface AppEnvironment {
  Bindings: HttpBindings
  Variables: { admission: Admission }
}

/** Returns the service as a web application; its parts are in the order of the checks. @see docs/spec.md#d01 */
export function createApp(served: ServedWorkspaces, options: AppOptions) {
  const app = new Hono<AppEnvironment>()
  if (options.log) app.use(logRequests(options.log, options.now))
  // For load balancers, without a key: they tell nothing about the data.
  app.get('/healthz', () => new Response('ok\n'))
  app.get('/readyz', async () => {
    const trouble = await served.findTrouble?.()
    return trouble === undefined ? new Response('ready\n') : new Response('not ready\n', { status: 503 })
  })
  const { page } = options
  if (page)
    app.use((context, next) => (isApiPath(context.req.path) ? next() : page.answer(readWebRequest(context))))
  app.use(guardRequests(served, options))
  const { assistant } = options
  if (assistant)
    app.all(`/v1/workspaces/:workspace_id${ASSISTANT_PATH}`, (context) => {
      const { key, workspace } = assertOpen(context.get('admission'))
      const caller = { workspace_id: workspace.id, can: key.can, key_name: key.name ?? key.id }
      const { method, url, headers } = context.req.raw
      const readBody = () => readMessageBody(context.env.incoming)
      return assistant.answer({ method, url, headers, readBody }, caller)
    })
  for (const name of operationNames) {
    const operation: Operation = operations[name]
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(operation.method, `/v1/workspaces/:workspace_id${path}`, (context) => handleRequest(context, name))
  }
  app.notFound(() => createErrorResponse(notFound('endpoint')))
  app.onError((error) => createErrorResponse(toApiError(error)))
  return app
}

/** The path of assistants in a workspace. */
const ASSISTANT_PATH = '/mcp'

const isApiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** Returns a request in the form that the page takes; its headers are those that no proxy and no script made two of. */
function readWebRequest({ req, env: { incoming } }: Context<AppEnvironment>): WebRequest {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  return {
    method: req.method,
    path: req.path,
    query: new URL(req.url).searchParams,
    headers: Object.fromEntries(headers),
    readBody: () => readFormBody(incoming),
  }
}

const logRequests =
  (log: (entry: LogEntry) => void, now: () => number): MiddlewareHandler<AppEnvironment> =>
  async (context, next) => {
    const started = now()
    await next()
    const { req, res, error } = context
    const admission: Admission | undefined = context.get('admission') // undefined when the request was refused before authentication
    const entry = {
      method: req.method,
      path: req.path,
      status: res.status,
      ms: now() - started,
      key_id: admission?.key.id ?? null,
    }
    log(error && !(error instanceof ApiError) ? { ...entry, error } : entry)
  }

/**
 * Checks the origin, the key and the rate limit of a request before its route.
 * @see docs/spec.md#d01
 * @see docs/spec.md#r3
 */
function guardRequests(served: ServedWorkspaces, options: AppOptions): MiddlewareHandler<AppEnvironment> {
  const countHere = createRateLimiter({
    requests: options.rate_limit,
    seconds: options.rate_window,
    now: options.elapsed ?? options.now,
  })
  const countRequest: NonNullable<ServedWorkspaces['countRequest']> =
    served.countRequest ?? (({ id }: ApiKey) => countHere(id))
  return async (context, next) => {
    const { incoming } = context.env
    // Clients in a browser of this computer send their origin; a key is needed all the same.
    const isOriginAllowed =
      options.assistant &&
      context.req.path.endsWith(ASSISTANT_PATH) &&
      isLoopbackOrigin(incoming.headers.origin)
    if (!isOriginAllowed) assertNoOrigin(incoming)
    assertOwnHost(incoming, options.host, options.public_host)
    const workspace_id = parseWorkspaceId(context.req.path)
    const admission = await authenticateKey(incoming.headers.authorization, served, workspace_id)
    context.set('admission', admission)
    await countRequest(admission.key)
    // Hono answers HEAD with the route of GET; the service has no HEAD.
    if (incoming.method === 'HEAD') throw notFound('endpoint')
    return next()
  }
}

/** Returns the workspace that a path asks for; empty when it names none. */
const parseWorkspaceId = (path: string): string => /^\/v1\/workspaces\/([^/]+)/.exec(path)?.[1] ?? ''

async function handleRequest(context: Context<AppEnvironment>, name: OperationName): Promise<Response> {
  const operation: Operation = operations[name]
  const { workspace_id: _, ...names } = context.req.param()
  const admission = context.get('admission')
  assertAuthorized(admission, name)
  const { name: keyName, id: keyId } = admission.key
  const request: RawRequest = {
    ...names,
    query: parseQueryString(context.req.url),
    actor: keyName ?? keyId,
  }
  const { headers } = context.env.incoming
  const idempotencyKey = parseIdempotencyKey(headers['idempotency-key'])
  if (idempotencyKey !== undefined) request.idempotency_key = idempotencyKey
  const version = headers[IF_NONE_ADDED_SINCE_HEADER]
  if (version !== undefined) request.if_none_added_since = String(version)
  const ifMatch = headers['if-match']
  if (operation.conditional && ifMatch !== undefined) request.if_match = ifMatch
  // DELETE and restore ignore a body. docs/spec.md#d14
  if (operation.body) request.body = await readJsonBody(context.env.incoming)
  // The workspace is opened after the body is read: in the meantime other requests may close its file.
  const workspace = admission.open()
  const release = version === undefined ? undefined : await admission.lockAccounts?.(request.body)
  try {
    const reply = await workspace[name](request)
    const response = createSuccessResponse(
      reply,
      operation.status,
      operation.conditional && getEntityTag(reply),
    )
    if (admission.staleSeconds !== undefined) response.headers.set('Age', String(admission.staleSeconds))
    return response
  } finally {
    release?.()
  }
}

/** Returns the entity tag of the category in an assignment's reply. */
function getEntityTag(reply: unknown): string {
  const { category } = reply as OperationReply<typeof operations.assignCategory> // assignCategory is the only conditional operation
  return formatCategoryEtag(category)
}

/**
 * Returns the key with which a client may repeat a write; undefined when the request has none.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */
function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters')
}
