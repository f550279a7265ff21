/** Finds merchants that are one shop under several names, the most likely first. */

import { groupBy } from '../../contract/group-by.ts'
import { differsByOneLetter } from '../../tables/words/word-likeness.ts'
import { addAmounts, haveOneCategory, type MerchantUse } from './merchant-uses.ts'
import { choosePlainName } from './plain-name.ts'
import { productWords, type ShopTokens, toShopTokens } from './shop-tokens.ts'

/** Why merchants may be one shop, as `--json` names it. */
export type SameShopReason =
  | 'same_words'
  | 'begins_with_name'
  | 'one_letter_apart'
  | 'same_category'
  | 'other_category'
  | 'other_product'

/** Merchants that are probably one shop, and what to do. */
export interface SameShopFinding {
  /** The position in the list, from 1 on. */
  number: number
  /** From 0 to 1, of the least likely merchant. */
  score: number
  reasons: SameShopReason[]
  /** True if `--apply all` takes it. */
  sure: boolean
  /** The name that stays. */
  name: string
  into_merchant_id: string
  merchants: Pick<MerchantUse, 'id' | 'name' | 'transactions' | 'total'>[]
  /** The transactions of all of them, and their sum. */
  transactions: number
  total: string
  fix: { into_merchant_id: string; rename_to: string | null; merge_ids: string[] }
}

/** Merges from this score on are applied by `all`. */
const SURE_SCORE = 0.9

interface NamedShop extends ShopTokens {
  merchant: MerchantUse
  key: string
}

interface Link {
  head: NamedShop
  other: NamedShop
  score: number
  reasons: SameShopReason[]
}

/** Returns the groups whose merchants all score at least `minScore`. */
export function findSameShops(merchants: readonly MerchantUse[], minScore: number): SameShopFinding[] {
  const shops = merchants
    .map((merchant): NamedShop => {
      const shop = toShopTokens(merchant.name)
      return { ...shop, merchant, key: shop.tokens.join('') }
    })
    .filter(({ key, isDistinctive }) => key !== '' && isDistinctive)
  const links = listLinks(shops)
    .map(addCategoryEvidence)
    .filter(({ score }) => score >= minScore)
  return collectGroups(links)
    .toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
    .map((group, at) => ({ number: at + 1, ...group }))
}

/** Links names to the shortest name with the same words, to the name they begin with, or to a misspelled one. */
function listLinks(shops: readonly NamedShop[]): Link[] {
  const byKey = groupBy(
    shops.toSorted(
      (a, b) => a.merchant.name.length - b.merchant.name.length || (a.merchant.id < b.merchant.id ? -1 : 1),
    ),
    ({ key }) => key,
  )
  const links: Link[] = []
  for (const [head, ...others] of byKey.values())
    if (head) for (const other of others) links.push({ head, other, score: 0.96, reasons: ['same_words'] })
  const heads = [...byKey.values()].flatMap(([head]) => head ?? [])
  for (const other of heads) {
    const head = findBeginning(other, byKey)
    if (head && !isSeries(other.tokens.slice(head.tokens.length))) links.push(linkToBeginning(head, other))
  }
  return [...links, ...listMisspellings(heads)]
}

/** Returns the merchant whose words are the longest proper beginning of the other's. */
function findBeginning(
  other: NamedShop,
  byKey: ReadonlyMap<string, readonly NamedShop[]>,
): NamedShop | undefined {
  for (let size = other.tokens.length - 1; size >= 1; size--) {
    const key = other.tokens.slice(0, size).join('')
    const [head] = byKey.get(key) ?? []
    if (head && head.tokens.length <= size) return head
  }
  return undefined
}

/** True for what tells the members of a series apart: `Client 2`, `Statement 29.0`. */
function isSeries(rest: readonly string[]): boolean {
  const numbers = rest.filter((word) => /^\p{N}+$/u.test(word)).length
  return numbers === rest.length || numbers > 1
}

/** The longer the common beginning, the less likely it is chance; short words begin many names. */
function linkToBeginning(head: NamedShop, other: NamedShop): Link {
  const rest = other.tokens.slice(head.tokens.length)
  const isOtherProduct = rest.some((word) => productWords.has(word))
  const letters = head.key.length
  const base = head.tokens.length > 1 ? 0.88 : letters >= 5 ? 0.85 : letters === 4 ? 0.82 : 0.6
  const score = base - (isOtherProduct ? 0.25 : 0) - (rest.length > 4 ? 0.05 : 0)
  return {
    head,
    other,
    score,
    reasons: ['begins_with_name', ...(isOtherProduct ? (['other_product'] as const) : [])],
  }
}

