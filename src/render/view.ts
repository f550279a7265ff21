/** A result as rows and columns: the one description that tables, TSV, CSV and ids are made from. */

import type { TextStyle } from './style.ts'

export type Cell = string | number | boolean | null

/** What a column is called and how it is drawn. */
export interface ColumnSpec {
  /** The API's name of the field; the heading in TSV and CSV. */
  field: string
  heading: string
  /** Amounts and counts stand right; amounts below zero are red, zero is dim. */
  kind: 'text' | 'amount' | 'count'
  /** Goes first when a terminal is too narrow. */
  isDroppable?: boolean
  /** Goes where the words of others would have to be cut too short, the highest first. */
  dropPriority?: number
  /** Words that say something in so many columns, and in fewer no more. */
  minWidth?: number
  /** Says nothing when it is cut: a date, an id. */
  neverTruncate?: boolean
  /** Not drawn on a terminal, where another column says it. */
  hiddenOnTerminal?: boolean
  /** On a terminal a line above the rows that share it, not a column. */
  isGroupHeading?: boolean
}

export interface Column<Row> extends ColumnSpec {
  getValue: (row: Row) => Cell
  /** What a terminal shows instead of the value. */
  formatForTerminal?: (row: Row) => string
}

type ColumnOptions = Partial<
  Pick<
    ColumnSpec,
    'isDroppable' | 'dropPriority' | 'minWidth' | 'neverTruncate' | 'isGroupHeading' | 'hiddenOnTerminal'
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

/** A column of text, straight from the field of that name. */
export const textColumn = createColumn('text')
/** A column of decimal strings. */
export const amountColumn = createColumn('amount')
/** A column of whole numbers. */
export const countColumn = createColumn('count')

/** A row whose type only its own sheet knows. */
export interface ViewRow {
  value: object
  cells(): Cell[]
  displayCells(): Cell[]
}

/** How the result of a command is shown. Made by `sheet`, which forgets the type of the rows. */
export interface View<Result> {
  columnSpecs: readonly ColumnSpec[]
  /** The rows of a result that is all there. */
  rows(result: Result): ViewRow[]
  /** The rows of any result, also of one that is still arriving. */
  pages(result: Result): AsyncIterable<ViewRow[]>
  /** Every field `--fields` may ask for; read only when it does. */
  fields: () => readonly string[]
  /** Those of them that TSV, CSV and tables can show: a row may be only a part of the result. */
  cellFields: () => readonly string[]
  /** The columns a result is about, where those are not all. */
  selectDefaultFields?: (result: Result) => readonly string[] | undefined
  /** Text for a terminal instead of a table. */
  renderText?: (result: Result, style: TextStyle) => string
  /** Text wherever a table was not asked for, also in a pipe: for results that are no list at all. */
  isPlainText?: boolean
  /** The text is for programs or to be copied: its lines stay as they are. */
  isVerbatim?: true
  /** A list of one thing is drawn as that thing, a line per field. */
  showsSingleAsRecord?: boolean
  /** Lines before and after the table on a terminal. */
  renderHeader?: (result: Result, style: TextStyle) => string
  renderFooter?: (result: Result, style: TextStyle) => string
  /** Said on stderr when a list is empty. */
  emptyMessage?: string
}

type ViewDefinition<Result, Row> = Omit<
  View<Result>,
  'columnSpecs' | 'rows' | 'pages' | 'fields' | 'cellFields'
> & {
  columns: readonly Column<Row>[]
  /** The rows of the table; left out when the result is the rows, or the one row, itself. */
  rows?: (result: Result) => readonly Row[]
  fields?: () => readonly string[]
}

/** A list that arrives page by page; nothing of it is kept. */
export type RowPages<Row> = AsyncIterable<readonly Row[]>

export const isRowPages = (result: unknown): result is RowPages<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** Describes how a result is shown. */
export function defineView<Result, Row extends object>(parts: ViewDefinition<Result, Row>): View<Result> {
  const { columns, rows, fields, ...rest } = parts
  const wrap = (row: Row): ViewRow => ({
    value: row,
    cells: () => columns.map((column) => column.getValue(row)),
    displayCells: () =>
      columns.map((column) =>
        column.formatForTerminal ? column.formatForTerminal(row) : column.getValue(row),
      ),
  })
  // Without `rows` the result is made of rows: an array of them, or one.
  const rowsOf = (result: Result): readonly Row[] =>
    rows ? rows(result) : Array.isArray(result) ? (result as Row[]) : [result as unknown as Row]
  const shown = () => columns.map((column) => column.field)
  return {
    ...rest,
    columnSpecs: columns,
    fields: fields ?? shown,
    cellFields: () => (rows || !fields ? shown() : [...new Set([...fields(), ...shown()])]),
    rows: (result) => rowsOf(result).map(wrap),
    async *pages(result) {
      if (!rows && isRowPages(result)) for await (const page of result) yield (page as Row[]).map(wrap)
      else yield rowsOf(result).map(wrap)
    },
  }
}

/** Text, in a pipe as on a terminal; the fields are those of `--json`. */
export const definePlainTextView = <Result extends object>(
  say: (result: Result, style: TextStyle) => string,
  fields: readonly (keyof Result & string)[] = [],
): View<Result> => ({
  ...defineView<Result, Result>({ columns: [], fields: () => fields }),
  renderText: say,
  isPlainText: true,
})

/** Nothing: everything was said while the command ran. */
export const emptyView: View<object> = definePlainTextView(() => '')
