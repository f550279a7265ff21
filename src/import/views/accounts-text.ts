/** Describes the accounts of a bank file, and accounts that already have its rows. */

import { formatRowCount } from './counts-text.ts'

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
  `${rows === of ? `The same ${formatRowCount(rows)}` : `${rows} of the ${of} new rows`} are already in ${name}`

/** Returns the accounts as facts of a preview. */
export function listAccountFacts({
  file_account: readAccount,
  other_accounts: otherAccounts = [],
  also_in: overlap,
}: FileAccounts): [string, string][] {
  const unreadAccounts = otherAccounts.map(
    ({ name, rows }) => `${name || 'unnamed'} (${formatRowCount(rows)})`,
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
