/** Which accounts a file is about, and which account has its rows already. */

import { formatRowCount } from './import-counts.ts'

/** The accounts a file speaks of. */
export interface FileAccounts {
  /** The one whose rows are read, as the file names it. */
  file_account: string | null
  /** Those whose rows are not read; left out where there are none. */
  other_accounts?: { name: string; rows: number }[]
  /** Another account of the workspace that has most of the rows to book; left out where none has. */
  also_in?: OverlappingAccount
}

/** An account that has so many of the rows to book. */
export interface OverlappingAccount {
  account_name: string
  rows: number
  of: number
}

/** `The same 45 rows are in Savings already`. */
export const describeOverlap = ({ account_name: name, rows, of }: OverlappingAccount): string =>
  `${rows === of ? `The same ${formatRowCount(rows)}` : `${rows} of the ${of} new rows`} are in ${name} already`

/** The accounts as facts of a preview. */
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
