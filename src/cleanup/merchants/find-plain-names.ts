/** Finds merchants whose names are bank texts, and the plain names for them. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { haveOneCategory, type MerchantUse } from './merchant-uses.ts'
import { toPlainName } from './plain-name.ts'

/** A merchant with a raw name, and its plain name. */
export interface PlainNameFinding {
  /** The position in the list, from 1 on. */
  number: number
  /** False if it would be merged with a merchant of another category, which `--apply all` leaves out. */
  sure: boolean
  id: string
  name: string
  plain_name: string
  /** The merchant that has the plain name already, or gets it first: the raw one is merged into it. */
  into_merchant_id: string | null
  transactions: number
  total: string
}

/** Returns the merchants to clean, those with the most transactions first. */
export function findPlainNames(merchants: readonly MerchantUse[]): PlainNameFinding[] {
  const byKey = new Map(merchants.map((merchant) => [toNameKey(merchant.name), [merchant]]))
  const sorted = merchants.toSorted((a, b) => b.transactions - a.transactions || (a.name < b.name ? -1 : 1))
  const found: PlainNameFinding[] = []
  for (const merchant of sorted) {
    const { id, name, transactions, total } = merchant
    const plain_name = toPlainName(name)
    const key = toNameKey(plain_name)
    // Another case of the same name is a matter of taste.
    if (key === toNameKey(name) || key === '') continue
    const joined = [...(byKey.get(key) ?? []), merchant]
    const isSure = haveOneCategory(joined)
    if (isSure) byKey.set(key, joined)
    const [into] = joined
    found.push({
      number: found.length + 1,
      sure: isSure,
      id,
      name,
      plain_name,
      into_merchant_id: into && into.id !== id ? into.id : null,
      transactions,
      total,
    })
  }
  return found
}
