/** Whose transactions a file of statements holds: those of one account, or of those a person picks. */ // import.md §9

import { accountKey, leaveOut, pickAccounts } from '../infer/file-accounts.ts'
import { type FileAccount } from '../model/file-account.ts'
import { type Choices, question } from '../model/read-options.ts'
import type { Section } from './statement-format.ts'

/** An account of a file, with its statements. */
export interface StatedAccount extends FileAccount {
  sections: Section[]
}

/** The account that is read, and those that are not. */
export interface ReadAccount extends StatedAccount {
  others: readonly FileAccount[]
}

/** The account to read. Throws the question when the file holds transactions of several and nobody picked one. */
export function accountOf(
  sections: readonly Section[],
  { statement }: Choices,
  currency: string,
): ReadAccount {
  const all = accountsOf(sections)
  const picked = pickAccounts(all, statement)
  const account = together(picked)
  if (account.entries > 0 && account.currency !== '' && account.currency !== currency) {
    throw question(
      `The file holds amounts in ${account.currency}, the workspace keeps ${currency}`,
      `Import it into a workspace in ${account.currency}`,
    )
  }
  return { ...account, others: leaveOut(all, picked) }
}

function accountsOf(sections: readonly Section[]): StatedAccount[] {
  const accounts = new Map<string, StatedAccount>()
  for (const section of sections) {
    const { account: name, currency, entries } = section
    const key = `${accountKey(name)} ${currency}`
    const account = accounts.get(key) ?? { name, currency, sections: [], entries: 0 }
    account.sections.push(section)
    account.entries += entries
    accounts.set(key, account)
  }
  return [...accounts.values()]
}

/** Accounts as one; it has a name only where it is a single one. */
function together(accounts: readonly StatedAccount[]): StatedAccount {
  const [first = { name: '', currency: '', sections: [], entries: 0 }, ...others] = accounts
  if (others.length === 0) return first
  const sections = accounts.flatMap((account) => account.sections)
  const entries = accounts.reduce((sum, one) => sum + one.entries, 0)
  return { name: '', currency: first.currency, sections, entries }
}
