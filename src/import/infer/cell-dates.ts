/** Dates that cannot be read by themselves, without a year or in a format of their own, are written out in the cells. */ // import.md §10

import type { CellDates, FileRecord } from '../model/file-record.ts'
import { type Choices, question } from '../model/read-options.ts'
import { dayFinder, readerOfFormat } from '../text/dates.ts'
import type { FindMerchant } from '../text/merchant-and-notes.ts'
import { type Day, type DayForm, dayOfYear, isDayCell, readDay } from '../text/partial-dates.ts'
import { looksBooked, profileOf } from './column-profile.ts'
import { orderOfCurrency, orderOfVotes, orderQuestion } from './date-order.ts'
import { describeRow } from './example-row.ts'
import { type Years, yearsOfDays } from './missing-year.ts'
import { statedPeriod } from './statement-period.ts'

/** What else is known about a file. It never changes which reader understands it. */
export interface FileFacts {
  /** Its name. */
  file?: string
  /** The day on which somebody is asked about it. */
  today?: string
  /** How merchants are found in the bank's texts; as usual when left out. */
  find?: FindMerchant
}

interface Evidence {
  /** The first records, and all of them. */
  sample: readonly FileRecord[]
  all(): Iterable<FileRecord>
  choices: Choices
  currency: string
  facts: FileFacts
}

/** The dates of a table in which no cell is a date by itself. Throws the open question. */
export function cellDatesOf(evidence: Evidence): CellDates {
  const { date_format: format } = evidence.choices
  const read = format === undefined ? undefined : readerOfFormat(format)
  if (format !== undefined && read)
    return { columns: new Set(columnsWith(evidence, (cell) => read(cell) !== undefined)), read, format }
  return datesOfDays(evidence)
}

function datesOfDays(evidence: Evidence): CellDates {
  const { sample, all, choices, facts } = evidence
  const { isDay, reader } = daysIn(choices.date_format)
  const columns = columnsWith(evidence, isDay)
  const main = mainColumn(columns, sample, isDay)
  if (main === undefined)
    throw question(
      'No column of the file holds dates only',
      'Name it and how it is written: --map date=1,amount=2 --date-format DD.MM.YYYY, with its own numbers',
    )
  const isRow = ({ cells, flaw }: FileRecord) => flaw === undefined && isDay(cells[main] ?? '')
  const { read, format } = reader(main, evidence)
  const days = function* (): Generator<Day> {
    for (const record of all()) {
      const day = isRow(record) ? read(record.cells[main] ?? '') : undefined
      if (day !== undefined) yield day
    }
  }
  const years: Years = yearsOfDays([...days()], {
    choices,
    stated: statedAbove(sample.slice(0, Math.max(0, sample.findIndex(isRow))), facts, format),
    describe: (day) => describeDay(day, { main, read, sample }),
    today: facts.today,
  })
  const date = (cell: string) => {
    const day = read(cell)
    return day === undefined ? undefined : years.date(day)
  }
  return { columns: new Set(columns), read: date, format, year: years.newest }
}

type ReadDay = (cell: string) => Day | undefined

/** Which cells are days, and how they are read: in the format a person named, else in the order that the cells show. */
function daysIn(format: string | undefined) {
  const find = format === undefined ? undefined : dayFinder(format)
  if (format === undefined || !find)
    return {
      isDay: isDayCell,
      reader: (main: number, evidence: Evidence) => {
        const form = formOfDays(main, evidence)
        return {
          read: (cell: string) => readDay(cell, form) ?? readDay(cell, 'name'),
          format: form as string,
        }
      },
    }
  const read: ReadDay = (cell) => {
    const { month, day = 0 } = find(cell) ?? {}
    return dayOfYear(month, day)
  }
  return { isDay: (cell: string) => read(cell) !== undefined, reader: () => ({ read, format }) }
}

