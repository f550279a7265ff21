/** Reads SQLite files that other programs wrote: a private copy, read-only, and nothing but stored tables. */

import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../contract/errors.ts'
import type { ForeignFile, ForeignTables, ForeignValue } from '../contract/ports/foreign-tables.ts'
import { toFileStorageError } from '../fs/file-errors.ts'
import { openReadOnlyDriver, sqliteConstants } from './database.ts'
import { quoteName } from './statements.ts'

/** The most bytes of a value or a row. */
const MAX_ROW_BYTES = 4 * 1024 * 1024
const MAX_COLUMNS = 200
const MAX_ROWS = 5_000_000
// Byte 18 and 19 of the header are 2 when the file has a write-ahead log, which a copy of one file has not.
const LOG_FLAGS = [18, 19] as const
const MIN_HEADER = 100

type Driver = ReturnType<typeof openReadOnlyDriver>

/**
 * Copies the file into a directory of its own while `use` runs, and lets it read the tables of the copy.
 * @throws UserError when the file is damaged
 */
export function readForeignDatabase<Result>(
  file: ForeignFile,
  use: (tables: ForeignTables) => Result,
): Result {
  const folder = createPrivateFolder()
  try {
    const driver = openCopy(folder, withoutLogFlags(file))
    try {
      translate(file, () => restrict(driver))
      return use(connectTables(driver, file))
    } finally {
      driver.close()
    }
  } catch (error) {
    throw toFileStorageError(error, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens a file in the folder before it has any bytes, so that its name is gone when it has: a kill leaves nothing. */
function openCopy(folder: string, bytes: Uint8Array): Driver {
  const path = join(folder, 'copy.sqlite')
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    const driver = openReadOnlyDriver(path)
    try {
      // Windows does not remove open files: there the folder is removed at the end.
      if (process.platform !== 'win32') rmSync(folder, { recursive: true })
      writeFileSync(descriptor, bytes)
      return driver
    } catch (error) {
      driver.close()
      throw error
    }
  } finally {
    closeSync(descriptor)
  }
}

function createPrivateFolder(): string {
  const parent = tmpdir()
  try {
    return mkdtempSync(join(parent, 'budget-copy-'))
  } catch (error) {
    throw toFileStorageError(error, parent)
  }
}

function withoutLogFlags(file: ForeignFile): Uint8Array {
  if (file.bytes.length < MIN_HEADER) throw createDamageError(file, 'it is cut off')
  if (LOG_FLAGS.every((at) => file.bytes[at] === 1)) return file.bytes
  const bytes = Uint8Array.from(file.bytes)
  for (const at of LOG_FLAGS) bytes[at] = 1
  return bytes
}

/** Lets statements of this connection do nothing but read tables: the schema of the file may hold anything. */
function restrict(driver: Driver): void {
  Object.assign(driver.limits, { length: MAX_ROW_BYTES, column: MAX_COLUMNS, attach: 0, exprDepth: 50 })
  driver.exec('PRAGMA trusted_schema=0; PRAGMA cell_size_check=1; PRAGMA mmap_size=0; PRAGMA temp_store=2')
  const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_PRAGMA } = sqliteConstants
  driver.setAuthorizer((action, name, _column, _database, insideOf) => {
    const isRead = action === SQLITE_SELECT || action === SQLITE_READ
    const isColumnList = action === SQLITE_PRAGMA && name === 'table_xinfo'
    return insideOf === null && (isRead || isColumnList) ? SQLITE_OK : SQLITE_DENY
  })
}

const connectTables = (driver: Driver, file: ForeignFile): ForeignTables => ({
  listColumns: (table) =>
    translate(file, () => {
      if (!isStoredTable(driver, table)) return []
      // Hidden columns are computed by what the file says.
      const columns = driver.prepare(`PRAGMA table_xinfo(${quoteName(table)})`).all() as ColumnRow[]
      return columns.flatMap(({ name, hidden }) => (hidden === 0 ? [name] : []))
    }),
  *iterate(table, columns) {
    // An index of the file may be damaged, or sort in another way.
    const sql = `SELECT ${columns.map(quoteName).join(', ')} FROM main.${quoteName(table)} NOT INDEXED`
    let row = 1
    const place = (): string => `${table}, row ${row}`
    const rows = translate(file, () => openRows(driver, sql), place)
    try {
      for (let next = translate(file, () => rows.next(), place); !next.done; ) {
        if (row > MAX_ROWS) throw createDamageError(file, `${table} has more than ${MAX_ROWS} rows`)
        yield next.value
        row++
        next = translate(file, () => rows.next(), place)
      }
    } finally {
      rows.return?.()
    }
  },
})

/** A column of the driver's reply; generated columns are hidden. */
interface ColumnRow {
  name: string
  hidden: number
}

/** True for a table that the file stores: views and virtual tables have no page of their own. */
const isStoredTable = (driver: Driver, table: string): boolean =>
  driver
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?")
    .get(table) !== undefined

function openRows(driver: Driver, sql: string): IterableIterator<ForeignValue[]> {
  const statement = driver.prepare(sql)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  return statement.iterate() as IterableIterator<ForeignValue[]> // what SQLite has, in arrays
}

/** Runs driver code; what the driver throws is about the file. */
function translate<Result>(file: ForeignFile, work: () => Result, place?: () => string): Result {
  try {
    return work()
  } catch (error) {
    const isFromDriver = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
    if (!isFromDriver) throw error
    const where = place ? `${place()}: ` : ''
    throw createDamageError(file, `${where}${error.message}`)
  }
}

const createDamageError = ({ path }: ForeignFile, problem: string): UserError =>
  new UserError('invalid', `"${path}" cannot be read as an SQLite file: ${problem}`, {
    hint: 'Export the budget again, and give the file as it was saved',
  })
