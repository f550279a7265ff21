/**
 * Infers the columns with payee, notes, reference and status of each transaction.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#merchant-and-notes
 */

import type { ColumnMapping } from '../read-options.ts'
import { isBankReference, isRowCounter } from '../words/bank-reference.ts'
import {
  type ColumnProfile,
  isDateColumn,
  isNumberColumn,
  scoreRole,
  type TableProfile,
} from './column-profile.ts'

/** The text columns of a table. */
export interface TextColumns {
  payee: readonly ColumnProfile[]
  /** True if the header says that the column names the counterparty. */
  isNamed: boolean
  /** The payer column if the file names both sides: the counterparty of incoming money. */
  payer: readonly ColumnProfile[]
  notes: readonly ColumnProfile[]
  /**
   * More of the bank's text. It goes into the notes but not into the fingerprint of a row, because banks
   * change it later.
   */
  details: readonly ColumnProfile[]
  /** The columns to search for a merchant if no party column names one, the most likely first. */
  merchantSources: readonly ColumnProfile[]
  ref: ColumnProfile | undefined
  status: ColumnProfile | undefined
}

/**
 * Returns the text columns, by header or by how much their cells differ. `taken` columns hold other fields.
 */
export function inferTextColumns(
  profile: TableProfile,
  usedColumns: ReadonlySet<ColumnProfile>,
): TextColumns {
  const { columns } = profile
  const candidates = columns.filter((column) => column.filled > 0 && !usedColumns.has(column))
  const texts = candidates.filter(
    (column) => column.letters > 0 && !isDateColumn(column) && !isCodeColumn(column),
  )
  const ref = candidates.find((column) => scoreRole(column, 'ref') > 0 && isReferenceColumn(column, profile))
  const status = candidates.find((column) => scoreRole(column, 'status') > 0 && column.letters > 0)
  // A `Payee/Payer` column names the counterparty in either direction.
  const payers = texts.filter(
    (column) => scoreRole(column, 'payer') > 0 && scoreRole(column, 'payee') === 0 && isPartyColumn(column),
  )
  const partyColumns = findPartyColumns(texts, profile).filter((column) => !payers.includes(column))
  // The only name column may hold either side.
  const isOnlyName =
    partyColumns.length === 0 && payers.some((column) => !isConstant(column, profile.records.length))
  const [parties, payer] = isOnlyName ? [payers, []] : [partyColumns, payers]
  const descriptions = findDescriptionColumns(texts, { profile, parties, status, ref })
  const main = parties.length > 0 ? undefined : selectMainText(descriptions, texts, profile)
  const payee = main ? [main] : parties
  const notes = descriptions.filter((column) => !payee.includes(column) && !payer.includes(column))
  const chosen = new Set([...payee, ...payer, ...notes, ref, status])
  const details = candidates.filter((column) => !chosen.has(column) && isDetailColumn(column, profile))
  const sources = listMerchantSources(notes, details, profile)
  const isNamed = hasPartyHeader(payee)
  return {
    payee,
    isNamed,
    payer: payee.length > 0 ? payer : [],
    notes,
    details,
    merchantSources: sources,
    ref,
    status,
  }
}

/** Returns the text columns that a mapping names. */
export function selectMappedTexts(mapping: ColumnMapping, profile: TableProfile): TextColumns {
  const { columns } = profile
  const all = (field: 'payee' | 'payer' | 'notes' | 'details' | 'ref' | 'status') =>
    (mapping[field] ?? []).flatMap((at) => columns[at] ?? [])
  const [notes, details] = [all('notes'), all('details')]
  return {
    payee: all('payee'),
    isNamed: hasPartyHeader(all('payee')),
    payer: all('payer'),
    notes,
    details,
    merchantSources: listMerchantSources(notes, details, profile),
    ref: all('ref').find((column) => !isCounterColumn(column, profile)),
    status: all('status')[0],
  }
}

