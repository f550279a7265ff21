/** Builds the HTTP request of an operation. */

import { UserError } from '../../contract/errors.ts'
import { IF_NONE_ADDED_SINCE_HEADER } from '../../contract/http-response.ts'
import type { Operation, RawRequest } from '../../contract/operation.ts'
import { isValidId } from '../../contract/remote-address.ts'
import type { HttpRequest } from './transport.ts'

/** Where requests go, and with which key. */
export interface RequestTarget {
  base: URL
  workspace_id: string
  key: string
}

/**
 * Returns the HTTP request of an operation.
 * @throws UserError for an id that would change the path
 * @see docs/http-client.md#row-42
 */
export function buildRequest(
  operation: Operation,
  request: RawRequest,
  { base, workspace_id, key }: RequestTarget,
): HttpRequest {
  const root = base.pathname.replace(/\/+$/, '')
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => requireValidId(name, request[name]))
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity', // docs/http-client.md#row-40
    authorization: `Bearer ${key}`,
    'user-agent': 'budget',
  }
  const httpRequest: HttpRequest = {
    method: operation.method,
    path: `${root}/v1/workspaces/${workspace_id}${path}${formatQuery(request.query)}`,
    headers,
  }
  if (!operation.body) return httpRequest
  const { if_none_added_since: version, if_match } = request
  const conditions = {
    ...(version !== undefined && { [IF_NONE_ADDED_SINCE_HEADER]: version }),
    ...(if_match !== undefined && { 'if-match': if_match }),
  }
  return {
    ...httpRequest,
    headers: { ...headers, 'content-type': 'application/json', ...conditions },
    body: JSON.stringify(request.body),
  }
}

/** Returns the id that a request is about: the last parameter of its path. */
export function getResourceId(operation: Operation, request: RawRequest): string | undefined {
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  const last = names.at(-1)
  return last === undefined ? undefined : String(request[last])
}

/**
 * Returns a value that can be part of a path.
 * @throws UserError otherwise
 */
export function requireValidId(name: string, value: unknown): string {
  if (typeof value === 'string' && isValidId(value)) return value
  const displayed = JSON.stringify(value) ?? 'undefined'
  throw new UserError(
    'invalid',
    `${displayed} is not a valid ${name}; ids are 1 to 128 letters, digits and _ . : ~ -`,
    {
      field: name,
    },
  )
}

function formatQuery(query: RawRequest['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.append(name, `${value as string | number | boolean}`) // a query has no other types
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}
