/** The balance a bank's file ends with, beside the account's. @see docs/import.md#10-rules-found-with-unseen-files */

import type { BalanceGap } from '../import/plan/balance-gaps.ts'
import { subtract } from '../money/decimal.ts'
import { groupThousands } from './format-amount.ts'

/** What the bank says the account holds at the end of a day, and what the account holds then. */
export interface BalanceCheckOutput {
  file: string
  date: string
  account_name: string
  /** null: nobody asked. */
  account: string | null
  /** The first day on which the two differ, where the file tells. */
  differs_since: string | null
  /** They differ on every day of the file: what the account held before it may be the reason. */
  differs_throughout?: true
  /** The command that lists the account from that day on. */
  compare_step?: string
  /** The balances beside all rows of the file follow its amounts. */
  is_followed: boolean
  /** Where the balances move by money that no row explains. */
  gaps: BalanceGap[]
}

/** The balance in one sentence. Before the rows are booked the account `will hold` what is compared. */
export function describeBalance(
  { file, date, account, account_name, is_followed, differs_since: since }: BalanceCheckOutput,
  verb: 'holds' | 'will hold' = 'holds',
): string {
  const stated = `${groupThousands(file)} on ${date}`
  if (account === null ? is_followed : account === file) return `${stated}, as the bank says`
  if (account === null) return `${stated} at the bank`
  const more = subtract(account, file)
  const by = `${groupThousands(more.replace('-', ''))} ${more.startsWith('-') ? 'less' : 'more'}`
  return `${stated} at the bank; ${account_name} ${verb} ${groupThousands(account)}, ${by}${since === null ? '' : `, since ${since}`}`
}

/** How to find what makes the two differ; empty where they agree. */
export function describeComparison({
  account_name,
  differs_throughout,
  compare_step: step,
}: BalanceCheckOutput): string[] {
  if (step === undefined) return []
  const why = differs_throughout
    ? `Perhaps ${account_name} held another balance before the file begins. `
    : ''
  return [`${why}Compare: ${step}`]
}

/** What the rows of the file leave unexplained, a sentence each. */
export const describeGaps = ({ gaps }: BalanceCheckOutput): string[] =>
  gaps.map(({ above, below, by }) =>
    /[1-9]/.test(by)
      ? `Between lines ${above} and ${below} the bank's balance moves by ${groupThousands(by)} that no row explains; was the export filtered?`
      : `One balance between lines ${above} and ${below} does not fit the rows around it`,
  )
