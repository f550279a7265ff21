/** An SQLite file opened with care: refused unless it is ours and whole, and brought up to date. */

import { StorageTrouble } from '../contract/errors.ts'
import { backUp } from './backup.ts'
import { connect, type Database } from './database.ts'
import { endedUncleanly, isCut, lost, makeFile, refuseLost } from './database-file.ts'
import { RESTORE, troubleOf } from './sqlite-errors.ts'
import { hasMarks, markWrites, refuseForeignLog } from './wal-ownership.ts'

/** What makes a file one of ours, and how its tables came to be. */
export interface Schema {
  /** SQLite's application_id of such files. */
  application: number
  /** One script a version, oldest first. */
  migrations: readonly string[]
}

// Below this version a crash while a write-ahead log is reset can lose commits.
const OLDEST_SQLITE = [3, 51, 3]

interface Expected {
  /** There is something in the file already: it is never made anew. */
  isKnown?: boolean
}

/** Opens a file of this schema, making it when it does not exist; ':memory:' is one that vanishes. Throws StorageTrouble. */
export function openDatabase(file: string, schema: Schema, { isKnown = false }: Expected = {}): Database {
  return opened(file, { schema, isKnown }, (database) => {
    setPragmas(database, file)
    migrate(database, schema, file)
    if (hasMarks(database)) markWrites(database)
  })
}

/** Opens a file that is there without changing what it is: its version and its way of writing stay. Throws StorageTrouble. */
export const openAsItIs = (file: string, schema: Schema): Database =>
  opened(file, { schema, isKnown: true }, () => undefined)

function opened(
  file: string,
  { schema, isKnown }: { schema: Schema; isKnown: boolean },
  prepare: (database: Database) => void,
): Database {
  try {
    const isOnDisk = file !== ':memory:'
    if (isOnDisk && isKnown) refuseLost(file)
    else if (isOnDisk) makeFile(file)
    const isUnclean = isOnDisk && endedUncleanly(file)
    if (isUnclean) refuseForeignLog(file)
    const suspect = isUnclean || (isOnDisk && isCut(file))
    const database = connect(file)
    try {
      checkVersion(database)
      checkIdentity(database, { ...schema, isKnown }, file)
      if (suspect) checkIntegrity(database, file)
      prepare(database)
      return database
    } catch (error) {
      database.abandon()
      throw error
    }
  } catch (error) {
    throw troubleOf(error, file)
  }
}

const pragma = (database: Database, name: string): unknown =>
  Object.values(database.prepare<Record<string, unknown>>(`PRAGMA ${name}`).get() ?? {})[0]

function checkVersion(database: Database): void {
  const version = String(
    database.prepare<{ version: string }>('SELECT sqlite_version() AS version').get()?.version,
  )
  const parts = version.split('.').map(Number)
  const older = OLDEST_SQLITE.findIndex((part, at) => (parts[at] ?? 0) !== part)
  if (older >= 0 && (parts[older] ?? 0) < (OLDEST_SQLITE[older] ?? 0)) {
    throw new StorageTrouble(
      `SQLite ${version} can lose commits after a crash; ${OLDEST_SQLITE.join('.')} is needed`,
    )
  }
}

/** Refuses another program's file, and one of a later version of ours. */
function checkIdentity(database: Database, schema: Schema & Expected, file: string): void {
  const { application, version, empty } = database.read(() => ({
    application: pragma(database, 'application_id'),
    version: Number(pragma(database, 'user_version')),
    empty: database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined,
  }))
  // Killed while it was made, a file is empty and nobody's yet.
  if (empty && application === 0 && version === 0 && !schema.isKnown) return
  if (empty && application === 0 && version === 0) throw lost(file, 'empty')
  if (application !== schema.application)
    throw new StorageTrouble(`${file} is not a budget file`, undefined, RESTORE)
  if (version < 0)
    throw new StorageTrouble(`${file} is damaged: its version is ${version}`, undefined, RESTORE)
  if (version > schema.migrations.length) {
    throw new StorageTrouble(
      `${file} was made by a newer budget; update this one to open it`,
      undefined,
      'budget --version says which one this is',
    )
  }
}

/** Sets how the file is written, and reads every setting back: a file system may refuse one quietly. */
function setPragmas(database: Database, file: string): void {
  // A network file system may not share memory, which a write-ahead log needs.
  const log = pragma(database, 'journal_mode=WAL')
  if (log !== 'wal' && file !== ':memory:') pragma(database, 'journal_mode=TRUNCATE')
  const settings = {
    synchronous: 2, // FULL: a commit that was acknowledged survives a power cut
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    temp_store: 2,
    cache_size: -4_096,
    wal_autocheckpoint: 8000,
  }
  for (const [name, wanted] of Object.entries(settings)) {
    database.exec(`PRAGMA ${name}=${wanted}`)
    const got = pragma(database, name)
    if (got !== wanted)
      throw new StorageTrouble(`${file} does not take ${name}=${wanted} (it says ${String(got)})`)
  }
}

function checkIntegrity(database: Database, file: string): void {
  const answer = pragma(database, 'quick_check(1)')
  if (answer !== 'ok')
    throw new StorageTrouble(
      `${file} is damaged (${String(answer)}); restore it from a backup`,
      undefined,
      RESTORE,
    )
}

function migrate(database: Database, { application, migrations }: Schema, file: string): void {
  const before = Number(pragma(database, 'user_version'))
  if (before === migrations.length) return
  if (before > 0 && file !== ':memory:') backUp(database, `${file}.version-${before}`, { force: true })
  database.write(() => {
    // Asked again inside the transaction: another process may have migrated meanwhile.
    const version = Number(pragma(database, 'user_version'))
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA application_id=${application}; PRAGMA user_version=${migrations.length}`)
  })
}
