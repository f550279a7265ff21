/** Results on their way out: in which format, and page by page. */ // cli.md §1

import type { Sink } from '../command/runtime.ts'
import { nearest } from '../command/suggest.ts'
import { Mistake } from '../contract/errors.ts'
import { csvLine, tsvLine } from '../render/delimited.ts'
import { json, jsonElement, jsonLine } from '../render/json.ts'
import type { Look } from '../render/style.ts'
import { type Cell, type Head, isPages, type Sheet, type SheetRow } from '../render/view.ts'
import { folded } from '../render/wrap-text.ts'
import type { Format } from './global-flags.ts'

/** Where a result goes and how it is to look there. */
export interface Delivery {
  sink: Sink
  /** undefined: a table on a terminal, TSV elsewhere. */
  format: Format | undefined
  isTerminal: boolean
  header: boolean
  fields: readonly string[] | undefined
  look: Look
  /** Says something beside the result. */
  note: (text: string) => void
}

/** Writes a result out. Stops quietly when nobody reads any more. */ // reliability 83
export async function deliver<Result>(
  result: Result,
  sheet: Sheet<Result>,
  delivery: Delivery,
): Promise<void> {
  const { format } = delivery
  const fields = delivery.fields && fieldsIn(sheet, delivery.fields, format)
  if (format === 'json')
    return isList(result) ? jsonList(result, fields, delivery) : jsonOne(result, fields, delivery)
  if (format === 'ndjson') return ndjson(result, fields, delivery)
  const rows = sheet.pages(result)
  if (format === 'ids') return ids(rows, delivery)
  const inLines = (kind: 'csv' | 'tsv') =>
    separated(rows, { ...delivery, format: kind, fields: fields ?? sheet.only?.(result) }, sheet.heads)
  if (format === 'csv' || format === 'tsv') return inLines(format)
  const isDrawn = format === 'table' || delivery.isTerminal
  // A sentence has no columns to choose from.
  if (sheet.say && !fields && (sheet.prose || isDrawn))
    return void (await delivery.sink.write(sentences(result, { ...sheet, say: sheet.say }, delivery.look)))
  if (!isDrawn) return inLines('tsv')
  return drawn(result, fields ? narrowed(sheet, fields) : sheet, delivery)
}

/** What is said of a result, no wider than the terminal. */
function sentences<Result>(
  result: Result,
  { say, verbatim }: { say: (result: Result, look: Look) => string; verbatim?: true },
  look: Look,
): string {
  const said = say(result, look)
  return verbatim ? said : folded(said, look.width)
}

/** The wanted fields, once it is known that the format can show each of them. */
export function fieldsIn(
  sheet: Pick<Sheet<never>, 'fields' | 'cellFields'>,
  wanted: readonly string[],
  format: Format | undefined,
): readonly string[] {
  if (format !== 'csv' && format !== 'tsv' && format !== 'table') return knownFields(wanted, sheet.fields())
  const columns = sheet.cellFields()
  const deeper = wanted.find((field) => !columns.includes(field) && sheet.fields().includes(field))
  if (deeper === undefined) return knownFields(wanted, columns)
  throw new Mistake('usage', `The rows of ${format} have no field "${deeper}"; --json has it`, {
    field: 'fields',
    hint: `Their fields are ${columns.join(', ')}`,
  })
}

type List = readonly unknown[] | AsyncIterable<readonly unknown[]>

const isList = (result: unknown): result is List => Array.isArray(result) || isPages(result)

async function* pagesOf(result: List): AsyncIterable<readonly unknown[]> {
  if (isPages(result)) yield* result
  else yield result
}

/** The field names, once each is known to exist. */
function knownFields(wanted: readonly string[], known: readonly string[]): readonly string[] {
  for (const field of wanted) {
    if (known.includes(field)) continue
    const near = nearest(field, known)
    const guess = near === undefined ? '' : `; did you mean "${near}"?`
    throw new Mistake('usage', `No field "${field}"${guess}`, {
      field: 'fields',
      hint: `The fields are ${known.join(', ')}`,
    })
  }
  return wanted
}

/** The value with nothing but the wanted fields, in their order; inside arrays too. */
function picked(value: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => picked(one, fields))
  const whole = new Map(Object.entries(value))
  const result: Record<string, unknown> = {}
  for (const name of new Set(fields.map((field) => field.split('.')[0] ?? field))) {
    const inner = fields.includes(name) ? undefined : fields.filter((field) => field.startsWith(`${name}.`))
    result[name] = picked(
      whole.get(name) ?? null,
      inner?.map((field) => field.slice(name.length + 1)),
    )
  }
  return result
}

async function jsonList(result: List, fields: Delivery['fields'], { sink }: Delivery): Promise<void> {
  let before = '[\n'
  for await (const page of pagesOf(result)) {
    if (page.length === 0) continue
    const elements = page.map((value) => jsonElement(picked(value, fields))).join(',\n')
    if (!(await sink.write(before + elements))) return
    before = ',\n'
  }
  await sink.write(before === '[\n' ? '[]\n' : '\n]\n')
}

