/**
 * The dates and the money of a table: the order of time helps to prove the amounts.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { FileRecord } from '../model/file-record.ts'
import { type ColumnMapping, createAmbiguityError, type ReadOptions } from '../model/read-options.ts'
import { isDateCell } from '../text/dates.ts'
import { selectMappedColumns } from './amount-columns.ts'
import type { AmountReader } from './amount-evidence.ts'
import { inferAmountReader } from './amount-reader.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import { type DateParser, inferDateColumn, inferDateParser } from './date-column.ts'
import type { RowOrder } from './running-balance.ts'

interface DateAndAmountEvidence {
  profile: TableProfile
  /** What stands above the table. */
  above: readonly FileRecord[]
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  choices: ReadOptions
  currency: string
  /** The columns a person named. */
  mapping: ColumnMapping | undefined
}

interface DateAndAmount {
  date: ColumnProfile
  dateReading: DateParser
  money: AmountReader
}

/** Settles both. Throws what is open. */
export function inferDateAndAmount(evidence: DateAndAmountEvidence): DateAndAmount {
  const { profile, choices, mapping } = evidence
  const { columns } = profile
  const date = mapping ? requireDateColumn(mapping, choices, profile) : inferDateColumn(profile)
  const named = mapping && {
    money: selectMappedColumns(mapping, columns),
    flag: columns[mapping.flag?.[0] ?? -1],
  }
  const dateReading = inferDateParser(date, { ...evidence, choices })
  // The balance proves the amounts when the order of time is known.
  const time = inferRowOrder(profile, date, dateReading)
  return {
    date,
    dateReading,
    money: inferAmountReader({ ...evidence, date, ...time, ...(named && { named }) }),
  }
}

function requireDateColumn(
  mapping: ColumnMapping,
  { map = '' }: ReadOptions,
  { columns, records, others }: TableProfile,
): ColumnProfile {
  const at = mapping.date?.[0] ?? -1
  const column = columns[at]
  const cells = [...records, ...others].map((record) => record.cells[at] ?? '')
  if (column && (column.dates > 0 || cells.some(isDateCell))) return column
  const example = cells.find((cell) => cell !== '')
  const shown = example === undefined ? 'it is empty' : `as "${example}" is none that is known here`
  const dated = columns.filter((other) => other.dates > 0)
  throw createAmbiguityError(
    `Column ${at + 1}${column?.name ? ` "${column.name}"` : ''} of the mapping holds no dates: ${shown}`,
    'Say how they are written, as in --date-format DD.MM.YYYY',
    dated.map((other) => ({
      label: `Column ${other.at + 1}${other.name ? ` "${other.name}"` : ''} is the date`,
      choices: { map: map.replace(/(^|,)\s*date=[^,]*/, `$1date=${other.at + 1}`) },
    })),
  )
}

/** The days of the rows, and which way they run. */
function inferRowOrder(
  { records }: TableProfile,
  date: ColumnProfile,
  { read }: DateParser,
): { order: RowOrder; isOrderClear: boolean; isOrderFirm: boolean; days: readonly string[] } {
  const days = records.map(({ cells }) => read(cells[date.at] ?? '') ?? '')
  const told = days.filter((day) => day !== '')
  const rising = told.filter((day, at) => at > 0 && day > (told[at - 1] ?? '')).length
  const falling = told.filter((day, at) => at > 0 && day < (told[at - 1] ?? '')).length
  // Files that are sorted by another date jump back now and then.
  const order = rising === falling ? undefined : rising > falling ? 'rising' : 'falling'
  const changes = rising + falling
  const isOrderClear = Math.min(rising, falling) === 0 && changes > 0
  const isOrderFirm = isOrderClear && (changes > 2 || changes * 2 >= told.length - 1)
  return { order, isOrderClear, isOrderFirm, days }
}
