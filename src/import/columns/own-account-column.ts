/**
 * Infers the column with the user's own accounts and selects the accounts to import.
 * @see docs/import.md#several-own-accounts-in-one-file
 */

import { createAmbiguityError } from '../../tables/ambiguity-error.ts'
import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import {
  type ColumnProfile,
  isDateColumn,
  isTransactionRow,
  scoreRole,
  type TableProfile,
} from '../../tables/columns/column-profile.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import type { ColumnMapping, ReadOptions } from '../../tables/read-options.ts'
import { parseCurrency } from '../../tables/words/currency-terms.ts'
import {
  accountKindTerms,
  accountNumberTerms,
  cardTerms,
  isCounterpartyAccountHeader,
  normalizeHeader,
  ownAccountTerms,
  plainNumberTerms,
  productTerms,
} from '../../tables/words/header-terms.ts'
import { type FileAccount } from '../model/statement.ts'
import { listUnselectedAccounts, normalizeAccountName, selectAccounts } from './file-accounts.ts'

/** The user's own accounts in a table. */
export interface OwnAccounts {
  column: ColumnProfile
  /** The account that is imported, as the file names it; undefined if several are imported as one. */
  name: string | undefined
  /** The normalized names of the accounts to import; undefined for all. */
  wanted: ReadonlySet<string> | undefined
  /** True if rows of several accounts are imported as one, so that their balances are mixed. */
  isMixed: boolean
  /** The accounts that are left out. */
  others: readonly FileAccount[]
}

interface OwnAccountEvidence {
  profile: TableProfile
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  /** Yields the records after the sample. */
  remaining(): Iterable<FileRecord>
  options: ReadOptions
  mapping: ColumnMapping | undefined
  /** The file name. */
  file: string | undefined
  /** True if the running balance follows the rows of all accounts together. */
  haveOneBalance(): boolean
}

