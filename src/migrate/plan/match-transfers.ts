/** Finds the two sides of each transfer. */

import { pairTransfers } from '../pair-transfers.ts'
import type { FlatTransaction } from './flatten-splits.ts'

/** Returns the index of the other side for each transaction that is a side of a transfer; one of nothing is none. */
export function matchTransfers(rows: readonly FlatTransaction[]): Map<number, number> {
  const sides = new Map<number, number>()
  const indexByKey = new Map<string, number>()
  for (const [index, { key, transfer }] of rows.entries()) if (transfer) indexByKey.set(key, index)
  for (const [index, { transfer }] of rows.entries()) {
    const other = transfer?.otherSide === undefined ? undefined : indexByKey.get(transfer.otherSide)
    if (other === undefined || other === index || sides.has(index) || sides.has(other)) continue
    if (areSides(rows[index], rows[other])) sides.set(index, other).set(other, index)
  }
  const open = rows.flatMap(({ transfer, account, date, amount }, key) =>
    transfer && amount !== 0n && !sides.has(key)
      ? [{ key, account, otherAccount: transfer.account, date, amount }]
      : [],
  )
  for (const [one, other] of pairTransfers(open)) sides.set(one, other)
  return sides
}

/** True if two rows are what a transfer has here: opposite amounts on one day, each naming the other's account. */
function areSides(one: FlatTransaction | undefined, other: FlatTransaction | undefined): boolean {
  if (!one?.transfer || !other?.transfer) return false
  return (
    one.date === other.date &&
    one.amount === -other.amount &&
    one.amount !== 0n &&
    one.account !== other.account &&
    one.transfer.account === other.account &&
    other.transfer.account === one.account
  )
}
