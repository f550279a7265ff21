/** Reduces a merchant's name to the words that name the shop, e.g. `AMZN Mktp*2R4` → amzn. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { extractMerchant } from '../../transactions/merchant-names/merchant-name.ts'
import { commonWords, emptyWords, paymentProviders } from './name-words.ts'

/** The words of a name that name the shop, and what was left out. */
export interface ShopTokens {
  tokens: readonly string[]
  /** True if the words name a shop by themselves. */
  isDistinctive: boolean
}

const DOMAIN =
  /(?:www\.)?([\p{L}\p{N}-]{2,})\.(?:com|net|org|co|eu|io|[a-z]{2})(?:\.[a-z]{2})?(?:\/\S*)?(?=$|[\s,*])/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** What follows a single `*` is a reference, as in `Patreon* Membership`. */
const REFERENCE_MARK = /(?<=\p{L}{2} ?)\*(?!\*)/u
const STORE_NUMBER = /^\p{N}{3,}$/u
/** A reference mixes letters and digits, e.g. `p2k4t17`. */
const REFERENCE = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]{4,}$/u
const LETTERS = /\p{L}{3}|[぀-鿿가-힣]{2}/u

/** A longer text is a sentence of the bank, not a name. */
const MAX_WORDS = 7
/** A store number is followed by a town of at most so many words. */
const MAX_PLACE_WORDS = 3

/** Returns the tokens of a name. A name that begins with digits or has no word names no shop. */
export function toShopTokens(name: string): ShopTokens {
  const key = toNameKey(extractMerchant(name) ?? name).replace(/['’´`]/gu, '')
  const text = stripProvider(key).replace(DOMAIN, '$1')
  const words = (text.split(REFERENCE_MARK)[0]?.match(WORD) ?? []).map(expandAbbreviation)
  const [first = ''] = words
  if (commonWords.has(first) || words.length > MAX_WORDS) return { tokens: words, isDistinctive: false }
  const tokens: string[] = []
  const named = cutAtStoreNumber(words)
  for (const word of named) {
    if (tokens.length > 0 && (REFERENCE.test(word) || emptyWords.has(word) || word === tokens.at(-1)))
      continue
    tokens.push(word)
  }
  const joined = tokens.join('')
  return {
    tokens,
    isDistinctive: LETTERS.test(joined) && !/^\p{N}/u.test(first) && !/^(.)\1*$/u.test(joined),
  }
}

/** Returns the words before a store number, unless the number is one of several or more than a place follows. */
function cutAtStoreNumber(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => STORE_NUMBER.test(word))
  const hasMore = words.filter((word) => /^\p{N}+$/u.test(word)).length > 1
  return at < 1 || hasMore || words.length - at - 1 > MAX_PLACE_WORDS ? words : words.slice(0, at)
}

/** Returns what follows `PayPal *`, if anything does. */
function stripProvider(key: string): string {
  const [, provider, rest] = /^(\p{L}+) ?\*+ ?(.*\p{L}{2}.*)$/u.exec(key) ?? []
  return provider !== undefined && rest !== undefined && paymentProviders.has(provider) ? rest : key
}

const abbreviations: Readonly<Record<string, string>> = {
  amzn: 'amazon',
  amznmktplace: 'amazon',
  wholefds: 'wholefoods',
}

const expandAbbreviation = (word: string): string => abbreviations[word] ?? word
