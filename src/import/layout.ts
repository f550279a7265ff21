/** Everything settled about a file before its rows are read: the answers to all questions, with their proofs. */ // import.md §3

import type { AmountReading } from './amount_reading.ts'
import { type Choices, parseMap } from './choices.ts'
import type { DateReading } from './date_column.ts'
import { datesAndMoney } from './dates_and_money.ts'
import { settleCurrency } from './file_currency.ts'
import { findHolders } from './holders.ts'
import { listColumns, type MappedColumn, writeMap } from './mapped_columns.ts'
import { type Column, profileOf } from './profile.ts'
import type { FileRecord } from './records.ts'
import type { Region } from './region.ts'
import { mappedTexts, type TextColumns, textColumnsOf } from './text_columns.ts'

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
  /** A person takes the rows in this currency only. */
  isCurrencyChosen: boolean
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
  if (money.flag?.isInText) taken.delete(money.flag.column)
  const texts = mapping ? mappedTexts(mapping, profile) : textColumnsOf(profile, taken)
  const found = { date, money: money.columns, flag: money.flag, texts }
  const map = writeMap({ ...found, currency: undefined })
  const stated = settleCurrency({ choices, currency, mapping, profile, money, map })
  const holders = findHolders({ above, profile, texts, money })
  const mapped = listColumns({ ...found, currency: stated.currencyColumn })
  return { header, date, dateReading, money, texts, holders, ...stated, mapping: mapped }
}
