/** A bank's file, understood: what it is, how it is read, and its rows one after the other. */ // import.md §1

import { decimalsOf } from '../money/currency.ts'
import { formatAmount } from '../money/minor.ts'
import type { Money } from '../money/money.ts'
import type { Choices, DecimalMark } from './choices.ts'
import { decode } from './decode.ts'
import { type Layout, layoutOf, type MappedColumn } from './layout.ts'
import { type FileRecord, recordsOf, type Slicing } from './records.ts'
import { regionOf, type SkippedLine } from './region.ts'
import { rowReader, type StatementRow } from './row_reader.ts'
import { shapeOf } from './shape.ts'
import type { SignProof } from './sign.ts'
import type { Source } from './source.ts'

export interface Statement {
  encoding: string
  delimiter: string
  /** The lines that are no rows of the table, and why. */
  skipped: SkippedLine[]
  /** The header's line and cells; undefined for a file without one. */
  header: { line: number; cells: readonly string[]; raw: string } | undefined
  mapping: MappedColumn[]
  /** How dates are written: an order such as `dmy`, `name`, `compact`, or the format a person named. */
  date_format: string
  /** undefined: no amount has a separator. */
  decimal: DecimalMark | undefined
  /** What settled which amounts come in and which go out. */
  sign: SignProof
  /** The currency the file names; undefined when it names none. */
  currency: string | undefined
  /** Up to three words beyond ASCII: they show whether the encoding is right. */
  words: string[]
  /** Every record after the header, in the file's order, from the beginning or from a place. Can be called again. */
  rows(from?: Place): Generator<StatementRow>
  /** The account's balance after a row; undefined where the file does not say it. */
  balance(row: Pick<StatementRow, 'raw'>): Money | undefined
}

/** A place within a file from which its rows can be read: a byte, and the line and row that begin there. */
export interface Place {
  at: number
  line: number
  row: number
}

/** The place before everything. */
export const beginning: Place = { at: 0, line: 1, row: 1 }

// Enough for every vote but a close one, which all records decide; the rows must then obey the layout or are rejected.
const SAMPLE_RECORDS = 2000

/** Understands a bank's file or throws a Mistake with the open question. */
export function readStatement(bytes: Uint8Array, choices: Choices, currency: string): Statement {
  const source = decode(bytes, choices)
  const slicing = shapeOf(source, choices.delimiter)
  const sample = sampleOf(source, slicing, choices.skip ?? 0)
  const region = regionOf(sample, choices)
  const beyond = () => recordsBeyond(sample, source, slicing)
  const layout = layoutOf({ sample, beyond, region, choices, currency })
  const above = sample.slice(0, region.first).filter((record) => record !== region.header)
  const firstLine = sample[region.first]?.line ?? Number.POSITIVE_INFINITY
  const { header } = region
  return {
    encoding: source.encoding,
    delimiter: slicing.delimiter,
    skipped: above.map(({ line, raw }) => ({ line, raw, why: 'Stands above the table' })),
    header: header && { line: header.line, cells: header.cells, raw: header.raw },
    mapping: layout.mapping,
    date_format: layout.dateReading.format,
    decimal: layout.money.mark,
    sign: layout.money.sign,
    currency: layout.currency,
    words: wordsBeyondAscii(source),
    rows: (from = beginning) => rowsOf({ source, slicing, layout, currency, firstLine }, from),
    balance: ({ raw }) => balanceOf(raw, { slicing, layout, currency }),
  }
}

// Asked of a row or two, so it is read again rather than kept for every row.
function balanceOf(
  raw: string,
  { slicing, layout, currency }: Pick<Reading, 'slicing' | 'layout' | 'currency'>,
): Money | undefined {
  const [record] = recordsOf([{ at: 0, text: raw }], slicing)
  const minor = record && layout.money.balance(record.cells)
  return minor === undefined ? undefined : formatAmount(minor, decimalsOf(currency))
}

function sampleOf({ blocks }: Source, slicing: Slicing, skip: number): FileRecord[] {
  const sample: FileRecord[] = []
  for (const record of recordsOf(blocks(), slicing)) {
    if (record.line <= skip) continue
    sample.push(record)
    if (sample.length === SAMPLE_RECORDS) break
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

function wordsBeyondAscii({ blocks }: Source): string[] {
  const found = new Set<string>()
  for (const { at, text } of blocks()) {
    if (at > WORDS_WITHIN) break
    for (const [word] of text.matchAll(/[\p{L}\p{M}]*[^\x00-\x7f\s][\p{L}\p{M}]*/gu)) {
      found.add(word)
      if (found.size === 3) return [...found]
    }
  }
  return [...found]
}

const WORDS_WITHIN = 200_000

interface Reading {
  source: Source
  slicing: Slicing
  layout: Layout
  currency: string
  /** The line on which the table's first record begins. */
  firstLine: number
}

/** The rows of the table. A record without a date is a bad row when transactions follow it, a footer when none does. */
function* rowsOf(
  { source, slicing, layout, currency, firstLine }: Reading,
  from: Place,
): Generator<StatementRow> {
  const read = rowReader(layout, currency)
  let held: StatementRow[] = []
  let number = from.row
  for (const record of recordsOf(source.blocks(from.at), slicing, from.line)) {
    if (record.line < firstLine) continue
    const row = read(record, number)
    number += 1
    if (row.dateless || (held.length > 0 && row.date === '')) {
      held.push(row)
      continue
    }
    if (held.length > 0) yield* held
    held = []
    yield row
  }
  for (const row of held) yield row.dateless ? footer(row) : row
}

const footer = ({ problem: _, ...row }: StatementRow): StatementRow => ({
  ...row,
  bin: 'excluded',
  reason: 'A footer without a date',
})
