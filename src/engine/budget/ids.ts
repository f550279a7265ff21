/**
 * Opaque ids: a prefix, the workspace's salt, and the row's order of creation; so no id needs an index of its own.
 * @see docs/spec.md#s4
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SEQ_DIGITS = 10
export const SALT_DIGITS = 16

const prefixByKind = {
  account: 'acc',
  category: 'cat',
  category_group: 'grp',
  merchant: 'mer',
  transaction: 'txn',
  rule: 'rul',
} as const

/** What an id can stand for. */
export type IdKind = keyof typeof prefixByKind

export interface IdCodec {
  /** The id of a row. */
  toId(kind: IdKind, seq: number): string
  /** The row an id stands for; undefined when it is no id of this kind and workspace. */
  toSeq(kind: IdKind, id: string): number | undefined
}

/** The ids of the workspace with this salt. */
export function createIdCodec(salt: string): IdCodec {
  const starts = Object.fromEntries(
    Object.entries(prefixByKind).map(([kind, prefix]) => [kind, `${prefix}_${salt}`]),
  )
  return {
    toId: (kind, seq) => `${starts[kind]}${encodeSeq(seq)}`,
    toSeq(kind, id) {
      const start = starts[kind] ?? ''
      if (id.length !== start.length + SEQ_DIGITS || !id.startsWith(start)) return undefined
      return decodeSeq(id.slice(start.length))
    },
  }
}

/** A salt out of random bytes, of which 16 are used. */
export const createSalt = (random: Uint8Array): string =>
  Array.from(random.subarray(0, SALT_DIGITS), (byte) => ALPHABET[byte & 31]).join('')

function encodeSeq(seq: number): string {
  let text = ''
  for (let rest = seq; text.length < SEQ_DIGITS; rest = Math.floor(rest / 32))
    text = ALPHABET[rest % 32] + text
  return text
}

function decodeSeq(text: string): number | undefined {
  let seq = 0
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return undefined
    seq = seq * 32 + value
  }
  return seq
}
