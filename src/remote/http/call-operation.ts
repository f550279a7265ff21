/** Calls one operation over HTTP: builds the request, sends it with retries and recovers a lost answer. */

import { type BudgetApi, type OperationName, operations } from '../../contract/api.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  type HttpResponse,
  setTransactionsVersion,
  TRANSACTIONS_AS_OF_HEADER,
} from '../../contract/http-response.ts'
import type { Operation, RawRequest } from '../../contract/operation.ts'
import { buildRequest, getResourceId, type RequestTarget } from './build-request.ts'
import {
  type AttemptedRequest,
  type AttemptOutcome,
  toErrorOutcome,
  toResponseOutcome,
} from './classify-response.ts'
import type { RateLimitOptions } from './rate-limit-gate.ts'
import { explainRefusal, recoverWrite } from './recovery/recover-write.ts'
import type { Recovery } from './recovery/recovery-context.ts'
import type { ResponseMemory } from './response-memory.ts'
import { withRetry } from './retry.ts'
import type { HttpRequest, Timeouts, Transport } from './transport.ts'

/** The state of one open client. */
export interface ClientState extends RateLimitOptions {
  target: RequestTarget
  transport: Transport
  timeouts: Timeouts
  memory: ResponseMemory
  max_wait_of_many: number
  /** The response behind each reply and each error. */
  responses: WeakMap<object, HttpResponse>
  resentWrites: number
  newId: (() => string) | undefined
  /** Replaces the key and the proxy's password in a text. */
  maskSecrets: (text: string) => string
  /** Like `maskSecrets`, for log lines: replaces every bearer token. */
  redact: (text: string) => string
}

/** What calling an operation needs. */
export interface CallOptions {
  state: ClientState
  signal: AbortSignal | undefined
  /** Returns an API for the reads with which a lost write is recovered. */
  createApi: () => BudgetApi
}

/** Returns the reply of an operation. */
export async function callOperation(
  name: OperationName,
  request: RawRequest,
  options: CallOptions,
): Promise<object> {
  const { state, signal } = options
  const operation: Operation = operations[name]
  const { memory } = state
  // A service that does not announce conditional writes would ignore the condition.
  const { if_match, ...unconditional } = request
  const isConditional = if_match !== undefined && memory.hasFeature('conditions')
  const wantsKey = operation.method === 'POST' || isConditional
  const idempotencyKey = wantsKey && memory.hasFeature('keys') ? state.newId?.() : undefined
  const httpRequest = withIdempotencyKey(
    buildRequest(operation, isConditional ? request : unconditional, state.target),
    idempotencyKey,
  )
  const attempted: AttemptedRequest = {
    operation,
    id: getResourceId(operation, request),
    limit: request.query?.['limit'] === undefined ? undefined : Number(request.query['limit']),
    origin: state.target.base.origin,
    redact: state.redact,
  }
  const attempt = (): Promise<AttemptOutcome> => sendAttempt(httpRequest, attempted, { state, signal })
  const recovery = createRecovery(name, request, {
    ...options,
    hasIdempotencyKey: idempotencyKey !== undefined,
  })
  // parseReply checked it by the description of its operation, and each describes an object.
  const reply = (await withRetry(attempt, { recovery, rateLimit: state, signal })) as object
  memory.recordReply(name, reply)
  return reply
}

const withIdempotencyKey = (request: HttpRequest, key: string | undefined): HttpRequest =>
  key === undefined ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } }

function createRecovery(
  name: OperationName,
  request: RawRequest,
  { state, signal, createApi, hasIdempotencyKey }: CallOptions & { hasIdempotencyKey: boolean },
): Recovery {
  const { now, wait, random, timeouts, memory } = state
  const { method } = operations[name]
  return {
    async recover(error, sentAt) {
      if (method !== 'GET') state.emit({ event: 'recovering', because: error.message })
      const latestEffectAt = sentAt + timeouts.write + timeouts.lateEffect
      const timing = { now, wait, random, sentAt, latestEffectAt, signal }
      const result = await recoverWrite(name, {
        api: createApi(),
        request,
        hasIdempotencyKey,
        memory,
        ...timing,
      })
      if (result === 'not_applied' && method === 'POST') state.resentWrites++
      return result
    },
    explainRefusal: (error) => explainRefusal(name, error, { api: createApi(), request }),
    // With an Idempotency-Key, an applied attempt would get its first answer again, whatever changed since.
    isProofOfFailure: (error) =>
      hasIdempotencyKey && error instanceof ApiError && error.name === 'precondition_failed',
  }
}

/** Sends one attempt and emits an event however it ends. */
async function sendAttempt(
  request: HttpRequest,
  attempted: AttemptedRequest,
  { state, signal }: Pick<CallOptions, 'state' | 'signal'>,
): Promise<AttemptOutcome> {
  const startedAt = state.now()
  const { method, path } = request
  // A write in flight is not aborted: half a write is worse than a late end. docs/http-client.md#row-54
  const abort = method === 'GET' ? signal : undefined
  const emitRequest = (status?: number): void =>
    state.emit({ event: 'request', method, path, status, ms: state.now() - startedAt })
  let response: HttpResponse
  try {
    response = await state.transport.send(request, abort)
  } catch (error) {
    emitRequest()
    // The caller's abort reason is rethrown instead of undici's.
    if (abort?.aborted) throw abort.reason
    return toErrorOutcome(error, attempted)
  }
  emitRequest(response.status)
  state.memory.recordResponse(response)
  const outcome = toResponseOutcome(response, attempted)
  if (outcome.class === 'done') {
    state.responses.set(Object(outcome.reply), response)
    setTransactionsVersion(Object(outcome.reply), response.headers[TRANSACTIONS_AS_OF_HEADER])
  } else if (outcome.isAnswered) state.responses.set(outcome.error, response)
  return outcome
}
