/**
 * Runs the operations of the service on a workspace's file.
 * It validates each request and calls its handler.
 */

import { createHash } from 'node:crypto'
import { type OperationName, operationNames, operations } from '../contract/api.ts'
import { badRequest, conflict } from '../contract/errors.ts'
import { InvalidBody, type Operation, type RawRequest } from '../contract/operation.ts'
import type { OpenWorkspace } from '../contract/ports/local-service.ts'
import { assertValid, parseQuery } from '../contract/validate.ts'
import { isMonth } from '../money/calendar.ts'
import {
  createRequestContext,
  type EngineOptions,
  findRow,
  type HandlersFor,
  type RequestContext,
} from './budget/request-context.ts'
import { accountHandlers } from './operations/accounts.ts'
import { categoryHandlers } from './operations/categories.ts'
import { createTransactionHandlers } from './operations/create-transactions.ts'
import { merchantHandlers } from './operations/merchants.ts'
import { monthHandlers } from './operations/months.ts'
import { transactionHandlers } from './operations/read-transactions.ts'
import { scheduleHandlers } from './operations/schedules.ts'
import { recordTransactionsVersion } from './operations/stale-create-guard.ts'
import { updateTransactionHandlers } from './operations/update-transaction.ts'

// An operation without a handler does not compile.
const handlers: HandlersFor<OperationName> = {
  ...accountHandlers,
  ...monthHandlers,
  ...transactionHandlers,
  ...createTransactionHandlers,
  ...updateTransactionHandlers,
  ...categoryHandlers,
  ...merchantHandlers,
  ...scheduleHandlers,
}

type AnyHandler = (context: RequestContext, request: RawRequest) => unknown

/**
 * Returns the API of an open workspace. Each request is one transaction of the store; an error leaves no trace.
 * @see docs/spec.md#d01
 */
export function openEngine(options: EngineOptions): OpenWorkspace {
  const handle = createRequestHandler(options)
  const methods = operationNames.map((name) => [
    name,
    async (request: RawRequest, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      return handle(name, request)
    },
  ])
  return Object.fromEntries(methods) as OpenWorkspace // each method has the type of its handler
}

/** Handles a request, and returns when it is done. @throws ApiError when it is refused */
export type RequestHandler = (name: OperationName, request: RawRequest) => unknown

/** Returns the function that handles every request to an open workspace. */
export function createRequestHandler(options: EngineOptions): RequestHandler {
  const { store } = options
  return (name, request) => {
    const operation: Operation = operations[name]
    const isRead = operation.method === 'GET'
    const transact = isRead ? store.read : store.write
    if (!isRead) recordRequest(options, operation, request.actor)
    return transact(() => {
      const context = createRequestContext(options)
      const handler = handlers[name] as AnyHandler // validateRequest checks the request against the handler's operation
      const perform = (): unknown => handler(context, validateRequest(context, operation, request))
      const reply = isRead ? perform() : runIdempotently(context, name, request, perform)
      recordTransactionsVersion(context, name, reply)
      return reply
    })
  }
}

/** Begins the entry of a request in the history, unless a command is recorded. */
function recordRequest(
  { store, now }: EngineOptions,
  { method, path }: Operation,
  actor: string | undefined,
): void {
  store.recorder.recordRequest({ now, command: `${method} ${path}`, actor: actor ?? null, undoes: null })
}

/** Validates a request in the order of the API: query and month, path, body. @see docs/spec.md#d01 */
function validateRequest(context: RequestContext, operation: Operation, request: RawRequest): RawRequest {
  const query = parseQuery(operation.query ?? NO_QUERY, request.query ?? {})
  const month = request['month']
  if (operation.path.includes('{month}') && !(typeof month === 'string' && isMonth(month))) {
    throw badRequest('month must be in the form YYYY-MM')
  }
  assertPathResource(context, operation, request)
  const { body } = request
  if (operation.body) {
    if (body instanceof InvalidBody) throw badRequest(body.detail)
    if (!operation.bodyValidatedByHandler) assertValid(operation.body, body, context)
  }
  return { ...request, query: query as Record<string, unknown> } // handlers read single fields of the record
}

const NO_QUERY = { entries: {} } as NonNullable<Operation['query']> // an operation without query parameters

function assertPathResource(context: RequestContext, { path }: Operation, request: RawRequest): void {
  const { store } = context
  // The statements of a table are loaded when a path names one of its rows.
  const lookups = {
    '{account_id}': () => findRow(context, 'account', String(request['account_id']), store.accounts.get),
    '{category_id}': () => findRow(context, 'category', String(request['category_id']), store.categories.get),
    '{group_id}': () => findRow(context, 'category_group', String(request['group_id']), store.groups.get),
    '{merchant_id}': () => findRow(context, 'merchant', String(request['merchant_id']), store.merchants.get),
    '{schedule_id}': () => findRow(context, 'schedule', String(request['schedule_id']), store.schedules.get),
    '{transaction_id}': () =>
      findRow(context, 'transaction', String(request['transaction_id']), store.transactions.get),
  }
  for (const [name, lookUp] of Object.entries(lookups)) if (path.includes(name)) lookUp()
}

/** The key of an entry: what one phone's form created, whenever and however often it is sent. */
const ENTRY_KEY = /^entry-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Performs a write, or returns its stored reply. The reply is stored in the write's own transaction; errors are
 * not stored, because they leave nothing to repeat.
 * @see docs/spec.md#r6
 */
function runIdempotently(
  context: RequestContext,
  name: OperationName,
  request: RawRequest,
  perform: () => unknown,
): unknown {
  const { idempotency_key: key, actor: _, ...content } = request
  if (key === undefined) return perform()
  const { idempotentReplies: replies } = context.store
  const isEntry = name === 'createTransactions' && ENTRY_KEY.test(key)
  const request_hash = createHash('sha256')
    .update(JSON.stringify([name, content]))
    .digest('base64')
  const stored = isEntry ? replies.getEntry(key) : replies.get(key, context.now)
  if (stored) {
    if (stored.request_hash === request_hash) return JSON.parse(stored.reply)
    if (isEntry) throw conflict('this entry was added with other content')
    throw badRequest('Idempotency-Key was used for another request')
  }
  const reply = perform()
  const added = { request_hash, reply: JSON.stringify(reply) }
  if (isEntry) replies.insertEntry(key, added)
  else replies.insert(key, added, context.now)
  return reply
}
