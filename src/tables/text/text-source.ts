/**
 * Decodes a file block by block, so that only one block is in memory as text.
 * @see docs/import.md#1-pipeline-and-invariants
 */

/**
 * A part of a file that ends at a line ending. Of a line longer than any record, only the beginning is kept.
 */
export interface TextBlock {
  /** The byte offset of its beginning. */
  at: number
  text: string
}

/** A decoded file. */
export interface TextSource {
  encoding: string
  /** In bytes. */
  size: number
  /** Yields the blocks from a block's offset to the end. */
  blocks(from?: number): Generator<TextBlock, undefined>
  /** Returns the whole text, for formats that are not line-based. */
  text(): string
}

/**
 * The maximum length of a record, in characters.
 * @see docs/import.md#2-decode-and-read
 */
export const MAX_RECORD_LENGTH = 64 * 1024

const BLOCK_BYTES = 32 * 1024
// No encoding uses more than four bytes per character.
const MAX_BLOCK_BYTES = BLOCK_BYTES + MAX_RECORD_LENGTH * 4
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

// In all other supported encodings, the bytes of a line ending occur nowhere else.
const MULTI_BYTE_LINE_ENDS = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp'])

/** Returns the source of a file, without `skipEnd` lines at its end. */
export function createTextSource(file: Uint8Array, encoding: string, skipEnd = 0): TextSource {
  const recode = MULTI_BYTE_LINE_ENDS.has(encoding)
  const whole = recode ? new TextEncoder().encode(decodeBytes(file, encoding)) : file
  const bytes = skipEnd > 0 ? dropLastLines(whole, skipEnd) : whole
  const inBytes = recode ? 'utf-8' : encoding
  return {
    encoding,
    size: bytes.length,
    blocks: (from = 0) => readBlocks(bytes, inBytes, from),
    text: () => decodeBytes(bytes, inBytes),
  }
}

/** Returns bytes as text; undecodable bytes become U+FFFD. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding)
  if (encoding === 'utf-8') return decoder.decode(bytes)
  // Node 20 decodes windows-1252 as Latin-1 in one piece and loses the euro sign, but not in streaming mode.
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

function* readBlocks(bytes: Uint8Array, encoding: string, from: number): Generator<TextBlock, undefined> {
  let at = from
  while (at < bytes.length) {
    const end = findBlockEnd(bytes, at)
    yield { at, text: decodeBytes(bytes.subarray(at, Math.min(end, at + MAX_BLOCK_BYTES)), encoding) }
    at = end
  }
}

/**
 * Returns the end of the block that begins at `at`: after the last line ending that fits, or after the next
 * one.
 */
function findBlockEnd(bytes: Uint8Array, at: number): number {
  const limit = at + BLOCK_BYTES
  if (limit >= bytes.length) return bytes.length
  const feed = bytes.subarray(at, limit).lastIndexOf(LINE_FEED)
  if (feed >= 0) return at + feed + 1
  for (let end = limit - 1; end > at; end--)
    if (bytes[end - 1] === CARRIAGE_RETURN && !isLineEnd(bytes[end])) return end
  let end = limit
  while (end < bytes.length && !isLineEnd(bytes[end])) end += 1
  while (end < bytes.length && isLineEnd(bytes[end])) end += 1
  return end
}

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN
const isBlankByte = (byte: number | undefined): boolean => isLineEnd(byte) || byte === 0x20 || byte === 0x09

function dropLastLines(bytes: Uint8Array, lines: number): Uint8Array {
  let end = bytes.length
  while (end > 0 && isBlankByte(bytes[end - 1])) end -= 1
  for (let line = 0; line < lines; line++) {
    while (end > 0 && !isLineEnd(bytes[end - 1])) end -= 1
    // A line ending has up to three bytes: \r\r\n.
    if (bytes[end - 1] === LINE_FEED) end -= 1
    while (end > 0 && bytes[end - 1] === CARRIAGE_RETURN) end -= 1
  }
  return bytes.subarray(0, end)
}

/** Returns up to three words with non-ASCII letters from the beginning of a file. */
export function sampleNonAsciiWords({ blocks }: TextSource): string[] {
  const found = new Set<string>()
  for (const { at, text } of blocks()) {
    if (at > MAX_SEARCHED_BYTES) break
    if (!NON_ASCII.test(text)) continue
    // Letter runs are matched first: a pattern for words with a non-ASCII letter would retry every letter of
    // a long run.
    for (const [word] of text.matchAll(/(?:[a-z]|[^\x00-\x7f\s])+/giu)) {
      if (!NON_ASCII.test(word)) continue
      found.add(word)
      if (found.size === 3) return [...found]
    }
  }
  return [...found]
}

const NON_ASCII = /[^\x00-\x7f]/
const MAX_SEARCHED_BYTES = 200_000
