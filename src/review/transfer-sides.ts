/** Finds the two sides of transfers in the inbox, which are reviewed as one. */

import type { Transaction } from '../contract/operations/transactions.ts'
import { isNegative, negate } from '../money/decimal.ts'
import type { Decisions, ReviewRow, RowDecision } from './review-state.ts'

const toKey = (date: string, { from, to, amount }: { from: string; to: string; amount: string }): string =>
  [date, from, to, amount].join(' ')

/** Returns the inflow side of each transfer by the id of its outflow side, where both are listed. */
function pairTransfers(transactions: readonly Transaction[]): Map<string, string> {
  const inflows = new Map<string, string[]>()
  for (const { id, date, amount, account_id, transfer_account_id: from } of transactions) {
    if (from === null || isNegative(amount)) continue
    const key = toKey(date, { from, to: account_id, amount })
    inflows.set(key, [...(inflows.get(key) ?? []), id])
  }
  const sides = new Map<string, string>()
  for (const { id, date, amount, account_id, transfer_account_id: to } of transactions) {
    if (to === null || !isNegative(amount)) continue
    const inflow = inflows.get(toKey(date, { from: account_id, to, amount: negate(amount) }))?.shift()
    if (inflow !== undefined) sides.set(id, inflow)
  }
  return sides
}

/** Returns the rows with one for each transfer that needs no category. */
export function mergeTransferSides(
  rows: readonly ReviewRow[],
  transactions: readonly Transaction[],
): ReviewRow[] {
  const fixed = new Set(rows.flatMap(({ id, fixed_purpose }) => (fixed_purpose === undefined ? [] : id)))
  const sides = pairTransfers(transactions.filter(({ id }) => fixed.has(id)))
  const inflows = new Set(sides.values())
  return rows
    .filter(({ id }) => !inflows.has(id))
    .map((row) => {
      const other = sides.get(row.id)
      return other === undefined ? row : { ...row, other_side_id: other }
    })
}

/** Returns the decisions with those about the other sides of transfers. */
export function addOtherSides(decisions: Decisions, rows: readonly ReviewRow[]): Decisions {
  const all = new Map<string, RowDecision>(decisions.rows)
  for (const { id, other_side_id: other } of rows) {
    const outcome = decisions.rows.get(id)?.outcome
    if (other !== undefined && outcome === 'approved') all.set(other, { outcome })
  }
  return { ...decisions, rows: all }
}
