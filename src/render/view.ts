/** A result as rows and columns: the one description that tables, TSV, CSV and ids are made from. */

import type { Look } from './style.ts'

export type Cell = string | number | boolean | null

/** What a column is called and how it is drawn. */
export interface Head {
  /** The API's name of the field; the heading in TSV and CSV. */
  field: string
  heading: string
  /** Amounts and counts stand right; amounts below zero are red, zero is dim. */
  kind: 'text' | 'amount' | 'count'
  /** Goes first when a terminal is too narrow. */
  droppable?: boolean
  /** Goes where the words of others would have to be cut too short, the highest first. */
  spare?: number
  /** Words that say something in so many columns, and in fewer no more. */
  least?: number
  /** Says nothing when it is cut: a date, an id. */
  whole?: boolean
  /** Not drawn on a terminal, where another column says it. */
  unseen?: boolean
  /** On a terminal a line above the rows that share it, not a column. */
  section?: boolean
}

export interface Column<Row> extends Head {
  value: (row: Row) => Cell
  /** What a terminal shows instead of the value. */
  draw?: (row: Row) => string
}

type Options = Partial<Pick<Head, 'droppable' | 'spare' | 'least' | 'whole' | 'section' | 'unseen'>>
type Having<Field extends string> = { readonly [Name in Field]: Cell }

const column =
  (kind: Head['kind']) =>
  <const Field extends string>(
    field: Field,
    heading: string,
    options: Options = {},
  ): Column<Having<Field>> => ({
    field,
    heading,
    kind,
    ...options,
    value: (row) => row[field],
  })

/** A column of text, straight from the field of that name. */
export const text = column('text')
/** A column of decimal strings. */
export const amount = column('amount')
/** A column of whole numbers. */
export const count = column('count')

/** A row whose type only its own sheet knows. */
export interface SheetRow {
  value: object
  cells(): Cell[]
  drawn(): Cell[]
}

/** How the result of a command is shown. Made by `sheet`, which forgets the type of the rows. */
export interface Sheet<Result> {
  heads: readonly Head[]
  /** The rows of a result that is all there. */
  rows(result: Result): SheetRow[]
  /** The rows of any result, also of one that is still arriving. */
  pages(result: Result): AsyncIterable<SheetRow[]>
  /** Every field `--fields` may ask for; read only when it does. */
  fields: () => readonly string[]
  /** Those of them that TSV, CSV and tables can show: a row may be only a part of the result. */
  cellFields: () => readonly string[]
  /** The columns a result is about, where those are not all. */
  only?: (result: Result) => readonly string[] | undefined
  /** Text for a terminal instead of a table. */
  say?: (result: Result, look: Look) => string
  /** Text wherever a table was not asked for, also in a pipe: for results that are no list at all. */
  prose?: boolean
  /** The text is for programs or to be copied: its lines stay as they are. */
  verbatim?: true
  /** A list of one thing is drawn as that thing, a line per field. */
  loneAsCard?: boolean
  /** Lines before and after the table on a terminal. */
  above?: (result: Result, look: Look) => string
  below?: (result: Result, look: Look) => string
  /** Said on stderr when a list is empty. */
  empty?: string
}

type SheetParts<Result, Row> = Omit<Sheet<Result>, 'heads' | 'rows' | 'pages' | 'fields' | 'cellFields'> & {
  columns: readonly Column<Row>[]
  /** The rows of the table; left out when the result is the rows, or the one row, itself. */
  rows?: (result: Result) => readonly Row[]
  fields?: () => readonly string[]
}

/** A list that arrives page by page; nothing of it is kept. */
export type Pages<Row> = AsyncIterable<readonly Row[]>

export const isPages = (result: unknown): result is Pages<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** Describes how a result is shown. */
export function sheet<Result, Row extends object>(parts: SheetParts<Result, Row>): Sheet<Result> {
  const { columns, rows, fields, ...rest } = parts
  const wrap = (row: Row): SheetRow => ({
    value: row,
    cells: () => columns.map((column) => column.value(row)),
    drawn: () => columns.map((column) => (column.draw ? column.draw(row) : column.value(row))),
  })
  // Without `rows` the result is made of rows: an array of them, or one.
  const rowsOf = (result: Result): readonly Row[] =>
    rows ? rows(result) : Array.isArray(result) ? (result as Row[]) : [result as unknown as Row]
  const shown = () => columns.map((column) => column.field)
  return {
    ...rest,
    heads: columns,
    fields: fields ?? shown,
    cellFields: () => (rows || !fields ? shown() : [...new Set([...fields(), ...shown()])]),
    rows: (result) => rowsOf(result).map(wrap),
    async *pages(result) {
      if (!rows && isPages(result)) for await (const page of result) yield (page as Row[]).map(wrap)
      else yield rowsOf(result).map(wrap)
    },
  }
}
