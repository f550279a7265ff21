/**
 * Infers how a structured file writes dates and amounts where its format leaves that open.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { isDate } from '../../money/calendar.ts'
import { createAmountNotation, type ParsedAmount, parseAmountCell } from '../../tables/cells/amount-cell.ts'
import { parseDateCell } from '../../tables/cells/dates.ts'
import { type ColumnProfile, profileTable, type TableProfile } from '../../tables/columns/column-profile.ts'
import { type DateEvidence, type DateParser, inferDateParser } from '../../tables/columns/date-column.ts'
import { inferDecimalSeparator } from '../../tables/columns/decimal-separator.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import type { DecimalSeparator, ReadOptions } from '../../tables/read-options.ts'
import type { StatementEntry, StatementFormat } from './statement-format.ts'

/** The notation of dates and amounts in one file. */
export interface ValueNotation {
  dates: DateParser
  /** undefined if no amount has a separator. */
  decimal: DecimalSeparator | undefined
  money(amount: string): ParsedAmount
}

interface NotationEvidence {
  format: StatementFormat
  entries(): Iterable<StatementEntry>
  options: ReadOptions
  currency: string
}

/**
 * Returns the notation of a file.
 * @throws AmbiguityError if the file does not show it
 */
export function inferNotation(evidence: NotationEvidence): ValueNotation {
  const { dates } = evidence.format
  return dates ? createFixedNotation(dates, evidence) : inferOpenNotation(evidence)
}

/** Returns the notation of a format that defines its dates; its amounts have no thousands separators. */
function createFixedNotation(
  { format, read }: DateParser,
  { entries, options, currency }: NotationEvidence,
): ValueNotation {
  const separators = [undefined, '.', ','] as const
  const notations = new Map(
    separators.map((separator) => [separator, createAmountNotation(separator, currency)]),
  )
  const none = createAmountNotation(undefined, currency)
  const day = (date: string) => {
    const found = read(date)
    return found !== undefined && isDate(found) ? found : undefined
  }
  return {
    dates: { format, read: day },
    decimal: options.decimal ?? findFirstSeparator(entries()),
    // These formats do not define the separator, and some files mix both.
    money: (amount) =>
      parseAmountCell(amount, notations.get(options.decimal ?? detectSeparator(amount)) ?? none),
  }
}

function findFirstSeparator(entries: Iterable<StatementEntry>): DecimalSeparator | undefined {
  for (const { amount } of entries) {
    const separator = detectSeparator(amount)
    if (separator) return separator
  }
  return undefined
}

function detectSeparator(amount: string): DecimalSeparator | undefined {
  const last = /[.,](?=[^.,]*$)/.exec(amount)?.[0]
  return last === '.' || last === ',' ? last : undefined
}

const SAMPLE_ENTRIES = 2000

/** Infers the notation of a format that defines neither, by the same rules as for table columns. */
function inferOpenNotation({ entries, options, currency }: NotationEvidence): ValueNotation {
  const sample = [...toFileRecords(entries(), 0, SAMPLE_ENTRIES)]
  const remaining = () => toFileRecords(entries(), sample.length, Number.POSITIVE_INFINITY)
  const profile = profileTable(sample, ['Date', 'Amount'])
  const [date, amount] = profile.columns
  const decimal =
    amount && inferDecimalSeparator([amount], { profile, options, currency, remaining, preamble: [] })
  const notation = createAmountNotation(decimal, currency)
  return {
    dates: inferEntryDateParser(date, profile, { options, preamble: [], remaining, currency }),
    decimal,
    money: (written) => parseAmountCell(written, notation),
  }
}

function* toFileRecords(entries: Iterable<StatementEntry>, from: number, to: number): Generator<FileRecord> {
  let at = 0
  for (const { line, date, amount } of entries) {
    if (at === to) return
    if (at >= from) yield { line, raw: '', cells: [date, amount], resumeAt: undefined }
    at += 1
  }
}

function inferEntryDateParser(
  column: ColumnProfile | undefined,
  profile: TableProfile,
  evidence: Omit<DateEvidence, 'profile'>,
): DateParser {
  const { options } = evidence
  const isChosen = options.date_format !== undefined || options.date_order !== undefined
  if (!column || (!isChosen && hasSameDateBothWays(column, profile))) {
    return { format: 'mdy', read: (date) => parseDateCell(date, 'mdy') }
  }
  return inferDateParser(column, { profile, ...evidence })
}

// 1/1/2000 is the same day in either order, so there is nothing to ask.
const hasSameDateBothWays = ({ index }: ColumnProfile, { records }: TableProfile): boolean =>
  records.every(({ cells }) => {
    const [cell = ''] = cells.slice(index)
    const date = parseDateCell(cell, 'mdy')
    return date !== undefined && date === parseDateCell(cell, 'dmy')
  })
