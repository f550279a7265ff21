/**
 * Writes results as table, JSON, NDJSON, CSV, TSV or ids, page by page.
 * @see docs/cli.md#output
 */

import type { OutputSink } from '../command/runtime.ts'
import { UserError } from '../contract/errors.ts'
import { formatCsvLine, formatTsvLine } from '../output/delimited.ts'
import { formatJson, formatJsonElements, formatJsonLine } from '../output/json.ts'
import { sanitizeText } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import {
  type Cell,
  type ColumnSpec,
  isRowPages,
  type View,
  type ViewRow,
  type WholeResult,
} from '../output/view.ts'
import { wrapForTerminal } from '../output/wrap-text.ts'
import type { OutputFormat } from './global-flags.ts'
import { pickFields, resolveFields, selectsJsonRows } from './select-fields.ts'

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
  view: View<Result>,
  options: OutputOptions,
): Promise<void> {
  const { format } = options
  if (view.streamText) return writeStream(view.streamText(result), options)
  const fields = options.fields && resolveFields(view, options.fields, format)
  const value = view.jsonRows && selectsJsonRows(view, options) ? view.jsonRows.list(result) : result
  if (format === 'json')
    return isResultList(value)
      ? writeJsonArray(value, fields, options)
      : writeJsonValue(value, fields, options)
  if (format === 'ndjson') return writeNdjson(value, fields, options)
  const rows = view.pages(result)
  if (format === 'ids') return writeIds(rows, options)
  const inLines = (lineFormat: 'csv' | 'tsv') =>
    writeDelimited(
      rows,
      { ...options, format: lineFormat, fields: fields ?? view.selectDefaultFields?.(result) },
      view.fileColumnSpecs,
    )
  if (format === 'csv' || format === 'tsv') return inLines(format)
  const isDrawn = format === 'table' || options.isTerminal
  // Text has no columns, so that --fields selects the table instead.
  if (view.renderText && !fields && (view.isPlainText || isDrawn))
    return void (await options.sink.write(
      renderText(await readWhole(result), { ...view, say: view.renderText }, options.style),
    ))
  if (!isDrawn) return inLines('tsv')
  return writeTable(result, fields ? restrictColumns(view, fields) : view, options)
}

/** Writes text as it comes; a terminal shows control characters in caret notation. */
async function writeStream(
  chunks: AsyncIterable<string>,
  { sink, isTerminal }: Pick<OutputOptions, 'sink' | 'isTerminal'>,
): Promise<void> {
  for await (const chunk of chunks) if (!(await sink.write(isTerminal ? sanitizeText(chunk) : chunk))) return
}

/** Returns a result, and one in pages as one array. */
async function readWhole<Result>(result: Result): Promise<WholeResult<Result>> {
  const rows: unknown[] = []
  if (isRowPages(result)) for await (const page of result) rows.push(...page)
  return (isRowPages(result) ? rows : result) as WholeResult<Result> // a view takes its rows as pages and as an array
}

/** Returns the text of a result, wrapped at the width of the terminal. */
function renderText<Result>(
  result: Result,
  { say, isVerbatim }: { say: (result: Result, style: TextStyle) => string; isVerbatim?: true },
  style: TextStyle,
): string {
  const text = say(result, style)
  return isVerbatim ? text : wrapForTerminal(text, style.width)
}

type ResultList = readonly unknown[] | AsyncIterable<readonly unknown[]>

const isResultList = (result: unknown): result is ResultList => Array.isArray(result) || isRowPages(result)

async function* toPages(result: ResultList): AsyncIterable<readonly unknown[]> {
  if (isRowPages(result)) yield* result
  // The text of a page is built before it is written.
  else for (let at = 0; at < result.length; at += PAGE_ROWS) yield result.slice(at, at + PAGE_ROWS)
}

const PAGE_ROWS = 500

async function writeJsonArray(
  result: ResultList,
  fields: OutputOptions['fields'],
  { sink }: OutputOptions,
): Promise<void> {
  let prefix = '[\n'
  for await (const page of toPages(result)) {
    if (page.length === 0) continue
    const elements = formatJsonElements(fields ? page.map((value) => pickFields(value, fields)) : page)
    if (!(await sink.write(prefix + elements))) return
    prefix = ',\n'
  }
  await sink.write(prefix === '[\n' ? '[]\n' : '\n]\n')
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
      throw new UserError('usage', 'The results of this command have no ids', {
        hint: 'Use another --format',
      })
    })
    if (!(await sink.write(lines.join('')))) return
  }
}

