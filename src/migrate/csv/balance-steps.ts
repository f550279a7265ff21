/** Finds out from a running balance whether spending is above or below zero. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { ReadSourceOptions } from '../../tables/source-file.ts'

/** Whether spending is above or below zero. */
export type SpendingSign = NonNullable<ReadSourceOptions['spending']>

/** An amount, and the balance of its account behind it or before it. */
export interface BalanceStep {
  amount: MinorUnits
  balance: MinorUnits | undefined
  /** True for a row whose fee may be a part of the step. */
  hasFee: boolean
}

/** Counts how a running balance changes from row to row of an account. */
export interface StepCounter {
  add(account: string, step: BalanceStep): void
  /** Returns what most steps prove; undefined if they prove nothing. */
  decide(): SpendingSign | undefined
}

/** Returns an empty counter. */
export function createStepCounter(): StepCounter {
  const last = new Map<string, BalanceStep & { balance: MinorUnits }>()
  const counts = { steps: 0, rising: 0, falling: 0, invertedRising: 0, invertedFalling: 0 }
  let [up, down, below, above] = [0, 0, 0, 0]
  return {
    add(account, { amount, balance, hasFee }) {
      if (balance === undefined || amount === 0n) return
      const before = last.get(account)
      last.set(account, { amount, balance, hasFee })
      if (amount > 0n) up += 1
      else down += 1
      if (balance < 0n) below += 1
      else above += 1
      if (before === undefined || before.hasFee || hasFee) return
      const change = balance - before.balance
      counts.steps += 1
      if (change === amount) counts.rising += 1
      if (change === -amount) counts.invertedRising += 1
      if (-change === before.amount) counts.falling += 1
      if (-change === -before.amount) counts.invertedFalling += 1
    },
    decide() {
      const same = Math.max(counts.rising, counts.falling)
      const inverted = Math.max(counts.invertedRising, counts.invertedFalling)
      const isSame = same > inverted
      if (Math.max(same, inverted) < 2 || Math.max(same, inverted) * 10 < counts.steps * 9) return undefined
      // Above zero, it may be what a card owes, which most rows increase.
      const isAccount = below > above || (isSame ? down > up : up > down)
      return isAccount ? (isSame ? 'negative' : 'positive') : undefined
    },
  }
}
