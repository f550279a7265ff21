/** Hashes what identifies a key or a workspace of a remote service to a name for it in the files of this computer. */

import { createHash } from 'node:crypto'

/** Returns 16 hexadecimal digits, which can be part of a file name; each part must be without line feeds. */
export const hashParts = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
