/** The service over HTTP, as a BudgetApi. */

import { type BudgetApi, type OperationName, operationNames, operations } from '../contract/api.ts'
import type { Kept, Ledger } from '../contract/ledger.ts'
import type { Operation, RawRequest } from '../contract/operation.ts'
import { checkKey, readBaseUrl } from '../contract/remote.ts'
import { persist, type Settling } from './attempts.ts'
import { type Listener, tellerOf } from './events.ts'
import { type Attempted, type Outcome, outcomeOfAnswer, outcomeOfError } from './outcomes.ts'
import type { Patience } from './quota.ts'
import { openRecollection } from './recollection.ts'
import { redactor } from './redact.ts'
import { checkedId, type Destination, idOf, requestOf } from './requests.ts'
import { explain, settle } from './settle.ts'
import {
  type Answer,
  type Limits,
  openTransport,
  type Sent,
  type Transport,
  usualLimits,
} from './transport.ts'
import type { Timing } from './waits.ts'

export interface ClientOptions extends Timing, Listener {
  base_url: string
  workspace_id: string
  key: string
  /** Makes an id nobody has used before. */
  newId?: () => string
  /** How long a request may wait for the rate limit: a minute, unless this is long work. */ // reliability.md §2.6
  max_wait_seconds?: number
  /** How many requests may be made at all. */
  max_requests?: number | undefined
  /** The hour of this key, shared with other processes. */
  ledger?: Ledger | undefined
  kept?: Kept | undefined
  limits?: Partial<Limits>
}

/** A BudgetApi whose connections want closing. */
export type Client = BudgetApi & { close: () => Promise<void> }

interface Line extends Patience {
  destination: Destination
  transport: Transport
  limits: Limits
  recollection: ReturnType<typeof openRecollection>
  newId: (() => string) | undefined
  redact: (text: string) => string
  api: () => BudgetApi
}

const USUAL_WAIT = 60

/** Opens a service by its address. Nothing is sent, nor looked up, before the first request. Throws a Mistake for bad options. */
export function openClient(options: ClientOptions): Client {
  const line = lineOf(options, () => api)
  const methods = operationNames.map((name) => [
    name,
    (asked: RawRequest, signal?: AbortSignal) => call(name, asked, { line, signal }),
  ])
  // Each method answers with what readReply held against the operation's own description.
  const api = Object.fromEntries(methods) as Record<OperationName, unknown> as BudgetApi
  return { ...api, close: () => line.transport.close() }
}

function lineOf(options: ClientOptions, api: () => BudgetApi): Line {
  const { workspace_id, key, now, wait, random, max_requests, ledger, newId } = options
  checkKey(key)
  const base = readBaseUrl(options.base_url)
  const limits = { ...usualLimits, ...options.limits }
  const redact = redactor(key)
  const { trace, ...listener } = options
  return {
    now,
    wait,
    random,
    ledger,
    newId,
    limits,
    redact,
    api,
    max_wait_seconds: options.max_wait_seconds ?? USUAL_WAIT,
    allowance: max_requests === undefined ? undefined : { left: max_requests },
    note: tellerOf({ ...listener, ...(trace && { trace: (text) => trace(redact(text)) }) }),
    destination: { base, workspace_id: checkedId('workspace_id', workspace_id), key },
    transport: openTransport(base.origin, limits),
    recollection: openRecollection(now, options.kept),
  }
}

interface Circumstances {
  line: Line
  signal: AbortSignal | undefined
}

async function call(
  name: OperationName,
  asked: RawRequest,
  { line, signal }: Circumstances,
): Promise<unknown> {
  const operation: Operation = operations[name]
  const key = operation.method === 'POST' && line.recollection.takesKeys() ? line.newId?.() : undefined
  const request = keyed(requestOf(operation, asked, line.destination), key)
  const attempted: Attempted = {
    operation,
    id: idOf(operation, asked),
    origin: line.destination.base.origin,
    redact: line.redact,
  }
  const attempt = (): Promise<Outcome> => send(request, attempted, { line, signal })
  const settling = settlingOf(name, asked, { line, signal, isKeyed: key !== undefined })
  const reply = await persist(attempt, { settling, patience: line, signal })
  line.recollection.replied(name, reply)
  return reply
}

const keyed = (request: Sent, key: string | undefined): Sent =>
  key === undefined ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } }

function settlingOf(
  name: OperationName,
  asked: RawRequest,
  { line, signal, isKeyed }: Circumstances & { isKeyed: boolean },
): Settling {
  const { now, wait, random, limits, recollection } = line
  return {
    settle(error, sent_at) {
      if (operations[name].method !== 'GET') line.note({ event: 'settling', because: error.message })
      const settled_at = sent_at + limits.write + limits.settle
      const inquiry = { api: line.api(), asked, sent_at, settled_at, isKeyed, recollection, signal }
      return settle(name, { ...inquiry, now, wait, random })
    },
    explain: (refusal) => explain(name, refusal, { api: line.api(), asked }),
  }
}

/** One attempt, told about however it ended. */
async function send(request: Sent, attempted: Attempted, { line, signal }: Circumstances): Promise<Outcome> {
  const started = line.now()
  const { method, path } = request
  // A write on its way is waited for: half a write is worse than a late end. reliability.md row 54
  const ending = method === 'GET' ? signal : undefined
  const tell = (status?: number): void =>
    line.note({ event: 'request', method, path, status, ms: line.now() - started })
  let answer: Answer
  try {
    answer = await line.transport.send(request, ending)
  } catch (error) {
    tell()
    // Whoever gave up a read wants to hear their own reason.
    if (ending?.aborted) throw ending.reason
    return outcomeOfError(error, attempted)
  }
  tell(answer.status)
  line.recollection.answered(answer)
  return outcomeOfAnswer(answer, attempted)
}
