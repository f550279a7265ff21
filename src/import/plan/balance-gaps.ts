/**
 * Reports steps of the running balance that no row explains, and stops the import if there are many.
 * @see docs/import.md#balance-proof
 */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount } from '../../money/minor-units.ts'
import { AmbiguityError } from '../../tables/ambiguity-error.ts'
import type { BalanceCheckResult, BalanceJump } from '../../tables/columns/running-balance.ts'
import { type ReadOptions } from '../../tables/read-options.ts'
import type { Statement } from '../model/statement.ts'
import { findCause, type RowCause } from './check-stated-figures.ts'

/** A place at which the balance changes without a row that explains it. */
export interface BalanceGap {
  above: number
  below: number
  /** A decimal string. Zero if a single balance does not fit. */
  by: string
  /** The row that explains it, if one alone does. */
  cause?: RowCause
}

const MAX_GAP_SHARE = 1 / 50

/**
 * Checks that the balances follow the amounts except in a few places.
 * @throws AmbiguityError if they do not
 */
export function assertFewBalanceGaps(
  result: BalanceCheckResult,
  {
    options,
    currency,
    isUnsigned,
    hasPending = false,
  }: { options: ReadOptions; currency: string; isUnsigned: boolean; hasPending?: boolean },
): void {
  const { steps, jumps } = result
  const checkpoints = groupAdjacentJumps(jumps)
  const signFlip = isUnsigned ? jumps.find((jump) => jump.isSignFlip) : undefined
  if (options.accept_balance || (!signFlip && checkpoints.length <= Math.max(1, steps * MAX_GAP_SHARE)))
    return
  const [first] = jumps
  if (!first) return
  if (signFlip)
    throw new AmbiguityError(
      `According to the balance, the amount between lines ${signFlip.above} and ${signFlip.below} has the opposite direction`,
      '',
      {
        answers: [{ label: 'Import it anyway', options: { accept_balance: true } }],
        isContradicted: true,
        hintLines: ['If a column shows the direction, name it with --map flag=COLUMN'],
      },
    )
  const by = formatAmount(first.by, getCurrencyDecimals(currency))
  throw new AmbiguityError(
    `The balances do not match the amounts in ${jumps.length} of ${steps} steps: between lines ${first.above} and ${first.below} the balance changes by ${by} without a matching row`,
    '',
    {
      answers: [
        ...(hasPending
          ? [
              {
                label: 'Import the rows that are still pending as well',
                options: { pending: 'import' as const },
              },
            ]
          : []),
        { label: 'Import it anyway', options: { accept_balance: true } },
      ],
      isContradicted: true,
    },
  )
}

/** Returns the places at which the balance changes without a row, with the row that explains it if one does. */
export function listBalanceGaps(
  { jumps }: BalanceCheckResult,
  currency: string,
  statement?: Statement,
): BalanceGap[] {
  const decimals = getCurrencyDecimals(currency)
  return groupAdjacentJumps(jumps).map((group) => {
    const [above, below] = [group[0]?.above ?? 0, group.at(-1)?.below ?? 0]
    const by = group.reduce((sum, jump) => sum + jump.by, 0n)
    const cause =
      statement && by !== 0n ? findCause(statement, { excess: -by, near: [above, below] }) : undefined
    return { above, below, by: formatAmount(by, decimals), ...(cause && { cause }) }
  })
}

/** Groups a jump into a wrong balance with the jump out of it. */
function groupAdjacentJumps(jumps: readonly BalanceJump[]): BalanceJump[][] {
  const checkpoints: BalanceJump[][] = []
  for (const jump of jumps) {
    const [previous] = checkpoints.at(-1) ?? []
    const isOneBalance =
      checkpoints.at(-1)?.length === 1 && previous?.below === jump.above && previous.by === -jump.by
    if (isOneBalance) checkpoints.at(-1)?.push(jump)
    else checkpoints.push([jump])
  }
  return checkpoints
}
