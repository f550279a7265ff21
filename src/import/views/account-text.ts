/**
 * Describes the accounts of a file, and how the bank's closing balance differs from the account's.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { subtract } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
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

/** The accounts of a file. */
export interface FileAccounts {
  /** The account whose rows are read, as the file names it. */
  file_account: string | null
  /** The accounts whose rows are not read; absent if there are none. */
  other_accounts?: { name: string; rows: number }[]
  /** Another account that has most of the rows; absent if there is none. */
  also_in?: OverlappingAccount
}

/** An account that has `rows` of the `of` rows to import. */
export interface OverlappingAccount {
  account_name: string
  rows: number
  of: number
}

/** Describes an overlap: `The same 45 rows are already in Savings`. */
export const describeOverlap = ({ account_name: name, rows, of }: OverlappingAccount): string =>
  `${rows === of ? `The same ${pluralize(rows, 'row')}` : `${rows} of the ${of} new rows`} are already in ${name}`

/** Returns the accounts as facts of a preview. */
export function listAccountFacts({
  file_account: readAccount,
  other_accounts: otherAccounts = [],
  also_in: overlap,
}: FileAccounts): [string, string][] {
  const unreadAccounts = otherAccounts.map(
    ({ name, rows }) => `${name || 'unnamed'} (${pluralize(rows, 'row')})`,
  )
  const facts = [
    ...(readAccount === null ? [] : [readAccount]),
    ...(unreadAccounts.length > 0 ? [`not imported: ${unreadAccounts.join(', ')}`] : []),
  ]
  return [
    ...facts.map((fact, at): [string, string] => [at === 0 ? 'Account' : '', fact]),
    ...(overlap ? [['Overlap', describeOverlap(overlap)] satisfies [string, string]] : []),
  ]
}
