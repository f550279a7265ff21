/**
 * Reads and writes the changes of rows as SQLite's session extension records them, and inverts them.
 * @see https://sqlite.org/session/intro.html
 */

import {
  type ChangeValue,
  type Cursor,
  damaged,
  type ReadSide,
  readByte,
  readKey,
  readLength,
  readText,
  readValue,
  readValues,
  skip,
  valueMarks,
} from './changeset-values.ts'

export type { ChangeValue } from './changeset-values.ts'

/** One row that was inserted, updated or deleted. Arrays are by column position. */
export interface RowChange {
  table: string
  /** The position of each column in the primary key, counted from 1; 0 of a column outside it. */
  keyColumns: readonly number[]
  operation: 'insert' | 'update' | 'delete'
  /**
   * The values before: empty for an insert, all for a delete. An update has those of the key and of the changed
   * columns, and undefined for the others.
   */
  before: readonly (ChangeValue | undefined)[]
  /** The values after: all for an insert, empty for a delete; an update has those of the changed columns only. */
  after: readonly (ChangeValue | undefined)[]
  /** Where its values were read, if that was kept; an insert and its inverse have the same ones. */
  source?: ChangeSource
}

/** The bytes in a changeset that hold the values of a change. */
interface ChangeSource {
  buffer: Buffer
  start: number
  end: number
}

/** The byte before the header of a table. */
const TABLE_MARK = 0x54

/** The byte before each change. */
const operationMarks = { insert: 18, update: 23, delete: 9 } as const

/** Returns the change that takes this one back. */
export function invertChange(change: RowChange): RowChange {
  const { table, keyColumns, before, after } = change
  const source = change.source && { source: change.source }
  if (change.operation === 'insert')
    return { table, keyColumns, operation: 'delete', before: after, after: [], ...source }
  if (change.operation === 'delete')
    return { table, keyColumns, operation: 'insert', before: [], after: before, ...source }
  return {
    table,
    keyColumns,
    operation: 'update',
    // The key stays in `before`, by which SQLite finds the row.
    before: keyColumns.map((position, column) => (position > 0 ? before[column] : after[column])),
    after: keyColumns.map((position, column) => (position > 0 ? undefined : before[column])),
  }
}

/** The bytes written so far; the buffer is longer. */
interface Output {
  buffer: Buffer
  length: number
}

/** Reserves so many bytes and returns the offset at which they begin; it may replace the buffer. */
function extend(output: Output, count: number): number {
  const start = output.length
  output.length += count
  if (output.length > output.buffer.length) {
    const grown = Buffer.allocUnsafe(Math.max(output.buffer.length * 2, output.length))
    output.buffer.copy(grown, 0, 0, start)
    output.buffer = grown
  }
  return start
}

function writeByte(output: Output, byte: number): void {
  const start = extend(output, 1)
  output.buffer[start] = byte
}

/** Writes a length: seven bits a byte, the highest first; the highest bit says that another byte follows. */
function writeLength(output: Output, length: number): void {
  let digits = 1
  for (let rest = length; rest >= 128; rest = Math.floor(rest / 128)) digits++
  const start = extend(output, digits)
  for (let digit = digits - 1, rest = length; digit >= 0; digit--, rest = Math.floor(rest / 128))
    output.buffer[start + digit] = (rest % 128) | (digit === digits - 1 ? 0 : 0x80)
}

function writeText(output: Output, text: string): void {
  const length = Buffer.byteLength(text)
  writeLength(output, length)
  const start = extend(output, length)
  output.buffer.write(text, start)
}

function writeBlob(output: Output, blob: Uint8Array): void {
  writeLength(output, blob.length)
  const start = extend(output, blob.length)
  output.buffer.set(blob, start)
}

