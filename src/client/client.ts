/** The service over HTTP, as a BudgetApi. */

import { type BudgetApi, type OperationName, operationNames, operations } from '../contract/api.ts'
import { ApiError } from '../contract/errors.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { Operation, RawRequest } from '../contract/operation.ts'
import type { RateLimitStore, WorkspaceCache } from '../contract/ports/rate-limit.ts'
import { assertApiKeyFormat, parseBaseUrl } from '../contract/remote-address.ts'
import { setTransactionsAsOf, TRANSACTIONS_AS_OF_HEADER } from '../contract/reply-version.ts'
import type { Timing } from './backoff.ts'
import { buildRequest, getResourceId, type RequestTarget, requireValidId } from './build-request.ts'
import {
  type AttemptedRequest,
  type AttemptOutcome,
  toErrorOutcome,
  toResponseOutcome,
} from './classify-response.ts'
import { type ClientListeners, createEventDispatcher } from './events.ts'
import { type Environment, resolveProxy } from './proxy.ts'
import type { RateLimitOptions } from './rate-limit-gate.ts'
import { explainConflict, recoverWrite } from './recovery/recover-write.ts'
import { createLogRedactor, createSecretMask } from './redact.ts'
import { estimateRequests } from './request-price.ts'
import { createResponseMemory } from './response-memory.ts'
import { type Recovery, withRetry } from './retry.ts'
import {
  defaultTimeouts,
  type HttpRequest,
  openTransport,
  type Timeouts,
  type Transport,
} from './transport.ts'

export interface ClientOptions extends Timing, ClientListeners {
  base_url: string
  workspace_id: string
  key: string
  /** A file with the certificates the service is known by. */
  ca_file?: string | undefined
  /** Where a proxy may be named. */
  env?: Environment
  /** Makes an id nobody has used before. */
  newId?: () => string
  /**
   * How long a request may wait for the rate limit: a minute, unless this is long work.
   * @see docs/http-client.md#wait-or-fail
   */
  max_wait_seconds?: number
  /** How long it may wait once many requests were announced; no longer than usual when left out. */
  max_wait_of_many?: number
  /** How many requests may be made at all. */
  max_requests?: number | undefined
  /** The hour of this key, shared with other processes. */
  rateLimitStore?: RateLimitStore | undefined
  cache?: WorkspaceCache | undefined
  timeouts?: Partial<Timeouts>
}

/** A BudgetApi whose connections want closing. */
export type Client = BudgetApi & {
  /** How many new things were sent again after it seemed certain that nothing had happened. */
  countResentWrites: () => number
  /** Announces so many requests before the first of them. Throws rate_limit_exceeded when they may not all be made. */
  reserveRequests: (requests: number) => void
  /** The answer a reply was read from, or an error about the answer; undefined where it was lost and the reply pieced together. */
  findHttpResponse: (outcome: object) => HttpResponse | undefined
  close: () => Promise<void>
}

interface ClientState extends RateLimitOptions {
  destination: RequestTarget
  transport: Transport
  limits: Timeouts
  recollection: ReturnType<typeof createResponseMemory>
  max_wait_of_many: number
  answers: WeakMap<object, HttpResponse>
  resent: number
  newId: (() => string) | undefined
  hide: (text: string) => string
  redact: (text: string) => string
  api: () => BudgetApi
}

const DEFAULT_MAX_WAIT_SECONDS = 60

/** Opens a service by its address. Nothing is sent, nor looked up, before the first request. Throws a Mistake for bad options. */
export function openClient(options: ClientOptions): Client {
  const line = createClientState(options, () => api)
  const methods = operationNames.map((name) => [
    name,
    (asked: RawRequest, signal?: AbortSignal) => requestOperation(name, asked, { line, signal }),
  ])
  // Each method answers with what readReply held against the operation's own description.
  const api = Object.fromEntries(methods) as Record<OperationName, unknown> as BudgetApi
  return {
    ...api,
    countResentWrites: () => line.resent,
    reserveRequests: (requests) => reserveRequests(requests, line),
    findHttpResponse: (outcome) => findHttpResponse(outcome, line),
    close: () => line.transport.close(),
  }
}

function createClientState(options: ClientOptions, api: () => BudgetApi): ClientState {
  const { workspace_id, key, now, wait, random, max_requests, rateLimitStore, newId } = options
  assertApiKeyFormat(key)
  const base = parseBaseUrl(options.base_url)
  const limits = { ...defaultTimeouts, ...options.timeouts }
  const proxy = resolveProxy(base, options.env ?? {})
  const hide = createSecretMask(key, proxy?.secrets)
  const redact = createLogRedactor(hide)
  const { trace, ...listener } = options
  return {
    now,
    wait,
    random,
    rateLimitStore,
    newId,
    limits,
    hide,
    redact,
    api,
    max_wait_seconds: options.max_wait_seconds ?? DEFAULT_MAX_WAIT_SECONDS,
    max_wait_of_many: options.max_wait_of_many ?? 0,
    allowance: max_requests === undefined ? undefined : { left: max_requests },
    emit: createEventDispatcher({ ...listener, ...(trace && { trace: (text) => trace(redact(text)) }) }),
    destination: { base, workspace_id: requireValidId('workspace_id', workspace_id), key },
    transport: openTransport(base.origin, { timeouts: limits, proxy, ca_file: options.ca_file }),
    recollection: createResponseMemory(now, options.cache),
    answers: new WeakMap(),
    resent: 0,
  }
}