/** Links long names that differ by one letter. */
function listMisspellings(heads: readonly NamedShop[]): Link[] {
  const long = heads.filter(({ key }) => key.length >= 7 && !/\p{N}/u.test(key))
  const byPart = new Map<string, NamedShop[]>()
  const links: Link[] = []
  for (const shop of long) {
    const near = new Set<NamedShop>()
    for (const part of listOneLetterKeys(shop.key)) {
      const known = byPart.get(part)
      if (!known) byPart.set(part, [shop])
      else {
        for (const one of known) if (areOneLetterApart(one.key, shop.key)) near.add(one)
        known.push(shop)
      }
    }
    for (const one of near) {
      const isHead = one.merchant.transactions >= shop.merchant.transactions
      const [head, other] = isHead ? [one, shop] : [shop, one]
      links.push({ head, other, score: 0.84, reasons: ['one_letter_apart'] })
    }
  }
  return links
}

/** The same category is a reason for one shop, another category a reason against it. */
function addCategoryEvidence(link: Link): Link {
  const [left, right] = [link.head.merchant.category_id, link.other.merchant.category_id]
  if (left === null || right === null) return link
  const isSame = left === right
  const score = Math.min(0.99, link.score + (isSame ? 0.04 : -0.06))
  return {
    ...link,
    score: Math.round(score * 100) / 100,
    reasons: [...link.reasons, isSame ? 'same_category' : 'other_category'],
  }
}

/** Joins the links into groups; each merchant is in one group. */
function collectGroups(links: readonly Link[]): Omit<SameShopFinding, 'number'>[] {
  const parents = new Map<string, string>()
  const findRoot = (id: string): string => {
    const parent = parents.get(id) ?? id
    return parent === id ? id : findRoot(parent)
  }
  for (const { head, other } of links) parents.set(findRoot(other.merchant.id), findRoot(head.merchant.id))
  const groups = groupBy(links, ({ head }) => findRoot(head.merchant.id))
  return [...groups.values()].map(toGroup)
}

function toGroup(links: readonly Link[]): Omit<SameShopFinding, 'number'> {
  const shops = new Map(
    links.flatMap(({ head, other }) => [head, other]).map((shop) => [shop.merchant.id, shop]),
  )
  const members = [...shops.values()]
    .map(({ merchant }) => merchant)
    .toSorted(
      (a, b) => b.transactions - a.transactions || a.name.length - b.name.length || (a.id < b.id ? -1 : 1),
    )
  const { into, name } = choosePlainName(members)
  const score = Math.min(...links.map((link) => link.score))
  const hasOtherCategory = !haveOneCategory(members)
  const reasons = new Set(links.flatMap((link) => link.reasons))
  if (hasOtherCategory) reasons.add('other_category')
  return {
    score,
    reasons: [...reasons],
    // Links compare two names each; the names at their ends may differ as well.
    sure: score >= SURE_SCORE && !hasOtherCategory,
    name,
    into_merchant_id: into.id,
    merchants: members.map(({ category_id: _, ...merchant }) => merchant),
    transactions: members.reduce((count, { transactions }) => count + transactions, 0),
    total: addAmounts(members.map(({ total }) => total)),
    fix: {
      into_merchant_id: into.id,
      rename_to: name === into.name ? null : name,
      merge_ids: members.filter(({ id }) => id !== into.id).map(({ id }) => id),
    },
  }
}

/** Returns the word and the word without each one of its letters: words one letter apart share one of them. */
function listOneLetterKeys(word: string): string[] {
  const keys = [word]
  for (let at = 0; at < word.length; at++) keys.push(word.slice(0, at) + word.slice(at + 1))
  return [...new Set(keys)]
}

/** True if the words differ by one letter that is not the first: initials tell people apart. */
function areOneLetterApart(a: string, b: string): boolean {
  if (a === b || a[0] !== b[0]) return false
  return a.length <= b.length ? differsByOneLetter(a, b) : differsByOneLetter(b, a)
}
