/**
 * Decodes the bytes of a bank file into text, in the detected encoding or in the one the user chose.
 * @see docs/import.md#2-decode-and-read
 */

import { createAmbiguityError } from '../ambiguity-error.ts'
import { type ReadOptions } from '../read-options.ts'
import { detectEncoding } from './detect-encoding.ts'
import { assertNotBinary } from './detect-format.ts'
import { createTextSource, type TextSource } from './text-source.ts'

/**
 * Returns the text of a file.
 * @throws UserError if the file is no text or the encoding is unknown
 */
export function decodeFile(bytes: Uint8Array, { encoding: chosen, skip_end }: ReadOptions): TextSource {
  assertNotBinary(bytes)
  const encoding = chosen === undefined ? detectEncoding(bytes) : resolveEncodingLabel(chosen)
  return createTextSource(bytes, encoding, skip_end)
}

function resolveEncodingLabel(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const dos = /^(?:cp|ibm)?-?(?:437|850|852)$/i.test(label)
    const why = dos ? 'DOS encodings (cp437, cp850, cp852) are not supported' : `No encoding named "${label}"`
    throw createAmbiguityError(why, 'Save the file as UTF-8, or try --encoding windows-1252')
  }
}
