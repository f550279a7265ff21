/** Writes changesets that SQLite can apply. */

import { type ChangeValue, operationMarks, type RowChange, TABLE_MARK, valueMarks } from './changeset.ts'

/** The bytes written so far; the buffer has room for more. */
interface Output {
  buffer: Buffer
  length: number
}

/** Makes room for so many bytes and returns where they begin; it may replace the buffer. */
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
    for (const value of change.before) writeValue(output, value)
    for (const value of change.after) writeValue(output, value)
    previous = change
  }
  return new Uint8Array(output.buffer.subarray(0, output.length))
}
