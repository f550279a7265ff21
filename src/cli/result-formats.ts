/**
 * Writes results as table, JSON, NDJSON, CSV, TSV or ids, page by page.
 * @see docs/cli.md#output
 */

import type { OutputSink } from '../command/runtime.ts'
import { closestMatch } from '../command/suggest.ts'
import { UserError } from '../contract/errors.ts'
import { formatCsvLine, formatTsvLine } from '../render/delimited.ts'
import { formatJson, formatJsonElement, formatJsonLine } from '../render/json.ts'
import type { TextStyle } from '../render/style.ts'
import { type Cell, type ColumnSpec, isRowPages, type View, type ViewRow } from '../render/view.ts'
import { wrapForTerminal } from '../render/wrap-text.ts'
import type { OutputFormat } from './global-flags.ts'

/** Where a result is written, and how. */
export interface OutputOptions {
  sink: OutputSink
  /** undefined: a table on a terminal, TSV in a pipe or a file. */
  format: OutputFormat | undefined
  isTerminal: boolean
  header: boolean
  fields: readonly string[] | undefined
  style: TextStyle
  /** Writes a remark to stderr. */
  info: (text: string) => void
}

/**
 * Writes a result. It stops silently when the reader of stdout is gone.
 * @see docs/reliability.md#row-83
 */
export async function writeFormatted<Result>(
  result: Result,
  sheet: View<Result>,
  delivery: OutputOptions,
): Promise<void> {
  const { format } = delivery
  const fields = delivery.fields && resolveFields(sheet, delivery.fields, format)
  if (format === 'json')
    return isResultList(result)
      ? writeJsonArray(result, fields, delivery)
      : writeJsonValue(result, fields, delivery)
  if (format === 'ndjson') return writeNdjson(result, fields, delivery)
  const rows = sheet.pages(result)
  if (format === 'ids') return writeIds(rows, delivery)
  const inLines = (kind: 'csv' | 'tsv') =>
    writeDelimited(
      rows,
      { ...delivery, format: kind, fields: fields ?? sheet.selectDefaultFields?.(result) },
      sheet.columnSpecs,
    )
  if (format === 'csv' || format === 'tsv') return inLines(format)
  const isDrawn = format === 'table' || delivery.isTerminal
  // Text has no columns, so that --fields selects the table instead.
  if (sheet.renderText && !fields && (sheet.isPlainText || isDrawn))
    return void (await delivery.sink.write(
      renderText(result, { ...sheet, say: sheet.renderText }, delivery.style),
    ))
  if (!isDrawn) return inLines('tsv')
  return writeTable(result, fields ? restrictColumns(sheet, fields) : sheet, delivery)
}

/** Returns the text of a result, wrapped at the width of the terminal. */
function renderText<Result>(
  result: Result,
  { say, verbatim }: { say: (result: Result, style: TextStyle) => string; verbatim?: true },
  style: TextStyle,
): string {
  const said = say(result, style)
  return verbatim ? said : wrapForTerminal(said, style.width)
}

/**
 * Returns the fields of --fields.
 * @throws UserError when one of them does not exist, or when the format cannot show it.
 */
export function resolveFields(
  sheet: Pick<View<never>, 'fields' | 'cellFields'>,
  wanted: readonly string[],
  format: OutputFormat | undefined,
): readonly string[] {
  if (format !== 'csv' && format !== 'tsv' && format !== 'table')
    return assertKnownFields(wanted, sheet.fields())
  const columns = sheet.cellFields()
  const deeper = wanted.find((field) => !columns.includes(field) && sheet.fields().includes(field))
  if (deeper === undefined) return assertKnownFields(wanted, columns)
  throw new UserError('usage', `The rows of ${format} have no field "${deeper}"; --json has it`, {
    field: 'fields',
    hint: `Their fields are ${columns.join(', ')}`,
  })
}

type ResultList = readonly unknown[] | AsyncIterable<readonly unknown[]>

const isResultList = (result: unknown): result is ResultList => Array.isArray(result) || isRowPages(result)

async function* toPages(result: ResultList): AsyncIterable<readonly unknown[]> {
  if (isRowPages(result)) yield* result
  else yield result
}

/**
 * Returns the fields.
 * @throws UserError for an unknown field, with the most similar one.
 */
function assertKnownFields(wanted: readonly string[], known: readonly string[]): readonly string[] {
  for (const field of wanted) {
    if (known.includes(field)) continue
    const near = closestMatch(field, known)
    const guess = near === undefined ? '' : `; did you mean "${near}"?`
    throw new UserError('usage', `No field "${field}"${guess}`, {
      field: 'fields',
      hint: `The fields are ${known.join(', ')}`,
    })
  }
  return wanted
}

/** Returns the value with only the selected fields, in their order; arrays element by element. */
function pickFields(value: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => pickFields(one, fields))
  const whole = new Map(Object.entries(value))
  const result: Record<string, unknown> = {}
  for (const name of new Set(fields.map((field) => field.split('.')[0] ?? field))) {
    const inner = fields.includes(name) ? undefined : fields.filter((field) => field.startsWith(`${name}.`))
    result[name] = pickFields(
      whole.get(name) ?? null,
      inner?.map((field) => field.slice(name.length + 1)),
    )
  }
  return result
}

async function writeJsonArray(
  result: ResultList,
  fields: OutputOptions['fields'],
  { sink }: OutputOptions,
): Promise<void> {
  let before = '[\n'
  for await (const page of toPages(result)) {
    if (page.length === 0) continue
    const elements = page.map((value) => formatJsonElement(pickFields(value, fields))).join(',\n')
    if (!(await sink.write(before + elements))) return
    before = ',\n'
  }
  await sink.write(before === '[\n' ? '[]\n' : '\n]\n')
}

