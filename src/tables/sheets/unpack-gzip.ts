/** Unpacks what gzip made smaller, in memory and within a limit. */

import { gunzipSync } from 'node:zlib'
import { UserError } from '../../contract/errors.ts'

// XML of GnuCash has about 1.2 KB for a transaction.
const MAX_BYTES = 256 * 1024 * 1024

/** True if a file begins as one of gzip does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Returns the file that was made smaller. @throws UserError if it is damaged or too large */
export function unpackGzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const isTooLarge = 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw new UserError(
      'invalid',
      isTooLarge
        ? `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB when it is unpacked`
        : 'The file is damaged or cut off: gzip cannot unpack it',
      { hint: 'Save or download it again' },
    )
  }
}
