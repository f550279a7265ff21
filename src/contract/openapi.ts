/** Generates the OpenAPI 3.1 document of the service from the contract. */

import type * as v from 'valibot'
import { type OperationName, operationNames, operations } from './api.ts'
import { type ErrorName, statusByErrorName } from './errors.ts'
import { describeSchema, type JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'
import { account } from './operations/accounts.ts'
import { category, categoryGroup } from './operations/categories.ts'
import { merchant } from './operations/merchants.ts'
import { budgetMonth, monthCategory } from './operations/months.ts'
import { schedule } from './operations/schedules.ts'
import { transaction, transactionDraft, transferDraft } from './operations/transactions.ts'

const BASE_PATH = '/v1/workspaces/{workspace_id}'

/** What each error status means. */
const errorDescriptions: Record<ErrorName, string> = {
  bad_request: 'The request is not valid; `detail` names the field by its path',
  unauthorized: 'The API key is missing, unknown or revoked',
  forbidden: 'The key may not do this, or the workspace is archived',
  not_found: 'A resource in the path does not exist',
  conflict: 'The name is already taken',
  precondition_failed: 'The resource has changed since the version in If-Match; read it again',
  rate_limit_exceeded: 'Rate limit reached; Retry-After gives the seconds until it resets',
  internal_error: 'The service failed; nothing was changed',
  service_unavailable:
    'A newer version of the program has migrated the data; nothing was changed until the service is restarted',
}

/**
 * Returns the OpenAPI document.
 * @param version the version of the package
 */
export function buildOpenApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of operationNames) {
    const operation: Operation = operations[name]
    const path = BASE_PATH + operation.path
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(name, operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Envelope budgeting service',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Assign money to categories each month; spending reduces them, and what is left carries over.',
    },
    servers: [{ url: 'http://127.0.0.1:8787', description: 'budget serve' }],
    security: [{ key: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema, ...buildResourceSchemas() },
      responses: Object.fromEntries(
        Object.entries(errorDescriptions).map(([name, description]) => [
          name,
          buildErrorResponse(name, description),
        ]),
      ),
    },
  }
}

const tags = {
  accounts: 'Accounts with their balances and transactions',
  months: 'Budget months: what each category has, and assigning money',
  transactions: 'Inflows, outflows, transfers and splits; deleted ones can be restored',
  categories: 'Categories (envelopes)',
  category_groups: 'Category groups',
  merchants: 'Merchants (payees)',
  schedules: 'Transactions that are expected on planned dates; an extension, which other services may lack',
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['id', 'name', 'detail'],
      properties: {
        id: { type: 'string', description: 'The HTTP status' },
        name: { type: 'string', enum: Object.keys(statusByErrorName) },
        detail: { type: 'string', description: 'A message for users; may change' },
      },
    },
  },
}

const buildErrorResponse = (name: string, description: string) => ({
  description,
  ...(name === 'rate_limit_exceeded' && {
    headers: {
      'Retry-After': { description: 'Seconds until the window resets', schema: { type: 'integer' } },
    },
  }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const entityTag = {
  description: 'The assigned and the available amount, e.g. `"120.00/35.10"`',
  schema: { type: 'string' },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: `Nothing is written unless this matches the entity tag of the category in the month: ${entityTag.description}`,
  schema: { type: 'string' },
}

const getTag = ({ path }: Operation): string => path.split('/')[1] ?? ''

/** Lists the errors that an operation can return, by status. */
function listErrorNames({ path, body, conditional }: Operation): ErrorName[] {
  const names: ErrorName[] = [
    'bad_request', // every operation refuses an unknown query parameter docs/spec.md#d02
    'unauthorized',
    'forbidden',
    'not_found',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
  ]
  if (path.includes('/dates/')) names.push('conflict')
  if (body && /\/(merchants|categories|category_groups)\b/.test(path) && !path.includes('{month}'))
    names.push('conflict')
  if (conditional) names.push('precondition_failed')
  return names.toSorted((a, b) => statusByErrorName[a] - statusByErrorName[b])
}

function describeOperation(name: OperationName, operation: Operation) {
  const { summary, path, query, body, reply, status, conditional } = operation
  const inPath = [...`${BASE_PATH}${path}`.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query?.entries ?? {}).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    schema: toComponentSchema(schema, 'input'),
  }))
  return {
    operationId: name,
    summary,
    tags: [getTag(operation)],
    ...(getTag(operation) === 'schedules' && { 'x-extension': true }),
    parameters: [...inPath, ...inQuery, ...(conditional ? [ifMatch] : [])],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toComponentSchema(body, 'input') } },
      },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(conditional && { headers: { ETag: entityTag } }),
        content: { 'application/json': { schema: buildReplySchema(name, reply) } },
      },
      ...Object.fromEntries(
        listErrorNames(operation).map((error) => [
          statusByErrorName[error],
          { $ref: `#/components/responses/${error}` },
        ]),
      ),
    },
  }
}

/**
 * Returns the schema of a response body: the reply under `data`, a page's cursor at the top level too.
 * @see docs/spec.md#s1
 */
function buildReplySchema(name: OperationName, reply: v.GenericSchema) {
  const isPage = name === 'listTransactions'
  return {
    type: 'object',
    required: isPage ? ['data', 'next_cursor'] : ['data'],
    properties: {
      data: toComponentSchema(reply, 'output'),
      ...(isPage && { next_cursor: { type: ['string', 'null'] } }),
    },
  }
}

/** The resources that the document describes once and refers to by name. */
const resources: Record<string, v.GenericSchema> = {
  Account: account,
  Transaction: transaction,
  Merchant: merchant,
  Category: category,
  CategoryGroup: categoryGroup,
  MonthCategory: monthCategory,
  BudgetMonth: budgetMonth,
  Schedule: schedule,
  TransactionDraft: transactionDraft,
  TransferDraft: transferDraft,
}

/** Returns the schemas of the resources. */
const buildResourceSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(resources).map(([name, schema]) => {
      const { [name]: _, ...others } = resources // a definition must not refer to itself
      return [name, toComponentSchema(schema, name.endsWith('Draft') ? 'input' : 'output', others)]
    }),
  )

/** Returns the JSON Schema of a valibot schema, which refers to the resources by name. */
const toComponentSchema = (
  schema: v.GenericSchema,
  typeMode: 'input' | 'output',
  definitions = resources,
): JsonSchema =>
  describeSchema(schema, typeMode, {
    definitions,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
