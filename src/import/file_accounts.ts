/** The accounts whose rows a file holds, and which of them are read. */ // import.md §9 §10

import { Question } from './choices.ts'
import { shellWord } from './shell_words.ts'

/** An account of a file, as the file names it. */
export interface FileAccount {
  /** Empty where the file does not name it. */
  name: string
  /** Empty where the file does not tell. */
  currency: string
  /** How many rows it has. */
  entries: number
}

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

function whichOne(accounts: readonly FileAccount[], found = 'The file holds rows of'): Question {
  const answers = accounts.map((one, at) => ({
    label: describe(one, accounts),
    choices: { statement: String(at + 1) },
  }))
  const together = { label: 'All of them together', choices: { statement: ALL } }
  const names = accounts.map(({ name }) => accountKey(name))
  const isTelling = names[0] !== '' && new Set(names).size === names.length
  const each = shellWord(`${isTelling ? accounts[0]?.name : '1'}=ACCOUNT`)
  return new Question(
    `${found} ${accounts.length === 1 ? '1 account' : `${accounts.length} accounts`}. Which one is it?`,
    'It holds no rows at all',
    {
      answers: accounts.length > 1 && keepOneCurrency(accounts) ? [together, ...answers] : answers,
      below:
        accounts.length > 1
          ? [`Each into an account of its own, without --account: --statement ${each} for each of them`]
          : [],
    },
  )
}

/** `Giro in EUR (3 rows)`; the currency only where the accounts differ in it. */
function describe({ name, currency, entries }: FileAccount, among: readonly FileAccount[]): string {
  const inCurrency = keepOneCurrency(among) || currency === '' ? '' : ` in ${currency}`
  return `${name || 'one without a name'}${inCurrency} (${entries === 1 ? '1 row' : `${entries} rows`})`
}
