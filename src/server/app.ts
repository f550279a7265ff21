/** From a request to its answer: the routes of the contract, and what is checked before one is taken. */ // spec D01

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { type OperationName, operationNames, operations, type UncheckedApi } from '../contract/api.ts'
import { ApiError, badRequest, notFound } from '../contract/errors.ts'
import type { Operation, RawRequest, ReplyOf } from '../contract/operation.ts'
import { categoryTag } from '../contract/operations/months.ts'
import type { Key, Workspaces } from '../contract/ports/local-service.ts'
import { IF_NONE_ADDED_SINCE } from '../contract/reply-version.ts'
import { lockAccounts } from './account-locks.ts'
import { refuseWebPages } from './origin-guard.ts'
import { limiter } from './rate-limiter.ts'
import { queryOf, readBody } from './read-request.ts'
import { refusal, refusalOf, success } from './responses.ts'

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
export type Served = Pick<Workspaces, 'getWorkspace' | 'open' | 'imports' | 'keyOf'>

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

interface Env {
  Bindings: HttpBindings
  Variables: { key: Key }
}

/** The service as a web application; the order of its parts is the order of the checks. */ // spec D01
export function createApp(served: Served, options: AppOptions) {
  const app = new Hono<Env>()
  if (options.log) app.use(logged(options.log, options.now))
  app.use(gate(served, options))
  for (const name of operationNames) {
    const operation: Operation = operations[name]
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(operation.method, `/v1/workspaces/:workspace_id${path}`, (context) =>
      answer(context, served, name),
    )
  }
  app.notFound(() => refusal(notFound('endpoint')))
  app.onError((error) => refusal(refusalOf(error)))
  return app
}

const logged =
  (log: (entry: LogEntry) => void, now: () => number): MiddlewareHandler<Env> =>
  async (context, next) => {
    const started = now()
    await next()
    const { req, res, error } = context
    const key: Key | undefined = context.get('key') // not there when the request was refused before
    const entry = {
      method: req.method,
      path: req.path,
      status: res.status,
      ms: now() - started,
      key_id: key?.id ?? null,
    }
    log(error && !(error instanceof ApiError) ? { ...entry, error } : entry)
  }

/** What a request must pass before its route is looked at. */ // spec D01 R3
function gate(served: Served, options: AppOptions): MiddlewareHandler<Env> {
  const count = limiter({
    requests: options.rate_limit,
    seconds: options.rate_window,
    now: options.elapsed ?? options.now,
  })
  return (context, next) => {
    const { incoming } = context.env
    refuseWebPages(incoming, options.host)
    const key = keyOf(incoming.headers.authorization, served)
    context.set('key', key)
    count(key.id)
    // Hono answers HEAD with the route of GET; the service knows no HEAD.
    if (incoming.method === 'HEAD') throw notFound('endpoint')
    return next()
  }
}

function keyOf(authorization: string | undefined, served: Served): Key {
  const [, text] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const key = text === undefined ? undefined : served.keyOf(text)
  // Always the same words: whoever tries keys learns nothing from them. spec R4
  if (!key) throw new ApiError('unauthorized', 'a valid API key is needed')
  return key
}

async function answer(context: Context<Env>, served: Served, name: OperationName): Promise<Response> {
  const operation: Operation = operations[name]
  const { workspace_id = '', ...names } = context.req.param()
  admit(context.get('key'), served, { id: workspace_id, operation })
  const request: RawRequest = { ...names, query: queryOf(context.req.url) }
  const { headers } = context.env.incoming
  const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'])
  if (idempotencyKey !== undefined) request.idempotency_key = idempotencyKey
  const moment = headers[IF_NONE_ADDED_SINCE]
  if (moment !== undefined) request.if_none_added_since = String(moment)
  const ifMatch = headers['if-match']
  if (operation.conditional && ifMatch !== undefined) request.if_match = ifMatch
  // DELETE and restore ignore a body. spec D14
  if (operation.body) request.body = await readBody(context.env.incoming)
  // Opened only now: while a body is on its way, others may have this workspace's file closed.
  const workspace = served.open(workspace_id)
  const release = moment === undefined ? undefined : await lockAccounts(served, workspace_id, request.body)
  try {
    const unchecked: UncheckedApi = workspace
    const reply = await unchecked[name](request)
    return success(reply, operation.status, operation.conditional && tagIn(reply))
  } finally {
    release?.()
  }
}

/** The entity tag of the category an assignment answers with. */
function tagIn(reply: unknown): string {
  const { category } = reply as ReplyOf<typeof operations.assignCategory> // the one conditional operation
  return categoryTag(category)
}

/** The key under which a client may send a write again. */ // import.md §7
function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters')
}

/** Throws unless a key may do this in a workspace. */
function admit(key: Key, served: Served, { id, operation }: { id: string; operation: Operation }): void {
  const workspace = served.getWorkspace(id)
  if (!workspace) throw notFound('workspace')
  if (workspace.archived) throw new ApiError('forbidden', 'workspace is archived')
  if (key.read_only && operation.method !== 'GET') throw new ApiError('forbidden', 'the key is read-only')
}
