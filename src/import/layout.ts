/** Everything settled about a file before its rows are read: the answers to all questions, with their proofs. */ // import.md §3

import type { AmountReading } from './amount_reading.ts'
import { type Choices, type FieldName, type Mapping, parseMap, question } from './choices.ts'
import type { DateReading } from './date_column.ts'
import { datesAndMoney } from './dates_and_money.ts'
import { findHolders } from './holders.ts'
import { type Column, type Profile, profileOf, roleOf } from './profile.ts'
import type { FileRecord } from './records.ts'
import type { Region } from './region.ts'
import { mappedTexts, type TextColumns, textColumnsOf } from './text_columns.ts'
import { currencyOf } from './words.ts'

/** A field of a transaction and the column it is read from. `column` counts from 1. */
export interface MappedColumn {
  field: FieldName
  column: number
  name: string
}

export interface Layout {
  header: readonly string[] | undefined
  date: Column
  dateReading: DateReading
  money: AmountReading
  texts: TextColumns
  /** Who holds the account, as the file names them, by their keys: never the merchant. */
  holders: ReadonlySet<string>
  /** The currency the file names, if it names one. */
  currency: string | undefined
  /** The column that names it in every row. */
  currencyColumn: Column | undefined
  mapping: MappedColumn[]
}

export interface LayoutEvidence {
  /** The first records of the file, the lines above the table among them. */
  sample: readonly FileRecord[]
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  region: Region
  choices: Choices
  currency: string
}

/** Settles how a file is to be read. Throws the first open question. */
export function layoutOf({ sample, beyond, region, choices, currency }: LayoutEvidence): Layout {
  const header = region.header?.cells
  const profile = profileOf(sample.slice(region.first), header)
  const above = sample.slice(0, region.first)
  const mapping =
    choices.map === undefined ? undefined : parseMap(choices.map, header, profile.columns.length)
  const { date, dateReading, money } = datesAndMoney({ profile, above, beyond, choices, currency, mapping })
  const taken = new Set(
    [date, ...Object.values(money.columns), money.flag?.column].filter((column) => column !== undefined),
  )
  // Words that say which way money went may stand in the very text that describes the row.
  if (money.flag && money.flag.column.notDirection > 0) taken.delete(money.flag.column)
  const texts = mapping ? mappedTexts(mapping, profile) : textColumnsOf(profile, taken)
  const stated = currencyColumn(mapping, profile, money)
  const found = statedCurrency({ stated, mapping, money, map: mapFlagOf({ date, money, texts }) })
  if (found && found.currency !== currency) {
    throw question(
      `The file holds amounts in ${found.currency}, the workspace keeps ${currency}`,
      `Import it into a workspace in ${found.currency}${found.hint}`,
    )
  }
  const holders = findHolders({ above, profile, texts, money })
  const settled = { header, date, dateReading, money, texts, holders }
  const facts = { ...settled, currency: found?.currency, currencyColumn: stated }
  return { ...facts, mapping: mappingOf(facts) }
}

function currencyColumn(
  mapping: Mapping | undefined,
  { columns, records }: Profile,
  money: AmountReading,
): Column | undefined {
  if (mapping) return columns[mapping.currency?.[0] ?? -1]
  const [amount] = moneyColumns(money)
  // The amounts name it themselves.
  if (writtenCurrencies(money).size > 0) return undefined
  const codes = columns.filter((column) => column.currencies.size > 0 && column.notCurrency === 0)
  const own = codes.filter(
    (column) => roleOf(column, 'foreign') === 0 && column.filled >= records.length * 0.8,
  )
  const near = (column: Column) => Math.abs(column.at - (amount?.at ?? 0))
  return own.toSorted((a, b) => near(a) - near(b))[0]
}

const moneyColumns = ({ columns }: AmountReading): Column[] =>
  [columns.amount, columns.in, columns.out].filter((column) => column !== undefined)

const writtenCurrencies = (money: AmountReading): ReadonlySet<string> =>
  new Set(moneyColumns(money).flatMap(({ written }) => [...written]))

/** The currency that stands above the amounts, as in "Amount (GBP)"; undefined for none or several. */
function headedCurrency(money: AmountReading): string | undefined {
  const words = moneyColumns(money).flatMap(({ name }) =>
    name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{Sc}]+/u),
  )
  const named = new Set(words.flatMap((word) => currencyOf(word) ?? []))
  return named.size === 1 ? [...named][0] : undefined
}

interface Stated {
  /** The column that names the currency of every row. */
  stated: Column | undefined
  mapping: Mapping | undefined
  money: AmountReading
  /** The flag by which a person says that every row is to be booked. */
  map: string
}

// Rows in another currency than the account's cannot be booked as they stand.
function statedCurrency({
  stated,
  mapping,
  money,
  map,
}: Stated): { currency: string; hint: string } | undefined {
  const asItStands = `${map} takes every row as it stands`
  // Of a person who named the columns, rows whose amounts name another currency are rejected one by one.
  if (mapping && !mapping.currency) return undefined
  const written = mapping ? [] : [...writtenCurrencies(money)]
  const currencies = written.length > 0 ? written : [...(stated?.currencies ?? [])]
  if (currencies.length > 1) {
    throw question(
      `The file holds amounts in ${currencies.join(' and ')}; an account has one currency`,
      `${written.length > 0 ? `${map} --on-error skip leaves out the rows in others` : asItStands}; or split the file by currency`,
    )
  }
  const currency = currencies[0] ?? (mapping ? undefined : headedCurrency(money))
  return currency === undefined ? undefined : { currency, hint: written.length > 0 ? '' : `; ${asItStands}` }
}

/** The fields that several columns together may hold. */
const joined = new Set<FieldName>(['payee', 'payer', 'notes', 'details'])

/** The flag that says all that was found about the columns, except which one names the currency. */ // import.md §10
function mapFlagOf(found: Pick<Layout, 'date' | 'money' | 'texts'>): string {
  const parts = new Map<FieldName, number[]>()
  for (const { field, column } of mappingOf({ ...found, currencyColumn: undefined }))
    if (!parts.has(field) || joined.has(field)) parts.set(field, [...(parts.get(field) ?? []), column])
  return `--map ${[...parts].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')}`
}

function mappingOf({
  date,
  money,
  texts,
  currencyColumn,
}: Pick<Layout, 'date' | 'money' | 'texts' | 'currencyColumn'>): MappedColumn[] {
  const listed = (field: FieldName, ...columns: readonly (Column | undefined)[]): MappedColumn[] =>
    columns.flatMap((column) => (column ? [{ field, column: column.at + 1, name: column.name }] : []))
  const { amount, in: into, out, fee, balance } = money.columns
  return [
    ...listed('date', date),
    ...listed('amount', amount),
    ...listed('in', into),
    ...listed('out', out),
    ...listed('fee', fee),
    ...listed('flag', money.flag?.column),
    ...listed('payee', ...texts.payee),
    ...listed('payer', ...texts.payer),
    ...listed('notes', ...texts.notes),
    ...listed('details', ...texts.details),
    ...listed('balance', balance),
    ...listed('ref', texts.ref),
    ...listed('status', texts.status),
    ...listed('currency', currencyColumn),
  ]
}
