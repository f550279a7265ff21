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
  /** Every record after the header, in the file's order. Can be called again. */
  rows(): Generator<StatementRow>
  /** The text of a row as it stands in the file. */
  raw(row: Pick<StatementRow, 'start' | 'end'>): string
  /** The account's balance after a row; undefined where the file does not say it. */
  balance(row: Pick<StatementRow, 'start' | 'end'>): Money | undefined
}

// Enough for every vote; the rows after it must then obey the layout or are rejected.
const SAMPLE_RECORDS = 5000

/** Understands a bank's file or throws a Mistake with the open question. */
export function readStatement(bytes: Uint8Array, choices: Choices, currency: string): Statement {
  const { encoding, text: whole } = decode(bytes, choices.encoding)
  const text = choices.skip_end ? withoutEnd(whole, choices.skip_end) : whole
  const slicing = shapeOf(text, choices.delimiter)
  const sample = sampleOf(text, slicing, choices.skip ?? 0)
  const region = regionOf(sample, choices)
  const layout = layoutOf({ sample, region, choices, currency })
  const above = sample.slice(0, region.first).filter((record) => record !== region.header)
  const raw = ({ start, end }: Pick<StatementRow, 'start' | 'end'>): string => text.slice(start, end)
  const from = sample[region.first]?.start ?? text.length
  const { header } = region
  return {
    encoding,
    delimiter: slicing.delimiter,
    skipped: above.map((record) => ({ line: record.line, raw: raw(record), why: 'Stands above the table' })),
    header: header && { line: header.line, cells: header.cells, raw: raw(header) },
    mapping: layout.mapping,
    date_format: layout.dateReading.format,
    decimal: layout.money.mark,
    sign: layout.money.sign,
    currency: layout.currency,
    words: wordsBeyondAscii(text),
    rows: () => rowsOf({ text, slicing, layout, currency, from }),
    raw,
    balance: (row) => balanceOf(raw(row), { slicing, layout, currency }),
  }
}

// Asked of a row or two, so it is read again rather than kept for every row.
function balanceOf(
  raw: string,
  { slicing, layout, currency }: Omit<Reading, 'text' | 'from'>,
): Money | undefined {
  const [record] = recordsOf(raw, slicing)
  const minor = record && layout.money.balance(record.cells)
  return minor === undefined ? undefined : formatAmount(minor, decimalsOf(currency))
}

function sampleOf(text: string, slicing: Slicing, skip: number): FileRecord[] {
  const sample: FileRecord[] = []
  for (const record of recordsOf(text, slicing)) {
    if (record.line <= skip) continue
    sample.push(record)
    if (sample.length === SAMPLE_RECORDS) break
  }
  return sample
}

function withoutEnd(text: string, lines: number): string {
  const ends = [...text.trimEnd().matchAll(/\r\r\n|\r\n|\n|\r/g)]
  return text.slice(0, ends.at(-lines)?.index ?? 0)
}

function wordsBeyondAscii(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.slice(0, 1 << 18).matchAll(/[\p{L}\p{M}]*[^\x00-\x7f\s][\p{L}\p{M}]*/gu)) {
    found.add(word)
    if (found.size === 3) break
  }
  return [...found]
}

interface Reading {
  text: string
  slicing: Slicing
  layout: Layout
  currency: string
  /** Where the first record of the table begins. */
  from: number
}

/** The rows of the table. A record without a date is a bad row when transactions follow it, a footer when none does. */
function* rowsOf({ text, slicing, layout, currency, from }: Reading): Generator<StatementRow> {
  const read = rowReader(layout, currency)
  let held: StatementRow[] = []
  let number = 0
  for (const record of recordsOf(text, slicing)) {
    if (record.start < from) continue
    number += 1
    const row = read(record, number)
    if (row.dateless) {
      held.push(row)
      continue
    }
    if (held.length > 0 && row.date === '') {
      held.push(row)
      continue
    }
    yield* held
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
