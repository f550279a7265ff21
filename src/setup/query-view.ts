/** Shows the answer to a query: its columns are known only once it ran. */

import type { QueryResult } from '../contract/ports/local-service.ts'
import { type Cell, defineView } from '../output/view.ts'

/** A row of an answer, by column. */
type QueryRow = Readonly<Record<string, Cell>>

const toCell = (value: QueryResult['rows'][number][number]): Cell =>
  typeof value === 'bigint' ? (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) : value

/** Returns the rows as objects; of columns with one name, the last one counts. */
export const toQueryRows = ({ columns, rows }: QueryResult): QueryRow[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, toCell(row[at] ?? null)])))

/** Any answer, before it is known. */
export const queryView = defineView<QueryRow[], QueryRow>({ columns: [] })

/** An answer with its columns. */
export const createQueryView = (rows: QueryRow[]) =>
  defineView<QueryRow[], QueryRow>({
    columns: Object.keys(rows[0] ?? {}).map((field) => ({
      field,
      heading: field,
      kind: rows.every((row) => typeof row[field] === 'number') ? 'count' : 'text',
      getValue: (row) => row[field] ?? null,
    })),
    emptyMessage: 'No rows',
  })
