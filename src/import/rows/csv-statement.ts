/**
 * Reads a CSV table into a Statement: sniffs the dialect, infers the layout, streams the rows.
 * @see docs/import.md#2-decode-and-read
 */

import { hash } from 'node:crypto'
import { toNameKey } from '../../contract/normalize-name.ts'
import { createAmbiguityError } from '../../tables/ambiguity-error.ts'
import { type FileContext, inferCellDates } from '../../tables/columns/cell-dates.ts'
import { type ColumnProfile, profileTable } from '../../tables/columns/column-profile.ts'
import { type FileRecord } from '../../tables/file-record.ts'
import { type ReadOptions } from '../../tables/read-options.ts'
import { sniffDialect } from '../../tables/records/delimiter.ts'
import { findTableBounds, MAX_HEADER_RECORDS } from '../../tables/records/header-row.ts'
import { type Dialect, readRecords } from '../../tables/records/records.ts'
import { sampleNonAsciiWords, type TextSource } from '../../tables/text/text-source.ts'
import {
  createMerchantLookup,
  type MerchantLookup,
} from '../../transactions/merchant-names/merchant-and-notes.ts'
import { findTableFigures } from '../columns/find-stated-figures.ts'
import { inferTableLayout, type TableLayout } from '../columns/table-layout.ts'
import type { Checkpoint, OmittedFields, Statement } from '../model/statement.ts'
import { type StatementRow } from '../model/statement.ts'
import { joinContinuations } from './continued-records.ts'
import { cacheRows } from './row-cache.ts'
import { createRowReader } from './row-reader.ts'
import { selectKnownTable, selectTable } from './select-table.ts'

// The sample decides every question that is not close; all records of the file decide the others. Rows
// beyond the sample must fit the layout or are rejected.
const SAMPLE_RECORDS = 500

/**
 * Returns the statement of a CSV file.
 * @throws AmbiguityError if the file leaves something open that only the user can answer
 */
export function readCsvStatement(
  file: TextSource,
  userOptions: ReadOptions,
  currency: string,
  facts: FileContext = {},
): Statement {
  const { source, ...selected } = selectTable(file, userOptions)
  const { dialect, options } = resolveDialect(source, selected.options, { currency, facts })
  const sample = sampleRecords(source, { dialect, skip: options.skip, most: SAMPLE_RECORDS })
  const bounds = findTableBounds(sample, options)
  const remaining = () => readRemainingRecords(sample, source, dialect)
  const isWhole = sample.length < SAMPLE_RECORDS
  const evidence = { sample, isWhole, remaining, bounds, options, currency, file: facts.file }
  const found = inferTableLayout(evidence)
  const format = dialect.dates?.format ?? found.dateParser.format
  const money = selected.isJoined ? { ...found.money, balances: undefined } : found.money
  const layout = { ...found, money, dateParser: { ...found.dateParser, format } }
  const preamble = sample.slice(0, bounds.first).filter((record) => record !== bounds.header)
  const firstLine = sample[bounds.first]?.line ?? Number.POSITIVE_INFINITY
  const { header } = bounds
  // Figures below a table longer than the sample are not known.
  const isJoined = selected.isJoined || layout.accounts?.isMixed
  const hasAllRows = !isJoined && !layout.accounts?.wanted && !layout.isCurrencyChosen
  const figures = findTableFigures({
    preamble,
    table: isWhole ? sample.slice(bounds.first) : [],
    money: layout.money,
    currency,
  })
  const merchants = options.raw_merchants ? undefined : createMerchantLookup(facts.find)
  const table = sample.slice(bounds.first)
  // Banks that wrap descriptions do so throughout a file.
  const isContinued = isWhole || [...joinContinuations(table, layout)].length < table.length
  const reading = { source, dialect, layout, currency, firstLine, merchants, isContinued }
  return {
    format: 'CSV',
    encoding: source.encoding,
    account: layout.accounts?.name ?? selected.name,
    other_accounts: [...selected.others, ...(layout.accounts?.others ?? [])],
    delimiter: dialect.delimiter,
    skipped: [
      ...preamble.map(({ line, raw }) => ({ line, raw, why: 'Above the table' })),
      ...selected.repeated,
    ],
    header: header && { line: header.line, cells: header.cells, raw: header.raw },
    mapping: layout.mapping,
    date_format: format,
    year: dialect.dates?.year,
    decimal: layout.money.decimalSeparator,
    sign: layout.money.sign,
    currency: layout.currency,
    words: sampleNonAsciiWords(source),
    cells: ({ raw, line }) => readRecords([{ at: 0, text: raw }], dialect, line).next().value?.cells ?? [],
    rows: cacheRows(source.size, (from, omitted) => readTableRows(reading, from, omitted)),
    balances: layout.money.balances,
    closing: undefined,
    stated: hasAllRows ? [{ account: '', from: firstLine, figures, mayBeDebt: true }] : [],
  }
}

/**
 * Returns the dialect of the file. If its dates need context (no year, or a user-given format), the dialect
 * parses them and the returned options no longer mention dates.
 */
