/** Which columns say whom and what a transaction was about. */ // import.md §3 §10

import type { Mapping } from '../model/read-options.ts'
import { identifies, numberRows } from '../text/bank-reference.ts'
import { type Column, isDateColumn, isNumberColumn, type Profile, roleOf } from './column-profile.ts'

export interface TextColumns {
  payee: readonly Column[]
  /** Does its heading say that it names the other side? */
  isNamed: boolean
  /** Who pays, where the file names both sides: the other side of incoming money. */
  payer: readonly Column[]
  notes: readonly Column[]
  /** More of the bank's text about a row: in the notes, but no part of what tells rows apart, since banks change it later. */
  details: readonly Column[]
  /** Where a merchant is looked for when no column of a party names one, the likeliest first. */
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
  const payers = texts.filter(
    (column) => roleOf(column, 'payer') > 0 && roleOf(column, 'payee') === 0 && isParty(column),
  )
  const named = partiesIn(texts, profile).filter((column) => !payers.includes(column))
  // The only name there is may be of either side.
  const isOnly = named.length === 0 && payers.some((column) => !isConstant(column, profile.records.length))
  const [parties, payer] = isOnly ? [payers, []] : [named, payers]
  const spoken = spokenIn(texts, { profile, parties, status, ref })
  const main = parties.length > 0 ? undefined : mainText(spoken, texts, profile)
  const payee = main ? [main] : parties
  const notes = spoken.filter((column) => !payee.includes(column) && !payer.includes(column))
  const chosen = new Set([...payee, ...payer, ...notes, ref, status])
  const details = free.filter((column) => !chosen.has(column) && isDetail(column, profile))
  const sources = sourcesIn(notes, details, profile)
  const isNamed = saysParty(payee)
  return { payee, isNamed, payer: payee.length > 0 ? payer : [], notes, details, sources, ref, status }
}

/** The text columns a mapping names. */
export function mappedTexts(mapping: Mapping, profile: Profile): TextColumns {
  const { columns } = profile
  const all = (field: 'payee' | 'payer' | 'notes' | 'details' | 'ref' | 'status') =>
    (mapping[field] ?? []).flatMap((at) => columns[at] ?? [])
  const [notes, details] = [all('notes'), all('details')]
  return {
    payee: all('payee'),
    isNamed: saysParty(all('payee')),
    payer: all('payer'),
    notes,
    details,
    sources: sourcesIn(notes, details, profile),
    ref: all('ref').find((column) => !isCounter(column, profile)),
    status: all('status')[0],
  }
}

const saysParty = (columns: readonly Column[]): boolean =>
  columns.some((column) => roleOf(column, 'payee') + roleOf(column, 'payer') + roleOf(column, 'name') > 0)

/** The columns that name the other side: by their heading, those for names before others. */
function partiesIn(texts: readonly Column[], { records, columns }: Profile): Column[] {
  const named = texts.filter((column) => roleOf(column, 'payee') > 0 && isParty(column))
  if (named.length > 0) return named.toSorted((one, other) => distance(one) - distance(other))
  // A column for the name of the other side that is empty says that the name beside it is the holder's.
  const isEmptyParty = (column: Column) =>
    roleOf(column, 'payee') > 0 && NAMES.test(column.name) && column.filled === 0
  return columns.some(isEmptyParty) ? [] : namesIn(texts, records.length)
}

// Some banks fill one column with a name or, where they know none, with an account.
const distance = (column: Column): number => (NAMES.test(column.name) ? 0 : 1) + (column.accounts > 0 ? 2 : 0)

/** Columns with names of nobody knows whom. */
const namesIn = (texts: readonly Column[], rows: number): Column[] =>
  texts.filter(
    (column) => roleOf(column, 'name') > 0 && roleOf(column, 'holder') === 0 && !isConstant(column, rows),
  )

const NAMES =
  /\b(?:name|naam|namn|navn|nom|nombre|nome|nazwa|název|názov|neve?|nimi|inhaber|houder|elnevezése)\b|户名|名称/iu

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
  // Details may be less than a description; what is called the original is not.
  const isLonger = (column: Column, than: Column) =>
    size(than) <= size(column) * (roleOf(column, 'original') === 3 ? 0.7 : 1)
  const isCleaner = originals.some((column) => plain && isLonger(column, plain))
  return isCleaner ? plain : ranked[0]
}

const size = ({ letters, filled }: Column): number => letters / filled

/** In fewer rows what is everywhere the same may still be about each of them. */
const MANY_ROWS = 4

/** More text about a row: words, or the other side's account; no number, day, direction or currency. */
function isDetail(column: Column, { records }: Profile): boolean {
  if (records.length >= MANY_ROWS && isConstant(column, records.length)) return false
  if (isDateColumn(column) || column.notCurrency === 0 || column.notDirection === 0) return false
  if (roleOf(column, 'status') > 0 || roleOf(column, 'currency') > 0) return false
  if (column.accounts >= column.filled * 0.5) return roleOf(column, 'payee') + roleOf(column, 'code') > 0
  return column.letters > 0 && !isNumberColumn(column) && !isIdentity(column, records)
}

/** What the bank calls the transaction, of no use to a person. */
const isIdentity = (column: Column, records: Profile['records']): boolean =>
  roleOf(column, 'ref') > 0 && records.every(({ cells }) => /^\S*\d\S*$|^$/.test(cells[column.at] ?? ''))

const isConstant = ({ distinct, filled }: Column, rows: number): boolean =>
  rows > 1 && distinct === 1 && filled === rows

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

/** Where a merchant may be named: names, then what the row was about, then any other text. */
function sourcesIn(notes: readonly Column[], details: readonly Column[], profile: Profile): Column[] {
  const rows = profile.records.length
  const changing = (columns: readonly Column[]) => columns.filter((column) => !isConstant(column, rows))
  const others = changing(details).filter(
    (column) => column.accounts === 0 && column.letters > 0 && roleOf(column, 'code') === 0,
  )
  return [...new Set([...namesIn(others, rows), ...rank(changing(notes), profile), ...others])]
}

/** The most telling first: many different texts, long ones and of words; one that never changes tells nothing. */
function rank(columns: readonly Column[], { records }: Profile): Column[] {
  const worth = new Map(columns.map((column) => [column, worthOf(column, records)]))
  return columns.toSorted((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0))
}

function worthOf(column: Column, records: Profile['records']): number {
  if (isConstant(column, records.length)) return 0
  const length = records.reduce(
    (sum, { cells }) => sum + (cells[column.at] ?? '').replace(/\s+/g, '').length,
    0,
  )
  return (
    column.distinct * Math.min(20, column.letters / column.filled) * (column.letters / Math.max(1, length))
  )
}
