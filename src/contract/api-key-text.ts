/** Draws the text of an API key and hashes it; only the hash is stored. @see docs/spec.md#r4 */

import { createHash } from 'node:crypto'

const KEY_BYTES = 24
const ID_BYTES = 8

/**
 * Draws a key and its id.
 * @param random returns so many unpredictable bytes
 */
export const drawApiKey = (random: (bytes: number) => Uint8Array): { id: string; key: string } => ({
  key: `bgt_${Buffer.from(random(KEY_BYTES)).toString('base64url')}`,
  id: `key_${Buffer.from(random(ID_BYTES)).toString('hex')}`,
})

/** Returns the SHA-256 of a key. */
export const hashApiKey = (key: string): Uint8Array => createHash('sha256').update(key).digest()