/** An answer as it came, except that it shows no key. */
function findHttpResponse(outcome: object, { answers, hide }: ClientState): HttpResponse | undefined {
  const answer = answers.get(outcome)
  if (!answer) return undefined
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, value && hide(value)])
  const bytes = Buffer.from(hide(new TextDecoder().decode(answer.bytes)))
  return { status: answer.status, headers: Object.fromEntries(headers), bytes }
}

/**
 * Many requests are long work, which rather waits for the next hour than ends half-way.
 * @see docs/http-client.md#wait-or-fail
 */
function reserveRequests(requests: number, line: ClientState): void {
  if (requests <= 1) return
  line.max_wait_seconds = Math.max(line.max_wait_seconds, line.max_wait_of_many)
  const price = estimateRequests(requests, line)
  if (price) line.emit({ event: 'price', ...price })
}

interface CallOptions {
  line: ClientState
  signal: AbortSignal | undefined
}

async function requestOperation(
  name: OperationName,
  asked: RawRequest,
  { line, signal }: CallOptions,
): Promise<unknown> {
  const operation: Operation = operations[name]
  const { recollection } = line
  // Sent to a service that does not know it, a condition would promise what nobody holds.
  const { if_match, ...unconditional } = asked
  const isConditional = if_match !== undefined && recollection.takes('conditions')
  const wantsKey = operation.method === 'POST' || isConditional
  const key = wantsKey && recollection.takes('keys') ? line.newId?.() : undefined
  const made = buildRequest(operation, isConditional ? asked : unconditional, line.destination)
  const request = withIdempotencyKey(made, key)
  const attempted: AttemptedRequest = {
    operation,
    id: getResourceId(operation, asked),
    limit: asked.query?.['limit'] === undefined ? undefined : Number(asked.query['limit']),
    origin: line.destination.base.origin,
    redact: line.redact,
  }
  const attempt = (): Promise<AttemptOutcome> => sendAttempt(request, attempted, { line, signal })
  const settling = createRecovery(name, asked, { line, signal, isKeyed: key !== undefined })
  const reply = await withRetry(attempt, { settling, patience: line, signal })
  line.recollection.replied(name, reply)
  return reply
}

const withIdempotencyKey = (request: HttpRequest, key: string | undefined): HttpRequest =>
  key === undefined ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } }

function createRecovery(
  name: OperationName,
  asked: RawRequest,
  { line, signal, isKeyed }: CallOptions & { isKeyed: boolean },
): Recovery {
  const { now, wait, random, limits, recollection } = line
  return {
    async recover(error, sent_at) {
      if (operations[name].method !== 'GET') line.emit({ event: 'settling', because: error.message })
      const settled_at = sent_at + limits.write + limits.settle
      const inquiry = { api: line.api(), asked, sent_at, settled_at, isKeyed, recollection, signal }
      const found = await recoverWrite(name, { ...inquiry, now, wait, random })
      if (found === 'did_not_happen' && operations[name].method === 'POST') line.resent++
      return found
    },
    explainConflict: (refusal) => explainConflict(name, refusal, { api: line.api(), asked }),
    // Under its key an attempt that happened would be answered as it was then, whatever changed since.
    isProofOfFailure: (refusal) =>
      isKeyed && refusal instanceof ApiError && refusal.name === 'precondition_failed',
  }
}

/** One attempt, told about however it ended. */
async function sendAttempt(
  request: HttpRequest,
  attempted: AttemptedRequest,
  { line, signal }: CallOptions,
): Promise<AttemptOutcome> {
  const started = line.now()
  const { method, path } = request
  // A write on its way is waited for: half a write is worse than a late end. docs/http-client.md#row-54
  const ending = method === 'GET' ? signal : undefined
  const tell = (status?: number): void =>
    line.emit({ event: 'request', method, path, status, ms: line.now() - started })
  let answer: HttpResponse
  try {
    answer = await line.transport.send(request, ending)
  } catch (error) {
    tell()
    // Whoever gave up a read wants to hear their own reason.
    if (ending?.aborted) throw ending.reason
    return toErrorOutcome(error, attempted)
  }
  tell(answer.status)
  line.recollection.answered(answer)
  const outcome = toResponseOutcome(answer, attempted)
  if (outcome.class === 'done') {
    line.answers.set(Object(outcome.reply), answer)
    setTransactionsAsOf(Object(outcome.reply), answer.headers[TRANSACTIONS_AS_OF_HEADER])
  } else if (outcome.isAnswered) line.answers.set(outcome.error, answer)
  return outcome
}
