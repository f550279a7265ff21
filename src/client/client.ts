/** The service over HTTP, as a BudgetApi. */

import { type BudgetApi, type OperationName, operationNames, operations } from '../contract/api.ts'
import type { Operation, RawRequest } from '../contract/operation.ts'
import { checkKey, readBaseUrl } from '../contract/remote.ts'
import { type Patience, persist } from './attempts.ts'
import type { ClientEvent } from './events.ts'
import { type Attempted, type Outcome, outcomeOfAbort, outcomeOfAnswer, outcomeOfError } from './outcomes.ts'
import { redactor } from './redact.ts'
import { checkedId, type Destination, idOf, requestOf } from './requests.ts'
import {
  type Answer,
  type Limits,
  openTransport,
  type Sent,
  type Transport,
  usualLimits,
} from './transport.ts'
import type { Timing } from './waits.ts'

export interface ClientOptions extends Timing {
  base_url: string
  workspace_id: string
  key: string
  /** How long a request may wait for the rate limit: a minute, unless this is long work. */ // reliability.md §2.6
  max_wait_seconds?: number
  note?: (event: ClientEvent) => void
  limits?: Partial<Limits>
}

/** A BudgetApi whose connections want closing. */
export type Client = BudgetApi & { close: () => Promise<void> }

interface Line extends Patience {
  destination: Destination
  transport: Transport
  redact: (text: string) => string
}

const USUAL_WAIT = 60

/** Opens a service by its address. Nothing is sent, nor looked up, before the first request. Throws a Mistake for bad options. */
export function openClient(options: ClientOptions): Client {
  const { workspace_id, key } = options
  checkKey(key)
  const base = readBaseUrl(options.base_url)
  const line: Line = {
    now: options.now,
    wait: options.wait,
    random: options.random,
    max_wait_seconds: options.max_wait_seconds ?? USUAL_WAIT,
    note: options.note ?? (() => {}),
    destination: { base, workspace_id: checkedId('workspace_id', workspace_id), key },
    transport: openTransport(base.origin, { ...usualLimits, ...options.limits }),
    redact: redactor(key),
  }
  const methods = operationNames.map((name) => [
    name,
    (asked: RawRequest, signal?: AbortSignal) => call(operations[name], asked, { line, signal }),
  ])
  // Each method answers with what readReply held against the operation's own description.
  const api = Object.fromEntries(methods) as Record<OperationName, unknown> as BudgetApi
  return { ...api, close: () => line.transport.close() }
}

interface Circumstances {
  line: Line
  signal: AbortSignal | undefined
}

async function call(
  operation: Operation,
  asked: RawRequest,
  { line, signal }: Circumstances,
): Promise<unknown> {
  const request = requestOf(operation, asked, line.destination)
  const attempted: Attempted = {
    operation,
    id: idOf(operation, asked),
    origin: line.destination.base.origin,
    redact: line.redact,
  }
  const attempt = (): Promise<Outcome> => send(request, attempted, { line, signal })
  return persist(attempt, { isRead: operation.method === 'GET', patience: line, signal })
}

/** One attempt, told about however it ended. */
async function send(request: Sent, attempted: Attempted, { line, signal }: Circumstances): Promise<Outcome> {
  const started = line.now()
  const { method, path } = request
  const tell = (status?: number): void =>
    line.note({ event: 'request', method, path, status, ms: line.now() - started })
  let answer: Answer
  try {
    answer = await line.transport.send(request, signal)
  } catch (error) {
    tell()
    // Whoever gave up a read wants to hear their own reason; a write on its way may have happened.
    if (signal?.aborted && method === 'GET') throw signal.reason
    return signal?.aborted ? outcomeOfAbort(error, attempted) : outcomeOfError(error, attempted)
  }
  tell(answer.status)
  return outcomeOfAnswer(answer, attempted)
}
