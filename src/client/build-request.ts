/** From an operation and what it was asked to the request that goes out. */

import { Mistake } from '../contract/errors.ts'
import type { Operation, RawRequest } from '../contract/operation.ts'
import { isId } from '../contract/remote-address.ts'
import { IF_NONE_ADDED_SINCE } from '../contract/reply-version.ts'
import type { Sent } from './transport.ts'

/** Where requests go, and with which key. */
export interface Destination {
  base: URL
  workspace_id: string
  key: string
}

/** The request of an operation; throws a Mistake for a name that would lead its path elsewhere. */ // reliability.md row 42
export function requestOf(
  operation: Operation,
  asked: RawRequest,
  { base, workspace_id, key }: Destination,
): Sent {
  const root = base.pathname.replace(/\/+$/, '')
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => checkedId(name, asked[name]))
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity', // reliability.md row 40
    authorization: `Bearer ${key}`,
    'user-agent': 'budget',
  }
  const sent: Sent = {
    method: operation.method,
    path: `${root}/v1/workspaces/${workspace_id}${path}${queryText(asked.query)}`,
    headers,
  }
  if (!operation.body) return sent
  const { if_none_added_since: moment, if_match } = asked
  const conditions = {
    ...(moment !== undefined && { [IF_NONE_ADDED_SINCE]: moment }),
    ...(if_match !== undefined && { 'if-match': if_match }),
  }
  return {
    ...sent,
    headers: { ...headers, 'content-type': 'application/json', ...conditions },
    body: JSON.stringify(asked.body),
  }
}

/** The id a request is about; the last name of its path. */
export function idOf(operation: Operation, asked: RawRequest): string | undefined {
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  const last = names.at(-1)
  return last === undefined ? undefined : String(asked[last])
}

/** Throws a Mistake unless a value can stand in a path. */
export function checkedId(name: string, value: unknown): string {
  if (typeof value === 'string' && isId(value)) return value
  const shown = JSON.stringify(value) ?? 'undefined'
  throw new Mistake('value', `${shown} cannot be a ${name}; ids are 1 to 128 letters, digits and _ . : ~ -`, {
    field: name,
  })
}

function queryText(query: RawRequest['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.append(name, `${value as string | number | boolean}`) // all a query can hold
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}
