/**
 * Which column says to which of a person's own accounts a row belongs, and which of those accounts is read.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { ColumnMapping, ReadOptions } from '../model/read-options.ts'
import { createAmbiguityError } from '../model/read-options.ts'
import type { FileRecord } from '../model/statement.ts'
import { type FileAccount } from '../model/statement.ts'
import { parseCurrency } from '../text/currency-terms.ts'
import {
  accountKindTerms,
  accountNumberTerms,
  isCounterpartyAccountHeader,
  normalizeHeader,
  ownAccountTerms,
  plainNumberTerms,
} from '../text/header-terms.ts'
import { collapseWhitespace } from '../text/vocabulary.ts'
import {
  type ColumnProfile,
  isDateColumn,
  isTransactionRow,
  scoreRole,
  type TableProfile,
} from './column-profile.ts'
import { listUnselectedAccounts, normalizeAccountName, selectAccounts } from './file-accounts.ts'

/** The own accounts of a table. */
export interface OwnAccounts {
  column: ColumnProfile
  /** The account whose rows are read, as the file names it; undefined where several are read as one. */
  name: string | undefined
  /** The accounts by their keys whose rows are read; undefined where all rows are. */
  wanted: ReadonlySet<string> | undefined
  /** Rows of several accounts are read as one, so that the balances beside them are those of several. */
  isMixed: boolean
  /** The accounts whose rows are not read. */
  others: readonly FileAccount[]
}

interface OwnAccountEvidence {
  profile: TableProfile
  /** What stands above the table. */
  preamble: readonly FileRecord[]
  /** The records after those of the sample. */
  remaining(): Iterable<FileRecord>
  options: ReadOptions
  mapping: ColumnMapping | undefined
  /** The file's name. */
  file: string | undefined
}

