/**
 * Implements a numbered set of strings that stores 96 bits of SHA-256 each, to save memory.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import { hash } from 'node:crypto'

/** An open-addressing hash set of digests with consecutive numbers. */
export interface DigestSet {
  /** Three words per digest, in insertion order. */
  words: Uint32Array
  size: number
  /** The 1-based number of the digest in each slot; 0 is a free slot. */
  index: Uint32Array
}

const WORDS_PER_DIGEST = 3

/** Returns an empty set with an initial capacity of so many digests; it grows as needed. */
export function createDigestSet(capacity = 1024): DigestSet {
  const words = new Uint32Array(capacity * WORDS_PER_DIGEST)
  return { words, size: 0, index: new Uint32Array(2 ** Math.ceil(Math.log2(capacity * 1.5))) }
}

/** Returns the number of a digest; undefined if it is not in the set. */
export function indexOfDigest(digests: DigestSet, digest: Digest): number | undefined {
  const found = digests.index[findSlot(digests, digest)] ?? 0
  return found === 0 ? undefined : found - 1
}

/** Adds a digest if it is missing; returns its number. */
export function addDigest(digests: DigestSet, digest: Digest): number {
  const slot = findSlot(digests, digest)
  const found = digests.index[slot] ?? 0
  if (found > 0) return found - 1
  digests.words.set(digest, digests.size * WORDS_PER_DIGEST)
  digests.size += 1
  digests.index[slot] = digests.size
  if (digests.size * WORDS_PER_DIGEST === digests.words.length) grow(digests)
  return digests.size - 1
}

/** The first 96 bits of a SHA-256 hash as three words. */
export type Digest = readonly [number, number, number]

/** Returns the digest of a string. */
export function computeDigest(text: string): Digest {
  const bytes = hash('sha256', text, 'binary')
  return [readWord(bytes, 0), readWord(bytes, 4), readWord(bytes, 8)]
}

/** Returns the digest stored at a byte offset. */
export function readDigest(bytes: Uint8Array, at: number): Digest {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at)
  return [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)]
}

const readWord = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0

/** Returns the slot of a digest, or the free slot where it belongs. */
function findSlot({ words, index }: DigestSet, [first, second, third]: Digest): number {
  const mask = index.length - 1
  for (let slot = first & mask; ; slot = (slot + 1) & mask) {
    const number = index[slot] ?? 0
    if (number === 0) return slot
    const at = (number - 1) * WORDS_PER_DIGEST
    if (words[at] === first && words[at + 1] === second && words[at + 2] === third) return slot
  }
}

function grow(digests: DigestSet): void {
  const { words, size } = digests
  const larger = createDigestSet(size * 2)
  larger.words.set(words)
  const mask = larger.index.length - 1
  for (let number = 1; number <= size; number++) {
    let slot = (words[(number - 1) * WORDS_PER_DIGEST] ?? 0) & mask
    while (larger.index[slot] !== 0) slot = (slot + 1) & mask
    larger.index[slot] = number
  }
  digests.words = larger.words
  digests.index = larger.index
}
