/** From a method, a path and fields as they are typed to an operation of the contract and its request. */

import { type OperationName, operationNames, operations } from '../../contract/api.ts'
import { Mistake, notFound } from '../../contract/errors.ts'
import type { Method, RawRequest } from '../../contract/operation.ts'

/** What was typed. */
interface Typed {
  method: Method
  path: string
  fields: readonly string[]
  body: unknown
  /** The workspace that is open. */
  workspace_id: string
}

/** The operation that is meant, and what it is asked. */
export interface Meant {
  name: OperationName
  request: RawRequest
}

/** The operation and the request a person means. Throws not_found when the API has no such endpoint. */
export function asked({ method, path, fields, body, workspace_id }: Typed): Meant {
  const [place = '', queryText = ''] = path.split('?')
  const { name, names } = endpoint(method, withinWorkspace(place, workspace_id))
  const query: Record<string, unknown> = Object.fromEntries(new URLSearchParams(queryText))
  if (fields.length > 0 && body !== undefined) throw new Mistake('usage', 'Take --field or --input, not both')
  if (method === 'GET' || method === 'DELETE') {
    if (body !== undefined) throw new Mistake('usage', `${method} takes no --input`)
    for (const [key, value] of fields.map(keyAndText)) query[key] = value
    return { name, request: { ...names, query } }
  }
  const sent = fields.length > 0 ? nested(fields) : body
  return {
    name,
    request: { ...names, query, ...(operations[name].hasOwnProperty('body') && { body: sent ?? {} }) },
  }
}

/** The path from the workspace on. */
function withinWorkspace(path: string, workspace_id: string): string {
  if (path !== '/v1' && !path.startsWith('/v1/')) return path.startsWith('/') ? path : `/${path}`
  const [, id, rest = ''] = /^\/v1\/workspaces\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (id === undefined) throw notFound('endpoint')
  if (id === workspace_id) return rest
  throw new Mistake('not_found', `"${id}" is another workspace than the one that is open, ${workspace_id}`, {
    hint: `BUDGET_WORKSPACE=${id} opens it`,
  })
}

function endpoint(method: Method, path: string): { name: OperationName; names: Record<string, string> } {
  for (const name of operationNames) {
    if (operations[name].method !== method) continue
    const names = namesIn(operations[name].path, path)
    if (names) return { name, names }
  }
  throw notFound('endpoint')
}

/** The values of a pattern's {names}, when a path follows the pattern. */
function namesIn(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return undefined
  const names: Record<string, string> = {}
  for (const [at, part] of expected.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== given[at] : given[at] === '') return undefined
    if (name !== undefined) names[name] = given[at] ?? ''
  }
  return names
}

function keyAndText(field: string): [string, string] {
  const at = field.indexOf('=')
  if (at > 0) return [field.slice(0, at), field.slice(at + 1)]
  throw new Mistake('usage', `"${field}" is no field`, { hint: 'Write KEY=VALUE' })
}

type Fields = Record<string, unknown>

/** `transaction.amount=-5` as `{"transaction": {"amount": "-5"}}`. */
const nested = (fields: readonly string[]): Fields =>
  fields
    .map(keyAndText)
    .reduce<Fields>((whole, [path, text]) => put(whole, path.split('.'), valueOf(text)), {})

function put(fields: Fields, [key = '', ...deeper]: readonly string[], value: unknown): Fields {
  if (deeper.length === 0) return { ...fields, [key]: value }
  const inner = fields[key]
  const known = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...fields, [key]: put(known, deeper, value) }
}

/** Words JSON has are what JSON means by them; all else is text, amounts among it: the API takes no numbers. */
function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false' || text === 'null') return JSON.parse(text)
  if (!text.startsWith('{') && !text.startsWith('[')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text // a name may begin like that
  }
}
