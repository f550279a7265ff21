/**
 * From a request to its answer: the routes of the contract, and what is checked before one is taken.
 * @see docs/spec.md#d01
 */

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { type OperationName, operationNames, operations, type UnvalidatedApi } from '../contract/api.ts'
import { ApiError, badRequest, notFound } from '../contract/errors.ts'
import type { Operation, OperationReply, RawRequest } from '../contract/operation.ts'
import { formatCategoryEtag } from '../contract/operations/months.ts'
import type { ApiKey, Workspaces } from '../contract/ports/local-service.ts'
import { IF_NONE_ADDED_SINCE_HEADER } from '../contract/reply-version.ts'
import { lockAccounts } from './account-locks.ts'
import { assertAllowedOrigin } from './origin-guard.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { parseQueryString, readJsonBody } from './read-request.ts'
import { createErrorResponse, createSuccessResponse, toApiError } from './responses.ts'

/** One answered request, for the log. Nothing in it is secret. */
export interface LogEntry {
  method: string
  path: string
  status: number
  ms: number
  key_id: string | null
  /** What went wrong inside, when the answer is internal_error. */
  error?: unknown
}

/** The workspaces a server opens and the keys it knows. */
export type ServedWorkspaces = Pick<Workspaces, 'getWorkspace' | 'open' | 'importStore' | 'findApiKey'>

export interface AppOptions {
  /** The address listened on. */
  host: string
  /** So many requests of one key in a window of `rate_window` seconds. */
  rate_limit: number
  rate_window: number
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds on a clock nobody sets; without it windows are measured on `now`. */
  elapsed?: () => number
  log?: (entry: LogEntry) => void
}

interface AppEnvironment {
  Bindings: HttpBindings
  Variables: { key: ApiKey }
}

/** The service as a web application; the order of its parts is the order of the checks. @see docs/spec.md#d01 */
export function createApp(served: ServedWorkspaces, options: AppOptions) {
  const app = new Hono<AppEnvironment>()
  if (options.log) app.use(logRequests(options.log, options.now))
  app.use(guardRequests(served, options))
  for (const name of operationNames) {
    const operation: Operation = operations[name]
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(operation.method, `/v1/workspaces/:workspace_id${path}`, (context) =>
      handleRequest(context, served, name),
    )
  }
  app.notFound(() => createErrorResponse(notFound('endpoint')))
  app.onError((error) => createErrorResponse(toApiError(error)))
  return app
}

const logRequests =
  (log: (entry: LogEntry) => void, now: () => number): MiddlewareHandler<AppEnvironment> =>
  async (context, next) => {
    const started = now()
    await next()
    const { req, res, error } = context
    const key: ApiKey | undefined = context.get('key') // not there when the request was refused before
    const entry = {
      method: req.method,
      path: req.path,
      status: res.status,
      ms: now() - started,
      key_id: key?.id ?? null,
    }
    log(error && !(error instanceof ApiError) ? { ...entry, error } : entry)
  }

/** What a request must pass before its route is looked at. @see docs/spec.md#d01, docs/spec.md#r3 */
function guardRequests(served: ServedWorkspaces, options: AppOptions): MiddlewareHandler<AppEnvironment> {
  const count = createRateLimiter({
    requests: options.rate_limit,
    seconds: options.rate_window,
    now: options.elapsed ?? options.now,
  })
  return (context, next) => {
    const { incoming } = context.env
    assertAllowedOrigin(incoming, options.host)
    const key = authenticateKey(incoming.headers.authorization, served)
    context.set('key', key)
    count(key.id)
    // Hono answers HEAD with the route of GET; the service knows no HEAD.
    if (incoming.method === 'HEAD') throw notFound('endpoint')
    return next()
  }
}

function authenticateKey(authorization: string | undefined, served: ServedWorkspaces): ApiKey {
  const [, text] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const key = text === undefined ? undefined : served.findApiKey(text)
  // Always the same words: whoever tries keys learns nothing from them. docs/spec.md#r4
  if (!key) throw new ApiError('unauthorized', 'a valid API key is needed')
  return key
}

async function handleRequest(
  context: Context<AppEnvironment>,
  served: ServedWorkspaces,
  name: OperationName,
): Promise<Response> {
  const operation: Operation = operations[name]
  const { workspace_id = '', ...names } = context.req.param()
  authorize(context.get('key'), served, { id: workspace_id, operation })
  const request: RawRequest = { ...names, query: parseQueryString(context.req.url) }
  const { headers } = context.env.incoming
  const idempotencyKey = parseIdempotencyKey(headers['idempotency-key'])
  if (idempotencyKey !== undefined) request.idempotency_key = idempotencyKey
  const moment = headers[IF_NONE_ADDED_SINCE_HEADER]
  if (moment !== undefined) request.if_none_added_since = String(moment)
  const ifMatch = headers['if-match']
  if (operation.conditional && ifMatch !== undefined) request.if_match = ifMatch
  // DELETE and restore ignore a body. docs/spec.md#d14
  if (operation.body) request.body = await readJsonBody(context.env.incoming)
  // Opened only now: while a body is on its way, others may have this workspace's file closed.
  const workspace = served.open(workspace_id)
  const release = moment === undefined ? undefined : await lockAccounts(served, workspace_id, request.body)
  try {
    const unchecked: UnvalidatedApi = workspace
    const reply = await unchecked[name](request)
    return createSuccessResponse(reply, operation.status, operation.conditional && getEntityTag(reply))
  } finally {
    release?.()
  }
}

/** The entity tag of the category an assignment answers with. */
function getEntityTag(reply: unknown): string {
  const { category } = reply as OperationReply<typeof operations.assignCategory> // the one conditional operation
  return formatCategoryEtag(category)
}

/**
 * The key under which a client may send a write again.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */
function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters')
}

/** Throws unless a key may do this in a workspace. */
function authorize(
  key: ApiKey,
  served: ServedWorkspaces,
  { id, operation }: { id: string; operation: Operation },
): void {
  const workspace = served.getWorkspace(id)
  if (!workspace) throw notFound('workspace')
  if (workspace.archived) throw new ApiError('forbidden', 'workspace is archived')
  if (key.read_only && operation.method !== 'GET') throw new ApiError('forbidden', 'the key is read-only')
}
