/** Chooses the name that stays when merchants are merged: the most used and shortest clean one. */

import { extractMerchant } from '../../import/text/merchant-name.ts'
import type { MerchantUse } from './merchant-use.ts'

/** A bank's text: all capitals, digits, or marks that no shop writes. */
const RAW = /[*#_|;/\\]|\d{3,}|[?]{2}/u
const isRaw = (name: string): boolean => RAW.test(name) || (name.length > 4 && name === name.toUpperCase())

/** Returns the plain name of a merchant, by the rules of the import; the name itself if nothing can be left out. */
export const toPlainName = (name: string): string => extractMerchant(name) ?? name

/** Returns the merchant that stays, and its name. The members are sorted, the most used one first. */
export function choosePlainName(members: readonly MerchantUse[]): { into: MerchantUse; name: string } {
  const [used] = members
  if (!used) throw new TypeError('A group has at least one merchant')
  const clean = members.filter(({ name }) => !isRaw(name))
  const [shortest = used] = clean.toSorted((a, b) => a.name.length - b.name.length)
  // A longer name that is used more is kept only if it is clean and hardly longer.
  const isKept = !isRaw(used.name) && used.name.length <= shortest.name.length + 2
  const into = isKept ? used : shortest
  return { into, name: isRaw(into.name) ? toPlainName(into.name) : into.name }
}
