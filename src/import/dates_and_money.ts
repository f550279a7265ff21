/** The dates and the money of a table: the order of time helps to prove the amounts. */ // import.md §3

import { type AmountReading, amountReadingOf } from './amount_reading.ts'
import type { TimeOrder } from './balance.ts'
import { type Choices, type Mapping, question } from './choices.ts'
import { type DateReading, dateColumnOf, dateReadingOf } from './date_column.ts'
import { mappedColumns } from './money_columns.ts'
import type { Column, Profile } from './profile.ts'
import type { FileRecord } from './records.ts'

interface Evidence {
  profile: Profile
  /** What stands above the table. */
  above: readonly FileRecord[]
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  choices: Choices
  currency: string
  /** The columns a person named. */
  mapping: Mapping | undefined
}

interface DatesAndMoney {
  date: Column
  dateReading: DateReading
  money: AmountReading
}

/** Settles both. Throws what is open. */
export function datesAndMoney(evidence: Evidence): DatesAndMoney {
  const { profile, choices, mapping } = evidence
  const { columns } = profile
  const date = mapping ? neededDate(mapping, profile) : dateColumnOf(profile)
  const named = mapping && { money: mappedColumns(mapping, columns), flag: columns[mapping.flag?.[0] ?? -1] }
  const dateReading = dateReadingOf(date, { ...evidence, choices })
  // The balance proves the amounts when the order of time is known.
  const time = timeOf(profile, date, dateReading)
  return {
    date,
    dateReading,
    money: amountReadingOf({ ...evidence, date, ...time, ...(named && { named }) }),
  }
}

function neededDate(mapping: Mapping, { columns }: Profile): Column {
  const date = columns[mapping.date?.[0] ?? -1]
  if (date && date.dates > 0) return date
  throw question(
    `Column ${date ? date.at + 1 : '?'} of the mapping holds no dates`,
    'Name another column with --map date=COL, or --date-format',
  )
}

/** The days of the rows, and which way they run. */
function timeOf(
  { records }: Profile,
  date: Column,
  { read }: DateReading,
): { order: TimeOrder; isOrderClear: boolean; days: readonly string[] } {
  const days = records.map(({ cells }) => read(cells[date.at] ?? '') ?? '')
  const told = days.filter((day) => day !== '')
  const rising = told.filter((day, at) => at > 0 && day > (told[at - 1] ?? '')).length
  const falling = told.filter((day, at) => at > 0 && day < (told[at - 1] ?? '')).length
  // Files that are sorted by another date jump back now and then.
  const order = rising === falling ? undefined : rising > falling ? 'rising' : 'falling'
  return { order, isOrderClear: Math.min(rising, falling) === 0 && rising + falling > 1, days }
}
