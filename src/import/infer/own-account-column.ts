/** Which column says to which of a person's own accounts a row belongs, and which of those accounts is read. */ // import.md §10

import { type FileAccount } from '../model/file-account.ts'
import type { FileRecord } from '../model/file-record.ts'
import type { Choices, Mapping } from '../model/read-options.ts'
import { question } from '../model/read-options.ts'
import { tidy } from '../text/collapse-whitespace.ts'
import { currencyOf } from '../text/currency-terms.ts'
import { headerKey } from '../text/headers.ts'
import {
  accountKindTerms,
  accountNumberTerms,
  namesOtherAccount,
  ownAccountTerms,
  plainNumberTerms,
} from '../text/own-account-terms.ts'
import { type Column, isDateColumn, looksBooked, type Profile, roleOf } from './column-profile.ts'
import { accountKey, leaveOut, pickAccounts } from './file-accounts.ts'

/** The own accounts of a table. */
export interface OwnAccounts {
  column: Column
  /** The account whose rows are read, as the file names it; undefined where several are read as one. */
  name: string | undefined
  /** The accounts by their keys whose rows are read; undefined where all rows are. */
  wanted: ReadonlySet<string> | undefined
  /** Rows of several accounts are read as one, so that the balances beside them are those of several. */
  isMixed: boolean
  /** The accounts whose rows are not read. */
  others: readonly FileAccount[]
}

interface Evidence {
  profile: Profile
  /** What stands above the table. */
  above: readonly FileRecord[]
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  choices: Choices
  mapping: Mapping | undefined
  /** The file's name. */
  file: string | undefined
}

/** The account a record belongs to; empty where it names none. */
export const accountIn = ({ column }: Pick<OwnAccounts, 'column'>, cells: readonly string[]): string =>
  tidy(cells[column.at] ?? '').replace(/^["']+|["']+$/g, '')

/** Does a record belong to another account than those that are read? */
export function isOfOther(accounts: OwnAccounts, cells: readonly string[]): boolean {
  if (!accounts.wanted) return false
  const key = accountKey(accountIn(accounts, cells))
  return key !== '' && !accounts.wanted.has(key)
}

/** Finds the own accounts of a table and picks one. Throws the question where it holds rows of several. */
export function ownAccountsOf(evidence: Evidence): OwnAccounts | undefined {
  const { choices, mapping, profile } = evidence
  const column = mapping?.account ? profile.columns[mapping.account[0] ?? -1] : ownAccountColumn(evidence)
  if (!column) {
    if (choices.statement === undefined) return undefined
    throw question(
      'No column of the file names the account of its rows',
      'Leave --statement out, or name the column with account= in --map',
    )
  }
  const all = countAccounts(column, evidence)
  const picked = pickAccounts(all, choices.statement)
  const isEvery = picked.length === all.length
  return {
    column,
    name: picked.length === 1 ? picked[0]?.name : undefined,
    wanted: isEvery ? undefined : new Set(picked.map(({ name }) => accountKey(name))),
    isMixed: picked.length > 1,
    others: leaveOut(all, picked),
  }
}

/** More accounts than a household has are names of others. */
const MOST_ACCOUNTS = 100

function ownAccountColumn(evidence: Evidence): Column | undefined {
  const { columns } = evidence.profile
  const own = columns
    .filter((column) => isOwn(column, evidence))
    // The name that tells the most accounts apart; of two as good the one a person would call it by.
    .toSorted((a, b) => b.distinct - a.distinct || Number(isNamedOwn(b)) - Number(isNamedOwn(a)))
  return own[0]
}

const isNamedOwn = ({ name }: Column): boolean => ownAccountTerms.has(keyOf(name))

const keyOf = (name: string): string => headerKey(name).replace(/\s*\/\s*/g, '/')

/** Is it a column of own accounts: filled in nearly every row, with few values, and told so by the file? */
function isOwn(column: Column, evidence: Evidence): boolean {
  const { records } = evidence.profile
  const { filled, distinct } = column
  const isFull = filled > 0 && filled >= records.length * 0.95
  // Numbers that all differ are those of others; names in a short file need not repeat.
  const mostOfFew = column.accounts * 2 > filled ? 3 : 6
  const areFew = distinct <= MOST_ACCOUNTS && distinct <= Math.max(mostOfFew, filled / 2)
  return isFull && areFew && !isDateColumn(column) && column.notCurrency > 0 && isToldOwn(column, evidence)
}

function isToldOwn(column: Column, evidence: Evidence): boolean {
  const key = keyOf(column.name)
  if (ownAccountTerms.has(key)) return true
  if (namesOtherAccount(key)) return false
  const { columns, records } = evidence.profile
  const isPlain = plainNumberTerms.has(key)
  if (isPlain && column.filled === records.length && column.distinct * 2 <= records.length) return true
  if (!isPlain && !accountNumberTerms.has(key) && key !== '') return false
  if (isNamedElsewhere(column, evidence)) return true
  if (key === '') return false
  const keys = columns.map(({ name }) => keyOf(name))
  const beside = [keys[column.at - 1] ?? '', keys[column.at + 1] ?? '']
  return beside.some((one) => accountKindTerms.has(one)) || keys.some(namesOtherAccount)
}

/** So short a value may stand in any text. */
const SHORTEST = 6

/** Do all of its values stand above the table or in the file's name? The account itself may be the other side of some rows. */
function isNamedElsewhere({ at, accounts, filled }: Column, { profile, above, file }: Evidence): boolean {
  if (accounts * 2 < filled) return false
  const texts = [...above.flatMap(({ cells }) => cells), file ?? ''].map(plainText)
  const values = new Set(profile.records.map(({ cells }) => plainText(cells[at] ?? '')))
  values.delete('')
  // A number within a longer one is another: an IBAN holds that of its account.
  const isNamed = (value: string) =>
    value.length >= SHORTEST && texts.some((text) => new RegExp(`(?<!\\d)${value}(?!\\d)`, 'u').test(text))
  return [...values].every(isNamed)
}

const plainText = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** The accounts in the order of the file, with their rows and the currency that stands beside them. */
function countAccounts(column: Column, { profile, beyond }: Evidence): FileAccount[] {
  const currencies = profile.columns.find(
    (one) => one.currencies.size > 0 && one.notCurrency === 0 && roleOf(one, 'foreign') === 0,
  )
  const found = new Map<string, FileAccount & { met: Set<string> }>()
  const add = ({ cells }: FileRecord): void => {
    const name = accountIn({ column }, cells)
    const key = accountKey(name)
    if (key === '') return
    const account = found.get(key) ?? { name, currency: '', entries: 0, met: new Set<string>() }
    account.entries += 1
    const currency = currencies && currencyOf(cells[currencies.at] ?? '')
    if (currency !== undefined) account.met.add(currency)
    found.set(key, account)
  }
  for (const record of profile.records) add(record)
  for (const record of beyond()) if (record.flaw === undefined && looksBooked(record.cells)) add(record)
  return [...found.values()].map(({ name, entries, met }) => ({
    name,
    entries,
    currency: met.size === 1 ? ([...met][0] ?? '') : '',
  }))
}
