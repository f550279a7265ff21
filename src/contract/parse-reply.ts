/**
 * Finds an operation's reply in the response of any service.
 * A service other than budget may put the reply under other fields.
 * @see docs/spec.md#s3
 */

import * as v from 'valibot'
import type { Operation } from './operation.ts'
import { defaultPageSize } from './operations/transactions.ts'

type JsonObject = Record<string, unknown>
type SchemaEntries = Record<string, v.GenericSchema>

/** The reply of an operation, or why the response breaks the contract. */
export type ParsedReply = { reply: unknown; invalidReason?: never } | { invalidReason: string }

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasId = (value: unknown): value is JsonObject => isJsonObject(value) && typeof value['id'] === 'string'

/** What the request determines about its reply: the resource's id, and the page size. */
interface ReplyExpectation {
  id?: string | undefined
  limit?: number | undefined
}

/** Finds an operation's reply in the body of a 2xx response. */
export function parseReply(
  operation: Operation,
  body: unknown,
  { id, limit = defaultPageSize }: ReplyExpectation,
): ParsedReply {
  const entries = getReplyEntries(operation.reply)
  const reply =
    operation.method === 'DELETE' ? parseDeletion(entries, body, id) : unwrapBody(entries, body, limit)
  const parsed = v.safeParse(operation.reply, reply, { abortEarly: true })
  // The body is returned as it came, so that fields of a newer service stay. docs/http-client.md#row-45
  if (parsed.success) return { reply }
  const issue = parsed.issues[0]
  return {
    invalidReason: `${v.getDotPath(issue) ?? 'body'} ${issue.received === 'undefined' ? 'is missing' : `is ${issue.received}`}`,
  }
}

/** Returns the named parts of a reply's schema. */
function getReplyEntries(schema: v.GenericSchema): SchemaEntries {
  return (schema as v.GenericSchema & { entries: SchemaEntries }).entries // operations declare replies with p.object only
}

/**
 * Parses the reply of a DELETE: any 2xx means deleted, even without a body; only other promised fields must be
 * there.
 */
function parseDeletion(entries: SchemaEntries, body: unknown, id: string | undefined): unknown {
  const content = body === undefined ? {} : unwrapBody(entries, body, defaultPageSize)
  if (!('deleted' in entries) || !isJsonObject(content)) return content
  return { ...content, deleted: content['deleted'] ?? true, id: content['id'] ?? id }
}

function unwrapBody(entries: SchemaEntries, body: unknown, limit: number): unknown {
  const data = isJsonObject(body) ? (body['data'] ?? body) : body
  const parts: JsonObject = {}
  for (const [name, schema] of Object.entries(entries)) {
    const part = findPart(data, name, schema)
    if (part !== undefined) parts[name] = part
  }
  if ('next_cursor' in entries) {
    const cursor = findCursor(data, body)
    // A short page may omit the cursor: it is the last one. After a full page there may be more. docs/spec.md#s3
    const isShort = Array.isArray(parts['transactions']) && parts['transactions'].length < limit
    parts['next_cursor'] = cursor === undefined && isShort ? null : cursor
  }
  if ('transactions' in entries && !parts['transactions']) Object.assign(parts, findTransferPair(data))
  return parts
}

/** Returns a named part of the body, or the body itself when it is that part without a name. */
function findPart(data: unknown, name: string, schema: v.GenericSchema): unknown {
  const namedPart = isJsonObject(data) && Object.hasOwn(data, name) ? data[name] : undefined
  const { type } =
    schema.type === 'optional' ? (schema as v.GenericSchema & { wrapped: v.GenericSchema }).wrapped : schema // the schema is optional, so it wraps another
  if (type === 'object') return isJsonObject(namedPart) ? namedPart : hasId(data) ? data : namedPart
  if (type !== 'array' || Array.isArray(namedPart)) return namedPart
  if (Array.isArray(data)) return data
  // A bare transaction also holds an array, `splits`; only a required list may have another name.
  const lists = isJsonObject(data) && schema.type === 'array' ? Object.values(data).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0] : namedPart
}

function findCursor(data: unknown, body: unknown): unknown {
  const meta = isJsonObject(body) ? body['meta'] : undefined
  for (const object of [data, body, meta]) {
    if (isJsonObject(object) && object['next_cursor'] !== undefined) return object['next_cursor']
  }
  return undefined
}

/** Returns the two sides of a transfer, the outflow first, under whatever names the body has them. */
function findTransferPair(data: unknown): { transactions?: JsonObject[] } {
  const candidates = isJsonObject(data) ? Object.values(data) : []
  const sides = candidates.filter(hasId).filter((side) => side['type'] === 'transfer')
  if (sides.length !== 2) return {}
  const isOutflow = (side: JsonObject): boolean => String(side['amount']).startsWith('-')
  return { transactions: sides.toSorted((a, b) => Number(isOutflow(b)) - Number(isOutflow(a))) }
}
