/**
 * Describes how the bank's closing balance differs from the balance of the account.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { subtract } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import type { BalanceGap } from '../plan/balance-gaps.ts'

/** The closing balance of the bank, and the balance of the account on the same day. */
export interface BalanceCheckOutput {
  file: string
  date: string
  account_name: string
  /** null: not compared. */
  account: string | null
  /** The first day on which they differ, if the file tells. */
  differs_since: string | null
  /** They differ on every day of the file; the account may have started with another balance. */
  differs_throughout?: true
  /** The command that lists the account from that day on. */
  compare_step?: string
  /** The running balances of the file follow its amounts. */
  is_followed: boolean
  /** Where the running balances change without a row. */
  gaps: BalanceGap[]
}

/** Describes the balance in a sentence; before the import the account `will have` it. */
export function describeBalance(
  { file, date, account, account_name, is_followed, differs_since: since }: BalanceCheckOutput,
  verb: 'has' | 'will have' = 'has',
): string {
  const stated = `${groupThousands(file)} on ${date}`
  if (account === null ? is_followed : account === file) return `${stated}, matches the bank`
  if (account === null) return `${stated} at the bank`
  const more = subtract(account, file)
  const by = `${groupThousands(more.replace('-', ''))} ${more.startsWith('-') ? 'less' : 'more'}`
  return `${stated} at the bank; ${account_name} ${verb} ${groupThousands(account)} on that day, ${by}${since === null ? '' : `, since ${since}`}`
}

/** Suggests how to find the difference; empty when the balances agree. */
export function describeComparison({
  account_name,
  differs_throughout,
  compare_step: step,
}: BalanceCheckOutput): string[] {
  if (step === undefined) return []
  const why = differs_throughout ? `${account_name} may have started with a different balance. ` : ''
  return [`${why}Compare: ${step}`]
}

/** Describes the gaps, one sentence each. */
export const describeGaps = ({ gaps }: BalanceCheckOutput): string[] =>
  gaps.map(({ above, below, by }) =>
    /[1-9]/.test(by)
      ? `Between lines ${above} and ${below} the bank's balance changes by ${groupThousands(by)} without a matching row; was the export filtered?`
      : `One balance between lines ${above} and ${below} does not match the rows around it`,
  )
