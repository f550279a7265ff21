/** How the dates and the amounts of a file are written, where its format leaves that open. */ // import.md §3

import { isDate } from '../../money/calendar.ts'
import { type Column, type Profile, profileOf } from '../infer/column-profile.ts'
import { type DateEvidence, type DateReading, dateReadingOf } from '../infer/date-column.ts'
import { decimalMarkOf } from '../infer/decimal-separator.ts'
import type { FileRecord } from '../model/file-record.ts'
import type { Choices, DecimalMark } from '../model/read-options.ts'
import { type MoneyCell, moneyFormOf, readMoney } from '../text/amount-cell.ts'
import { readDate } from '../text/dates.ts'
import type { Entry, Format } from './statement-format.ts'

/** The notation of one file. */
export interface Notation {
  dates: DateReading
  /** undefined: no amount has a separator. */
  decimal: DecimalMark | undefined
  money(amount: string): MoneyCell
}

interface Evidence {
  format: Format
  entries(): Iterable<Entry>
  choices: Choices
  currency: string
}

/** Settles the notation of a file. Throws the open question. */
export function notationOf(evidence: Evidence): Notation {
  const { dates } = evidence.format
  return dates ? ownNotation(dates, evidence) : openNotation(evidence)
}

/** A format that says how dates are written; its amounts have a decimal mark and nothing between the thousands. */
function ownNotation({ format, read }: DateReading, { entries, choices, currency }: Evidence): Notation {
  const marks = [undefined, '.', ','] as const
  const forms = new Map(marks.map((mark) => [mark, moneyFormOf(mark, currency)]))
  const none = moneyFormOf(undefined, currency)
  const day = (date: string) => {
    const found = read(date)
    return found !== undefined && isDate(found) ? found : undefined
  }
  return {
    dates: { format, read: day },
    decimal: choices.decimal ?? firstMark(entries()),
    // The format leaves the mark to the program that writes the file, and some change it within one.
    money: (amount) => readMoney(amount, forms.get(choices.decimal ?? markOf(amount)) ?? none),
  }
}

function firstMark(entries: Iterable<Entry>): DecimalMark | undefined {
  for (const { amount } of entries) {
    const mark = markOf(amount)
    if (mark) return mark
  }
  return undefined
}

function markOf(amount: string): DecimalMark | undefined {
  const last = /[.,](?=[^.,]*$)/.exec(amount)?.[0]
  return last === '.' || last === ',' ? last : undefined
}

const SAMPLE_ENTRIES = 2000

/** A format that says neither: its dates and amounts are judged like the columns of a table. */
function openNotation({ entries, choices, currency }: Evidence): Notation {
  const sample = [...recordsOf(entries(), 0, SAMPLE_ENTRIES)]
  const beyond = () => recordsOf(entries(), sample.length, Number.POSITIVE_INFINITY)
  const profile = profileOf(sample, ['Date', 'Amount'])
  const [date, amount] = profile.columns
  const decimal = amount && decimalMarkOf([amount], { profile, choices, currency, beyond, above: [] })
  const form = moneyFormOf(decimal, currency)
  return {
    dates: datesOf(date, profile, { choices, above: [], beyond, currency }),
    decimal,
    money: (written) => readMoney(written, form),
  }
}

function* recordsOf(entries: Iterable<Entry>, from: number, to: number): Generator<FileRecord> {
  let at = 0
  for (const { line, date, amount } of entries) {
    if (at === to) return
    if (at >= from) yield { line, raw: '', cells: [date, amount], opens: undefined }
    at += 1
  }
}

function datesOf(
  column: Column | undefined,
  profile: Profile,
  evidence: Omit<DateEvidence, 'profile'>,
): DateReading {
  const { choices } = evidence
  const isSettled = choices.date_format !== undefined || choices.date_order !== undefined
  if (!column || (!isSettled && readsAlike(column, profile))) {
    return { format: 'mdy', read: (date) => readDate(date, 'mdy') }
  }
  return dateReadingOf(column, { profile, ...evidence })
}

// 1/1/2000 is one day whatever comes first; there is nothing to ask.
const readsAlike = ({ at }: Column, { records }: Profile): boolean =>
  records.every(({ cells }) => {
    const [cell = ''] = cells.slice(at)
    const date = readDate(cell, 'mdy')
    return date !== undefined && date === readDate(cell, 'dmy')
  })
