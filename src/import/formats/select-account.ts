/**
 * Whose transactions a file of statements holds: those of one account, or of those a person picks.
 * @see docs/import.md#9-formats-besides-csv
 */

import { listUnselectedAccounts, normalizeAccountName, selectAccounts } from '../infer/file-accounts.ts'
import { createAmbiguityError, type ReadOptions } from '../model/read-options.ts'
import { type FileAccount } from '../model/statement.ts'
import type { StatementSection } from './statement-format.ts'

/** An account of a file, with its statements. */
export interface StatementAccount extends FileAccount {
  sections: StatementSection[]
}

/** The account that is read, and those that are not. */
export interface SelectedAccount extends StatementAccount {
  others: readonly FileAccount[]
}

/** The account to read. Throws the question when the file holds transactions of several and nobody picked one. */
export function selectStatementAccount(
  sections: readonly StatementSection[],
  { statement }: ReadOptions,
  currency: string,
): SelectedAccount {
  const all = groupByStatementAccount(sections)
  const picked = selectAccounts(all, statement)
  const account = mergeAccounts(picked)
  if (account.entries > 0 && account.currency !== '' && account.currency !== currency) {
    throw createAmbiguityError(
      `The file holds amounts in ${account.currency}, the workspace keeps ${currency}`,
      `Import it into a workspace in ${account.currency}`,
    )
  }
  return { ...account, others: listUnselectedAccounts(all, picked) }
}

function groupByStatementAccount(sections: readonly StatementSection[]): StatementAccount[] {
  const accounts = new Map<string, StatementAccount>()
  for (const section of sections) {
    const { account: name, currency, entries } = section
    const key = `${normalizeAccountName(name)} ${currency}`
    const account = accounts.get(key) ?? { name, currency, sections: [], entries: 0 }
    account.sections.push(section)
    account.entries += entries
    accounts.set(key, account)
  }
  return [...accounts.values()]
}

/** Accounts as one; it has a name only where it is a single one. */
function mergeAccounts(accounts: readonly StatementAccount[]): StatementAccount {
  const [first = { name: '', currency: '', sections: [], entries: 0 }, ...others] = accounts
  if (others.length === 0) return first
  const sections = accounts.flatMap((account) => account.sections)
  const entries = accounts.reduce((sum, one) => sum + one.entries, 0)
  return { name: '', currency: first.currency, sections, entries }
}
