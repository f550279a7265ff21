/** The balance proof: a column whose steps are the amounts settles which column is the amount and what its sign means. */ // import.md §3

import type { Minor } from '../money/minor.ts'

/** An amount or a balance per row, where the row has one. */
export type Series = readonly (Minor | undefined)[]

export type Verdict = 'as_is' | 'inverted'

const ENOUGH = 0.6

/** Do the balances step by the amounts, or by their opposites? undefined when they do neither. Rows may run either way in time. */
export function balanceVerdict(amounts: Series, balances: Series): Verdict | undefined {
  const forwards = tally(amounts, balances)
  const backwards = tally(amounts.toReversed(), balances.toReversed())
  const best = (verdict: Verdict) => Math.max(forwards[verdict], backwards[verdict])
  if (best('as_is') >= ENOUGH && best('as_is') > best('inverted')) return 'as_is'
  return best('inverted') >= ENOUGH && best('inverted') > best('as_is') ? 'inverted' : undefined
}

/** The share of steps that fit, for either sign. */
function tally(amounts: Series, balances: Series): Record<Verdict, number> {
  const count = { steps: 0, as_is: 0, inverted: 0 }
  let before: Minor | undefined
  for (const [at, balance] of balances.entries()) {
    const amount = amounts[at]
    if (balance === undefined || amount === undefined) continue
    if (before !== undefined && amount !== 0n) {
      count.steps += 1
      if (balance - before === amount) count.as_is += 1
      if (balance - before === -amount) count.inverted += 1
    }
    before = balance
  }
  const steps = Math.max(1, count.steps)
  return { as_is: count.as_is / steps, inverted: count.inverted / steps }
}
