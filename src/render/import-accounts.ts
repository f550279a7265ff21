/** Describes the accounts of a bank file, and accounts that already have its rows. */

import { formatRowCount } from './import-counts.ts'

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

/** Describes an overlap: `The same 45 rows are in Savings already`. */
export const describeOverlap = ({ account_name: name, rows, of }: OverlappingAccount): string =>
  `${rows === of ? `The same ${formatRowCount(rows)}` : `${rows} of the ${of} new rows`} are in ${name} already`

/** Returns the accounts as facts of a preview. */
export function listAccountFacts({
  file_account: read,
  other_accounts: others = [],
  also_in: other,
}: FileAccounts): [string, string][] {
  const left = others.map(({ name, rows }) => `${name || 'one without a name'} (${formatRowCount(rows)})`)
  const facts = [
    ...(read === null ? [] : [read]),
    ...(left.length > 0 ? [`not read: ${left.join(', ')}`] : []),
  ]
  return [
    ...facts.map((fact, at): [string, string] => [at === 0 ? 'Account' : '', fact]),
    ...(other ? [['Elsewhere', describeOverlap(other)] satisfies [string, string]] : []),
  ]
}
