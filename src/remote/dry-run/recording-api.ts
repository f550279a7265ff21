/**
 * Wraps the API of a remote profile for a dry run: reads pass through, writes are recorded instead of sent.
 * @see docs/cli.md#json
 */

import {
  type BudgetApi,
  isWriteOperation,
  type OperationName,
  operations,
  type WriteOperation,
  wrapApi,
} from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { NEW_ID, type PlannedChange } from '../../contract/ports/history.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import { asFields, entityKinds } from '../writes/api-entities.ts'
import { apiWrites } from '../writes/api-writes.ts'
import { toPlannedChanges } from '../writes/planned-changes.ts'

/** A write of a dry run, with the entity it would change. */
export interface PendingWrite {
  name: WriteOperation
  request: RawRequest
  before: Fields | undefined
}

/**
 * Asserts that the service would accept a write, as far as it can be known without a request.
 * @throws ApiError as the service would.
 */
export type AssertWritable = (write: PendingWrite) => Promise<void>

/** Returns the API of a dry run, which adds the changes of each write to `plannedChanges`. */
export function recordWrites(
  api: BudgetApi,
  plannedChanges: PlannedChange[],
  assertWritable: AssertWritable,
): BudgetApi {
  const cachedApi = memoizeReads(api)
  return wrapApi(cachedApi, (name, call) => {
    if (!isWriteOperation(name)) return call
    const recording = { api: cachedApi, name, plannedChanges, assertWritable }
    return (request) => recordWrite(recording, request)
  })
}

interface WriteRecording {
  api: BudgetApi
  name: WriteOperation
  plannedChanges: PlannedChange[]
  assertWritable: AssertWritable
}

async function recordWrite(
  { api, name, plannedChanges, assertWritable }: WriteRecording,
  request: RawRequest,
): Promise<Fields> {
  // The version condition was read before this run's own writes, which are the only changes since.
  const { if_match: _, ...unconditional } = request
  const { query, body, ...ids } = unconditional
  const pathParameters = ids as Record<string, string> // Path parameters are strings in every operation; RawRequest cannot express that.
  const { getSubject, predict } = apiWrites[name]
  const { type, id } = getSubject(pathParameters)
  const isNew = id === undefined || Object.values(pathParameters).includes(NEW_ID)
  const before = isNew ? undefined : (await entityKinds[type].read(api, id)).entity
  await assertWritable({ name, request: unconditional, before })
  const after = predict(before, asFields(body))
  const path = buildPath(name, pathParameters, query)
  plannedChanges.push(...toPlannedChanges({ name, path, pathParameters, body, before, after }))
  return buildPlaceholderReply(name, after ?? before ?? {})
}

// The placeholder of a new id stays readable.
const toPathSegment = (id: string): string => (id === NEW_ID ? id : encodeURIComponent(id))

/** Returns the path of a request with its query; the placeholder of a new id stays readable. */
export function buildPath(name: OperationName, pathParameters: Fields, query: Fields | undefined): string {
  const pathname = operations[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    toPathSegment(String(pathParameters[key])),
  )
  const queryEntries = Object.entries(query ?? {}).map(([key, value]): [string, string] => [
    key,
    String(value),
  ])
  return queryEntries.length === 0 ? pathname : `${pathname}?${new URLSearchParams(queryEntries).toString()}`
}

/** Builds a reply with the fields commands read. The results that commands compute from it are not printed. */
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

/** Returns the same API, which reads each month and each transaction only once. */
function memoizeReads(api: BudgetApi): BudgetApi {
  const months = new Map<string, ReturnType<BudgetApi['getMonth']>>()
  const transactions = new Map<string, ReturnType<BudgetApi['getTransaction']>>()
  return {
    ...api,
    getMonth(request, signal) {
      const month = months.get(request.month) ?? api.getMonth(request, signal)
      months.set(request.month, month)
      return month
    },
    getTransaction(request, signal) {
      const reply = transactions.get(request.transaction_id) ?? api.getTransaction(request, signal)
      transactions.set(request.transaction_id, reply)
      return reply
    },
    // A listed transaction equals the reply of its own request.
    async listTransactions(request, signal) {
      const page = await api.listTransactions(request, signal)
      for (const transaction of page.transactions) {
        // A list contains one side of a transfer; the request for one transaction returns both.
        if (transaction.type !== 'transfer')
          transactions.set(transaction.id, Promise.resolve({ transaction }))
      }
      return page
    },
  }
}
