/** Writes zip files byte by byte, also ones that no program would write. */

import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip. What is left out is as it should be. */
export interface ZipEntry {
  path: string
  text?: string | Uint8Array
  /** What the headers claim instead of the truth. */
  claimedSize?: number
  crc?: number
  flags?: number
  /** The Unix mode. */
  mode?: number
  stored?: boolean
}

const UTF8_FLAG = 0x800

/** Returns the header fields that both records of an entry share. */
function writeCommonFields(entry: ZipEntry, packed: Uint8Array, bytes: Uint8Array): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(UTF8_FLAG | (entry.flags ?? 0), 2)
  fields.writeUInt16LE(entry.stored ? 0 : 8, 4)
  fields.writeUInt32LE(entry.crc ?? crc32(bytes), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(entry.claimedSize ?? bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(entry.path), 22)
  return fields
}

/** Returns the bytes of a zip with the entries. */
export function createZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const bytes = Buffer.from(entry.text ?? '')
    const packed = entry.stored ? bytes : deflateRawSync(bytes)
    const common = writeCommonFields(entry, packed, bytes)
    const name = Buffer.from(entry.path)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, tail, name]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