async function writeJsonValue(
  result: unknown,
  fields: OutputOptions['fields'],
  { sink }: OutputOptions,
): Promise<void> {
  await sink.write(`${formatJson(pickFields(result, fields))}\n`)
}

async function writeNdjson(
  result: unknown,
  fields: OutputOptions['fields'],
  { sink }: OutputOptions,
): Promise<void> {
  for await (const page of toPages(isResultList(result) ? result : [result])) {
    if (!(await sink.write(page.map((value) => `${formatJsonLine(pickFields(value, fields))}\n`).join(''))))
      return
  }
}

async function writeIds(rows: AsyncIterable<ViewRow[]>, { sink }: OutputOptions): Promise<void> {
  for await (const page of rows) {
    const lines = page.map(({ value }) => {
      if ('id' in value) return formatTsvLine([String(value.id)])
      throw new UserError('usage', 'What this command answers has no ids', { hint: 'Take another --format' })
    })
    if (!(await sink.write(lines.join('')))) return
  }
}

async function writeDelimited(
  rows: AsyncIterable<ViewRow[]>,
  { sink, format, fields, header }: OutputOptions & { format: 'csv' | 'tsv' },
  heads: readonly ColumnSpec[],
): Promise<void> {
  const chosen = fields && selectColumnSpecs(fields, heads)
  const line = (cells: Cell[]): string =>
    format === 'csv' ? formatCsvLine(cells, chosen ?? heads) : formatTsvLine(cells)
  const title = (chosen ?? heads).map(({ field }) => field)
  const heading = header ? (format === 'csv' ? formatCsvLine(title) : formatTsvLine(title)) : ''
  // The header waits for the first page, because the request for it may fail.
  let lead = heading
  for await (const page of rows) {
    const lines = page.map((row) =>
      line(fields ? selectCells(fields, heads, { value: row.value, cells: row.cells() }) : row.cells()),
    )
    if (!(await sink.write(lead + lines.join('')))) return
    lead = ''
  }
  if (lead !== '') await sink.write(lead)
}

/** Returns the columns of the selected fields; a nested field gets a column of its own. */
const selectColumnSpecs = (fields: readonly string[], heads: readonly ColumnSpec[]): ColumnSpec[] =>
  fields.map((field) => heads.find((head) => head.field === field) ?? { field, heading: field, kind: 'text' })

/** Returns the cells of the selected fields; a nested field is read from the row's value. */
const selectCells = (
  fields: readonly string[],
  heads: readonly ColumnSpec[],
  { value, cells }: { value: object; cells: Cell[] },
): Cell[] =>
  fields.map((field) => {
    const at = heads.findIndex((head) => head.field === field)
    return at < 0 ? getCellAtPath(value, field) : (cells[at] ?? null)
  })

/** Returns the view with only the selected columns, all of which stay on a narrow terminal. */
function restrictColumns<Result>(sheet: View<Result>, fields: readonly string[]): View<Result> {
  const { columnSpecs } = sheet
  const narrow = (row: ViewRow): ViewRow => ({
    value: row.value,
    cells: () => selectCells(fields, columnSpecs, { value: row.value, cells: row.cells() }),
    displayCells: () => selectCells(fields, columnSpecs, { value: row.value, cells: row.displayCells() }),
  })
  return {
    ...sheet,
    columnSpecs: selectColumnSpecs(fields, columnSpecs).map(({ dropPriority: _, ...head }) => ({
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

const getProperty = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => getProperty(one, name))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : null
}

function getCellAtPath(value: unknown, path: string): Cell {
  const found = path.split('.').reduce<unknown>(getProperty, value)
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return found
  return found === null || found === undefined ? null : formatJsonLine(found)
}

/** Writes a table, or one row as a record. A long list is written screen by screen. */
async function writeTable<Result>(
  result: Result,
  sheet: View<Result>,
  delivery: OutputOptions,
): Promise<void> {
  const { sink, style, header, info } = delivery
  const { createTableRenderer: openTable, ROWS_PER_SCREEN: screenRows } = await import('../render/table.ts')
  const isLone = sheet.showsSingleAsRecord === true && Array.isArray(result) && result.length === 1
  if ((isLone || !isResultList(result)) && !sheet.renderHeader) return writeRecord(result, sheet, delivery)
  if (sheet.renderHeader && !(await sink.write(sheet.renderHeader(result, style)))) return
  const table = openTable(sheet.columnSpecs, style, header)
  let some = false
  for await (const page of sheet.pages(result)) {
    for (let at = 0; at < page.length; at += screenRows) {
      some = true
      const screen = page.slice(at, at + screenRows).map((row) => row.displayCells())
      if (!(await sink.write(table.screen(screen)))) return
    }
  }
  if (!some && sheet.emptyMessage !== undefined) info(sheet.emptyMessage)
  if (sheet.renderFooter) await sink.write(sheet.renderFooter(result, style))
}

async function writeRecord<Result>(
  result: Result,
  sheet: View<Result>,
  { sink, style }: OutputOptions,
): Promise<void> {
  const { renderRecord: card } = await import('../render/record.ts')
  for await (const page of sheet.pages(result)) {
    await sink.write(page.map((row) => card(sheet.columnSpecs, row.displayCells(), style)).join('\n'))
  }
}