function resolveDialect(
  source: TextSource,
  options: ReadOptions,
  { currency, facts }: { currency: string; facts: FileContext },
): { dialect: Dialect; options: ReadOptions } {
  const { needsDates, ...dialect } = sniffDialect(source, options)
  const { date_format: _, date_order: __, year, ...rest } = options
  if (!needsDates) {
    if (year === undefined) return { dialect, options }
    throw createAmbiguityError('The dates in the file already have years', 'Remove --year')
  }
  const sample = sampleRecords(source, { dialect, skip: options.skip, most: SAMPLE_RECORDS })
  const all = function* () {
    yield* sample
    yield* readRemainingRecords(sample, source, dialect)
  }
  return {
    dialect: { ...dialect, dates: inferCellDates({ sample, all, options, currency, facts }) },
    options: rest,
  }
}

/**
 * Identifies a kind of file before anything in it is interpreted.
 * @see docs/import.md#4-confirm-once-layouts
 */
export interface FileSignature {
  fingerprint: string
  /** The cells of the header; undefined for a file without one. */
  header: readonly string[] | undefined
}

/**
 * Returns the signature of a table: delimiter and header, or the column types of a table without a header.
 */
export function detectTableSignature(file: TextSource, options: ReadOptions): FileSignature {
  const source = selectKnownTable(file, options)
  const dialect = sniffDialect(source, options)
  const sampleUpTo = (most: number) => sampleRecords(source, { dialect, skip: options.skip, most })
  const firstRecords = sampleUpTo(MAX_HEADER_RECORDS)
  const sample = findTableBounds(firstRecords, options).header ? firstRecords : sampleUpTo(SAMPLE_RECORDS)
  const bounds = findTableBounds(sample, options)
  const header = bounds.header?.cells
  const columns =
    header?.map(toNameKey) ?? profileTable(sample.slice(bounds.first), undefined).columns.map(classifyColumn)
  const text = [header ? 'header' : 'columns', dialect.delimiter, ...columns].join('\n')
  return { fingerprint: hash('sha256', text).slice(0, 16), header }
}

const classifyColumn = ({ filled, dates, numbers }: ColumnProfile): string =>
  dates * 2 > filled ? 'date' : numbers * 2 > filled ? 'number' : 'text'

interface SampleOptions {
  dialect: Dialect
  /** The number of lines to ignore at the beginning. */
  skip: number | undefined
  /** The maximum number of records. */
  most: number
}

function sampleRecords({ blocks }: TextSource, { dialect, skip = 0, most }: SampleOptions): FileRecord[] {
  const sample: FileRecord[] = []
  for (const record of readRecords(blocks(), dialect)) {
    if (record.line <= skip) continue
    sample.push(record)
    if (sample.length === most) break
  }
  return sample
}

/** Yields the records after the sample. */
function* readRemainingRecords(
  sample: readonly FileRecord[],
  { blocks }: TextSource,
  dialect: Dialect,
): Generator<FileRecord> {
  if (sample.length < SAMPLE_RECORDS) return
  const checkpoint = sample.findLast(({ resumeAt }) => resumeAt !== undefined)
  const lastSampledLine = sample.at(-1)?.line ?? 0
  for (const record of readRecords(blocks(checkpoint?.resumeAt), dialect, checkpoint?.line)) {
    if (record.line > lastSampledLine) yield record
  }
}

interface TableSource {
  source: TextSource
  dialect: Dialect
  layout: TableLayout
  currency: string
  /** The line of the first record of the table. */
  firstLine: number
  merchants: MerchantLookup | undefined
  /** True if text-only lines continue the rows above them. */
  isContinued: boolean
}

/**
 * Yields the rows of the table. A record without a date is a bad row if transactions follow it, and a footer
 * if none does.
 */
function* readTableRows(
  { source, dialect, layout, currency, firstLine, merchants, isContinued }: TableSource,
  from: Checkpoint,
  omitted: OmittedFields = {},
): Generator<StatementRow> {
  const readRow = createRowReader(layout, {
    currency,
    merchants: omitted.merchants ? undefined : merchants,
    balances: omitted.balances ? undefined : layout.money.balances,
  })
  let uncertain: StatementRow[] = []
  let number = from.row
  let hasTexts = false
  const records = readRecords(source.blocks(from.at), dialect, from.line)
  for (const record of isContinued ? joinContinuations(records, layout) : records) {
    if (record.line < firstLine) continue
    const row = readRow(record, number)
    number += 1
    const isBare = hasTexts && hasNoText(row) && record.cells.length < dialect.width
    hasTexts ||= !hasNoText(row)
    if (row.dateless || isBare || (uncertain.length > 0 && row.date === '')) {
      uncertain.push(row)
      continue
    }
    if (uncertain.length > 0) yield* uncertain
    uncertain = []
    yield row
  }
  for (const row of uncertain)
    yield row.dateless ? excludeFooter(row) : hasNoText(row) ? rejectTrailingBalance(row) : row
}

const hasNoText = ({ disposition, payee, notes }: StatementRow): boolean =>
  disposition === 'ready' && payee === '' && notes === ''

// Some banks write the closing balance below the rows in the form of a row; only the user can tell.
function rejectTrailingBalance(row: StatementRow): StatementRow {
  const message = 'No text and fewer cells than the rows above; if it is a balance, add --skip-end 1'
  const problem = { row: row.row, line: row.line, field: 'record', message }
  return { ...row, disposition: 'rejected', reason: message, problem }
}

const excludeFooter = ({ problem: _, further_problems: __, ...row }: StatementRow): StatementRow => ({
  ...row,
  disposition: 'excluded',
  reason: 'A footer without a date',
})
