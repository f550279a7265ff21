/** Declares views: rows and columns of a result, from which tables, TSV, CSV and ids are rendered. */

import type { TextStyle } from './style.ts'

/** The value of a cell. */
export type Cell = string | number | boolean | null

/** The name of a column and how it is rendered. */
export interface ColumnSpec {
  /** The API's name of the field, which is also the heading in TSV and CSV. */
  field: string
  heading: string
  /** Amounts and counts are aligned right; amounts below zero are red, zero is dim. */
  kind: 'text' | 'amount' | 'count'
  /** Dropped first when the terminal is too narrow. */
  isDroppable?: boolean
  /** Dropped when other columns would become unreadable; the highest priority goes first. */
  dropPriority?: number
  /** Below this width the text says too little. */
  minWidth?: number
  /** The text is useless when truncated: a date, an id. */
  neverTruncate?: boolean
  /** Omitted on a terminal, where another column says the same. */
  hiddenOnTerminal?: boolean
  /** Shown on a terminal only: scripts have a better field. */
  isTerminalOnly?: boolean
  /** On a terminal, a line above the rows that share the value, instead of a column. */
  isGroupHeading?: boolean
}

/** A column that knows how to read its value from a row. */
export interface Column<Row> extends ColumnSpec {
  getValue: (row: Row) => Cell
  /** Returns what a terminal shows instead of the value. */
  formatForTerminal?: (row: Row) => string
}

type ColumnOptions = Partial<
  Pick<
    ColumnSpec,
    | 'isDroppable'
    | 'dropPriority'
    | 'minWidth'
    | 'neverTruncate'
    | 'isGroupHeading'
    | 'hiddenOnTerminal'
    | 'isTerminalOnly'
  >
>
type RowWith<Field extends string> = { readonly [Name in Field]: Cell }

const createColumn =
  (kind: ColumnSpec['kind']) =>
  <const Field extends string>(
    field: Field,
    heading: string,
    options: ColumnOptions = {},
  ): Column<RowWith<Field>> => ({
    field,
    heading,
    kind,
    ...options,
    getValue: (row) => row[field],
  })

/** Creates a column of text from the field of that name. */
export const textColumn = createColumn('text')
/** Creates a column of decimal strings. */
export const amountColumn = createColumn('amount')
/** Creates a column of whole numbers. */
export const countColumn = createColumn('count')

/** A row of a view, with its cells. */
export interface ViewRow {
  value: object
  /** Returns the cells of `fileColumnSpecs`. */
  cells(): Cell[]
  /** Returns the cells of `columnSpecs`, as a terminal shows them. */
  displayCells(): Cell[]
}

/** The rows within a result, as JSON has them. */
export interface JsonRows<Result> {
  /** The field of the result that holds them. */
  field: string
  /** Returns the fields of a row. */
  fields: () => readonly string[]
  list: (result: Result) => readonly object[]
}

/** How the result of a command is shown. `defineView` creates it; the type of the rows is not part of it. */
export interface View<Result> {
  columnSpecs: readonly ColumnSpec[]
  /** The columns of TSV and CSV: those that are not for a terminal only. */
  fileColumnSpecs: readonly ColumnSpec[]
  /** Returns the rows of a complete result. */
  rows(result: Result): ViewRow[]
  /** Returns the rows of any result, page by page. */
  pages(result: Result): AsyncIterable<ViewRow[]>
  /** Returns every field --fields accepts; called only for that flag. */
  fields: () => readonly string[]
  /** Returns the fields that TSV, CSV and tables can show: a row may be only a part of the result. */
  cellFields: () => readonly string[]
  /** Returns the fields that CSV and TSV show without --fields; undefined for all columns. */
  selectDefaultFields?: (result: Result) => readonly string[] | undefined
  /**
   * The rows of a result that is one value in JSON. NDJSON has a line for each of them, and so has JSON an element
   * where --fields names only their fields.
   */
  jsonRows?: JsonRows<Result>
  /** Renders text for a terminal instead of a table; a result in pages comes as one array. */
  renderText?: (result: WholeResult<Result>, style: TextStyle) => string
  /** The text is printed in a pipe as well, because the result is no list. */
  isPlainText?: boolean
  /** Yields text that is written as it comes, in every format of output. */
  streamText?: (result: Result) => AsyncIterable<string>
  /** The lines of the text are not wrapped, because they are for scripts or to be copied. */
  isVerbatim?: true
  /** The values of --format that can show it; undefined for all. */
  formats?: readonly string[]
  /** A list of one row is rendered as a record, one line per field. */
  showsSingleAsRecord?: boolean
  /** Renders lines before and after the table on a terminal. */
  renderHeader?: (result: Result, style: TextStyle) => string
  renderFooter?: (result: Result, style: TextStyle) => string
  /** Printed on stderr when the list is empty. */
  emptyMessage?: string
}

type ViewDefinition<Result, Row> = Omit<
  View<Result>,
  'columnSpecs' | 'fileColumnSpecs' | 'rows' | 'pages' | 'fields' | 'cellFields'
> & {
  columns: readonly Column<Row>[]
  /** Returns the rows of the table. Without it, the result is the row or the array of rows. */
  rows?: (result: Result) => readonly Row[]
  fields?: () => readonly string[]
}

/** A list that arrives page by page. Pages are not kept. */
export type RowPages<Row> = AsyncIterable<readonly Row[]>

/** A result without pages. */
export type WholeResult<Result> = Exclude<Result, RowPages<unknown>>

/** True if a result arrives page by page. */
export const isRowPages = (result: unknown): result is RowPages<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** Defines how a result is shown. */
export function defineView<Result, Row extends object>(
  definition: ViewDefinition<Result, Row>,
): View<Result> {
  const { columns, rows, fields, ...rest } = definition
  const fileColumns = columns.filter(({ isTerminalOnly }) => !isTerminalOnly)
  const toViewRow = (row: Row): ViewRow => ({
    value: row,
    cells: () => fileColumns.map((column) => column.getValue(row)),
    displayCells: () =>
      columns.map((column) =>
        column.formatForTerminal ? column.formatForTerminal(row) : column.getValue(row),
      ),
  })
  // Without `rows`, the result is an array of rows or a single row.
  const toRows = (result: Result): readonly Row[] =>
    rows ? rows(result) : Array.isArray(result) ? (result as Row[]) : [result as unknown as Row]
  const listFields = () => fileColumns.map((column) => column.field)
  return {
    ...rest,
    columnSpecs: columns,
    fileColumnSpecs: fileColumns,
    fields: fields ?? listFields,
    cellFields: () => (rows || !fields ? listFields() : [...new Set([...fields(), ...listFields()])]),
    rows: (result) => toRows(result).map(toViewRow),
    async *pages(result) {
      if (!rows && isRowPages(result)) for await (const page of result) yield (page as Row[]).map(toViewRow)
      else yield toRows(result).map(toViewRow)
    },
  }
}

/** Defines a view of text, on a terminal and in a pipe; `fields` are those of JSON. */
export const definePlainTextView = <Result extends object>(
  say: (result: WholeResult<Result>, style: TextStyle) => string,
  fields: readonly (keyof Result & string)[] = [],
): View<Result> => ({
  ...defineView<Result, Result>({ columns: [], fields: () => fields }),
  renderText: say,
  isPlainText: true,
})

/** Prints nothing, because the command printed everything itself. */
export const emptyView: View<object> = definePlainTextView(() => '')
