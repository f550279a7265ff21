/**
 * Encodes ids from a prefix, the workspace's salt and the row's seq.
 * No id has to be stored or indexed.
 * @see docs/spec.md#s4
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SEQ_DIGITS = 10

/** The length of a salt. */
export const SALT_DIGITS = 16

/** Matches a salt. */
export const SALT_PATTERN = /^[0-9A-HJKMNP-TV-Z]{16}$/

const prefixByKind = {
  account: 'acc',
  category: 'cat',
  category_group: 'grp',
  merchant: 'mer',
  transaction: 'txn',
  rule: 'rul',
  schedule: 'sch',
} as const

/** The kind of row that an id belongs to. */
export type IdKind = keyof typeof prefixByKind

/** Encodes and decodes the ids of one workspace. */
export interface IdCodec {
  /** Returns the id of a row. */
  toId(kind: IdKind, seq: number): string
  /** Returns the seq of an id; undefined for an id of another kind or workspace. */
  toSeq(kind: IdKind, id: string): number | undefined
}

/** The end of an id: all seqs that leave `remainder` when they are divided by `modulus` have it. */
export interface IdEnd {
  modulus: number
  remainder: number
}

/** Returns how many digits the ids of the rows up to this seq differ in. */
export function countIdDigits(seq: number): number {
  let digits = 1
  for (let remaining = Math.floor(seq / 32); remaining > 0; remaining = Math.floor(remaining / 32)) digits++
  return digits
}

/** Parses the last digits of an id, in any case; undefined for a text that no id ends with. */
export function parseIdEnd(text: string): IdEnd | undefined {
  if (text.length === 0 || text.length > SEQ_DIGITS) return undefined
  const remainder = decodeSeq(text.toUpperCase())
  return remainder === undefined ? undefined : { modulus: 32 ** text.length, remainder }
}

/** Returns the ids of the workspace with this salt. */
export function createIdCodec(salt: string): IdCodec {
  const prefixes = Object.fromEntries(
    Object.entries(prefixByKind).map(([kind, prefix]) => [kind, `${prefix}_${salt}`]),
  )
  const toId: IdCodec['toId'] = (kind, seq) => `${prefixes[kind]}${encodeSeq(seq)}`
  const toSeq: IdCodec['toSeq'] = (kind, id) => {
    const start = prefixes[kind] ?? ''
    if (id.length !== start.length + SEQ_DIGITS || !id.startsWith(start)) return undefined
    return decodeSeq(id.slice(start.length))
  }
  // Thousands of rows name the same few things; a text of its own for each of them would fill the memory.
  const known = new Map<IdKind, Map<number, string>>()
  let account: { id: string; seq: number | undefined } = { id: '', seq: undefined }
  return {
    toId(kind, seq) {
      if (kind === 'transaction') return toId(kind, seq)
      const ids = known.get(kind) ?? new Map<number, string>()
      const id = ids.get(seq) ?? toId(kind, seq)
      known.set(kind, ids.set(seq, id))
      return id
    },
    toSeq(kind, id) {
      if (kind !== 'account') return toSeq(kind, id)
      if (account.id !== id) account = { id, seq: toSeq(kind, id) }
      return account.seq
    },
  }
}

/** Returns the salt of an id of a kind; undefined when it is not one of ours. */
export function parseSalt(kind: IdKind, id: string): string | undefined {
  const start = prefixByKind[kind].length + 1
  const salt = id.slice(start, start + SALT_DIGITS)
  if (!SALT_PATTERN.test(salt)) return undefined
  return createIdCodec(salt).toSeq(kind, id) === undefined ? undefined : salt
}

/** Returns a salt from random bytes, of which it uses 16. */
export const createSalt = (random: Uint8Array): string =>
  Array.from(random.subarray(0, SALT_DIGITS), (byte) => ALPHABET[byte & 31]).join('')

function encodeSeq(seq: number): string {
  let text = ''
  for (let remaining = seq; remaining > 0; remaining = Math.floor(remaining / 32))
    text = ALPHABET[remaining % 32] + text
  return text.padStart(SEQ_DIGITS, '0')
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