/** The columns whose cells are nearly all such dates, that of the mapping among them. */
function columnsWith({ sample, choices }: Evidence, isDate: (cell: string) => boolean): number[] {
  const records = sample.filter(({ cells, flaw }) => flaw === undefined && cells.some(isDate))
  const width = Math.max(0, ...records.slice(0, 500).map(({ cells }) => cells.length))
  const named = /(?:^|,)\s*date=(\d+)/.exec(choices.map ?? '')
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const filled = records.flatMap(({ cells }) => cells[at] || [])
    const dates = filled.filter(isDate).length
    return (dates > 0 && dates >= filled.length * 0.8) || (dates > 0 && Number(named?.[1]) === at + 1)
  })
}

/** The column that tells the order of time: the first that is filled nearly everywhere, else the fullest. */
function mainColumn(
  columns: readonly number[],
  sample: readonly FileRecord[],
  isDay: (cell: string) => boolean,
): number | undefined {
  const rows = sample.filter(({ cells }) => cells.some(isDay))
  const filled = (at: number) => rows.filter(({ cells }) => isDay(cells[at] ?? '')).length
  const full = columns.find((at) => filled(at) >= rows.length * 0.8)
  return full ?? columns.toSorted((a, b) => filled(b) - filled(a))[0]
}

const statedAbove = (above: readonly FileRecord[], { file = '' }: FileFacts, format: string) => {
  const order = format === 'mdy' ? 'mdy' : 'dmy'
  const texts = above.flatMap(({ cells }) => [cells.join(' ')])
  return statedPeriod(texts, order) ?? statedPeriod([file], order)
}

function describeDay(
  wanted: Day,
  { main, read, sample }: { main: number; read: ReadDay; sample: readonly FileRecord[] },
): string {
  const record = sample.find(({ cells }) => read(cells[main] ?? '') === wanted)
  if (!record) return `the day ${wanted}`
  const words = describeRow(record, profileOf(sample, undefined, isDayRow))
  return `"${record.cells[main]}"${words && ` (${words})`}`
}

const isDayRow = (cells: readonly string[]): boolean => looksBooked(cells, isDayCell)

// Where the year stands first, the month stands before the day.
const MONTH_FIRST = new Set(['CNY', 'HUF', 'JPY', 'KRW', 'TWD'])

/** What comes first in the days of a column. Throws the question when nothing tells. */
function formOfDays(main: number, { sample, all, choices, currency }: Evidence): DayForm {
  const { date_order: chosen } = choices
  const cells: string[] = []
  const votes = { dmy: 0, mdy: 0 }
  let names = 0
  for (const record of all()) {
    const cell = record.cells[main] ?? ''
    if (record.flaw !== undefined || !isDayCell(cell)) continue
    const [dayFirst, monthFirst] = [readDay(cell, 'dmy'), readDay(cell, 'mdy')]
    if (dayFirst === undefined && monthFirst === undefined) names += 1
    if (dayFirst !== undefined && monthFirst === undefined) votes.dmy += 1
    if (monthFirst !== undefined && dayFirst === undefined) votes.mdy += 1
    if (cells.at(-1) !== cell) cells.push(cell)
  }
  if (chosen === 'dmy' || chosen === 'mdy') return chosen
  if (names > 0 && names >= votes.dmy + votes.mdy) return 'name'
  const order =
    orderOfVotes(votes) ??
    (cells.every((cell) => cell.includes('.')) ? 'dmy' : undefined) ??
    orderOfRows(cells) ??
    (MONTH_FIRST.has(currency) ? 'mdy' : orderOfCurrency(currency))
  if (order && votes.dmy * votes.mdy === 0) return order
  const profile = profileOf(sample, undefined, isDayRow)
  throw orderQuestion(['dmy', 'mdy'], main, profile, readDay)
}

/** The order under which the days follow each other, but for one New Year. */
function orderOfRows(cells: readonly string[]): 'dmy' | 'mdy' | undefined {
  if (new Set(cells).size < 4) return undefined
  const follow = (order: 'dmy' | 'mdy') => {
    const days = cells.flatMap((cell) => readDay(cell, order) ?? [])
    const steps = days.slice(1).map((day, at) => day.localeCompare(days[at] ?? day))
    return steps.filter((step) => step < 0).length <= 1 || steps.filter((step) => step > 0).length <= 1
  }
  const [dayFirst, monthFirst] = [follow('dmy'), follow('mdy')]
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'dmy' : 'mdy'
}
