/** Whose transactions a file of statements holds: those of one account, or of the one a person picks. */ // import.md §9

import { type Choices, type Question, question } from '../choices.ts'
import type { Section } from './format.ts'

/** An account of a file, with its statements. */
export interface FileAccount {
  name: string
  currency: string
  sections: Section[]
  entries: number
}

/** The account to read. Throws the question when the file holds transactions of several and nobody picked one. */
export function accountOf(
  sections: readonly Section[],
  { statement }: Choices,
  currency: string,
): FileAccount {
  const accounts = accountsOf(sections)
  const filled = accounts.filter(({ entries }) => entries > 0)
  const found = statement === undefined ? filled : picked(statement, { accounts, filled })
  if (found.length > 1) throw whichOne(filled)
  const [account = { name: '', currency: '', sections: [], entries: 0 }] = found
  if (account.entries > 0 && account.currency !== '' && account.currency !== currency) {
    throw question(
      `The file holds amounts in ${account.currency}, the workspace keeps ${currency}`,
      `Import it into a workspace in ${account.currency}`,
    )
  }
  return account
}

function whichOne(filled: readonly FileAccount[]): Question {
  const answers = filled.map((one, at) => ({
    label: described([one], filled),
    choices: { statement: String(at + 1) },
  }))
  const isOne = together(filled).length === 1
  return question(
    `The file holds transactions of ${filled.length} accounts. Which one is it?`,
    '',
    isOne ? [{ label: 'All of them together', choices: { statement: ALL } }, ...answers] : answers,
  )
}

function accountsOf(sections: readonly Section[]): FileAccount[] {
  const accounts = new Map<string, FileAccount>()
  for (const section of sections) {
    const { account: name, currency, entries } = section
    const key = `${plain(name)} ${currency}`
    const account = accounts.get(key) ?? { name, currency, sections: [], entries: 0 }
    account.sections.push(section)
    account.entries += entries
    accounts.set(key, account)
  }
  return [...accounts.values()]
}

const plain = (name: string): string => name.replace(/\s/g, '').toLowerCase()

function described(accounts: readonly FileAccount[], among = accounts): string {
  const currencies = new Set(among.map(({ currency }) => currency))
  const one = ({ name, currency, entries }: FileAccount) =>
    `${name || 'one without a name'}${currencies.size > 1 && currency ? ` in ${currency}` : ''} (${entries === 1 ? '1 row' : `${entries} rows`})`
  return accounts.map(one).join(', ')
}

/** Takes the transactions of every account of a file: two cards of one person may be one account of theirs. */
const ALL = 'all'

/** Accounts as one, where they keep one currency. */
function together(accounts: readonly FileAccount[]): FileAccount[] {
  const [first] = accounts
  if (!first || accounts.some(({ currency }) => currency !== first.currency)) return [...accounts]
  const sections = accounts.flatMap((account) => account.sections)
  return [{ ...first, name: '', sections, entries: sections.reduce((all, one) => all + one.entries, 0) }]
}

/** The account of this name, else the one of this number among those with transactions. */
function picked(
  statement: string,
  { accounts, filled }: { accounts: readonly FileAccount[]; filled: readonly FileAccount[] },
): FileAccount[] {
  const wanted = plain(statement)
  if (wanted === ALL) return together(filled)
  const named = accounts.filter(({ name }) => plain(name) === wanted)
  const numbered = filled.filter((_, at) => String(at + 1) === wanted)
  const found = named.length > 0 ? named : numbered
  if (found.length > 0) return found
  throw question(
    `The file holds no account "${statement}"`,
    `It holds ${described(accounts) || 'none at all'}`,
  )
}
