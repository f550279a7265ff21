/** Which column is the date, and how its dates are written. */ // import.md §3

import { type Choices, question } from './choices.ts'
import { type DateForm, dateFormsOf, readDate, readerOfFormat } from './dates.ts'
import { type Column, isDateColumn, type Profile, roleOf } from './profile.ts'
import type { FileRecord } from './records.ts'

export interface DateReading {
  /** Such as `dmy`, or the format a person named. */
  format: string
  read(cell: string): string | undefined
}

/** The column the transactions are dated by: the leftmost well-filled one that is no value date. */
export function dateColumnOf(profile: Profile): Column {
  const [found] = dateColumnsOf(profile)
  if (found) return found
  throw question(
    'No column of the file holds dates only',
    'Name the columns: --map date=COL,amount=COL, or --date-format',
  )
}

/**
 * The columns that may date a transaction, the likeliest first. Where a file names the day of the purchase and the day of its posting,
 * the purchase stands first and is what the customer remembers; posting is the better date for some, so questions name it too.
 */
export function dateColumnsOf({ columns, records }: Profile): Column[] {
  const dated = columns.filter((column) => isDateColumn(column) && column.filled >= records.length * 0.6)
  const booking = dated.filter((column) => roleOf(column, 'value_date') === 0)
  const named = booking.filter((column) => roleOf(column, 'date') > 0)
  return named.length > 0 ? named : booking.length > 0 ? booking : dated
}

/** How the dates of a column are to be read. `above` is what stands above the table. */
export function dateReadingOf(column: Column, evidence: DateEvidence): DateReading {
  const { choices } = evidence
  if (choices.date_format !== undefined) return chosenFormat(choices.date_format)
  const form = choices.date_order ?? formOf(column, evidence)
  const numeric = form === 'ymd' || form === 'dmy' || form === 'mdy'
  // A person who says dmy speaks of the number dates; a month's name or eight digits leave no doubt.
  const read = (cell: string) => readDate(cell, form) ?? (numeric ? readDate(cell, 'name') : undefined)
  return { format: form, read: remembering(read) }
}

/** Files list the days one after the other: a day is read once, and kept once. */
function remembering(read: DateReading['read']): DateReading['read'] {
  let last: { cell: string; date: string | undefined } = { cell: '', date: undefined }
  return (cell) => {
    if (cell !== last.cell) last = { cell, date: read(cell) }
    return last.date
  }
}

export interface DateEvidence {
  profile: Profile
  choices: Choices
  above: readonly FileRecord[]
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
}

function chosenFormat(format: string): DateReading {
  const read = readerOfFormat(format)
  if (read) return { format, read }
  throw question(
    `"${format}" is no date format`,
    '--date-format takes day, month and year, as in DD.MM.YYYY or D MMM YY',
  )
}

function formOf(column: Column, { profile, above, beyond }: DateEvidence): DateForm {
  const count = (form: DateForm) => column.dateForms.get(form) ?? 0
  const most = Math.max(...column.dateForms.values())
  for (const form of ['ymd', 'compact', 'name'] as const) if (count(form) === most) return form
  const sampled = profile.records.flatMap(({ cells }) => cells[column.at] || [])
  const votes = { dmy: count('dmy'), mdy: count('mdy'), filled: column.filled, cells: sampled }
  // Few dates that can be read one way only are a weak vote; then all dates of the file vote.
  if (Math.abs(votes.dmy - votes.mdy) < STRONG_VOTE) addVotes(votes, column, beyond())
  const { dmy, mdy, filled, cells } = votes
  if (dmy !== mdy && Math.max(dmy, mdy) >= filled * 0.9) return dmy > mdy ? 'dmy' : 'mdy'
  // Points and hyphens are written where the day comes first.
  if (cells.every((cell) => /^\d{1,2}[.-]/.test(cell))) return 'dmy'
  const order = orderOfOtherDates(profile, above) ?? orderOfRows(cells)
  if (order) return order
  const [example = ''] = cells
  throw question(
    `Is "${example}" written day first or month first? No date of the file tells`,
    '--date-order dmy (day first) or --date-order mdy (month first)',
  )
}

const STRONG_VOTE = 20

interface OrderVotes {
  dmy: number
  mdy: number
  filled: number
  /** The dates in the file's order; of equal neighbours one may stand for all. */
  cells: string[]
}

function addVotes(votes: OrderVotes, { at }: Column, records: Iterable<FileRecord>): void {
  let last = { cell: '', dmy: 0, mdy: 0 }
  for (const { cells, flaw } of records) {
    const cell = cells[at] ?? ''
    if (cell === '' || flaw !== undefined) continue
    if (cell !== last.cell) {
      const forms = dateFormsOf(cell)
      last = { cell, dmy: Number(forms.includes('dmy')), mdy: Number(forms.includes('mdy')) }
      if (forms.length > 0) votes.cells.push(cell)
    }
    if (last.dmy + last.mdy === 0) continue
    votes.filled += 1
    votes.dmy += last.dmy
    votes.mdy += last.mdy
  }
}

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/g

// Dates in preambles, value dates and texts are written by the same program.
function orderOfOtherDates({ records }: Profile, above: readonly FileRecord[]): 'dmy' | 'mdy' | undefined {
  let dayFirst = 0
  let monthFirst = 0
  for (const { cells } of [...above, ...records]) {
    for (const cell of cells) {
      if (!cell.includes('/')) continue
      for (const [, first, second] of cell.matchAll(SLASHED)) {
        if (Number(first) > 12 && Number(second) <= 12) dayFirst += 1
        if (Number(second) > 12 && Number(first) <= 12) monthFirst += 1
      }
    }
  }
  if (dayFirst > 0 && monthFirst === 0) return 'dmy'
  return monthFirst > 0 && dayFirst === 0 ? 'mdy' : undefined
}

// Banks sort by date: the reading under which the rows jump about is the wrong one.
function orderOfRows(cells: readonly string[]): 'dmy' | 'mdy' | undefined {
  if (new Set(cells).size < 4) return undefined
  const sorted = (form: DateForm) => isSorted(cells.flatMap((cell) => readDate(cell, form) ?? []))
  const dayFirst = sorted('dmy')
  const monthFirst = sorted('mdy')
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'dmy' : 'mdy'
}

const isSorted = (dates: readonly string[]): boolean => {
  const rising = dates.every((date, at) => date >= (dates[at - 1] ?? date))
  return rising || dates.every((date, at) => date <= (dates[at - 1] ?? date))
}