function writeValue(output: Output, value: ChangeValue | undefined): void {
  if (value === undefined) writeByte(output, valueMarks.undefined)
  else if (value === null) writeByte(output, valueMarks.null)
  else if (typeof value === 'bigint') {
    writeByte(output, valueMarks.integer)
    const start = extend(output, 8)
    output.buffer.writeBigInt64BE(value, start)
  } else if (typeof value === 'number') {
    writeByte(output, valueMarks.real)
    const start = extend(output, 8)
    output.buffer.writeDoubleBE(value, start)
  } else if (typeof value === 'string') {
    writeByte(output, valueMarks.text)
    writeText(output, value)
  } else {
    writeByte(output, valueMarks.blob)
    writeBlob(output, value)
  }
}

function writeSource(output: Output, { buffer, start, end }: ChangeSource): void {
  const at = extend(output, end - start)
  buffer.copy(output.buffer, at, start, end)
}

function writeTableHeader(output: Output, { table, keyColumns }: RowChange): void {
  writeByte(output, TABLE_MARK)
  writeLength(output, keyColumns.length)
  for (const position of keyColumns) writeByte(output, position)
  const length = Buffer.byteLength(table)
  const start = extend(output, length)
  output.buffer.write(table, start)
  writeByte(output, 0)
}

const hasSameTable = (one: RowChange, other: RowChange): boolean =>
  one.table === other.table &&
  (one.keyColumns === other.keyColumns || one.keyColumns.join() === other.keyColumns.join())

/** Returns the changeset of these changes, in their order. */
export function encodeChangeset(changes: Iterable<RowChange>): Uint8Array {
  const output: Output = { buffer: Buffer.allocUnsafe(4096), length: 0 }
  let previous: RowChange | undefined
  for (const change of changes) {
    if (!previous || !hasSameTable(change, previous)) writeTableHeader(output, change)
    writeByte(output, operationMarks[change.operation])
    writeByte(output, 0) // no trigger made it
    if (change.source && change.operation !== 'update') writeSource(output, change.source)
    else for (const value of [...change.before, ...change.after]) writeValue(output, value)
    previous = change
  }
  return new Uint8Array(output.buffer.subarray(0, output.length))
}

const PATCHSET_MARK = 0x50

// SQLite allows no table with more columns.
const MAX_COLUMNS = 32_767

const operations = new Map<number, RowChange['operation']>([
  [operationMarks.insert, 'insert'],
  [operationMarks.update, 'update'],
  [operationMarks.delete, 'delete'],
])

function readTableName(cursor: Cursor): string {
  const end = cursor.buffer.indexOf(0, cursor.at)
  if (end <= cursor.at) throw damaged('a table has no name', cursor.at)
  const name = readText(cursor, end - cursor.at)
  skip(cursor, 1)
  return name
}

/** A table of a changeset or a patchset: every change after its header is of its rows. */
interface TableHeader extends Pick<RowChange, 'table' | 'keyColumns'> {
  isPatchset: boolean
}

function readTableHeader(cursor: Cursor, isPatchset: boolean): TableHeader {
  const start = cursor.at
  const count = readLength(cursor)
  if (count === 0 || count > MAX_COLUMNS) throw damaged(`a table has ${count} columns`, start)
  const keyColumns = Array.from({ length: count }, () => readByte(cursor))
  if (keyColumns.every((position) => position === 0)) throw damaged('a table has no primary key', start)
  return { table: readTableName(cursor), keyColumns, isPatchset }
}

/** Reads the values of a change of a patchset, which has of those before it only the key. */
function readPatch(
  cursor: Cursor,
  keyColumns: readonly number[],
  operation: RowChange['operation'],
): Pick<RowChange, 'before' | 'after'> {
  if (operation === 'insert') return { before: [], after: readValues(cursor, keyColumns) }
  if (operation === 'delete')
    return { before: keyColumns.map((key, at) => (key > 0 ? readValue(cursor, at) : undefined)), after: [] }
  const values = readValues(cursor, keyColumns)
  return {
    before: values.map((value, column) => (keyColumns[column] === 0 ? undefined : value)),
    after: values.map((value, column) => (keyColumns[column] === 0 ? value : undefined)),
  }
}

/** `includes(undefined)` takes as long as reading the values. */
function hasAll(values: readonly (ChangeValue | undefined)[]): boolean {
  for (let column = 0; column < values.length; column++) if (values[column] === undefined) return false
  return true
}

