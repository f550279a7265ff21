/** Reads every row of a workspace's file, and compares two readings. */

import { DatabaseSync } from '@photostructure/sqlite'

/** The rows of every table, by `TABLE KEY`: what each column holds. */
export type WorkspaceRows = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Reads a file as often as asked. */
export interface RowReader {
  read(): WorkspaceRows
  close(): void
}

/** Tables that are not part of what a person has: the history itself, answers kept for a day, the mark of writes. */
const ownTables = /^(?:history_|sqlite_|replies$|write_mark$)/

/** A table whose rows are read, and its key in SQL. */
interface TableQuery {
  table: string
  keys: string[]
  sql: string
}

/** Opens a second connection to the file, which reads what is committed. */
export function openRowReader(file: string): RowReader {
  const database = new DatabaseSync(file, { readOnly: true })
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
    name: string
  }[] // the statement names one column
  const queries = names
    .map(({ name }) => name)
    .filter((table) => !ownTables.test(table))
    .map((table): TableQuery => {
      const columns = database.prepare(`PRAGMA table_info("${table}")`).all() as {
        name: string
        pk: number
      }[] // columns of the pragma
      const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
      return { table, keys, sql: `SELECT * FROM "${table}"` }
    })
  const statements = queries.map(({ sql }) => {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  })
  return {
    read() {
      const rows = new Map<string, Record<string, unknown>>()
      for (const [at, { table, keys }] of queries.entries()) {
        // The statement returns objects by column.
        for (const row of (statements[at]?.all() ?? []) as Record<string, unknown>[])
          if (!isEmptyTotal(table, row)) rows.set(describeKey(table, keys, row), row)
      }
      return rows
    },
    close: () => database.close(),
  }
}

const describeKey = (table: string, keys: readonly string[], row: Record<string, unknown>): string =>
  `${table} ${keys.map((key) => String(row[key])).join(' ')}`

/** The figures that other rows add up to, by table. */
const totalColumns: Readonly<Record<string, readonly string[]>> = {
  account_balances: ['cleared_balance', 'pending_balance', 'live_transactions'],
  cells: ['assigned', 'activity', 'credit'],
  card_cells: ['activity', 'credit', 'credit_out'],
}

/** True of figures to which nothing is added: it makes no difference whether they are stored. */
const isEmptyTotal = (table: string, row: Record<string, unknown>): boolean =>
  totalColumns[table]?.every((column) => row[column] === 0n) === true

/** Tables that only say where to look: a row too many does no harm, and `listMissingIndexRows` finds one too few. */
const indexTables = /^(?:merchant_words|categorized_merchants) /

/**
 * Lists the active merchants that taught the service something and are not in the index of those.
 * @see docs/spec.md#x6
 */
function listMissingIndexRows(rows: WorkspaceRows): string[] {
  const missing = new Set<string>()
  for (const [key, row] of rows) {
    const { merchant, category, ready_to_assign, auto, review_status, deleted } = row
    const isCategorized = category !== null || ready_to_assign === 1n
    const isManual = auto === 0n || review_status === 'reviewed'
    const isEvidence = key.startsWith('transactions ') && isManual && deleted === 0n
    if (!isCategorized || !(isEvidence || key.startsWith('explicit_categorizations '))) continue
    if (typeof merchant !== 'bigint' || rows.get(`merchants ${merchant}`)?.['deleted'] === 1n) continue
    if (!rows.has(`categorized_merchants ${merchant}`)) missing.add(`merchant ${merchant}`)
  }
  return [...missing]
}

/** True of an import that was taken back: its file stays known as that. */
const isUndoneImport = (key: string, row: Readonly<Record<string, unknown>> | undefined): boolean =>
  key.startsWith('imports ') && row?.['state'] === 'undone'

/** Lists the columns that differ, one line each, e.g. `accounts 3 name: "Visa" → "Card"`. */
export function listDifferences(before: WorkspaceRows, after: WorkspaceRows): string[] {
  const lines: string[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (indexTables.test(key) || (!before.has(key) && isUndoneImport(key, after.get(key)))) continue
    const [old = {}, fresh = {}] = [before.get(key), after.get(key)]
    if (old === fresh) continue
    for (const column of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
      const [from, to] = [old[column], fresh[column]]
      if (!isSame(from, to)) lines.push(`${key} ${column}: ${format(from)} → ${format(to)}`)
    }
  }
  return lines
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other

const format = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value)
}

/** Lists where the rows after an undo are not those that are expected. */
export const compareRows = (expected: WorkspaceRows, actual: WorkspaceRows): string[] => [
  ...listDifferences(expected, actual),
  ...listMissingIndexRows(actual).map((merchant) => `${merchant} is not in the index`),
]
