/** The service over a workspace's file. Every request passes the same front door, in this process and over HTTP. */

import { type OperationName, operationNames, operations } from '../contract/api.ts'
import { badRequest } from '../contract/errors.ts'
import { type Operation, type RawRequest, UnreadableBody } from '../contract/operation.ts'
import type { OpenWorkspace } from '../contract/ports/local-service.ts'
import { check, readQuery } from '../contract/validate.ts'
import { isMonth } from '../money/calendar.ts'
import { type Context, contextOf, find, type Surroundings } from './budget/request-context.ts'
import { once } from './idempotency.ts'
import { accountRules } from './operations/accounts.ts'
import { categoryRules } from './operations/categories.ts'
import { createRules } from './operations/create-transactions.ts'
import type { RulesFor } from './operations/handler.ts'
import { merchantRules } from './operations/merchants.ts'
import { monthRules } from './operations/months.ts'
import { transactionRules } from './operations/read-transactions.ts'
import { noteProgress } from './operations/stale-create-guard.ts'
import { updateRules } from './operations/update-transaction.ts'

// An operation of the contract without its rule here does not compile.
const rules: RulesFor<OperationName> = {
  ...accountRules,
  ...monthRules,
  ...transactionRules,
  ...createRules,
  ...updateRules,
  ...categoryRules,
  ...merchantRules,
}

type AnyRule = (context: Context, request: RawRequest) => unknown

/** The API over an open workspace. One request is one transaction of the store: an error leaves no trace. */ // spec D01
export function openEngine(surroundings: Surroundings): OpenWorkspace {
  const { store } = surroundings

  function answer(name: OperationName, request: RawRequest): unknown {
    const operation: Operation = operations[name]
    const transact = operation.method === 'GET' ? store.read : store.write
    return transact(() => {
      const context = contextOf(surroundings)
      const rule = rules[name] as AnyRule // the door checks the request against the rule's own operation
      const perform = (): unknown => rule(context, atTheDoor(context, operation, request))
      const reply = operation.method === 'GET' ? perform() : once(context, name, request, perform)
      noteProgress(context, name, reply)
      return reply
    })
  }

  const methods = operationNames.map((name) => [
    name,
    async (request: RawRequest, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      return answer(name, request)
    },
  ])
  return Object.fromEntries(methods) as OpenWorkspace // one method per operation, each typed by its rule
}

/** The request, checked in the order the API promises: query and month, path, body. */ // spec D01
function atTheDoor(context: Context, operation: Operation, request: RawRequest): RawRequest {
  const query = readQuery(operation.query ?? NO_QUERY, request.query ?? {})
  const month = request['month']
  if (operation.path.includes('{month}') && !(typeof month === 'string' && isMonth(month))) {
    throw badRequest('month must be in the form YYYY-MM')
  }
  findPathResource(context, operation, request)
  const { body } = request
  if (operation.body) {
    if (body instanceof UnreadableBody) throw badRequest(body.detail)
    if (!operation.bodyCheckedByRule) check(operation.body, body, context)
  }
  return { ...request, query: query as Record<string, unknown> } // read field by field from a record
}

const NO_QUERY = { entries: {} } as NonNullable<Operation['query']> // describes a query without parameters

function findPathResource(context: Context, { path }: Operation, request: RawRequest): void {
  const { accounts, categories, groups, merchants, transactions } = context.store
  const look = {
    '{account_id}': () => find(context, 'account', String(request['account_id']), accounts.get),
    '{category_id}': () => find(context, 'category', String(request['category_id']), categories.get),
    '{group_id}': () => find(context, 'category_group', String(request['group_id']), groups.get),
    '{merchant_id}': () => find(context, 'merchant', String(request['merchant_id']), merchants.get),
    '{transaction_id}': () =>
      find(context, 'transaction', String(request['transaction_id']), transactions.get),
  }
  for (const [name, found] of Object.entries(look)) if (path.includes(name)) found()
}
