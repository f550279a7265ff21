/** Finds the two sides of each transfer by accounts, date and amount. */

import type { MinorUnits } from '../money/minor-units.ts'

/** A row that says it is one side of a transfer. */
export interface TransferSide<Key> {
  /** What names the row: the key of its transaction, or `TRANSACTION/LINE` of a split line. */
  key: Key
  account: string
  otherAccount: string
  date: string
  amount: MinorUnits
}

/**
 * Returns the key of the other side by the key of a side. Of several equal transfers the first sides belong together.
 * A side without another one is missing.
 */
export function pairTransfers<Key>(sides: Iterable<TransferSide<Key>>): Map<Key, Key> {
  const waiting = new Map<string, Key[]>()
  const pairs = new Map<Key, Key>()
  for (const { key, account, otherAccount, date, amount } of sides) {
    if (account === otherAccount) continue
    const others = waiting.get(`${date}\n${-amount}\n${otherAccount}\n${account}`)
    const other = others?.shift()
    if (other !== undefined) {
      pairs.set(key, other).set(other, key)
      continue
    }
    const own = `${date}\n${amount}\n${account}\n${otherAccount}`
    const equal = waiting.get(own)
    if (equal) equal.push(key)
    else waiting.set(own, [key])
  }
  return pairs
}
