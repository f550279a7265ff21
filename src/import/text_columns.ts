/** Which columns say whom and what a transaction was about. */ // import.md §3 §10

import type { Mapping } from './choices.ts'
import { type Column, isDateColumn, isNumberColumn, type Profile, roleOf } from './profile.ts'
import { identifies, numberRows } from './references.ts'

export interface TextColumns {
  payee: readonly Column[]
  /** Who pays, where the file names both sides: the other side of incoming money. */
  payer: readonly Column[]
  notes: readonly Column[]
  /** More of the bank's text about a row: in the notes, but no part of what tells rows apart, since banks change it later. */
  details: readonly Column[]
  /** Where a merchant is looked for when no column of a party names one. */
  sources: readonly Column[]
  ref: Column | undefined
  status: Column | undefined
}

/** Finds the texts by the header, else by how much the cells differ. `taken` columns hold something else. */
export function textColumnsOf(profile: Profile, taken: ReadonlySet<Column>): TextColumns {
  const { columns } = profile
  const free = columns.filter((column) => column.filled > 0 && !taken.has(column))
  const texts = free.filter((column) => column.letters > 0 && !isDateColumn(column) && !isCode(column))
  const ref = free.find((column) => roleOf(column, 'ref') > 0 && isReference(column, profile))
  const status = free.find((column) => roleOf(column, 'status') > 0 && column.letters > 0)
  // `Payee/Payer` is the other side whichever way money went.
  const payer = texts.filter(
    (column) => roleOf(column, 'payer') > 0 && roleOf(column, 'payee') === 0 && isParty(column),
  )
  const parties = partiesIn(texts, profile).filter((column) => !payer.includes(column))
  const spoken = spokenIn(texts, { profile, parties, status, ref })
  const main = parties.length > 0 ? undefined : mainText(spoken, texts, profile)
  const payee = main ? [main] : parties
  const notes = spoken.filter((column) => !payee.includes(column) && !payer.includes(column))
  const chosen = new Set([...payee, ...payer, ...notes, ref, status])
  const details = free.filter((column) => !chosen.has(column) && isDetail(column, profile))
  return {
    payee,
    payer: payee.length > 0 ? payer : [],
    notes,
    details,
    sources: changing(notes, profile),
    ref,
    status,
  }
}

/** The text columns a mapping names. */
export function mappedTexts(mapping: Mapping, profile: Profile): TextColumns {
  const { columns } = profile
  const all = (field: 'payee' | 'payer' | 'notes' | 'details' | 'ref' | 'status') =>
    (mapping[field] ?? []).flatMap((at) => columns[at] ?? [])
  const notes = all('notes')
  return {
    payee: all('payee'),
    payer: all('payer'),
    notes,
    details: all('details'),
    sources: changing(notes, profile),
    ref: all('ref').find((column) => !isCounter(column, profile)),
    status: all('status')[0],
  }
}

/** In fewer rows one shop may have been all there was. */
const MANY_ROWS = 4

/** The columns that name the other side: by their heading, and not the holder of the account in every row. */
function partiesIn(texts: readonly Column[], { records, columns }: Profile): Column[] {
  const named = texts.filter((column) => roleOf(column, 'payee') > 0 && isParty(column))
  const hasOthers = texts.some((column) => !named.includes(column) && isTalk(column, records.length))
  const living = named.filter(
    (column) => records.length < MANY_ROWS || !isConstant(column, records.length) || !hasOthers,
  )
  if (living.length > 0) return living
  // A column for the other side that is empty says that the name beside it is the holder's.
  const isEmptyParty = (column: Column) =>
    roleOf(column, 'payee') > 0 && NAMES.test(column.name) && column.filled === 0
  if (columns.some(isEmptyParty)) return []
  return texts.filter(
    (column) =>
      roleOf(column, 'name') > 0 && roleOf(column, 'holder') === 0 && !isConstant(column, records.length),
  )
}

const NAMES =
  /\b(?:name|naam|namn|navn|nom|nombre|nome|nazwa|název|názov|neve?|nimi|inhaber|houder)\b|户名|名称/iu

