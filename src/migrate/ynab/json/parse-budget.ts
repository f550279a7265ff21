/** Parses a budget piece by piece: its whole text and unread fields would take three times the memory. */

import { decodeSourceFile } from '../../../tables/records/csv-records.ts'
import { EXPORT_AGAIN, getFileName, type SourceFile } from '../../../tables/source-file.ts'
import { detectEncoding } from '../../../tables/text/decode-file.ts'
import { type JsonRecord, parseRecord } from '../../json-record.ts'
import { shareText } from '../../remember-by-text.ts'

/** Objects around the lists, and the lists with a record for each row. */
const WRAPPERS = new Set(['data', 'budget', 'plan'])
const LONG_LISTS = new Set(['transactions', 'subtransactions'])

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Returns the object of a file. @throws UserError if it is no JSON object */
export function parseBudget(file: SourceFile): JsonRecord {
  const own = { place: getFileName(file), hint: EXPORT_AGAIN }
  try {
    if (detectEncoding(file.bytes) === 'utf-8') return { ...own, fields: parsePieces(file.bytes) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  // Parsed as a whole, the error names its place.
  return parseRecord(decodeSourceFile(file), own)
}

/** Where the parser is. */
interface Cursor {
  bytes: Buffer
  at: number
}

function parsePieces({ buffer, byteOffset, byteLength }: Uint8Array): Record<string, unknown> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const hasMark = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)
  const cursor = { bytes, at: hasMark ? BYTE_ORDER_MARK.length : 0 }
  const fields = parseObject(cursor)
  if (skipSpace(cursor) !== undefined) throw new SyntaxError('There is more behind the object')
  return fields
}

function parseObject(cursor: Cursor): Record<string, unknown> {
  const fields: [name: string, value: unknown][] = []
  readItems(cursor, [OPEN_OBJECT, CLOSE_OBJECT], () => {
    const name = String(parseValue(cursor))
    if (skipSpace(cursor) !== COLON) throw new SyntaxError('There is no value')
    cursor.at += 1
    const first = skipSpace(cursor)
    const isWrapper = WRAPPERS.has(name) && first === OPEN_OBJECT
    const isLong = LONG_LISTS.has(name) && first === OPEN_LIST
    fields.push([name, isWrapper ? parseObject(cursor) : isLong ? parseList(cursor) : parseValue(cursor)])
  })
  return Object.fromEntries(fields)
}

function parseList(cursor: Cursor): unknown[] {
  const rows: unknown[] = []
  readItems(cursor, [OPEN_LIST, CLOSE_LIST], () => {
    rows.push(keepUsed(parseValue(cursor)))
  })
  return rows
}

/** Reads what stands between two brackets, with commas between. */
function readItems(cursor: Cursor, [open, close]: readonly [number, number], readItem: () => void): void {
  if (skipSpace(cursor) !== open) throw new SyntaxError('There is no bracket')
  cursor.at += 1
  if (skipSpace(cursor) === close) {
    cursor.at += 1
    return
  }
  for (;;) {
    skipSpace(cursor)
    readItem()
    const next = skipSpace(cursor)
    cursor.at += 1
    if (next === close) return
    if (next !== COMMA) throw new SyntaxError('There is no comma')
  }
}

/** Goes to the next byte that is no space, and returns it; undefined at the end. */
function skipSpace(cursor: Cursor): number | undefined {
  for (;;) {
    const byte = cursor.bytes[cursor.at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
    cursor.at += 1
  }
}

function parseValue(cursor: Cursor): unknown {
  const from = cursor.at
  cursor.at = findEnd(cursor)
  return JSON.parse(cursor.bytes.toString('utf8', from, cursor.at))
}

/** Returns where the value ends that begins at the cursor. */
function findEnd({ bytes, at: from }: Cursor): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
      if (depth === 0) return at + 1
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth <= 1) return depth === 1 ? at + 1 : at
      depth--
    } else if (depth === 0 && (byte === COMMA || byte === COLON)) return at
  }
  return bytes.length
}

const share = (value: unknown): unknown => (typeof value === 'string' ? shareText(value) : value)

/** Returns a row with the fields that are read; rows repeat a few hundred ids and dates. */
function keepUsed(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  const fields: Readonly<Record<string, unknown>> = { ...row }
  return {
    id: fields['id'],
    transaction_id: fields['transaction_id'],
    date: share(fields['date']),
    amount: fields['amount'],
    memo: fields['memo'],
    cleared: fields['cleared'],
    approved: fields['approved'],
    flag_name: fields['flag_name'],
    flag_color: fields['flag_color'],
    account_id: share(fields['account_id']),
    payee_id: share(fields['payee_id']),
    payee_name: share(fields['payee_name']),
    category_id: share(fields['category_id']),
    transfer_account_id: share(fields['transfer_account_id']),
    transfer_transaction_id: fields['transfer_transaction_id'],
    deleted: fields['deleted'],
    subtransactions: fields['subtransactions'],
  }
}
