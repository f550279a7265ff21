/** Reads the values of a changeset from its bytes. */

import { StorageError } from '../contract/errors.ts'

/** A value of a row: an INTEGER is always a bigint, a REAL always a number. */
export type ChangeValue = null | bigint | number | string | Uint8Array

/** The byte before each value. */
export const valueMarks = { undefined: 0, integer: 1, real: 2, text: 3, blob: 4, null: 5 } as const

/** Returns the error of bytes that are no changeset. */
export const damaged = (problem: string, at: number): StorageError =>
  new StorageError(`A recorded change is damaged: ${problem} at byte ${at}`)

/** The bytes of a changeset, and up to where they were read. */
export interface Cursor {
  buffer: Buffer
  view: DataView
  at: number
  /** The last text of each column, and where it began: rows repeat dates and states. */
  texts: { text: string; start: number; length: number }[]
}

/** Moves behind so many bytes and returns where they begin. @throws StorageError at the end */
export function skip(cursor: Cursor, count: number): number {
  const start = cursor.at
  if (start + count > cursor.buffer.length) throw damaged('it ends too early', cursor.buffer.length)
  cursor.at += count
  return start
}

/** Reads a byte. @throws StorageError at the end */
export const readByte = (cursor: Cursor): number => cursor.buffer[skip(cursor, 1)] ?? 0

/** Reads a length: seven bits a byte, the highest first; the highest bit says that another byte follows. @throws StorageError */
export function readLength(cursor: Cursor): number {
  let length = 0
  for (let count = 0; count < 5; count++) {
    const next = readByte(cursor)
    length = length * 128 + (next & 0x7f)
    if (next < 0x80) return length
  }
  throw damaged('a length has too many digits', cursor.at)
}

/** Reads a text of so many bytes. @throws StorageError when it is not UTF-8 */
export function readText(cursor: Cursor, length: number): string {
  const { buffer } = cursor
  const start = skip(cursor, length)
  const text = buffer.toString('utf8', start, cursor.at)
  // Buffer reads bytes that are no UTF-8 as U+FFFD, which a text may also contain.
  if (text.includes('\uFFFD') && Buffer.compare(Buffer.from(text), buffer.subarray(start, cursor.at)) !== 0)
    throw damaged('a text is not UTF-8', start)
  return text
}

/** Reads the text of a column; one that the row before had as well is not decoded again. */
function readColumnText(cursor: Cursor, column: number): string {
  const length = readLength(cursor)
  const { buffer, at, texts } = cursor
  const last = texts[column]
  if (last?.length === length && at + length <= buffer.length) {
    let same = 0
    while (same < length && buffer[last.start + same] === buffer[at + same]) same++
    if (same === length) {
      cursor.at += length
      return last.text
    }
  }
  const text = readText(cursor, length)
  texts[column] = { text, start: at, length }
  return text
}

/** Reads a copy, so that a small value does not keep the whole changeset in memory. */
function readBlob(cursor: Cursor, length: number): Uint8Array {
  const start = skip(cursor, length)
  return new Uint8Array(cursor.buffer.subarray(start, cursor.at))
}

/** Reads the value of a column; undefined for one that did not change. @throws StorageError */
export function readValue(cursor: Cursor, column: number): ChangeValue | undefined {
  const mark = readByte(cursor)
  switch (mark) {
    case valueMarks.undefined:
      return undefined
    case valueMarks.null:
      return null
    case valueMarks.integer:
      return cursor.view.getBigInt64(skip(cursor, 8))
    case valueMarks.real:
      return cursor.buffer.readDoubleBE(skip(cursor, 8))
    case valueMarks.text:
      return readColumnText(cursor, column)
    case valueMarks.blob:
      return readBlob(cursor, readLength(cursor))
    default:
      throw damaged(`a value has the unknown type ${mark}`, cursor.at - 1)
  }
}

/** Moves behind a value without reading it. */
function skipValue(cursor: Cursor): void {
  const mark = readByte(cursor)
  if (mark === valueMarks.undefined || mark === valueMarks.null) return
  if (mark === valueMarks.integer || mark === valueMarks.real) skip(cursor, 8)
  else if (mark === valueMarks.text || mark === valueMarks.blob) skip(cursor, readLength(cursor))
  else throw damaged(`a value has the unknown type ${mark}`, cursor.at - 1)
}

/** Reads one side of a change: its values before or after. @throws StorageError */
export type ReadSide = (cursor: Cursor, keyColumns: readonly number[]) => (ChangeValue | undefined)[]

/** Reads every value. */
export const readValues: ReadSide = (cursor, { length }) => {
  const values: (ChangeValue | undefined)[] = []
  for (let column = 0; column < length; column++) values.push(readValue(cursor, column))
  return values
}

/** Reads the values of the key; the others stay undefined. */
export const readKey: ReadSide = (cursor, keyColumns) => {
  const values: (ChangeValue | undefined)[] = []
  for (let column = 0; column < keyColumns.length; column++) {
    if (keyColumns[column] === 0) skipValue(cursor)
    else values[column] = readValue(cursor, column)
  }
  return values
}
