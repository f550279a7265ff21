/**
 * Reads what a service answers. Ours keeps to one envelope; of others the documents leave the envelope open.
 * @see docs/spec.md#s3
 */

import * as v from 'valibot'
import type { Operation } from './operation.ts'
import { defaultPageSize } from './operations/transactions.ts'

type JsonObject = Record<string, unknown>
type SchemaEntries = Record<string, v.GenericSchema>

/** What an operation promises to return, or where the answer breaks that promise. */
export type ParsedReply = { reply: unknown; invalidReason?: never } | { invalidReason: string }

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasId = (value: unknown): value is JsonObject => isJsonObject(value) && typeof value['id'] === 'string'

/** What an operation was asked: the thing it is about, and how many a page may hold. */
interface ReplyExpectation {
  id?: string | undefined
  limit?: number | undefined
}

/** Finds an operation's reply in the body of a 2xx answer. */
export function parseReply(
  operation: Operation,
  body: unknown,
  { id, limit = defaultPageSize }: ReplyExpectation,
): ParsedReply {
  const entries = getReplyEntries(operation.reply)
  const reply =
    operation.method === 'DELETE' ? parseDeletion(entries, body, id) : unwrapBody(entries, body, limit)
  const checked = v.safeParse(operation.reply, reply, { abortEarly: true })
  // What came is returned, not what was parsed: fields of a newer service stay. docs/http-client.md#row-45
  if (checked.success) return { reply }
  const issue = checked.issues[0]
  return {
    invalidReason: `${v.getDotPath(issue) ?? 'body'} ${issue.received === 'undefined' ? 'is missing' : `is ${issue.received}`}`,
  }
}

/** Every reply of the contract is an object of named parts. */
function getReplyEntries(schema: v.GenericSchema): SchemaEntries {
  return (schema as v.GenericSchema & { entries: SchemaEntries }).entries // operations declare replies with p.object only
}

/** Any 2xx says that it is deleted, even without a body; only what else the contract promises must be there. */
function parseDeletion(entries: SchemaEntries, body: unknown, id: string | undefined): unknown {
  const said = body === undefined ? {} : unwrapBody(entries, body, defaultPageSize)
  if (!('deleted' in entries) || !isJsonObject(said)) return said
  return { ...said, deleted: said['deleted'] ?? true, id: said['id'] ?? id }
}

function unwrapBody(entries: SchemaEntries, body: unknown, limit: number): unknown {
  const inner = isJsonObject(body) ? (body['data'] ?? body) : body
  const parts: JsonObject = {}
  for (const [name, schema] of Object.entries(entries)) {
    const part = findPart(inner, name, schema)
    if (part !== undefined) parts[name] = part
  }
  if ('next_cursor' in entries) {
    const cursor = findCursor(inner, body)
    // A short page need not say that it is the last one; after a full one there may be more. docs/spec.md#s3
    const isShort = Array.isArray(parts['transactions']) && parts['transactions'].length < limit
    parts['next_cursor'] = cursor === undefined && isShort ? null : cursor
  }
  if ('transactions' in entries && !parts['transactions']) Object.assign(parts, findTransferPair(inner))
  return parts
}

/** A named part of an answer, or the answer itself where it is the bare part. */
function findPart(inner: unknown, name: string, schema: v.GenericSchema): unknown {
  const named = isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined
  const { type } =
    schema.type === 'optional' ? (schema as v.GenericSchema & { wrapped: v.GenericSchema }).wrapped : schema // that is what optional means
  if (type === 'object') return isJsonObject(named) ? named : hasId(inner) ? inner : named
  if (type !== 'array' || Array.isArray(named)) return named
  if (Array.isArray(inner)) return inner
  // Of a bare transaction, `splits` is an array too; only where the list must be there may it have another name.
  const lists =
    isJsonObject(inner) && schema.type === 'array' ? Object.values(inner).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0] : named
}

function findCursor(inner: unknown, body: unknown): unknown {
  const meta = isJsonObject(body) ? body['meta'] : undefined
  for (const place of [inner, body, meta]) {
    if (isJsonObject(place) && place['next_cursor'] !== undefined) return place['next_cursor']
  }
  return undefined
}

/** The two sides of a transfer, the outflow first, wherever they stand in an answer. */
function findTransferPair(inner: unknown): { transactions?: JsonObject[] } {
  const candidates = isJsonObject(inner) ? Object.values(inner) : []
  const sides = candidates.filter(hasId).filter((side) => side['type'] === 'transfer')
  if (sides.length !== 2) return {}
  const isOutflow = (side: JsonObject): boolean => String(side['amount']).startsWith('-')
  return { transactions: sides.toSorted((a, b) => Number(isOutflow(b)) - Number(isOutflow(a))) }
}
