/**
 * Selects the accounts of a multi-account file whose rows are imported.
 * @see docs/import.md#9-formats-besides-csv
 * @see docs/import.md#several-own-accounts-in-one-file
 */

import { pluralize } from '../../output/pluralize.ts'
import { AmbiguityError } from '../../tables/ambiguity-error.ts'
import type { FileAccount } from '../model/statement.ts'

/**
 * The value of `--statement` that imports all accounts as one: two cards of one customer may be one account
 * in the budget.
 */
const ALL_ACCOUNTS = 'all'

/** Returns the account name without case, blanks and quotes, for comparison. */
export const normalizeAccountName = (name: string): string => name.replace(/[\s"']/g, '').toLowerCase()

/** True if both name the same account. */
export const isSameAccountName = (name: string, other: string): boolean =>
  name !== '' && normalizeAccountName(name) === normalizeAccountName(other)

/**
 * Returns the accounts to import as one: a single one, or with `all` those of one currency. `areTables`: the accounts are
 * tables of a file; `canJoin` is false if their columns differ.
 * @throws AmbiguityError if several accounts have rows and the user selected none
 */
export function selectAccounts<One extends FileAccount>(
  accounts: readonly One[],
  statement: string | undefined,
  { areTables = false, canJoin = true }: { areTables?: boolean; canJoin?: boolean } = {},
): readonly One[] {
  const withRows = accounts.filter(({ entries }) => entries > 0)
  const choice = { areTables, canImportAll: canJoin && haveSameCurrency(withRows) }
  if (statement === undefined) {
    if (withRows.length > 1) throw createAccountChoiceError(withRows, choice)
    return withRows
  }
  const selected = findSelectedAccounts(statement, { accounts, filled: withRows })
  const isAll = normalizeAccountName(statement) === ALL_ACCOUNTS
  if (selected.length === 0 && !isAll)
    throw createAccountChoiceError(withRows, { ...choice, missing: statement })
  if (selected.length > 1 && !(isAll && choice.canImportAll)) throw createAccountChoiceError(withRows, choice)
  return selected
}

/** Returns the accounts with rows that were not selected. */
export const listUnselectedAccounts = (
  accounts: readonly FileAccount[],
  selected: readonly FileAccount[],
): FileAccount[] =>
  accounts
    .filter((account) => account.entries > 0 && !selected.includes(account))
    .map(({ name, currency, entries }) => ({ name, currency, entries }))

/** Returns all accounts, those with this name, or the one with this number among those with rows. */
function findSelectedAccounts<One extends FileAccount>(
  statement: string,
  { accounts, filled }: { accounts: readonly One[]; filled: readonly One[] },
): readonly One[] {
  const key = normalizeAccountName(statement)
  if (key === ALL_ACCOUNTS) return filled
  const matching = accounts.filter(({ name }) => normalizeAccountName(name) === key)
  return matching.length > 0 ? matching : filled.filter((_, at) => String(at + 1) === key)
}

const haveSameCurrency = (accounts: readonly FileAccount[]): boolean =>
  accounts.every(({ currency }) => currency === accounts[0]?.currency)

/** A hint lists eight answers. With more accounts, the answer for all accounts comes first. */
const MAX_NAMED_ACCOUNTS = 7

function createAccountChoiceError(
  accounts: readonly FileAccount[],
  { areTables, canImportAll, missing }: { areTables: boolean; canImportAll: boolean; missing?: string },
): AmbiguityError {
  // A name still selects the same account next month, when the order may differ.
  const names = listAccountLabels(accounts)
  const answers = accounts.map((account, at) => ({
    label: describeAccount(account, accounts),
    options: { statement: names[at] ?? '' },
  }))
  const isOne = accounts.length === 1
  const held = areTables
    ? `has ${accounts.length} tables, each with its own headings`
    : `has rows of ${pluralize(accounts.length, 'account')}`
  const together = { label: 'All of them together', options: { statement: ALL_ACCOUNTS } }
  const isLong = accounts.length > MAX_NAMED_ACCOUNTS
  const all = isLong ? [together, ...answers] : [...answers, together]
  const assignments = names.slice(0, MAX_NAMED_ACCOUNTS).map((name) => `${name}=ACCOUNT`)
  return new AmbiguityError(
    `${missing === undefined ? 'The file' : `The file has no account "${missing}"; it`} ${held}. Which one should be imported?`,
    'The file has no rows',
    {
      answers: !isOne && canImportAll ? all : answers,
      ...(!isOne && {
        perAccountAnswer: {
          label: 'Each into its own account (replace ACCOUNT with its name)',
          options: { statement: assignments.join(',') },
        },
      }),
    },
  )
}

/** Returns the `--statement` value of each account: its name if unique, or its number. */
function listAccountLabels(accounts: readonly FileAccount[]): string[] {
  const keys = accounts.map(({ name }) => normalizeAccountName(name))
  const isTelling = new Set(keys).size === keys.length
  return accounts.map(({ name }, at) => {
    const isPlain =
      isTelling && name !== '' && normalizeAccountName(name) !== ALL_ACCOUNTS && !/[=,]/.test(name)
    return isPlain ? name : String(at + 1)
  })
}

/** Returns e.g. `Giro in EUR (3 rows)`; the currency is shown only if the accounts differ in it. */
function describeAccount({ name, currency, entries }: FileAccount, among: readonly FileAccount[]): string {
  const inCurrency = haveSameCurrency(among) || currency === '' ? '' : ` in ${currency}`
  return `${name || 'unnamed'}${inCurrency} (${pluralize(entries, 'row')})`
}
