/** The balance proof: a column whose steps are the amounts settles which column is the amount and what its sign means. */ // import.md §3

import type { Minor } from '../money/minor.ts'

/** An amount or a balance per row, where the row has one. */
export type Series = readonly (Minor | undefined)[]

export type Verdict = 'as_is' | 'inverted'

const ENOUGH = 0.6

/** Which way the rows of a file run in time; undefined when their dates do not tell. */
export type TimeOrder = 'rising' | 'falling' | undefined

/**
 * Do the balances after each row step by the amounts, or by their opposites? undefined when they do neither.
 * A balance before each row steps by the opposite when read the wrong way, so a reversed sign needs the order of time.
 */
export function balanceVerdict(amounts: Series, balances: Series, order: TimeOrder): Verdict | undefined {
  if (order === 'falling') return verdictOf(tally(amounts.toReversed(), balances.toReversed()))
  const forwards = verdictOf(tally(amounts, balances))
  if (order === 'rising') return forwards
  const backwards = verdictOf(tally(amounts.toReversed(), balances.toReversed()))
  return forwards === 'as_is' || backwards === 'as_is' ? 'as_is' : undefined
}

/** Is this the balance before each row, from which the amounts lead to the next? Only the order of time tells it from the opposite. */
export function leadsOn(amounts: Series, before: Series, order: TimeOrder): boolean {
  if (order === undefined) return false
  // The balance after a row is the one before the next.
  const rising = order === 'rising'
  const after = rising ? [...before, undefined] : [undefined, ...before]
  const moved = rising ? [0n, ...amounts] : [...amounts, 0n]
  return balanceVerdict(moved, after, order) === 'as_is'
}

function verdictOf({ as_is, inverted }: Record<Verdict, number>): Verdict | undefined {
  if (as_is >= ENOUGH && as_is > inverted) return 'as_is'
  return inverted >= ENOUGH && inverted > as_is ? 'inverted' : undefined
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