const hasPartyHeader = (columns: readonly ColumnProfile[]): boolean =>
  columns.some(
    (column) => scoreRole(column, 'payee') + scoreRole(column, 'payer') + scoreRole(column, 'name') > 0,
  )

/** Returns the columns that name the counterparty by their header, those with names first. */
function findPartyColumns(
  texts: readonly ColumnProfile[],
  { records, columns }: TableProfile,
): ColumnProfile[] {
  const named = texts.filter((column) => scoreRole(column, 'payee') > 0 && isPartyColumn(column))
  if (named.length > 0) return named.toSorted((left, right) => rankPartyColumn(left) - rankPartyColumn(right))
  // If a counterparty name column exists but is empty, the name column next to it holds the account holder.
  const isEmptyParty = (column: ColumnProfile) =>
    scoreRole(column, 'payee') > 0 && NAME_HEADER.test(column.name) && column.filled === 0
  return columns.some(isEmptyParty) ? [] : listNameColumns(texts, records.length)
}

// Some banks fill one column with a name or, if they know none, with an account number.
const rankPartyColumn = (column: ColumnProfile): number =>
  (NAME_HEADER.test(column.name) ? 0 : 1) + (column.accounts > 0 ? 2 : 0)

/** Returns the columns with names of unknown role. */
const listNameColumns = (texts: readonly ColumnProfile[], rows: number): ColumnProfile[] =>
  texts.filter(
    (column) =>
      scoreRole(column, 'name') > 0 && scoreRole(column, 'holder') === 0 && !isConstant(column, rows),
  )

const NAME_HEADER =
  /\b(?:name|naam|namn|navn|nom|nombre|nome|nazwa|název|názov|neve?|nimi|inhaber|houder|elnevezése)\b|户名|名称/iu

/** True if the header means a name, and no account number, address or kind. */
const isPartyColumn = (column: ColumnProfile): boolean =>
  scoreRole(column, 'holder') === 0 && (scoreRole(column, 'code') === 0 || NAME_HEADER.test(column.name))

interface DescriptionContext {
  profile: TableProfile
  parties: readonly ColumnProfile[]
  status: ColumnProfile | undefined
  ref: ColumnProfile | undefined
}

/** Returns the columns that describe what a transaction was about. */
function findDescriptionColumns(
  texts: readonly ColumnProfile[],
  { profile, parties, status, ref }: DescriptionContext,
): ColumnProfile[] {
  const isFree = (column: ColumnProfile) => !parties.includes(column) && column !== ref
  const named = texts.filter((column) => scoreRole(column, 'text') > 0 && isFree(column))
  if (named.length > 0 || parties.length > 0) return named
  return texts.filter(
    (column) => isProseColumn(column, profile.records.length) && isFree(column) && column !== status,
  )
}

/**
 * Returns the column that names the counterparty if no header does: the cleaner of two descriptions, or the
 * most informative one.
 */
function selectMainText(
  descriptions: readonly ColumnProfile[],
  texts: readonly ColumnProfile[],
  profile: TableProfile,
): ColumnProfile | undefined {
  const isNaming = (column: ColumnProfile) =>
    scoreRole(column, 'code') === 0 && scoreRole(column, 'holder') === 0
  const naming = [descriptions.filter(isNaming), descriptions, texts.filter(isNaming), texts].find(
    (columns) => columns.length > 0,
  )
  const ranked = sortByInformation(naming ?? [], profile)
  const originals = ranked.filter((column) => scoreRole(column, 'original') > 0)
  const plain = ranked.find(
    (column) => scoreRole(column, 'original') === 0 && column.filled >= profile.records.length * 0.8,
  )
  // `Details` may be shorter than the description; a column called `original` is not.
  const isLonger = (column: ColumnProfile, than: ColumnProfile) =>
    averageLetters(than) <= averageLetters(column) * (scoreRole(column, 'original') === 3 ? 0.7 : 1)
  const isCleaner = originals.some((column) => plain && isLonger(column, plain))
  return isCleaner ? plain : ranked[0]
}

