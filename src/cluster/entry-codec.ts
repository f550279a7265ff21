/** Encodes the changes of an entry of the log: the lengths and sequences as JSON, then the bytes, all compressed. */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { ReplicaChanges } from '../store/workspace-replica.ts'

interface EncodedWrite {
  changeset: number
  patchset: number
  sequences: Readonly<Record<string, number>>
}

const LENGTH_BYTES = 4
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** Returns the bytes of an entry. */
export function encodeEntry(writes: readonly ReplicaChanges[]): Uint8Array {
  const header = Buffer.from(
    JSON.stringify(
      writes.map(
        ({ changeset, patchset, sequences }): EncodedWrite => ({
          changeset: changeset.length,
          patchset: patchset.length,
          sequences,
        }),
      ),
    ),
  )
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(header.length)
  const bytes = writes.flatMap(({ changeset, patchset }) => [changeset, patchset])
  return brotliCompressSync(Buffer.concat([length, header, ...bytes]), COMPRESSION)
}

/** Returns the changes of an entry, one for each write. */
export function decodeEntry(encoded: Uint8Array): ReplicaChanges[] {
  const bytes = brotliDecompressSync(encoded)
  let offset = LENGTH_BYTES
  const take = (length: number): Uint8Array => bytes.subarray(offset, (offset += length))
  const writes = JSON.parse(take(bytes.readUInt32BE(0)).toString()) as EncodedWrite[] // encodeEntry wrote it
  return writes.map(({ changeset, patchset, sequences }) => ({
    changeset: take(changeset),
    patchset: take(patchset),
    sequences,
  }))
}
