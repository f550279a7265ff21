/** Names a key or a workspace of a remote service in the files of this computer, by a hash: no file holds the key. */

import { createHash } from 'node:crypto'

/**
 * Returns 16 hexadecimal digits, which can be part of a file name.
 * @param parts what identifies the key or the workspace, e.g. the address and the workspace's id; without line feeds
 */
export const hashRemoteIdentity = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