const averageLetters = ({ letters, filled }: ColumnProfile): number => letters / filled

/** In fewer rows, a constant text may still describe each of them. */
const MANY_ROWS = 4

/**
 * True for a column with more text about a row: words or the counterparty's account, but no number, date,
 * direction or currency.
 */
function isDetailColumn(column: ColumnProfile, { records }: TableProfile): boolean {
  if (records.length >= MANY_ROWS && isConstant(column, records.length)) return false
  if (isDateColumn(column) || column.notCurrency === 0 || column.notDirection === 0) return false
  if (scoreRole(column, 'status') > 0 || scoreRole(column, 'currency') > 0) return false
  if (column.accounts >= column.filled * 0.5)
    return scoreRole(column, 'payee') + scoreRole(column, 'code') > 0
  return column.letters > 0 && !isNumberColumn(column) && !isBankIdColumn(column, records)
}

/** True for the bank's own transaction id, which means nothing to the user. */
const isBankIdColumn = (column: ColumnProfile, records: TableProfile['records']): boolean =>
  scoreRole(column, 'ref') > 0 &&
  records.every(({ cells }) => /^\S*\d\S*$|^$/.test(cells[column.index] ?? ''))

const isConstant = ({ distinct, filled }: ColumnProfile, rows: number): boolean =>
  rows > 1 && distinct === 1 && filled === rows

const isCodeColumn = (column: ColumnProfile): boolean =>
  column.accounts >= column.filled * 0.8 ||
  column.notCurrency === 0 ||
  column.notDirection === 0 ||
  isNumberColumn(column)

const isProseColumn = (column: ColumnProfile, rows: number): boolean =>
  !isConstant(column, rows) && column.letters >= column.filled * 4 && column.filled >= rows * 0.2

// A reference identifies a row only if nearly every row has one and no two share it.
const isReferenceColumn = (column: ColumnProfile, profile: TableProfile): boolean =>
  column.filled >= profile.records.length * 0.95 &&
  column.distinct === column.filled &&
  listReferences(column, profile).every(isBankReference) &&
  !isCounterColumn(column, profile)

const listReferences = ({ index }: ColumnProfile, { records }: TableProfile): string[] =>
  records.flatMap(({ cells }) => cells[index] || [])

const isCounterColumn = (column: ColumnProfile, profile: TableProfile): boolean =>
  isRowCounter(listReferences(column, profile))

/** Returns the columns in which a merchant may be named: names, then descriptions, then any other text. */
function listMerchantSources(
  notes: readonly ColumnProfile[],
  details: readonly ColumnProfile[],
  profile: TableProfile,
): ColumnProfile[] {
  const rows = profile.records.length
  const changing = (columns: readonly ColumnProfile[]) =>
    columns.filter((column) => !isConstant(column, rows))
  const others = changing(details).filter(
    (column) => column.accounts === 0 && column.letters > 0 && scoreRole(column, 'code') === 0,
  )
  return [
    ...new Set([...listNameColumns(others, rows), ...sortByInformation(changing(notes), profile), ...others]),
  ]
}

/** Sorts by information, highest first: many different, long, wordy texts. A constant column has none. */
function sortByInformation(columns: readonly ColumnProfile[], { records }: TableProfile): ColumnProfile[] {
  const scores = new Map(columns.map((column) => [column, scoreInformation(column, records)]))
  return columns.toSorted((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0))
}

function scoreInformation(column: ColumnProfile, records: TableProfile['records']): number {
  if (isConstant(column, records.length)) return 0
  const length = records.reduce(
    (sum, { cells }) => sum + (cells[column.index] ?? '').replace(/\s+/g, '').length,
    0,
  )
  return (
    column.distinct * Math.min(20, column.letters / column.filled) * (column.letters / Math.max(1, length))
  )
}
