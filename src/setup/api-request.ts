/** Parses method, path and fields of `budget api` into an operation and its request. */

import { type OperationName, operationNames, operations } from '../contract/api.ts'
import { notFound, UserError } from '../contract/errors.ts'
import type { Method, RawRequest } from '../contract/operation.ts'

/** The method, path, fields and body the user typed. */
interface ApiCommandInput {
  method: Method
  path: string
  fields: readonly string[]
  body: unknown
  /** The id of the open workspace. */
  workspace_id: string
}

/** An operation of the API and its request. */
export interface ApiCall {
  name: OperationName
  request: RawRequest
}

/**
 * Returns the operation and the request for the user's input.
 * @throws ApiError `not_found` when the API has no such endpoint.
 */
export function parseApiCall({ method, path, fields, body, workspace_id }: ApiCommandInput): ApiCall {
  const [pathname = '', queryText = ''] = path.split('?')
  const { name, names: parameters } = findEndpoint(method, toWorkspacePath(pathname, workspace_id))
  const query: Record<string, unknown> = Object.fromEntries(new URLSearchParams(queryText))
  if (fields.length > 0 && body !== undefined)
    throw new UserError('usage', 'Use either --field or --input, not both')
  if (method === 'GET' || method === 'DELETE') {
    if (body !== undefined) throw new UserError('usage', `${method} does not support --input`)
    for (const [key, value] of fields.map(splitField)) query[key] = value
    return { name, request: { ...parameters, query } }
  }
  const sent = fields.length > 0 ? buildBody(fields) : body
  return {
    name,
    request: { ...parameters, query, ...(operations[name].hasOwnProperty('body') && { body: sent ?? {} }) },
  }
}

/** Returns the path relative to the workspace. */
function toWorkspacePath(path: string, workspace_id: string): string {
  if (path !== '/v1' && !path.startsWith('/v1/')) return path.startsWith('/') ? path : `/${path}`
  const [, id, subpath = ''] = /^\/v1\/workspaces\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (id === undefined) throw notFound('endpoint')
  if (id === workspace_id) return subpath
  throw new UserError('not_found', `"${id}" is not the open workspace, which is ${workspace_id}`, {
    hint: `To open it, set BUDGET_WORKSPACE=${id}`,
  })
}

function findEndpoint(method: Method, path: string): { name: OperationName; names: Record<string, string> } {
  for (const name of operationNames) {
    if (operations[name].method !== method) continue
    const parameters = matchPathPattern(operations[name].path, path)
    if (parameters) return { name, names: parameters }
  }
  throw notFound('endpoint')
}

/**
 * Returns the values of the parameters in a pattern such as `/accounts/{account_id}`; undefined when the path
 * does not match.
 */
function matchPathPattern(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/')
  const segments = path.split('/')
  if (expected.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, part] of expected.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== segments[at] : segments[at] === '') return undefined
    if (name !== undefined) parameters[name] = segments[at] ?? ''
  }
  return parameters
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=')
  if (at > 0) return [field.slice(0, at), field.slice(at + 1)]
  throw new UserError('usage', `"${field}" is not a field`, { hint: 'Use KEY=VALUE' })
}

type Fields = Record<string, unknown>

/** Builds a body from fields: `transaction.amount=-5` → `{"transaction": {"amount": "-5"}}`. */
const buildBody = (fields: readonly string[]): Fields =>
  fields
    .map(splitField)
    .reduce<Fields>((whole, [path, text]) => setPath(whole, path.split('.'), parseFieldValue(text)), {})

function setPath(fields: Fields, [key = '', ...deeper]: readonly string[], value: unknown): Fields {
  if (deeper.length === 0) return { ...fields, [key]: value }
  const inner = fields[key]
  const existing = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...fields, [key]: setPath(existing, deeper, value) }
}

/**
 * Parses true, false, null, objects and arrays as JSON. Everything else is text, because the API takes
 * amounts as text.
 */
function parseFieldValue(text: string): unknown {
  if (text === 'true' || text === 'false' || text === 'null') return JSON.parse(text)
  if (!text.startsWith('{') && !text.startsWith('[')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text // a name may start with a bracket
  }
}