/** The account a record belongs to; empty where it names none. */
export const readAccountName = ({ column }: Pick<OwnAccounts, 'column'>, cells: readonly string[]): string =>
  collapseWhitespace(cells[column.index] ?? '').replace(/^["']+|["']+$/g, '')

/** Does a record belong to another account than those that are read? */
export function isOtherAccountRow(accounts: OwnAccounts, cells: readonly string[]): boolean {
  if (!accounts.wanted) return false
  const key = normalizeAccountName(readAccountName(accounts, cells))
  return key !== '' && !accounts.wanted.has(key)
}

/** Finds the own accounts of a table and picks one. Throws the question where it holds rows of several. */
export function inferOwnAccounts(evidence: OwnAccountEvidence): OwnAccounts | undefined {
  const { options, mapping, profile } = evidence
  const column = mapping?.account ? profile.columns[mapping.account[0] ?? -1] : findOwnAccountColumn(evidence)
  if (!column) {
    if (options.statement === undefined) return undefined
    throw createAmbiguityError(
      'No column of the file names the account of its rows',
      'Leave --statement out, or name the column with account= in --map',
    )
  }
  const all = countAccounts(column, evidence)
  const picked = selectAccounts(all, options.statement)
  const isEvery = picked.length === all.length
  return {
    column,
    name: picked.length === 1 ? picked[0]?.name : undefined,
    wanted: isEvery ? undefined : new Set(picked.map(({ name }) => normalizeAccountName(name))),
    isMixed: picked.length > 1,
    others: listUnselectedAccounts(all, picked),
  }
}

/** More accounts than a household has are names of others. */
const MAX_OWN_ACCOUNTS = 100

function findOwnAccountColumn(evidence: OwnAccountEvidence): ColumnProfile | undefined {
  const { columns } = evidence.profile
  const own = columns
    .filter((column) => isOwnAccountColumn(column, evidence))
    // The name that tells the most accounts apart; of two as good the one a person would call it by.
    .toSorted(
      (a, b) => b.distinct - a.distinct || Number(hasOwnAccountHeader(b)) - Number(hasOwnAccountHeader(a)),
    )
  return own[0]
}

const hasOwnAccountHeader = ({ name }: ColumnProfile): boolean =>
  ownAccountTerms.has(normalizeAccountHeader(name))

const normalizeAccountHeader = (name: string): string => normalizeHeader(name).replace(/\s*\/\s*/g, '/')

/** Is it a column of own accounts: filled in nearly every row, with few values, and told so by the file? */
function isOwnAccountColumn(column: ColumnProfile, evidence: OwnAccountEvidence): boolean {
  const { records } = evidence.profile
  const { filled, distinct } = column
  const isFull = filled > 0 && filled >= records.length * 0.95
  // Numbers that all differ are those of others; names in a short file need not repeat.
  const mostOfFew = column.accounts * 2 > filled ? 3 : 6
  const areFew = distinct <= MAX_OWN_ACCOUNTS && distinct <= Math.max(mostOfFew, filled / 2)
  return (
    isFull && areFew && !isDateColumn(column) && column.notCurrency > 0 && isIdentifiedAsOwn(column, evidence)
  )
}

function isIdentifiedAsOwn(column: ColumnProfile, evidence: OwnAccountEvidence): boolean {
  const key = normalizeAccountHeader(column.name)
  if (ownAccountTerms.has(key)) return true
  if (isCounterpartyAccountHeader(key)) return false
  const { columns, records } = evidence.profile
  const isPlain = plainNumberTerms.has(key)
  if (isPlain && column.filled === records.length && column.distinct * 2 <= records.length) return true
  if (!isPlain && !accountNumberTerms.has(key) && key !== '') return false
  if (isNamedOutsideTable(column, evidence)) return true
  if (key === '') return false
  const keys = columns.map(({ name }) => normalizeAccountHeader(name))
  const beside = [keys[column.index - 1] ?? '', keys[column.index + 1] ?? '']
  return beside.some((one) => accountKindTerms.has(one)) || keys.some(isCounterpartyAccountHeader)
}

/** So short a value may stand in any text. */
const MIN_VALUE_LENGTH = 6

/** Do all of its values stand above the table or in the file's name? The account itself may be the other side of some rows. */
function isNamedOutsideTable(
  { index, accounts, filled }: ColumnProfile,
  { profile, preamble, file }: OwnAccountEvidence,
): boolean {
  if (accounts * 2 < filled) return false
  const texts = [...preamble.flatMap(({ cells }) => cells), file ?? ''].map(stripPunctuation)
  const values = new Set(profile.records.map(({ cells }) => stripPunctuation(cells[index] ?? '')))
  values.delete('')
  // A number within a longer one is another: an IBAN holds that of its account.
  const isNamed = (value: string) =>
    value.length >= MIN_VALUE_LENGTH &&
    texts.some((text) => new RegExp(`(?<!\\d)${value}(?!\\d)`, 'u').test(text))
  return [...values].every(isNamed)
}

const stripPunctuation = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** The accounts in the order of the file, with their rows and the currency that stands beside them. */
function countAccounts(column: ColumnProfile, { profile, remaining }: OwnAccountEvidence): FileAccount[] {
  const currencies = profile.columns.find(
    (one) => one.currencies.size > 0 && one.notCurrency === 0 && scoreRole(one, 'foreign') === 0,
  )
  const found = new Map<string, FileAccount & { met: Set<string> }>()
  const add = ({ cells }: FileRecord): void => {
    const name = readAccountName({ column }, cells)
    const key = normalizeAccountName(name)
    if (key === '') return
    const account = found.get(key) ?? { name, currency: '', entries: 0, met: new Set<string>() }
    account.entries += 1
    const currency = currencies && parseCurrency(cells[currencies.index] ?? '')
    if (currency !== undefined) account.met.add(currency)
    found.set(key, account)
  }
  for (const record of profile.records) add(record)
  for (const record of remaining())
    if (record.invalidReason === undefined && isTransactionRow(record.cells)) add(record)
  return [...found.values()].map(({ name, entries, met }) => ({
    name,
    entries,
    currency: met.size === 1 ? ([...met][0] ?? '') : '',
  }))
}