async function jsonOne(result: unknown, fields: Delivery['fields'], { sink }: Delivery): Promise<void> {
  await sink.write(`${json(picked(result, fields))}\n`)
}

async function ndjson(result: unknown, fields: Delivery['fields'], { sink }: Delivery): Promise<void> {
  for await (const page of pagesOf(isList(result) ? result : [result])) {
    if (!(await sink.write(page.map((value) => `${jsonLine(picked(value, fields))}\n`).join('')))) return
  }
}

async function ids(rows: AsyncIterable<SheetRow[]>, { sink }: Delivery): Promise<void> {
  for await (const page of rows) {
    const lines = page.map(({ value }) => {
      if ('id' in value) return tsvLine([String(value.id)])
      throw new Mistake('usage', 'What this command answers has no ids', { hint: 'Take another --format' })
    })
    if (!(await sink.write(lines.join('')))) return
  }
}

async function separated(
  rows: AsyncIterable<SheetRow[]>,
  { sink, format, fields, header }: Delivery & { format: 'csv' | 'tsv' },
  heads: readonly Head[],
): Promise<void> {
  const chosen = fields && headsOf(fields, heads)
  const line = (cells: Cell[]): string =>
    format === 'csv' ? csvLine(cells, chosen ?? heads) : tsvLine(cells)
  const title = (chosen ?? heads).map(({ field }) => field)
  const heading = header ? (format === 'csv' ? csvLine(title) : tsvLine(title)) : ''
  // Before the first page is there nothing is written: asking for it may be refused.
  let lead = heading
  for await (const page of rows) {
    const lines = page.map((row) =>
      line(fields ? cellsOf(fields, heads, { value: row.value, cells: row.cells() }) : row.cells()),
    )
    if (!(await sink.write(lead + lines.join('')))) return
    lead = ''
  }
  if (lead !== '') await sink.write(lead)
}

/** The heads of the wanted fields; what is no column gets one. */
const headsOf = (fields: readonly string[], heads: readonly Head[]): Head[] =>
  fields.map((field) => heads.find((head) => head.field === field) ?? { field, heading: field, kind: 'text' })

/** The cells of the wanted fields: those of the columns, and what lies deeper in the row. */
const cellsOf = (
  fields: readonly string[],
  heads: readonly Head[],
  { value, cells }: { value: object; cells: Cell[] },
): Cell[] =>
  fields.map((field) => {
    const at = heads.findIndex((head) => head.field === field)
    return at < 0 ? cellAt(value, field) : (cells[at] ?? null)
  })

/** A sheet with the wanted columns only; none of them goes when a terminal is narrow. */
function narrowed<Result>(sheet: Sheet<Result>, fields: readonly string[]): Sheet<Result> {
  const { heads } = sheet
  const narrow = (row: SheetRow): SheetRow => ({
    value: row.value,
    cells: () => cellsOf(fields, heads, { value: row.value, cells: row.cells() }),
    drawn: () => cellsOf(fields, heads, { value: row.value, cells: row.drawn() }),
  })
  return {
    ...sheet,
    heads: headsOf(fields, heads).map(({ spare: _, ...head }) => ({
      ...head,
      droppable: false,
      section: false,
      unseen: false,
    })),
    rows: (result) => sheet.rows(result).map(narrow),
    async *pages(result) {
      for await (const page of sheet.pages(result)) yield page.map(narrow)
    },
  }
}

const within = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => within(one, name))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : null
}

function cellAt(value: unknown, path: string): Cell {
  const found = path.split('.').reduce<unknown>(within, value)
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return found
  return found === null || found === undefined ? null : jsonLine(found)
}

/** A table, or for one thing its fields one under the other; a long list appears screen by screen. */
async function drawn<Result>(result: Result, sheet: Sheet<Result>, delivery: Delivery): Promise<void> {
  const { sink, look, header, note } = delivery
  const { openTable, screenRows } = await import('../render/table.ts')
  const isLone = sheet.loneAsCard === true && Array.isArray(result) && result.length === 1
  if ((isLone || !isList(result)) && !sheet.above) return cardOf(result, sheet, delivery)
  if (sheet.above && !(await sink.write(sheet.above(result, look)))) return
  const table = openTable(sheet.heads, look, header)
  let some = false
  for await (const page of sheet.pages(result)) {
    for (let at = 0; at < page.length; at += screenRows) {
      some = true
      const screen = page.slice(at, at + screenRows).map((row) => row.drawn())
      if (!(await sink.write(table.screen(screen)))) return
    }
  }
  if (!some && sheet.empty !== undefined) note(sheet.empty)
  if (sheet.below) await sink.write(sheet.below(result, look))
}

async function cardOf<Result>(result: Result, sheet: Sheet<Result>, { sink, look }: Delivery): Promise<void> {
  const { card } = await import('../render/record.ts')
  for await (const page of sheet.pages(result)) {
    await sink.write(page.map((row) => card(sheet.heads, row.drawn(), look)).join('\n'))
  }
}
