/** Which columns say whom and what a transaction was about. */ // import.md §3

import type { Mapping } from './choices.ts'
import type { HeaderRole } from './headers.ts'
import { type Column, isDateColumn, isNumberColumn, type Profile, roleOf } from './profile.ts'
import { identifies, numberRows } from './references.ts'

export interface TextColumns {
  payee: readonly Column[]
  /** Who pays, where the file names both sides: the other side of incoming money. */
  payer: readonly Column[]
  notes: readonly Column[]
  ref: Column | undefined
  status: Column | undefined
}

/** Finds the texts by the header, else by how much the cells differ. `taken` columns hold something else. */
export function textColumnsOf(profile: Profile, taken: ReadonlySet<Column>): TextColumns {
  const { columns, records } = profile
  const free = columns.filter((column) => column.filled > 0 && !taken.has(column))
  const texts = free.filter((column) => column.letters > 0 && !isDateColumn(column) && !isCode(column))
  const named = (role: HeaderRole) => texts.filter((column) => roleOf(column, role) > 0)
  const payee =
    named('payee').length > 0
      ? named('payee')
      : named('name').filter((column) => !isConstant(column, records.length))
  const payer = payee.length > 0 ? named('payer') : []
  const described = [...named('text'), ...(payee.length > 0 ? [] : named('payer'))].filter(
    (column) => !payee.includes(column),
  )
  const ref = free.find((column) => roleOf(column, 'ref') > 0 && isReference(column, profile))
  const status = free.find((column) => roleOf(column, 'status') > 0 && column.letters > 0)
  const others = { payer, ref, status }
  if (payee.length > 0) return { payee, notes: described, ...others }
  const talk =
    described.length > 0
      ? described
      : texts.filter((column) => isTalk(column, records.length) && column !== status)
  const main = mostTelling(talk.length > 0 ? talk : texts)
  return { payee: main ? [main] : [], notes: talk.filter((column) => column !== main), ...others }
}

/** The text columns a mapping names. */
export function mappedTexts(mapping: Mapping, profile: Profile): TextColumns {
  const { columns } = profile
  const all = (field: 'payee' | 'payer' | 'notes' | 'ref' | 'status') =>
    (mapping[field] ?? []).flatMap((at) => columns[at] ?? [])
  return {
    payee: all('payee'),
    payer: all('payer'),
    notes: all('notes'),
    ref: all('ref').find((column) => !isCounter(column, profile)),
    status: all('status')[0],
  }
}

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

function mostTelling(columns: readonly Column[]): Column | undefined {
  let found: { column: Column; worth: number } | undefined
  for (const column of columns) {
    const worth = column.distinct * Math.min(20, column.letters / column.filled)
    if (worth > (found?.worth ?? 0)) found = { column, worth }
  }
  return found?.column
}