/** Returns the account name of a record; empty if it has none. */
export const readAccountName = ({ column }: Pick<OwnAccounts, 'column'>, cells: readonly string[]): string =>
  collapseWhitespace(cells[column.index] ?? '').replace(/^["']+|["']+$/g, '')

/** True if the record belongs to an account that is left out. */
export function isOtherAccountRow(accounts: OwnAccounts, cells: readonly string[]): boolean {
  if (!accounts.wanted) return false
  const key = normalizeAccountName(readAccountName(accounts, cells))
  return key !== '' && !accounts.wanted.has(key)
}

/**
 * Returns the own accounts of a table; undefined if no column names them.
 * @throws AmbiguityError if the table holds rows of several accounts and the user selected none
 */
export function inferOwnAccounts(evidence: OwnAccountEvidence): OwnAccounts | undefined {
  const { options, mapping, profile } = evidence
  const column = mapping?.account ? profile.columns[mapping.account[0] ?? -1] : findOwnAccountColumn(evidence)
  const mayShareBalance =
    column && !mapping?.account && options.statement === undefined && isKindColumn(column)
  const hasSharedBalance =
    mayShareBalance && column.distinct > 1 && !areProductBlocks(column, profile) && evidence.haveOneBalance()
  if (!column || hasSharedBalance) {
    if (options.statement === undefined) return undefined
    throw createAmbiguityError(
      'No column of the file names an account',
      'Remove --statement, or name the column with account= in --map',
    )
  }
  const all = countAccounts(column, evidence)
  const selected = selectAccounts(all, options.statement)
  const isEvery = selected.length === all.length
  return {
    column,
    name: selected.length === 1 ? selected[0]?.name : undefined,
    wanted: isEvery ? undefined : new Set(selected.map(({ name }) => normalizeAccountName(name))),
    isMixed: selected.length > 1,
    others: listUnselectedAccounts(all, selected),
  }
}

/** More accounts than a household has are those of counterparties. */
const MAX_OWN_ACCOUNTS = 100

function findOwnAccountColumn(evidence: OwnAccountEvidence): ColumnProfile | undefined {
  const { columns } = evidence.profile
  const candidates = columns
    .filter((column) => isOwnAccountColumn(column, evidence))
    // Prefer the column that separates the most accounts, and among equals the name a user would know.
    .toSorted(
      (a, b) => b.distinct - a.distinct || Number(hasOwnAccountHeader(b)) - Number(hasOwnAccountHeader(a)),
    )
  return candidates[0]
}

const hasOwnAccountHeader = ({ name }: ColumnProfile): boolean =>
  ownAccountTerms.has(normalizeAccountHeader(name))

const normalizeAccountHeader = (name: string): string => normalizeHeader(name).replace(/\s*\/\s*/g, '/')

/**
 * True for a column of own accounts: nearly always filled, with few values, and identified as such by the
 * file.
 */
function isOwnAccountColumn(column: ColumnProfile, evidence: OwnAccountEvidence): boolean {
  const { records } = evidence.profile
  const { filled, distinct } = column
  const isFilled = filled > 0 && filled >= records.length * 0.95
  // Numbers that all differ belong to counterparties; names in a short file need not repeat.
  const maxDistinct = column.accounts * 2 > filled ? 3 : 6
  const isFew = distinct <= MAX_OWN_ACCOUNTS && distinct <= Math.max(maxDistinct, filled / 2)
  return (
    isFilled &&
    isFew &&
    !isDateColumn(column) &&
    column.notCurrency > 0 &&
    isIdentifiedAsOwn(column, evidence)
  )
}

/**
 * True if the rows of each product stand together: a balance that ends at zero where the next begins proves nothing.
 */
function areProductBlocks({ index, name, distinct }: ColumnProfile, { records }: TableProfile): boolean {
  if (!productTerms.has(normalizeAccountHeader(name))) return false
  const cells = records.map((record) => record.cells[index])
  return cells.filter((cell, at) => at > 0 && cell !== cells[at - 1]).length < distinct
}

/** True for a column of kinds of accounts or of cards by its heading. */
function isKindColumn({ name }: ColumnProfile): boolean {
  const key = normalizeAccountHeader(name)
  return productTerms.has(key) || cardTerms.has(key)
}

// Shops name their goods products as well.
const ACCOUNT_KIND =
  /\b(?:current|checking|chequing|savings?|deposit|pocket|vault|wallet|giro(?:konto)?|spar(?:konto|en)?|tagesgeld|kontokorrent|courant|épargne|livret|corriente|ahorros?|corrente|risparmio|poupança|betaal(?:rekening)?|spaar(?:rekening)?|lönekonto|sparkonto|oszczędności|oszczędnościowe|běžný|spořicí)\b|活期|普通预金|普通預金|貯蓄/iu
const CARD_NUMBER = /\d{4}$|\*/
const CARD_WORD =
  /\bcard\b|karte|\bcarte\b|tarjeta|\bcarta\b|cartão|\bkaart|\bkort|\bkarta\b|\bvisa\b|mastercard|\bamex\b/iu

/** True if a column of kinds or cards tells accounts apart: all cards, or an account among the kinds. */
function namesAccountKinds(
  { index, name, distinct }: ColumnProfile,
  { profile }: OwnAccountEvidence,
): boolean {
  const cells = profile.records.map((record) => record.cells[index] ?? '')
  return productTerms.has(normalizeAccountHeader(name))
    ? cells.some((cell) => ACCOUNT_KIND.test(cell))
    : cells.every((cell) => CARD_NUMBER.test(cell)) ||
        (distinct > 1 && cells.every((cell) => ACCOUNT_KIND.test(cell) || CARD_WORD.test(cell)))
}

function isIdentifiedAsOwn(column: ColumnProfile, evidence: OwnAccountEvidence): boolean {
  const key = normalizeAccountHeader(column.name)
  if (ownAccountTerms.has(key)) return true
  if (isKindColumn(column)) return namesAccountKinds(column, evidence)
  if (isCounterpartyAccountHeader(key)) return false
  const { columns, records } = evidence.profile
  const isPlain = plainNumberTerms.has(key)
  if (isPlain && column.filled === records.length && column.distinct * 2 <= records.length) return true
  if (!isPlain && !accountNumberTerms.has(key) && key !== '') return false
  if (isNamedOutsideTable(column, evidence)) return true
  if (key === '') return false
  const keys = columns.map(({ name }) => normalizeAccountHeader(name))
  const adjacentHeaders = [keys[column.index - 1] ?? '', keys[column.index + 1] ?? '']
  return (
    adjacentHeaders.some((header) => accountKindTerms.has(header)) || keys.some(isCounterpartyAccountHeader)
  )
}

/** A shorter value may occur in any text. */
const MIN_VALUE_LENGTH = 6

/**
 * True if all values occur in the preamble or the file name. The own account may also be the counterparty of
 * some rows.
 */
function isNamedOutsideTable(
  { index, accounts, filled }: ColumnProfile,
  { profile, preamble, file }: OwnAccountEvidence,
): boolean {
  if (accounts * 2 < filled) return false
  const texts = [...preamble.flatMap(({ cells }) => cells), file ?? ''].map(stripPunctuation)
  const values = new Set(profile.records.map(({ cells }) => stripPunctuation(cells[index] ?? '')))
  values.delete('')
  // A number inside a longer number is a different one, except that an IBAN contains its account number.
  const isNamed = (value: string) =>
    value.length >= MIN_VALUE_LENGTH &&
    texts.some((text) => new RegExp(`(?<!\\d)${value}(?!\\d)`, 'u').test(text))
  return [...values].every(isNamed)
}

const stripPunctuation = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** Returns the accounts in file order, with the number of their rows and their currency. */
function countAccounts(column: ColumnProfile, { profile, remaining }: OwnAccountEvidence): FileAccount[] {
  const currencies = profile.columns.find(
    (other) => other.currencies.size > 0 && other.notCurrency === 0 && scoreRole(other, 'foreign') === 0,
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
