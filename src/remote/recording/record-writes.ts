/**
 * Wraps the API of a remote workspace: reads are remembered, and each write is logged before it is sent and after
 * its reply. Recording sends no request.
 * @see docs/history.md#3-on-a-remote-profile
 */

import {
  type BudgetApi,
  type CallOperation,
  isWriteOperation,
  type OperationName,
  operations,
  type WriteOperation,
  wrapApi,
} from '../../contract/api.ts'
import { isCertainlyNotApplied, StorageError } from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { EntryOrigin } from '../../contract/ports/history.ts'
import type { InvertedWrite, LoggedRequest, WriteLog } from '../../contract/ports/write-log.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import { asFields, type EntityReference, pickFields } from '../writes/api-entities.ts'
import type { WriteChanges } from '../writes/api-write.ts'
import { apiWrites } from '../writes/api-writes.ts'
import { toPlannedChanges } from '../writes/planned-changes.ts'
import { batchFields } from '../writes/write-changes.ts'
import {
  type EntityImage,
  isStillTrue,
  listReplyEntities,
  omitChangeableFields,
  type SeenEntities,
} from './seen-entities.ts'

/** What the next writes belong to. */
export interface RecordedCommand {
  /** The command as it was typed; the request when it is not known. */
  label: string | undefined
  /** Who it is by, and which draft it applies. */
  origin: EntryOrigin | undefined
  /** The entry that the command takes back. */
  undoes: number | null
  /** The entry of the log; undefined before the first write. */
  entry: number | undefined
  /** The write that the next ones take back. */
  inverts: InvertedWrite | null
}

/** What recording the writes of an invocation needs. */
export interface RecordingOptions {
  /** Opens the log. @throws StorageError when it cannot be opened */
  openLog: () => Promise<WriteLog>
  seen: SeenEntities
  command: RecordedCommand
  /** Milliseconds since 1970. */
  now: () => number
  /** Tells the user that the history could not be written. */
  warn: (text: string) => void
}

/** Returns the same API, which records its writes. */
export function recordApiWrites(api: BudgetApi, options: RecordingOptions): BudgetApi {
  const logging = { ...options, attempt: createAttempt(options.warn) }
  return wrapApi(api, (name, call) => {
    const send: CallOperation = async (request, signal) => {
      const reply = await call(request, signal)
      options.seen.record(name, request, reply)
      return reply
    }
    return isWriteOperation(name) ? recordWrite(name, send, logging) : send
  })
}

type Attempt = <Result>(work: () => Result | Promise<Result>) => Promise<Result | undefined>

/** Runs work on the log. A full disk must not keep the user from changing the budget, so it only warns, once. */
function createAttempt(warn: (text: string) => void): Attempt {
  let hasFailed = false
  return async (work) => {
    if (hasFailed) return undefined
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      hasFailed = true
      warn(`The history cannot be written, so this cannot be undone later: ${error.message}`)
      return undefined
    }
  }
}

const recordWrite =
  (
    name: WriteOperation,
    send: CallOperation,
    { attempt, ...options }: RecordingOptions & { attempt: Attempt },
  ): CallOperation =>
  async (request, signal) => {
    const { seen, openLog } = options
    const { type, id } = apiWrites[name].getSubject(request)
    const image = id === undefined ? undefined : findImage(seen, { type, id }, request)
    const write = await attempt(async () => {
      const log = await openLog()
      return { log, number: logIntent(log, { name, request, before: image?.fields }, options) }
    })
    let reply: object
    try {
      reply = await send(request, signal)
    } catch (error) {
      await attempt(() => {
        if (isCertainlyNotApplied(error)) write?.log.discardWrite(write.number)
        else write?.log.markUnknown(write.number)
      })
      throw error
    }
    await attempt(() => {
      const applied = { request, before: verifyImage(name, request, { image, reply }), reply: { ...reply } }
      if (write) recordReply(write, apiWrites[name].buildChanges(applied), options)
    })
    return reply
  }

/** Returns what is known of a thing before a write that is about to be sent. */
function findImage(
  seen: SeenEntities,
  reference: EntityReference,
  { body }: RawRequest,
): EntityImage | undefined {
  const image = seen.find(reference)
  if (!image?.isEarlier) return image
  return { ...image, fields: omitChangeableFields(reference.type, image.fields, asFields(body)) }
}

/** Returns what a thing was before a write; undefined when an earlier invocation read it and it had changed since. */
function verifyImage(
  name: WriteOperation,
  request: RawRequest,
  { image, reply }: { image: EntityImage | undefined; reply: object },
): Fields | undefined {
  if (!image?.isEarlier) return image?.fields
  const { type, id } = apiWrites[name].getSubject(request)
  const after = listReplyEntities(name, request, reply).find((seen) => seen.type === type && seen.id === id)
  const body = asFields(request.body)
  const isTrue = !after || isStillTrue(type, { image: image.fields, after: after.fields, body })
  return isTrue ? image.fields : undefined
}

/** Records what a reply shows. A write that changed nothing is forgotten, unless it takes another one back. */
function recordReply(
  { log, number }: { log: WriteLog; number: number },
  applied: WriteChanges,
  { command }: Pick<RecordingOptions, 'command'>,
): void {
  if (applied.changes.length > 0 || command.inverts) log.markDone(number, applied)
  else log.discardWrite(number)
}

interface Intent {
  name: WriteOperation
  request: RawRequest
  before: Fields | undefined
}

/** Logs a write that is about to be sent, in the entry of the command, which begins with its first write. */
function logIntent(
  log: WriteLog,
  { name, request, before }: Intent,
  { command, now }: Pick<RecordingOptions, 'command' | 'now'>,
): number {
  const { label, origin, undoes, inverts } = command
  const { query: _, body, ...pathParameters } = request
  // Path parameters are strings in every operation; RawRequest cannot express that.
  const ids = pathParameters as Record<string, string>
  const after = apiWrites[name].predict(before, asFields(body))
  const planned = toPlannedChanges({ name, path: '', pathParameters: ids, body, before, after })
  const isBatch = planned.length > 2
  const changes = planned.map(({ type, id, before, after }) => ({
    type,
    id,
    before,
    after: after && isBatch ? pickFields(after, batchFields) : after,
  }))
  const write = { operation: name, request: toLoggedRequest(name, request), changes, inverts }
  const entry = { id: command.entry, at: now(), command: label ?? describeOperation(name), undoes, origin }
  const logged = log.recordSending(write, entry)
  command.entry = logged.entry
  return logged.number
}

/** The drafts of new transactions are in the changes already; conditions hold for one moment only. */
function toLoggedRequest(name: OperationName, request: RawRequest): LoggedRequest {
  const { if_match: _, if_none_added_since: _since, idempotency_key: _key, body, ...rest } = request
  return name === 'createTransactions' || body === undefined ? rest : { ...rest, body }
}

/** Returns the method and the path template of a write, e.g. `PATCH /transactions/{transaction_id}`. */
const describeOperation = (name: WriteOperation): string =>
  `${operations[name].method} ${operations[name].path}`
