/** Opaque ids: a prefix, the workspace's salt, and the row's order of creation; so no id needs an index of its own. */ // spec S4

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SEQ_DIGITS = 10
export const SALT_DIGITS = 16

const PREFIX = {
  account: 'acc',
  category: 'cat',
  category_group: 'grp',
  merchant: 'mer',
  transaction: 'txn',
  rule: 'rul',
} as const

/** What an id can stand for. */
export type Kind = keyof typeof PREFIX

export interface Ids {
  /** The id of a row. */
  of(kind: Kind, seq: number): string
  /** The row an id stands for; undefined when it is no id of this kind and workspace. */
  seq(kind: Kind, id: string): number | undefined
}

/** The ids of the workspace with this salt. */
export function idsOf(salt: string): Ids {
  const starts = Object.fromEntries(
    Object.entries(PREFIX).map(([kind, prefix]) => [kind, `${prefix}_${salt}`]),
  )
  return {
    of: (kind, seq) => `${starts[kind]}${encoded(seq)}`,
    seq(kind, id) {
      const start = starts[kind] ?? ''
      if (id.length !== start.length + SEQ_DIGITS || !id.startsWith(start)) return undefined
      return decoded(id.slice(start.length))
    },
  }
}

/** A salt out of random bytes, of which 16 are used. */
export const saltFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, SALT_DIGITS), (byte) => ALPHABET[byte & 31]).join('')

function encoded(seq: number): string {
  let text = ''
  for (let rest = seq; text.length < SEQ_DIGITS; rest = Math.floor(rest / 32))
    text = ALPHABET[rest % 32] + text
  return text
}

function decoded(text: string): number | undefined {
  let seq = 0
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return undefined
    seq = seq * 32 + value
  }
  return seq
}
