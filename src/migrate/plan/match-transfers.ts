/** Finds the two sides of each transfer. */

import type { FlatTransaction } from './flatten-splits.ts'

/** Returns the index of the other side for each transaction that is a side of a transfer; one of nothing is none. */
export function matchTransfers(rows: readonly FlatTransaction[]): Map<number, number> {
  const sides = new Map<number, number>()
  const connect = (one: number, other: number): void => {
    sides.set(one, other)
    sides.set(other, one)
  }
  const indexByKey = new Map<string, number>()
  for (const [index, { key, transfer }] of rows.entries()) if (transfer) indexByKey.set(key, index)
  for (const [index, { transfer }] of rows.entries()) {
    const other = transfer?.otherSide === undefined ? undefined : indexByKey.get(transfer.otherSide)
    if (other === undefined || other === index || sides.has(index) || sides.has(other)) continue
    if (areSides(rows[index], rows[other])) connect(index, other)
  }
  for (const { outflows, inflows } of groupByRoute(rows, sides).values()) {
    for (const [position, outflow] of outflows.entries()) {
      const inflow = inflows[position]
      if (inflow !== undefined) connect(outflow, inflow)
    }
  }
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

/** Sides of the same day, amount and accounts, in their order. */
interface Route {
  outflows: number[]
  inflows: number[]
}

function groupByRoute(
  rows: readonly FlatTransaction[],
  matched: ReadonlyMap<number, number>,
): Map<string, Route> {
  const routes = new Map<string, Route>()
  for (const [index, { transfer, account, date, amount }] of rows.entries()) {
    if (!transfer || amount === 0n || matched.has(index) || transfer.account === account) continue
    const isOutflow = amount < 0n
    const accounts = isOutflow ? [account, transfer.account] : [transfer.account, account]
    const key = JSON.stringify([date, String(isOutflow ? -amount : amount), ...accounts])
    const route = routes.get(key) ?? { outflows: [], inflows: [] }
    routes.set(key, route)
    route[isOutflow ? 'outflows' : 'inflows'].push(index)
  }
  return routes
}
