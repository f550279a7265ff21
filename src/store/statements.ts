/** Caches the prepared statements of a connection and checks the values bound to them. */

import type { ErrorTranslator } from './sqlite-errors.ts'

/** What can be bound to a statement: no undefined, boolean, Date or number with a fraction. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A prepared statement. `Row` names the columns of its SQL; the caller states it next to the SQL. */
export interface SqlStatement<Row> {
  all(...values: SqlValue[]): Row[]
  get(...values: SqlValue[]): Row | undefined
  iterate(...values: SqlValue[]): IterableIterator<Row>
  /** Returns the number of changed rows and the key of the last inserted row. */
  run(...values: SqlValue[]): { changes: number; key: number }
}

/** How rows are read: `bigints` reads every integer as bigint, for sums; `arrays` reads rows as arrays, for long scans. */
export interface StatementOptions {
  bigints?: true
  arrays?: true
}

/** Quotes the name of a table or a column for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What is used of the driver's compiled statements. */
interface CompiledStatement {
  all(...values: SqlValue[]): unknown[]
  get(...values: SqlValue[]): unknown
  iterate(...values: SqlValue[]): IterableIterator<unknown>
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  setReadBigInts(isOn: boolean): void
  setReturnArrays(isOn: boolean): void
}

/** What is used of the driver's connection. */
interface Driver {
  prepare(sql: string): CompiledStatement
}

/** What a statement does to which table. */
export interface WriteTarget {
  table: string
  action: 'insert' | 'update' | 'delete'
}

/** What surrounds every statement of a connection. */
interface StatementHooks {
  translate: ErrorTranslator
  /** Called before a statement writes. */
  beforeWrite: (target: WriteTarget) => void
}

const WRITE_SQL = /^\s*(INSERT|UPDATE|DELETE)\s+(?:OR\s+\w+\s+)?(?:INTO\s+|FROM\s+)?"?(\w+)/i

/** Returns what a statement writes; undefined for one that reads. */
function parseWriteTarget(sql: string): WriteTarget | undefined {
  const [, action, table] = WRITE_SQL.exec(sql) ?? []
  if (action === undefined || table === undefined) return undefined
  return { table, action: action.toLowerCase() as WriteTarget['action'] } // the expression allows no other word
}

/** Returns the statement cache of a connection. */
export function createStatementCache(driver: Driver, hooks: StatementHooks) {
  const statements = new Map<string, unknown>()
  return {
    /** Returns the statement of this SQL, which SQLite compiles at its first use. */
    prepare<Row>(sql: string, options: StatementOptions = {}): SqlStatement<Row> {
      const key = `${options.bigints ?? ''}${options.arrays ?? ''}${sql}`
      const cached = statements.get(key)
      if (cached) return cached as SqlStatement<Row> // cached under the SQL that determines its row type
      const statement = createStatement<Row>(createCompiler(driver, sql, options), sql, hooks)
      statements.set(key, statement)
      return statement
    },
    clear: (): void => statements.clear(),
  }
}

/** Compiles at the first call: a command uses few of the many statements, and compiling all takes milliseconds. */
function createCompiler(driver: Driver, sql: string, options: StatementOptions): () => CompiledStatement {
  let compiled: CompiledStatement | undefined
  return () => {
    if (compiled) return compiled
    compiled = driver.prepare(sql)
    if (options.bigints) compiled.setReadBigInts(true)
    if (options.arrays) compiled.setReturnArrays(true)
    return compiled
  }
}

function createStatement<Row>(
  compile: () => CompiledStatement,
  sql: string,
  { translate, beforeWrite }: StatementHooks,
): SqlStatement<Row> {
  const target = parseWriteTarget(sql)
  const placeholders = sql.split('?').length - 1
  const checkCount = (values: SqlValue[]): SqlValue[] => {
    if (values.length !== placeholders)
      throw new TypeError(`${values.length} values for ${placeholders} places in: ${sql}`)
    return values
  }
  return {
    all: (...values) => translate(() => compile().all(...checkCount(values)) as Row[]),
    get: (...values) => translate(() => compile().get(...checkCount(values)) as Row | undefined),
    *iterate(...values) {
      const rows = translate(() => compile().iterate(...checkCount(values)) as IterableIterator<Row>)
      try {
        for (let row = translate(() => rows.next()); !row.done; row = translate(() => rows.next()))
          yield row.value
      } finally {
        rows.return?.()
      }
    },
    run: (...values) =>
      translate(() => {
        if (target) beforeWrite(target)
        const { changes, lastInsertRowid } = compile().run(...checkCount(values))
        return { changes: Number(changes), key: Number(lastInsertRowid) }
      }),
  }
}
