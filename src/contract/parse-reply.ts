/** Reads what a service answers. Ours keeps to one envelope; of others the documents leave the envelope open. */ // spec S3

import * as v from 'valibot'
import type { Operation } from './operation.ts'
import { defaultPage } from './operations/transactions.ts'

type Fields = Record<string, unknown>
type Entries = Record<string, v.GenericSchema>

/** What an operation promises to return, or where the answer breaks that promise. */
export type ReadReply = { reply: unknown; flaw?: never } | { flaw: string }

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasId = (value: unknown): value is Fields => isObject(value) && typeof value['id'] === 'string'

/** What an operation was asked: the thing it is about, and how many a page may hold. */
interface Asked {
  id?: string | undefined
  limit?: number | undefined
}

/** Finds an operation's reply in the body of a 2xx answer. */
export function readReply(
  operation: Operation,
  body: unknown,
  { id, limit = defaultPage }: Asked,
): ReadReply {
  const entries = entriesOf(operation.reply)
  const reply = operation.method === 'DELETE' ? deleted(entries, body, id) : unwrap(entries, body, limit)
  const checked = v.safeParse(operation.reply, reply, { abortEarly: true })
  // What came is returned, not what was parsed: fields of a newer service stay. reliability.md row 45
  if (checked.success) return { reply }
  const issue = checked.issues[0]
  return {
    flaw: `${v.getDotPath(issue) ?? 'body'} ${issue.received === 'undefined' ? 'is missing' : `is ${issue.received}`}`,
  }
}

/** Every reply of the contract is an object of named parts. */
function entriesOf(schema: v.GenericSchema): Entries {
  return (schema as v.GenericSchema & { entries: Entries }).entries // operations declare replies with p.object only
}

/** Any 2xx says that it is deleted, even without a body; only what else the contract promises must be there. */
function deleted(entries: Entries, body: unknown, id: string | undefined): unknown {
  const said = body === undefined ? {} : unwrap(entries, body, defaultPage)
  if (!('deleted' in entries) || !isObject(said)) return said
  return { ...said, deleted: said['deleted'] ?? true, id: said['id'] ?? id }
}

function unwrap(entries: Entries, body: unknown, limit: number): unknown {
  const inner = isObject(body) ? (body['data'] ?? body) : body
  const parts: Fields = {}
  for (const [name, schema] of Object.entries(entries)) {
    const part = partOf(inner, name, schema)
    if (part !== undefined) parts[name] = part
  }
  if ('next_cursor' in entries) {
    const cursor = cursorOf(inner, body)
    // A short page need not say that it is the last one; after a full one there may be more. spec S3
    const isShort = Array.isArray(parts['transactions']) && parts['transactions'].length < limit
    parts['next_cursor'] = cursor === undefined && isShort ? null : cursor
  }
  if ('transactions' in entries && !parts['transactions']) Object.assign(parts, pairIn(inner))
  return parts
}

/** A named part of an answer, or the answer itself where it is the bare part. */
function partOf(inner: unknown, name: string, schema: v.GenericSchema): unknown {
  const named = isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined
  const { type } =
    schema.type === 'optional' ? (schema as v.GenericSchema & { wrapped: v.GenericSchema }).wrapped : schema // that is what optional means
  if (type === 'object') return isObject(named) ? named : hasId(inner) ? inner : named
  if (type !== 'array' || Array.isArray(named)) return named
  if (Array.isArray(inner)) return inner
  // Of a bare transaction, `splits` is an array too; only where the list must be there may it have another name.
  const lists = isObject(inner) && schema.type === 'array' ? Object.values(inner).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0] : named
}

function cursorOf(inner: unknown, body: unknown): unknown {
  const meta = isObject(body) ? body['meta'] : undefined
  for (const place of [inner, body, meta]) {
    if (isObject(place) && place['next_cursor'] !== undefined) return place['next_cursor']
  }
  return undefined
}

/** The two sides of a transfer, the outflow first, wherever they stand in an answer. */
function pairIn(inner: unknown): { transactions?: Fields[] } {
  const candidates = isObject(inner) ? Object.values(inner) : []
  const sides = candidates.filter(hasId).filter((side) => side['type'] === 'transfer')
  if (sides.length !== 2) return {}
  const isOutflow = (side: Fields): boolean => String(side['amount']).startsWith('-')
  return { transactions: sides.toSorted((a, b) => Number(isOutflow(b)) - Number(isOutflow(a))) }
}
