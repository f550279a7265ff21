/** Splits merchant names into words, and finds the merchants of known categories that are named alike. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { extractMerchant } from './merchant-name.ts'

/** Words that many merchants share, so that they say nothing about one of them. */
const STOP_WORDS = new Set(
  'the and for inc ltd llc plc gmbh com www net org store shop payment purchase card pos debit credit online'.split(
    ' ',
  ),
)

const shopKeys = new Map<string, string>()
const MAX_SHOP_KEYS = 20_000

/**
 * Returns a key that the names of one shop share: without branch numbers, codes and payment terms. `SHELL 0042` and
 * `Shell #7` have the same.
 */
export function toShopKey(name: string): string {
  const known = shopKeys.get(name)
  if (known !== undefined) return known
  const words = splitWords(extractMerchant(name) ?? name)
  const lettered = words.filter((word) => !/\d/.test(word))
  const key = (lettered.length > 0 ? lettered : words).join(' ') || toNameKey(name)
  if (shopKeys.size < MAX_SHOP_KEYS) shopKeys.set(name, key)
  return key
}

const splitWords = (text: string): string[] => toNameKey(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of a name that tell merchants apart, without plural endings. */
export const listTellingWords = (name: string): string[] => [
  ...new Set(
    splitWords(name)
      .filter((word) => word.length >= 3 && !/\d/.test(word) && !STOP_WORDS.has(word))
      .map(removePlural),
  ),
]

const removePlural = (word: string): string =>
  word.length < 5 ? word : word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** Banks cut names off; a word of so many letters may be the beginning of another. */
const MIN_BEGINNING = 5

/** A merchant that is named like another one, and how alike they are, from 0 to 1. */
export interface SimilarMerchant {
  shop: string
  likeness: number
}

/** Finds merchants by the words they share; rare words count more. */
export interface MerchantWordIndex {
  add(shop: string): void
  findSimilar(shop: string): SimilarMerchant[]
}

/** Creates an empty index. */
export function createMerchantWordIndex(): MerchantWordIndex {
  const wordsByShop = new Map<string, string[]>()
  const shopsByBeginning = new Map<string, Set<string>>()
  const countShops = (word: string): number => shopsByBeginning.get(toBeginning(word))?.size ?? 0
  const weigh = (words: readonly string[]): number =>
    words.reduce((total, word) => total + 1 / Math.max(1, countShops(word)), 0)
  return {
    add(shop) {
      if (wordsByShop.has(shop)) return
      const words = listTellingWords(shop)
      wordsByShop.set(shop, words)
      for (const word of words) {
        const beginning = toBeginning(word)
        const shops = shopsByBeginning.get(beginning) ?? new Set()
        shopsByBeginning.set(beginning, shops.add(shop))
      }
    },
    findSimilar(shop) {
      const words = listTellingWords(shop)
      const candidates = new Set(
        words.flatMap((word) => [...(shopsByBeginning.get(toBeginning(word)) ?? [])]),
      )
      candidates.delete(shop)
      return [...candidates].map((other) => {
        const otherWords = wordsByShop.get(other) ?? []
        const shared = words.filter((word) => otherWords.some((another) => isSameWord(word, another)))
        const all = Math.max(weigh(words), weigh(otherWords))
        // Names of which one contains the other are alike, whatever the longer one adds.
        const isContained = shared.length === Math.min(words.length, otherWords.length)
        const likeness = all === 0 ? 0 : weigh(shared) / all
        return { shop: other, likeness: isContained ? (1 + likeness) / 2 : likeness }
      })
    },
  }
}

const toBeginning = (word: string): string => word.slice(0, MIN_BEGINNING)

const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= MIN_BEGINNING && (one.startsWith(other) || other.startsWith(one)))
