/**
 * The accounts whose rows a file holds, and which of them are read.
 * @see docs/import.md#9-formats-besides-csv
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { AmbiguityError } from '../model/read-options.ts'
import type { FileAccount } from '../model/statement.ts'

/** Takes the rows of every account of a file: two cards of one person may be one account of theirs. */
const ALL_ACCOUNTS = 'all'

/** A name by which a file's account is found: without case, blanks and quotes. */
export const normalizeAccountName = (name: string): string => name.replace(/[\s"']/g, '').toLowerCase()

/**
 * The accounts whose rows are read as one: a single one, or with `all` those of one currency. Throws the question where
 * several have rows and nobody picked one.
 */
export function selectAccounts<One extends FileAccount>(
  accounts: readonly One[],
  statement: string | undefined,
): readonly One[] {
  const filled = accounts.filter(({ entries }) => entries > 0)
  if (statement === undefined) {
    if (filled.length > 1) throw createAccountChoiceError(filled)
    return filled
  }
  const found = findSelectedAccounts(statement, { accounts, filled })
  const isAll = normalizeAccountName(statement) === ALL_ACCOUNTS
  if (found.length === 0 && !isAll)
    throw createAccountChoiceError(filled, `The file holds no account "${statement}", only rows of`)
  if (found.length > 1 && !(isAll && haveSameCurrency(found))) throw createAccountChoiceError(filled)
  return found
}

/** The accounts with rows that were not picked. */
export const listUnselectedAccounts = (
  accounts: readonly FileAccount[],
  picked: readonly FileAccount[],
): FileAccount[] =>
  accounts
    .filter((one) => one.entries > 0 && !picked.includes(one))
    .map(({ name, currency, entries }) => ({ name, currency, entries }))

/** All of them, those of this name, else the one of this number among those with rows. */
function findSelectedAccounts<One extends FileAccount>(
  statement: string,
  { accounts, filled }: { accounts: readonly One[]; filled: readonly One[] },
): readonly One[] {
  const wanted = normalizeAccountName(statement)
  if (wanted === ALL_ACCOUNTS) return filled
  const named = accounts.filter(({ name }) => normalizeAccountName(name) === wanted)
  return named.length > 0 ? named : filled.filter((_, at) => String(at + 1) === wanted)
}

const haveSameCurrency = (accounts: readonly FileAccount[]): boolean =>
  accounts.every(({ currency }) => currency === accounts[0]?.currency)

/** A hint shows eight answers: of more accounts than these it would leave out the one that takes all. */
const MAX_NAMED_ACCOUNTS = 7

function createAccountChoiceError(
  accounts: readonly FileAccount[],
  found = 'The file holds rows of',
): AmbiguityError {
  // A name picks the same account in next month's file, where the order may be another.
  const names = listAccountLabels(accounts)
  const answers = accounts.map((one, at) => ({
    label: describeAccount(one, accounts),
    options: { statement: names[at] ?? '' },
  }))
  const isOne = accounts.length === 1
  const together = { label: 'All of them together', options: { statement: ALL_ACCOUNTS } }
  const isLong = accounts.length > MAX_NAMED_ACCOUNTS
  const all = isLong ? [together, ...answers] : [...answers, together]
  const shown = names.slice(0, MAX_NAMED_ACCOUNTS).map((name) => `${name}=ACCOUNT`)
  return new AmbiguityError(
    `${found} ${isOne ? '1 account' : `${accounts.length} accounts`}. Which one is it?`,
    'It holds no rows at all',
    {
      answers: !isOne && haveSameCurrency(accounts) ? all : answers,
      ...(!isOne && {
        assigning: {
          label: 'Each into an account of its own (put its name for ACCOUNT)',
          options: { statement: shown.join(',') },
        },
      }),
    },
  )
}

/** What `--statement` takes for each account: its name where that tells it from the others, else its number. */
function listAccountLabels(accounts: readonly FileAccount[]): string[] {
  const keys = accounts.map(({ name }) => normalizeAccountName(name))
  const isTelling = new Set(keys).size === keys.length
  return accounts.map(({ name }, at) => {
    const isPlain =
      isTelling && name !== '' && normalizeAccountName(name) !== ALL_ACCOUNTS && !/[=,]/.test(name)
    return isPlain ? name : String(at + 1)
  })
}

/** `Giro in EUR (3 rows)`; the currency only where the accounts differ in it. */
function describeAccount({ name, currency, entries }: FileAccount, among: readonly FileAccount[]): string {
  const inCurrency = haveSameCurrency(among) || currency === '' ? '' : ` in ${currency}`
  return `${name || 'one without a name'}${inCurrency} (${entries === 1 ? '1 row' : `${entries} rows`})`
}