/** Does the heading mean a name, and not an account, an address or a kind? */
const isParty = (column: Column): boolean =>
  roleOf(column, 'holder') === 0 && (roleOf(column, 'code') === 0 || NAMES.test(column.name))

interface Spoken {
  profile: Profile
  parties: readonly Column[]
  status: Column | undefined
  ref: Column | undefined
}

/** The columns of text that tells what a row was about. */
function spokenIn(texts: readonly Column[], { profile, parties, status, ref }: Spoken): Column[] {
  const isFree = (column: Column) => !parties.includes(column) && column !== ref
  const named = texts.filter((column) => roleOf(column, 'text') > 0 && isFree(column))
  if (named.length > 0 || parties.length > 0) return named
  return texts.filter(
    (column) => isTalk(column, profile.records.length) && isFree(column) && column !== status,
  )
}

/** The text that names the other side where no column does: of two descriptions the cleaner one, else the most telling. */
function mainText(spoken: readonly Column[], texts: readonly Column[], profile: Profile): Column | undefined {
  const isNaming = (column: Column) => roleOf(column, 'code') === 0 && roleOf(column, 'holder') === 0
  const naming = [spoken.filter(isNaming), spoken, texts.filter(isNaming), texts].find(
    (some) => some.length > 0,
  )
  const ranked = rank(naming ?? [], profile)
  const originals = ranked.filter((column) => roleOf(column, 'original') > 0)
  const plain = ranked.find(
    (column) => roleOf(column, 'original') === 0 && column.filled >= profile.records.length * 0.8,
  )
  const isCleaner = originals.some((column) => plain && size(plain) <= size(column))
  return isCleaner ? plain : ranked[0]
}

const size = ({ letters, filled }: Column): number => letters / filled

/** More text about a row: words, or the other side's account; no number, day, direction or currency. */
function isDetail(column: Column, { records }: Profile): boolean {
  if (isConstant(column, records.length) || isDateColumn(column)) return false
  if (column.notCurrency === 0 || column.notDirection === 0) return false
  if (roleOf(column, 'status') > 0 || roleOf(column, 'currency') > 0) return false
  if (column.accounts >= column.filled * 0.5) return roleOf(column, 'payee') + roleOf(column, 'code') > 0
  return column.letters > 0 && !isNumberColumn(column) && !isIdentity(column, records)
}

/** What the bank calls the transaction, of no use to a person. */
const isIdentity = (column: Column, records: Profile['records']): boolean =>
  roleOf(column, 'ref') > 0 && records.every(({ cells }) => /^\S*\d\S*$|^$/.test(cells[column.at] ?? ''))

const isConstant = (column: Column, rows: number): boolean => rows > 1 && column.distinct === 1

const isCode = (column: Column): boolean =>
  column.accounts >= column.filled * 0.8 ||
  column.notCurrency === 0 ||
  column.notDirection === 0 ||
  isNumberColumn(column)

const isTalk = (column: Column, rows: number): boolean =>
  !isConstant(column, rows) && column.letters >= column.filled * 4 && column.filled >= rows * 0.2

// A reference is identity only when nearly every row has one, and no two share it.
const isReference = (column: Column, profile: Profile): boolean =>
  column.filled >= profile.records.length * 0.95 &&
  column.distinct === column.filled &&
  referencesOf(column, profile).every(identifies) &&
  !isCounter(column, profile)

const referencesOf = ({ at }: Column, { records }: Profile): string[] =>
  records.flatMap(({ cells }) => cells[at] || [])

const isCounter = (column: Column, profile: Profile): boolean => numberRows(referencesOf(column, profile))

/** Those that say something of their own about each row. */
const changing = (columns: readonly Column[], { records }: Profile): Column[] =>
  columns.filter((column) => !isConstant(column, records.length) && roleOf(column, 'code') === 0)

/** The most telling first: many different texts, and long ones; one that never changes tells nothing. */
function rank(columns: readonly Column[], { records }: Profile): Column[] {
  const worth = (column: Column) =>
    isConstant(column, records.length) ? 0 : column.distinct * Math.min(20, column.letters / column.filled)
  return columns.toSorted((one, other) => worth(other) - worth(one))
}
