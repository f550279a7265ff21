/** Chooses the name that stays when merchants are merged: the most used and shortest clean one. */

import { extractMerchant } from '../../transactions/merchant-names/merchant-name.ts'
import type { MerchantUse } from './merchant-uses.ts'

/** A bank's text: all capitals, digits, or marks that no shop writes. */
const RAW = /[*#_|;/\\]|\d{3,}|[?]{2}/u
const isRaw = (name: string): boolean => RAW.test(name) || (name.length > 4 && name === name.toUpperCase())

/** A word without a vowel is a short form, e.g. `AMZN Mktp`; so are forms of companies. */
const SHORT_FORM = /(?:^|[^\p{L}\p{M}'’])(?![\p{L}]*[aeiouyà-öø-ÿ])[a-z]{3,}(?![\p{L}\p{M}])/iu
const hasShortForm = (name: string): boolean => SHORT_FORM.test(name)

/** Returns the plain name of a merchant, by the rules of the import; the name itself if nothing can be left out. */
export const toPlainName = (name: string): string => extractMerchant(name) ?? name

/** Returns the merchant that stays, and its name. The members are sorted, the most used one first. */
export function choosePlainName(members: readonly MerchantUse[]): { into: MerchantUse; name: string } {
  const [used] = members
  if (!used) throw new TypeError('A group has at least one merchant')
  const clean = members.filter(({ name }) => !isRaw(name))
  const plain = clean.filter(({ name }) => !hasShortForm(name))
  const candidates = plain.length > 0 ? plain : clean
  const [most = used] = candidates
  const [shortest = used] = candidates.toSorted((a, b) => a.name.length - b.name.length)
  // A longer name that is used more is kept only if it is hardly longer.
  const into = most.name.length <= shortest.name.length + 2 ? most : shortest
  return { into, name: isRaw(into.name) ? toPlainName(into.name) : into.name }
}
