/** The accounts whose rows a file holds, and which of them are read. */ // import.md §9 §10

import type { FileAccount } from '../model/file-account.ts'
import { Question } from '../model/read-options.ts'

/** Takes the rows of every account of a file: two cards of one person may be one account of theirs. */
const ALL = 'all'

/** A name by which a file's account is found: without case, blanks and quotes. */
export const accountKey = (name: string): string => name.replace(/[\s"']/g, '').toLowerCase()

/**
 * The accounts whose rows are read as one: a single one, or with `all` those of one currency. Throws the question where
 * several have rows and nobody picked one.
 */
export function pickAccounts<One extends FileAccount>(
  accounts: readonly One[],
  statement: string | undefined,
): readonly One[] {
  const filled = accounts.filter(({ entries }) => entries > 0)
  if (statement === undefined) {
    if (filled.length > 1) throw whichOne(filled)
    return filled
  }
  const found = findPicked(statement, { accounts, filled })
  const isAll = accountKey(statement) === ALL
  if (found.length === 0 && !isAll)
    throw whichOne(filled, `The file holds no account "${statement}", only rows of`)
  if (found.length > 1 && !(isAll && keepOneCurrency(found))) throw whichOne(filled)
  return found
}

/** The accounts with rows that were not picked. */
export const leaveOut = (accounts: readonly FileAccount[], picked: readonly FileAccount[]): FileAccount[] =>
  accounts
    .filter((one) => one.entries > 0 && !picked.includes(one))
    .map(({ name, currency, entries }) => ({ name, currency, entries }))

/** All of them, those of this name, else the one of this number among those with rows. */
function findPicked<One extends FileAccount>(
  statement: string,
  { accounts, filled }: { accounts: readonly One[]; filled: readonly One[] },
): readonly One[] {
  const wanted = accountKey(statement)
  if (wanted === ALL) return filled
  const named = accounts.filter(({ name }) => accountKey(name) === wanted)
  return named.length > 0 ? named : filled.filter((_, at) => String(at + 1) === wanted)
}

const keepOneCurrency = (accounts: readonly FileAccount[]): boolean =>
  accounts.every(({ currency }) => currency === accounts[0]?.currency)

/** A hint shows eight answers: of more accounts than these it would leave out the one that takes all. */
const MOST_NAMED = 7

function whichOne(accounts: readonly FileAccount[], found = 'The file holds rows of'): Question {
  // A name picks the same account in next month's file, where the order may be another.
  const names = nameEach(accounts)
  const answers = accounts.map((one, at) => ({
    label: describe(one, accounts),
    choices: { statement: names[at] ?? '' },
  }))
  const isOne = accounts.length === 1
  const together = { label: 'All of them together', choices: { statement: ALL } }
  const isLong = accounts.length > MOST_NAMED
  const all = isLong ? [together, ...answers] : [...answers, together]
  const shown = names.slice(0, MOST_NAMED).map((name) => `${name}=ACCOUNT`)
  return new Question(
    `${found} ${isOne ? '1 account' : `${accounts.length} accounts`}. Which one is it?`,
    'It holds no rows at all',
    {
      answers: !isOne && keepOneCurrency(accounts) ? all : answers,
      ...(!isOne && {
        assigning: {
          label: 'Each into an account of its own (put its name for ACCOUNT)',
          choices: { statement: shown.join(',') },
        },
      }),
    },
  )
}

/** What `--statement` takes for each account: its name where that tells it from the others, else its number. */
function nameEach(accounts: readonly FileAccount[]): string[] {
  const keys = accounts.map(({ name }) => accountKey(name))
  const isTelling = new Set(keys).size === keys.length
  return accounts.map(({ name }, at) => {
    const isPlain = isTelling && name !== '' && accountKey(name) !== ALL && !/[=,]/.test(name)
    return isPlain ? name : String(at + 1)
  })
}

/** `Giro in EUR (3 rows)`; the currency only where the accounts differ in it. */
function describe({ name, currency, entries }: FileAccount, among: readonly FileAccount[]): string {
  const inCurrency = keepOneCurrency(among) || currency === '' ? '' : ` in ${currency}`
  return `${name || 'one without a name'}${inCurrency} (${entries === 1 ? '1 row' : `${entries} rows`})`
}
