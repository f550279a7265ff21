/** Finds the two sides of each transfer of a budget of the YNAB API: by their ids, else by date and amount. */

import { pairTransfers, type TransferSide } from '../pair-transfers.ts'

/** A transaction or a line that is one side of a transfer. */
export interface TransferRecord extends TransferSide {
  /** The id of the transaction or line. */
  id: string
  /** The id of the transaction that it is, or that it is a line of. */
  transaction: string
  /** The id of the other side, or of the split that the other side is a line of. */
  otherId: string | undefined
}

/** Returns the key of the other side by the key of a side. A side without another one is missing. */
export function pairTransferRecords(sides: readonly TransferRecord[]): Map<string, string> {
  const pairs = new Map<string, string>()
  const byId = new Map<string, TransferRecord[]>()
  for (const side of sides)
    for (const id of new Set([side.id, side.transaction])) byId.set(id, [...(byId.get(id) ?? []), side])
  for (const side of sides) {
    if (pairs.has(side.key) || side.otherId === undefined) continue
    const other = byId.get(side.otherId)?.find((one) => !pairs.has(one.key) && isOpposite(side, one))
    if (other) pairs.set(side.key, other.key).set(other.key, side.key)
  }
  for (const [key, other] of pairTransfers(sides.filter((side) => !pairs.has(side.key))))
    pairs.set(key, other)
  return pairs
}

const isOpposite = (a: TransferSide, b: TransferSide): boolean =>
  a.account === b.otherAccount &&
  a.otherAccount === b.account &&
  a.account !== b.account &&
  a.amount === -b.amount
