/** A table of a bank, such as CSV: found, understood, and its rows one after the other. */ // import.md §2

import { hash } from 'node:crypto'
import { nameKey } from '../../contract/normalize-name.ts'
import { cellDatesOf, type FileFacts } from '../infer/cell-dates.ts'
import { type Column, profileOf } from '../infer/column-profile.ts'
import { type Layout, layoutOf } from '../infer/table-layout.ts'
import { type FileRecord } from '../model/file-record.ts'
import { type Choices, question } from '../model/read-options.ts'
import type { Place, Statement, Unread } from '../model/statement.ts'
import { type StatementRow } from '../model/statement-row.ts'
import { wordsBeyondAscii } from '../text/legible-text.ts'
import { type Merchants, rememberMerchants } from '../text/merchant-and-notes.ts'
import type { Source } from '../text/text-source.ts'
import { joinContinuations } from './continued-records.ts'
import { shapeOf } from './delimiter.ts'
import { FARTHEST_HEADER, regionOf } from './header-row.ts'
import { recordsOf, type Slicing } from './records.ts'
import { keptRows } from './row-cache.ts'
import { rowReader } from './row-reader.ts'

// Enough for every vote but a close one, which all records decide; the rows must then obey the layout or are rejected.
const SAMPLE_RECORDS = 2000

/** Understands a table or throws a Mistake with the open question. */
export function readTable(
  source: Source,
  given: Choices,
  currency: string,
  facts: FileFacts = {},
): Statement {
  const { slicing, choices } = cutWithDates(source, given, { currency, facts })
  const sample = sampleOf(source, { slicing, skip: choices.skip, most: SAMPLE_RECORDS })
  const region = regionOf(sample, choices)
  const beyond = () => recordsBeyond(sample, source, slicing)
  const isWhole = sample.length < SAMPLE_RECORDS
  const { file } = facts
  const found = layoutOf({ sample, isWhole, beyond, region, choices, currency, file })
  const format = slicing.dates?.format ?? found.dateReading.format
  const layout = { ...found, dateReading: { ...found.dateReading, format } }
  const above = sample.slice(0, region.first).filter((record) => record !== region.header)
  const firstLine = sample[region.first]?.line ?? Number.POSITIVE_INFINITY
  const { header } = region
  const merchants = choices.raw_merchants ? undefined : rememberMerchants(facts.find)
  const table = sample.slice(region.first)
  // Banks that continue rows do so all over a file.
  const isContinued = isWhole || [...joinContinuations(table, layout)].length < table.length
  const reading = { source, slicing, layout, currency, firstLine, merchants, isContinued }
  return {
    format: 'CSV',
    encoding: source.encoding,
    account: layout.accounts?.name,
    other_accounts: layout.accounts?.others ?? [],
    delimiter: slicing.delimiter,
    skipped: above.map(({ line, raw }) => ({ line, raw, why: 'Stands above the table' })),
    header: header && { line: header.line, cells: header.cells, raw: header.raw },
    mapping: layout.mapping,
    date_format: format,
    year: slicing.dates?.year,
    decimal: layout.money.mark,
    sign: layout.money.sign,
    currency: layout.currency,
    words: wordsBeyondAscii(source),
    cells: ({ raw }) => recordsOf([{ at: 0, text: raw }], slicing).next().value?.cells ?? [],
    rows: keptRows(source.size, (from, unread) => rowsOf(reading, from, unread)),
    balances: layout.money.balances,
    closing: undefined,
  }
}

/** How a file is cut, with the dates that cannot be read by themselves; then what was said about dates is settled. */
function cutWithDates(
  source: Source,
  choices: Choices,
  { currency, facts }: { currency: string; facts: FileFacts },
): { slicing: Slicing; choices: Choices } {
  const { needsDates, ...slicing } = shapeOf(source, choices)
  const { date_format: _, date_order: __, year, ...rest } = choices
  if (!needsDates) {
    if (year === undefined) return { slicing, choices }
    throw question('The dates of the file have their years', 'Leave --year out')
  }
  const sample = sampleOf(source, { slicing, skip: choices.skip, most: SAMPLE_RECORDS })
  const all = function* () {
    yield* sample
    yield* recordsBeyond(sample, source, slicing)
  }
  return {
    slicing: { ...slicing, dates: cellDatesOf({ sample, all, choices, currency, facts }) },
    choices: rest,
  }
}