/** True if exactly the values are recorded that a change of this kind needs to be inverted and applied. */
function isComplete({ keyColumns, operation, before, after }: RowChange): boolean {
  if (operation !== 'update') return hasAll(operation === 'insert' ? after : before)
  return keyColumns.every((position, column) => {
    const isKey = position > 0
    return isKey
      ? before[column] !== undefined && after[column] === undefined
      : (before[column] === undefined) === (after[column] === undefined)
  })
}

/** How many columns tables have that got some at their end, which older changes lack. */
const grownTables: ReadonlyMap<string, number> = new Map([['schedules', 18]])

/** Returns a change with the columns that its table got later: null, and unchanged by an update. */
function addNewColumns(change: RowChange): RowChange {
  const { table, keyColumns, operation, before, after } = change
  const missing = (grownTables.get(table) ?? 0) - keyColumns.length
  if (missing <= 0) return change
  const fill = <Value>(values: readonly Value[], value: Value): Value[] =>
    values.length === 0 ? [] : [...values, ...Array.from({ length: missing }, () => value)]
  const value = operation === 'update' ? undefined : null
  return {
    table,
    operation,
    keyColumns: fill(keyColumns, 0),
    before: fill(before, value),
    after: fill(after, value),
  }
}

/**
 * Yields the changes of a changeset in its order. A changeset has no end mark: one that was cut exactly between two
 * changes reads as a shorter one.
 * @throws StorageError when the bytes are no changeset
 */
export const decodeChangeset = (bytes: Uint8Array): Generator<RowChange> => readChanges(bytes, readValues)

/** Yields the inverse of each change, in the order of the changeset. @throws StorageError when the bytes are no changeset */
export function* decodeInverse(bytes: Uint8Array): Generator<RowChange> {
  for (const change of readChanges(bytes, readValues, { keepsSource: true })) yield invertChange(change)
}

/**
 * Yields the changes of a changeset with the values of their keys only, whatever the others are: for thousands of rows
 * it takes a fraction of the time.
 * @throws StorageError when the bytes are no changeset
 */
export const decodeKeys = (bytes: Uint8Array): Generator<RowChange> => readChanges(bytes, readKey)

/** Yields the changes of a changeset or a patchset with the columns that it has, for tables that have the same. */
export const decodeChanges = (bytes: Uint8Array): Generator<RowChange> =>
  readChanges(bytes, readValues, { isForSameTables: true })

function* readChanges(
  bytes: Uint8Array,
  readSide: ReadSide,
  { keepsSource = false, isForSameTables = false } = {},
): Generator<RowChange> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cursor: Cursor = { buffer, view, at: 0, texts: [] }
  let header: TableHeader | undefined
  while (cursor.at < buffer.length) {
    const start = cursor.at
    const mark = readByte(cursor)
    if (mark === PATCHSET_MARK && !isForSameTables)
      throw damaged('it is a patchset, which cannot be inverted', start)
    if (mark === TABLE_MARK || mark === PATCHSET_MARK) {
      header = readTableHeader(cursor, mark === PATCHSET_MARK)
      if (cursor.at === buffer.length) throw damaged('it ends too early', cursor.at)
      continue
    }
    const operation = operations.get(mark)
    if (!operation || !header) throw damaged(`an unknown change ${mark}`, start)
    // Says whether a trigger made the change. No change of ours depends on it, so it is not kept.
    if (readByte(cursor) > 1) throw damaged('an unknown mark of a trigger', start + 1)
    const { table, keyColumns, isPatchset } = header
    const sides = isPatchset
      ? readPatch(cursor, keyColumns, operation)
      : {
          before: operation === 'insert' ? [] : readSide(cursor, keyColumns),
          after: operation === 'delete' ? [] : readSide(cursor, keyColumns),
        }
    const change: RowChange = { table, keyColumns, operation, ...sides }
    if (readSide === readValues && !isPatchset && !isComplete(change))
      throw damaged(`an incomplete ${operation}`, start)
    if (keepsSource) change.source = { buffer, start: start + 2, end: cursor.at }
    yield isForSameTables ? change : addNewColumns(change)
  }
}
