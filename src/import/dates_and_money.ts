/** The dates and the money of a table: settled one with the other, and asked for in one question where both are open. */ // import.md §3

import { Mistake } from '../contract/errors.ts'
import { type AmountReading, amountReadingOf } from './amount_reading.ts'
import type { TimeOrder } from './balance.ts'
import { type Choices, type DateOrder, type Mapping, Question, question } from './choices.ts'
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
  const datesBy = (answers: Choices) => dateReadingOf(date, { ...evidence, choices: answers })
  // The balance proves the amounts when the order of time is known.
  const moneyBy = (dates: DateReading) =>
    amountReadingOf({ ...evidence, date, ...timeOf(profile, date, dates), ...(named && { named }) })
  const dateReading = withMoneyAsked(
    () => datesBy(choices),
    (date_order) => moneyBy(datesBy({ ...choices, date_order })),
  )
  return { date, dateReading, money: moneyBy(dateReading) }
}

/** The dates. When their order is open, the question also asks what either order leaves open about the money. */
function withMoneyAsked(
  readDates: () => DateReading,
  readMoney: (order: DateOrder) => AmountReading,
): DateReading {
  try {
    return readDates()
  } catch (open) {
    const [also, other] = (['dmy', 'mdy'] as const).map((order) => mistakeOf(() => readMoney(order)))
    if (!(open instanceof Question) || !also || !other) throw open
    throw open.and(also)
  }
}

function mistakeOf(read: () => AmountReading): Mistake | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof Mistake) return error
    throw error
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
