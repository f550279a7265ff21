/** Opens the service over HTTP as a BudgetApi. */

import { type BudgetApi, buildApi } from '../../contract/api.ts'
import type { HttpResponse } from '../../contract/http-response.ts'
import type { RateLimitStore, WorkspaceCache } from '../../contract/ports/remote-caches.ts'
import { assertApiKeyFormat, parseBaseUrl } from '../../contract/remote-address.ts'
import type { Timing } from './backoff.ts'
import { requireValidId } from './build-request.ts'
import { type ClientState, callOperation } from './call-operation.ts'
import { type ClientListeners, createEventDispatcher } from './events.ts'
import { type Environment, resolveProxy } from './proxy.ts'
import { estimateRequests } from './rate-limit-gate.ts'
import { createLogRedactor, createSecretMask } from './redact.ts'
import { createResponseMemory } from './response-memory.ts'
import { defaultTimeouts, openTransport, type Timeouts } from './transport.ts'

/** What a client is opened with. */
export interface ClientOptions extends Timing, ClientListeners {
  base_url: string
  workspace_id: string
  key: string
  /** A file with the certificates that identify the service. */
  ca_file?: string | undefined
  /** The environment variables that may name a proxy. */
  env?: Environment
  /** Returns an id that was never used before. */
  newId?: () => string
  /**
   * How many seconds a request may wait for the rate limit.
   * @default 60
   * @see docs/http-client.md#wait-or-fail
   */
  max_wait_seconds?: number
  /**
   * How many seconds a request may wait once several requests were reserved.
   * @default max_wait_seconds
   */
  max_wait_of_many?: number
  /** How many requests may be sent at all. */
  max_requests?: number | undefined
  /** The rate-limit window of this key, shared with other processes. */
  rateLimitStore?: RateLimitStore | undefined
  /** What earlier commands learned of the service. */
  cache?: WorkspaceCache | undefined
  timeouts?: Partial<Timeouts>
}

/** A BudgetApi over HTTP. */
export type Client = BudgetApi & {
  /** Returns how many creations were sent again because the first attempt was found not applied. */
  countResentWrites: () => number
  /**
   * Announces several requests before the first of them.
   * @throws ApiError rate_limit_exceeded when they may not all be sent
   */
  reserveRequests: (requests: number) => void
  /** Returns the HTTP response of a reply or an error, without the key; undefined for a recovered reply. */
  findHttpResponse: (outcome: object) => HttpResponse | undefined
  /** Closes the connections. */
  close: () => Promise<void>
}

const DEFAULT_MAX_WAIT_SECONDS = 60

/**
 * Opens a service by its address; the first request opens the connection.
 * @throws UserError for an invalid address, id, key or proxy
 */
export function openClient(options: ClientOptions): Client {
  const state = createClientState(options)
  return {
    ...createApi(state),
    countResentWrites: () => state.resentWrites,
    reserveRequests: (requests) => reserveRequests(requests, state),
    findHttpResponse: (outcome) => findHttpResponse(outcome, state),
    close: () => state.transport.close(),
  }
}

/** Returns one method per operation. */
function createApi(state: ClientState): BudgetApi {
  const options = { state, createApi: () => createApi(state) }
  return buildApi((name) => (request, signal) => callOperation(name, request, { ...options, signal }))
}

function createClientState(options: ClientOptions): ClientState {
  const { workspace_id, key, now, wait, random, max_requests, rateLimitStore, newId } = options
  assertApiKeyFormat(key)
  const base = parseBaseUrl(options.base_url)
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const proxy = resolveProxy(base, options.env ?? {})
  const maskSecrets = createSecretMask(key, proxy?.secrets)
  const redact = createLogRedactor(maskSecrets)
  const { trace, ...listeners } = options
  return {
    now,
    wait,
    random,
    rateLimitStore,
    newId,
    timeouts,
    maskSecrets,
    redact,
    max_wait_seconds: options.max_wait_seconds ?? DEFAULT_MAX_WAIT_SECONDS,
    max_wait_of_many: options.max_wait_of_many ?? 0,
    allowance: max_requests === undefined ? undefined : { left: max_requests },
    emit: createEventDispatcher({ ...listeners, ...(trace && { trace: (text) => trace(redact(text)) }) }),
    target: { base, workspace_id: requireValidId('workspace_id', workspace_id), key },
    transport: openTransport(base.origin, { timeouts, proxy, ca_file: options.ca_file }),
    memory: createResponseMemory(now, options.cache),
    responses: new WeakMap(),
    resentWrites: 0,
  }
}

/** Returns a response as it came, with the key masked. */
function findHttpResponse(
  outcome: object,
  { responses, maskSecrets }: ClientState,
): HttpResponse | undefined {
  const response = responses.get(outcome)
  if (!response) return undefined
  const headers = Object.entries(response.headers).map(([name, value]) => [name, value && maskSecrets(value)])
  const bytes = Buffer.from(maskSecrets(new TextDecoder().decode(response.bytes)))
  return { status: response.status, headers: Object.fromEntries(headers), bytes }
}

/**
 * Lets several requests wait longer: stopping half-way is worse than waiting for the next rate-limit window.
 * @see docs/http-client.md#wait-or-fail
 */
function reserveRequests(requests: number, state: ClientState): void {
  if (requests <= 1) return
  state.max_wait_seconds = Math.max(state.max_wait_seconds, state.max_wait_of_many)
  const estimate = estimateRequests(requests, state)
  if (estimate) state.emit({ event: 'price', ...estimate })
}
