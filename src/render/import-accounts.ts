/** Which accounts a file is about, and which account has its rows already. */

import { rowsOf } from './import-counts.ts'

/** The accounts a file speaks of. */
export interface FileAccounts {
  /** The one whose rows are read, as the file names it. */
  file_account: string | null
  /** Those whose rows are not read; left out where there are none. */
  other_accounts?: { name: string; rows: number }[]
  /** Another account of the workspace that has most of the rows to book; left out where none has. */
  also_in?: OtherAccount
}

/** An account that has so many of the rows to book. */
export interface OtherAccount {
  account_name: string
  rows: number
  of: number
}

/** `The same 45 rows are in Savings already`. */
export const alreadyIn = ({ account_name: name, rows, of }: OtherAccount): string =>
  `${rows === of ? `The same ${rowsOf(rows)}` : `${rows} of the ${of} new rows`} are in ${name} already`

/** The accounts as facts of a preview. */
export function accountFacts({
  file_account: read,
  other_accounts: others = [],
  also_in: other,
}: FileAccounts): [string, string][] {
  const left = others.map(({ name, rows }) => `${name || 'one without a name'} (${rowsOf(rows)})`)
  const facts = [
    ...(read === null ? [] : [read]),
    ...(left.length > 0 ? [`not read: ${left.join(', ')}`] : []),
  ]
  return [
    ...facts.map((fact, at): [string, string] => [at === 0 ? 'Account' : '', fact]),
    ...(other ? [['Elsewhere', alreadyIn(other)] satisfies [string, string]] : []),
  ]
}
