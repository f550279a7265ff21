/**
 * Selects the account of a structured file whose entries are imported.
 * @see docs/import.md#9-formats-besides-csv
 */

import { AmbiguityError } from '../../tables/ambiguity-error.ts'
import { type ReadOptions } from '../../tables/read-options.ts'
import { listUnselectedAccounts, normalizeAccountName, selectAccounts } from '../columns/file-accounts.ts'
import { type FileAccount } from '../model/statement.ts'
import type { StatementSection } from './statement-format.ts'

/** An account of a file, with its statements. */
export interface StatementAccount extends FileAccount {
  sections: StatementSection[]
}

/** The account to import, and the accounts of the file that are left out. */
export interface SelectedAccount extends StatementAccount {
  others: readonly FileAccount[]
}

/**
 * Returns the account to import.
 * @throws AmbiguityError if the file holds entries of several accounts and the user selected none
 */
export function selectStatementAccount(
  sections: readonly StatementSection[],
  { statement, currency: chosen }: ReadOptions,
  currency: string,
): SelectedAccount {
  const all = groupByStatementAccount(sections)
  const selected = selectAccounts(all, statement)
  const account = mergeAccounts(selected)
  const isOther = account.currency !== '' && account.currency !== currency
  if (account.entries > 0 && isOther && chosen !== currency) {
    throw new AmbiguityError(
      `The file has amounts in ${account.currency}, but the workspace uses ${currency}`,
      '',
      {
        // Some banks write a currency that is none of theirs, but not one for each account.
        answers: all.every((one) => one.currency === account.currency)
          ? [{ label: `Treat them as ${currency}`, options: { currency } }]
          : [],
        otherCurrencies: [{ currency: account.currency, options: {} }],
        isContradicted: true,
      },
    )
  }
  return { ...account, others: listUnselectedAccounts(all, selected) }
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

/** Merges accounts into one, which has a name only if it is the only one. */
function mergeAccounts(accounts: readonly StatementAccount[]): StatementAccount {
  const [first = { name: '', currency: '', sections: [], entries: 0 }, ...others] = accounts
  if (others.length === 0) return first
  const sections = accounts.flatMap((account) => account.sections)
  const entries = accounts.reduce((sum, one) => sum + one.entries, 0)
  return { name: '', currency: first.currency, sections, entries }
}