async function writeDelimited(
  rows: AsyncIterable<ViewRow[]>,
  { sink, format, fields, header }: OutputOptions & { format: 'csv' | 'tsv' },
  columns: readonly ColumnSpec[],
): Promise<void> {
  const selectedColumns = fields && selectColumnSpecs(fields, columns)
  const line = (cells: Cell[]): string =>
    format === 'csv' ? formatCsvLine(cells, selectedColumns ?? columns) : formatTsvLine(cells)
  const headings = (selectedColumns ?? columns).map(({ field }) => field)
  const heading = header ? (format === 'csv' ? formatCsvLine(headings) : formatTsvLine(headings)) : ''
  // The header waits for the first page, because the request for it may fail.
  let pendingHeader = heading
  for await (const page of rows) {
    const lines = page.map((row) =>
      line(fields ? selectCells(fields, columns, { value: row.value, cells: row.cells() }) : row.cells()),
    )
    if (!(await sink.write(pendingHeader + lines.join('')))) return
    pendingHeader = ''
  }
  if (pendingHeader !== '') await sink.write(pendingHeader)
}

/** Returns the columns of the selected fields; a nested field gets a column of its own. */
const selectColumnSpecs = (fields: readonly string[], columns: readonly ColumnSpec[]): ColumnSpec[] =>
  fields.map(
    (field) => columns.find((column) => column.field === field) ?? { field, heading: field, kind: 'text' },
  )

/** Returns the cells of the selected fields; a nested field is read from the row's value. */
const selectCells = (
  fields: readonly string[],
  columns: readonly ColumnSpec[],
  { value, cells }: { value: object; cells: Cell[] },
): Cell[] =>
  fields.map((field) => {
    const at = columns.findIndex((column) => column.field === field)
    return at < 0 ? getCellAtPath(value, field) : (cells[at] ?? null)
  })

/** Returns the view with only the selected columns, all of which stay on a narrow terminal. */
function restrictColumns<Result>(view: View<Result>, fields: readonly string[]): View<Result> {
  const { columnSpecs, fileColumnSpecs } = view
  const narrow = (row: ViewRow): ViewRow => ({
    value: row.value,
    cells: () => selectCells(fields, fileColumnSpecs, { value: row.value, cells: row.cells() }),
    displayCells: () => selectCells(fields, columnSpecs, { value: row.value, cells: row.displayCells() }),
  })
  return {
    ...view,
    columnSpecs: selectColumnSpecs(fields, columnSpecs).map(
      ({ dropPriority: _, ...column }): ColumnSpec => ({
        ...column,
        isDroppable: false,
        isGroupHeading: false,
        hiddenOnTerminal: false,
      }),
    ),
    rows: (result) => view.rows(result).map(narrow),
    async *pages(result) {
      for await (const page of view.pages(result)) yield page.map(narrow)
    },
  }
}

const getProperty = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((element) => getProperty(element, name))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : null
}

function getCellAtPath(value: unknown, path: string): Cell {
  const cell = path.split('.').reduce<unknown>(getProperty, value)
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return cell
  return cell === null || cell === undefined ? null : formatJsonLine(cell)
}

/** Writes a table, or one row as a record. A long list is written screen by screen. */
async function writeTable<Result>(result: Result, view: View<Result>, options: OutputOptions): Promise<void> {
  const { sink, style, header, info } = options
  const { createTableRenderer, ROWS_PER_SCREEN } = await import('../output/table.ts')
  const isLone = view.showsSingleAsRecord === true && Array.isArray(result) && result.length === 1
  if ((isLone || !isResultList(result)) && !view.renderHeader) return writeRecord(result, view, options)
  if (view.renderHeader && !(await sink.write(view.renderHeader(result, style)))) return
  const table = createTableRenderer(view.columnSpecs, style, header)
  let hasRows = false
  for await (const page of view.pages(result)) {
    for (let at = 0; at < page.length; at += ROWS_PER_SCREEN) {
      hasRows = true
      const screen = page.slice(at, at + ROWS_PER_SCREEN).map((row) => row.displayCells())
      if (!(await sink.write(table.screen(screen)))) return
    }
  }
  if (!hasRows && view.emptyMessage !== undefined) info(view.emptyMessage)
  if (view.renderFooter) await sink.write(view.renderFooter(result, style))
}

async function writeRecord<Result>(
  result: Result,
  view: View<Result>,
  { sink, style }: OutputOptions,
): Promise<void> {
  const { renderRecord } = await import('../output/record.ts')
  for await (const page of view.pages(result)) {
    await sink.write(page.map((row) => renderRecord(view.columnSpecs, row.displayCells(), style)).join('\n'))
  }
}
