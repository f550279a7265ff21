/**
 * Applies changesets row by row, by statements that stay compiled.
 * SQLite's own function ends with a pragma after which it compiles every statement of the connection again.
 * @see docs/scaling.md#how-a-write-is-committed
 */

import { decodeChanges, type RowChange } from './changeset.ts'
import type { ChangeValue } from './changeset-values.ts'
import type { Database } from './database.ts'
import { isConstraintError } from './sqlite-errors.ts'
import { quoteName } from './statements.ts'

/** What is used of the driver's connection. */
interface Driver {
  prepare(sql: string): CompiledStatement
}

interface CompiledStatement {
  run(...values: ChangeValue[]): { changes: number | bigint }
  all(): unknown[]
}

/** A row is not as the changeset says. */
class RowMismatchError extends Error {}

/** Applies changesets and patchsets to one connection. */
export interface RowApplier {
  /** Applies every change, in order; an error leaves those before it. */
  apply(driver: Driver, changeset: Uint8Array): void
  /** Like `Database.applyChangeset`, also for a patchset. @throws ChangesetConflictError */
  applyTo(database: Database, changeset: Uint8Array): void
  /** Forgets the statements: they would keep the file open. */
  clear(): void
}

/** Returns what applies changesets to one connection. */
export function createRowApplier(): RowApplier {
  const statements = new Map<string, CompiledStatement>()
  const columns = new Map<string, readonly string[]>()

  function listColumns(driver: Driver, table: string): readonly string[] {
    const known = columns.get(table)
    if (known) return known
    const rows = driver.prepare(`PRAGMA table_info(${quoteName(table)})`).all() as { name: string }[]
    const names = rows.map(({ name }) => quoteName(name))
    columns.set(table, names)
    return names
  }

  function compile(driver: Driver, change: RowChange): CompiledStatement {
    const key = describeShape(change)
    const known = statements.get(key)
    if (known) return known
    const statement = driver.prepare(buildSql(change, listColumns(driver, change.table)))
    statements.set(key, statement)
    return statement
  }

  function apply(driver: Driver, changeset: Uint8Array): void {
    for (const change of decodeChanges(changeset)) {
      const { changes } = compile(driver, change).run(...listValues(change))
      if (Number(changes) !== 1) throw new RowMismatchError(`${change.operation} of ${change.table}`)
    }
  }

  return {
    apply,
    applyTo(database, changeset) {
      try {
        database.writeUnobserved((driver) => apply(driver, changeset))
      } catch (error) {
        if (!(error instanceof RowMismatchError || isConstraintError(error))) throw error
        // It applies rows in any order, as far as the last one leaves none without the row that it refers to.
        database.applyChangeset(changeset)
      }
    },
    clear() {
      statements.clear()
      columns.clear()
    },
  }
}

/** Returns a text that two changes share when one statement makes both. */
function describeShape({ table, operation, before, after }: RowChange): string {
  let shape = `${operation} ${table} `
  for (const value of before) shape += value === undefined ? '-' : '+'
  for (const value of after) shape += value === undefined ? '-' : '+'
  return shape
}

const isKnown = (value: ChangeValue | undefined): value is ChangeValue => value !== undefined

const listValues = ({ operation, before, after }: RowChange): ChangeValue[] =>
  operation === 'update'
    ? [...after.filter(isKnown), ...before.filter(isKnown)]
    : [...before, ...after].filter(isKnown)

/** Returns the statement of a change: it finds the row only if every value that is known before it is still there. */
function buildSql(
  { table, operation, keyColumns, before, after }: RowChange,
  names: readonly string[],
): string {
  if (operation === 'insert')
    return `INSERT INTO ${quoteName(table)} VALUES (${after.map(() => '?').join(', ')})`
  const conditions = names.flatMap((name, column) =>
    before[column] === undefined ? [] : [`${name} ${(keyColumns[column] ?? 0) > 0 ? '=' : 'IS'} ?`],
  )
  const where = `WHERE ${conditions.join(' AND ')}`
  if (operation === 'delete') return `DELETE FROM ${quoteName(table)} ${where}`
  const values = names.flatMap((name, column) => (after[column] === undefined ? [] : [`${name} = ?`]))
  return `UPDATE ${quoteName(table)} SET ${values.join(', ')} ${where}`
}
