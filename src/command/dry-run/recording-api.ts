/**
 * Wraps the API for a dry run: reads pass through, writes are recorded instead of sent.
 * @see docs/cli.md#json
 */

import {
  type BudgetApi,
  isWriteOperation,
  type OperationName,
  operationNames,
  operations,
  type WriteOperation,
} from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { add, subtract } from '../../money/decimal.ts'
import { NEW_ID, type PlannedWrite } from '../../render/planned-write.ts'
import { readBefore } from '../recording/write-subjects.ts'
import { memoizeReads } from './read-cache.ts'

type Fields = Record<string, unknown>

/** A write of a dry run, with the entity it would change. */
export interface PendingWrite {
  name: OperationName
  request: RawRequest
  before: Fields | undefined
}

/**
 * Simulates a write and returns its reply, or undefined when the reply cannot be known.
 * @throws ApiError as the service would.
 */
export type SimulateWrite = (write: PendingWrite) => Promise<Fields | undefined>

/** Returns the API of a dry run, which adds each write to `plan`. */
export function recordWrites(
  api: BudgetApi,
  plannedWrites: PlannedWrite[],
  simulate: SimulateWrite,
): BudgetApi {
  const cachedApi = memoizeReads(api)
  const createdIds = new Set([NEW_ID])
  const methods = operationNames.map((name) => {
    if (!isWriteOperation(name)) return [name, cachedApi[name]]
    const recording = {
      api: cachedApi,
      name,
      plannedWrites,
      simulate,
      createdIds,
    }
    return [name, (request: RawRequest) => recordWrite(recording, request)]
  })
  return Object.fromEntries(methods) as BudgetApi // one method for every operation name
}

interface WriteRecording {
  api: BudgetApi
  name: WriteOperation
  plannedWrites: PlannedWrite[]
  simulate: SimulateWrite
  /** Ids of entities that this dry run would create. */
  createdIds: Set<string>
}

async function recordWrite(
  { api, name, plannedWrites, simulate, createdIds }: WriteRecording,
  request: RawRequest,
): Promise<Fields> {
  // The version condition was read before this run's own writes, which are the only changes since.
  const { if_match: _, ...unconditional } = request
  const { query, body, ...ids } = unconditional
  const pathParameters = ids as Record<string, string> // Path parameters are strings in every operation; RawRequest cannot express that.
  const isNew = Object.values(pathParameters).some((id) => createdIds.has(id))
  const before = isNew ? undefined : await readBefore(api, name, pathParameters)
  const simulatedReply = await simulate({ name, request: unconditional, before })
  for (const id of collectIds(simulatedReply)) if (operations[name].status === 201) createdIds.add(id)
  const after = predictAfter(name, before, body as Fields | undefined)
  plannedWrites.push({
    method: operations[name].method,
    path: buildPath(name, isNew ? maskCreatedIds(pathParameters, createdIds) : pathParameters, query),
    body: body ?? null,
    ...(before && { before }),
    ...(after && { after }),
  })
  return simulatedReply ?? buildPlaceholderReply(name, after ?? before ?? {})
}

/** Returns the ids of the entities in a reply. */
const collectIds = (simulatedReply: Fields | undefined): string[] =>
  Object.values(simulatedReply ?? {})
    .flat()
    .flatMap((entity) => (typeof entity === 'object' && entity && 'id' in entity ? [String(entity.id)] : []))

/** Replaces ids that exist in this dry run only. */
const maskCreatedIds = (pathParameters: Record<string, string>, createdIds: Set<string>): Fields =>
  Object.fromEntries(
    Object.entries(pathParameters).map(([key, id]) => [key, createdIds.has(id) ? NEW_ID : id]),
  )

function buildPath(name: OperationName, pathParameters: Fields, query: Fields | undefined): string {
  const pathname = operations[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(pathParameters[key])),
  )
  const queryEntries = Object.entries(query ?? {}).map(([key, value]): [string, string] => [
    key,
    String(value),
  ])
  return queryEntries.length === 0 ? pathname : `${pathname}?${new URLSearchParams(queryEntries).toString()}`
}

/** Predicts the entity after the write; undefined when the write deletes it. */
function predictAfter(
  name: OperationName,
  before: Fields | undefined,
  body: Fields | undefined,
): Fields | undefined {
  if (!before) return undefined
  if (name === 'deleteTransaction') return { ...before, deleted: true }
  if (name === 'restoreTransaction') return { ...before, deleted: false }
  if (operations[name].method === 'DELETE') return undefined
  const after = { ...before, ...body }
  if (name !== 'assignCategory') return after
  const { available, assigned } = before
  return {
    ...after,
    available: add(String(available), subtract(String(after['assigned']), String(assigned))),
  }
}

/**
 * Builds a reply with the fields commands read. The results that commands compute from it are not printed.
 */
function buildPlaceholderReply(name: OperationName, entity: Fields): Fields {
  const result = { id: NEW_ID, name: '', moved_transaction_count: 0, ...entity, deleted: true }
  return {
    ...result,
    account: result,
    category: result,
    category_group: result,
    merchant: result,
    transaction: result,
    transactions: [],
    operation: name,
  }
}
