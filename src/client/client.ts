/** The service over HTTP, as a BudgetApi. */

import { type BudgetApi, type OperationName, operationNames, operations } from '../contract/api.ts'
import { ApiError } from '../contract/errors.ts'
import type { Answer } from '../contract/http-response.ts'
import type { Operation, RawRequest } from '../contract/operation.ts'
import type { Kept, Ledger } from '../contract/ports/rate-limit.ts'
import { checkKey, readBaseUrl } from '../contract/remote-address.ts'
import { AS_OF, noteAsOf } from '../contract/reply-version.ts'
import type { Timing } from './backoff.ts'
import { checkedId, type Destination, idOf, requestOf } from './build-request.ts'
import { type Attempted, type Outcome, outcomeOfAnswer, outcomeOfError } from './classify-response.ts'
import { type Listener, tellerOf } from './events.ts'
import { type Environment, proxyOf } from './proxy.ts'
import type { Patience } from './rate-limit-gate.ts'
import { explain, settle } from './recovery/recover-write.ts'
import { hider, redactor } from './redact.ts'
import { priceOf } from './request-price.ts'
import { openRecollection } from './response-memory.ts'
import { persist, type Settling } from './retry.ts'
import { type Limits, openTransport, type Sent, type Transport, usualLimits } from './transport.ts'

export interface ClientOptions extends Timing, Listener {
  base_url: string
  workspace_id: string
  key: string
  /** A file with the certificates the service is known by. */
  ca_file?: string | undefined
  /** Where a proxy may be named. */
  env?: Environment
  /** Makes an id nobody has used before. */
  newId?: () => string
  /** How long a request may wait for the rate limit: a minute, unless this is long work. */ // reliability.md §2.6
  max_wait_seconds?: number
  /** How long it may wait once many requests were announced; no longer than usual when left out. */
  max_wait_of_many?: number
  /** How many requests may be made at all. */
  max_requests?: number | undefined
  /** The hour of this key, shared with other processes. */
  ledger?: Ledger | undefined
  kept?: Kept | undefined
  limits?: Partial<Limits>
}

/** A BudgetApi whose connections want closing. */
export type Client = BudgetApi & {
  /** How many new things were sent again after it seemed certain that nothing had happened. */
  resent: () => number
  /** Announces so many requests before the first of them. Throws rate_limit_exceeded when they may not all be made. */
  price: (requests: number) => void
  /** The answer a reply was read from, or an error about the answer; undefined where it was lost and the reply pieced together. */
  answerTo: (outcome: object) => Answer | undefined
  close: () => Promise<void>
}

interface Line extends Patience {
  destination: Destination
  transport: Transport
  limits: Limits
  recollection: ReturnType<typeof openRecollection>
  max_wait_of_many: number
  answers: WeakMap<object, Answer>
  resent: number
  newId: (() => string) | undefined
  hide: (text: string) => string
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
  return {
    ...api,
    resent: () => line.resent,
    price: (requests) => announce(requests, line),
    answerTo: (outcome) => answerTo(outcome, line),
    close: () => line.transport.close(),
  }
}

function lineOf(options: ClientOptions, api: () => BudgetApi): Line {
  const { workspace_id, key, now, wait, random, max_requests, ledger, newId } = options
  checkKey(key)
  const base = readBaseUrl(options.base_url)
  const limits = { ...usualLimits, ...options.limits }
  const proxy = proxyOf(base, options.env ?? {})
  const hide = hider(key, proxy?.secrets)
  const redact = redactor(hide)
  const { trace, ...listener } = options
  return {
    now,
    wait,
    random,
    ledger,
    newId,
    limits,
    hide,
    redact,
    api,
    max_wait_seconds: options.max_wait_seconds ?? USUAL_WAIT,
    max_wait_of_many: options.max_wait_of_many ?? 0,
    allowance: max_requests === undefined ? undefined : { left: max_requests },
    note: tellerOf({ ...listener, ...(trace && { trace: (text) => trace(redact(text)) }) }),
    destination: { base, workspace_id: checkedId('workspace_id', workspace_id), key },
    transport: openTransport(base.origin, { limits, proxy, ca_file: options.ca_file }),
    recollection: openRecollection(now, options.kept),
    answers: new WeakMap(),
    resent: 0,
  }
}

/** An answer as it came, except that it shows no key. */
function answerTo(outcome: object, { answers, hide }: Line): Answer | undefined {
  const answer = answers.get(outcome)
  if (!answer) return undefined
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, value && hide(value)])
  const bytes = Buffer.from(hide(new TextDecoder().decode(answer.bytes)))
  return { status: answer.status, headers: Object.fromEntries(headers), bytes }
}

/** Many requests are long work, which rather waits for the next hour than ends half-way. */ // reliability.md §2.6
function announce(requests: number, line: Line): void {
  if (requests <= 1) return
  line.max_wait_seconds = Math.max(line.max_wait_seconds, line.max_wait_of_many)
  const price = priceOf(requests, line)
  if (price) line.note({ event: 'price', ...price })
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
  const { recollection } = line
  // Sent to a service that does not know it, a condition would promise what nobody holds.
  const { if_match, ...unconditional } = asked
  const isConditional = if_match !== undefined && recollection.takes('conditions')
  const wantsKey = operation.method === 'POST' || isConditional
  const key = wantsKey && recollection.takes('keys') ? line.newId?.() : undefined
  const made = requestOf(operation, isConditional ? asked : unconditional, line.destination)
  const request = keyed(made, key)
  const attempted: Attempted = {
    operation,
    id: idOf(operation, asked),
    limit: asked.query?.['limit'] === undefined ? undefined : Number(asked.query['limit']),
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
    async settle(error, sent_at) {
      if (operations[name].method !== 'GET') line.note({ event: 'settling', because: error.message })
      const settled_at = sent_at + limits.write + limits.settle
      const inquiry = { api: line.api(), asked, sent_at, settled_at, isKeyed, recollection, signal }
      const found = await settle(name, { ...inquiry, now, wait, random })
      if (found === 'did_not_happen' && operations[name].method === 'POST') line.resent++
      return found
    },
    explain: (refusal) => explain(name, refusal, { api: line.api(), asked }),
    // Under its key an attempt that happened would be answered as it was then, whatever changed since.
    disproves: (refusal) => isKeyed && refusal instanceof ApiError && refusal.name === 'precondition_failed',
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
  const outcome = outcomeOfAnswer(answer, attempted)
  if (outcome.class === 'done') {
    line.answers.set(Object(outcome.reply), answer)
    noteAsOf(Object(outcome.reply), answer.headers[AS_OF])
  } else if (outcome.isAnswered) line.answers.set(outcome.error, answer)
  return outcome
}