/** What a kind of file is known by before anything in it is understood. */ // import.md §4
export interface Form {
  fingerprint: string
  /** The cells of its header; undefined without one. */
  header: readonly string[] | undefined
}

/** The form of a table: its delimiter and header, or without a header what its columns hold. */
export function formOfTable(source: Source, choices: Choices): Form {
  const slicing = shapeOf(source, choices)
  const sampleUpTo = (most: number) => sampleOf(source, { slicing, skip: choices.skip, most })
  const top = sampleUpTo(FARTHEST_HEADER)
  const sample = regionOf(top, choices).header ? top : sampleUpTo(SAMPLE_RECORDS)
  const region = regionOf(sample, choices)
  const header = region.header?.cells
  const columns = header?.map(nameKey) ?? profileOf(sample.slice(region.first), undefined).columns.map(kindOf)
  const text = [header ? 'header' : 'columns', slicing.delimiter, ...columns].join('\n')
  return { fingerprint: hash('sha256', text).slice(0, 16), header }
}

const kindOf = ({ filled, dates, numbers }: Column): string =>
  dates * 2 > filled ? 'date' : numbers * 2 > filled ? 'number' : 'text'

interface Sampling {
  slicing: Slicing
  /** So many lines are left out. */
  skip: number | undefined
  /** How many records are enough. */
  most: number
}

function sampleOf({ blocks }: Source, { slicing, skip = 0, most }: Sampling): FileRecord[] {
  const sample: FileRecord[] = []
  for (const record of recordsOf(blocks(), slicing)) {
    if (record.line <= skip) continue
    sample.push(record)
    if (sample.length === most) break
  }
  return sample
}

/** The records that the sample left out. */
function* recordsBeyond(
  sample: readonly FileRecord[],
  { blocks }: Source,
  slicing: Slicing,
): Generator<FileRecord> {
  if (sample.length < SAMPLE_RECORDS) return
  const last = sample.findLast(({ opens }) => opens !== undefined)
  const seen = sample.at(-1)?.line ?? 0
  for (const record of recordsOf(blocks(last?.opens), slicing, last?.line)) {
    if (record.line > seen) yield record
  }
}

interface Reading {
  source: Source
  slicing: Slicing
  layout: Layout
  currency: string
  /** The line on which the table's first record begins. */
  firstLine: number
  merchants: Merchants | undefined
  /** Lines of text continue the rows above them. */
  isContinued: boolean
}

/** The rows of the table. A record without a date is a bad row when transactions follow it, a footer when none does. */
function* rowsOf(
  { source, slicing, layout, currency, firstLine, merchants, isContinued }: Reading,
  from: Place,
  unread: Unread = {},
): Generator<StatementRow> {
  const read = rowReader(layout, {
    currency,
    merchants: unread.merchants ? undefined : merchants,
    balances: unread.balances ? undefined : layout.money.balances,
  })
  let held: StatementRow[] = []
  let number = from.row
  let hasTexts = false
  const records = recordsOf(source.blocks(from.at), slicing, from.line)
  for (const record of isContinued ? joinContinuations(records, layout) : records) {
    if (record.line < firstLine) continue
    const row = read(record, number)
    number += 1
    const isBare = hasTexts && isWithoutText(row) && record.cells.length < slicing.width
    hasTexts ||= !isWithoutText(row)
    if (row.dateless || isBare || (held.length > 0 && row.date === '')) {
      held.push(row)
      continue
    }
    if (held.length > 0) yield* held
    held = []
    yield row
  }
  for (const row of held) yield row.dateless ? footer(row) : isWithoutText(row) ? lastBalance(row) : row
}

const isWithoutText = ({ bin, payee, notes }: StatementRow): boolean =>
  bin === 'ready' && payee === '' && notes === ''

// Below the rows a bank may write the balance like one of them; only a person can tell.
function lastBalance(row: StatementRow): StatementRow {
  const message = 'No text and fewer cells than the rows above: a balance? --skip-end 1 leaves it out'
  const problem = { row: row.row, line: row.line, field: 'record', message }
  return { ...row, bin: 'rejected', reason: message, problem }
}

const footer = ({ problem: _, further_problems: __, ...row }: StatementRow): StatementRow => ({
  ...row,
  bin: 'excluded',
  reason: 'A footer without a date',
})
