/** Tests opening database files: creation, migration, refused files, transactions and busy files. */

import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NewerFileError, StorageError } from '../../src/contract/errors.ts'
import { createRowApplier } from '../../src/store/apply-rows.ts'
import { encodeChangeset, type RowChange } from '../../src/store/changeset.ts'
import { ChangesetConflictError, type Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { RESTORE_HINT } from '../../src/store/sqlite-errors.ts'

const schema = { application: 7, migrations: ['CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT'] }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  file = join(folder, 'data', 'notes.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns the size of the write-ahead log. */
const inLog = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

const notesIn = (database: Database): string[] =>
  database
    .prepare<{ text: string }>('SELECT text FROM notes ORDER BY rowid')
    .all()
    .map(({ text }) => text)
const note = (database: Database, text: string): void =>
  void database.prepare('INSERT INTO notes VALUES (?)').run(text)

describe('a file of ours', () => {
  test('is written so that what was acknowledged survives a power cut', () => {
    const database = openDatabase(file, schema)
    const pragma = (name: string): unknown =>
      Object.values(database.prepare<Record<string, unknown>>(`PRAGMA ${name}`).get() ?? {})[0]
    const wanted = {
      application_id: 7,
      user_version: 1,
      journal_mode: 'wal',
      synchronous: 2,
      fullfsync: 1,
      checkpoint_fullfsync: 1,
      foreign_keys: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      temp_store: 1,
    }
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, pragma(name)]))).toEqual(wanted)
    database.close()
  })

  test('can be read by its owner alone, as can its folder and its log', () => {
    const database = openDatabase(file, schema)
    database.write(() => note(database, 'one'))
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
    expect([mode(join(folder, 'data')), mode(file), mode(`${file}-wal`), mode(`${file}-shm`)]).toEqual([
      ...['700', '600', '600', '600'],
    ])
    database.close()
  })

  test('holds everything itself after it was closed', () => {
    const database = openDatabase(file, schema)
    database.write(() => note(database, 'one'))
    database.close()
    database.close()
    expect(inLog()).toBe(0)
    copyFileSync(file, join(folder, 'copy.db'))
    const copy = openDatabase(join(folder, 'copy.db'), schema)
    expect(notesIn(copy)).toEqual(['one'])
    copy.close()
  })

  test('is migrated once, step by step', () => {
    openDatabase(file, schema).close()
    const later = { ...schema, migrations: [...schema.migrations, "INSERT INTO notes VALUES ('migrated')"] }
    for (let times = 0; times < 2; times++) {
      const database = openDatabase(file, later)
      expect(notesIn(database)).toEqual(['migrated'])
      database.close()
    }
  })
})

describe('a file that a newer version migrates while it is open', () => {
  const later = { ...schema, migrations: [...schema.migrations, "INSERT INTO notes VALUES ('migrated')"] }

  test.each<[string, (database: Database) => unknown]>([
    ['a read', (database) => database.read(() => notesIn(database))],
    ['a write', (database) => database.write(() => note(database, 'old'))],
    ['a transaction', (database) => database.beginTransaction()],
  ])('refuses %s, and changes nothing', (_, use) => {
    const database = openDatabase(file, schema)
    database.write(() => note(database, 'one'))
    openDatabase(file, later).close()
    for (let times = 0; times < 2; times++)
      expect(() => use(database)).toThrow(
        new NewerFileError(
          `${file} was migrated by a newer version of budget`,
          undefined,
          'Run the command again, or restart budget serve, with the newer version',
        ),
      )
    database.close()
    const newer = openDatabase(file, later)
    expect(notesIn(newer)).toEqual(['one', 'migrated'])
    newer.close()
  })

  test('refuses work that other writes would join', async () => {
    const database = openDatabase(file, schema)
    openDatabase(file, later).close()
    await expect(database.groupCommit(async () => note(database, 'old'))).rejects.toThrow(NewerFileError)
    database.close()
  })
})

describe('a file that is not ours', () => {
  /** Creates a file at another path and copies it, closed and whole, to the tested path. */
  function put(migrations: string[], { application = 7, change = '', rows = 0 } = {}): void {
    const made = join(folder, 'made.db')
    const database = openDatabase(made, { application, migrations })
    database.write(() => {
      for (let at = 0; at < rows; at++) note(database, `${at} ${'x'.repeat(100)}`)
    })
    database.exec(change)
    database.close()
    mkdirSync(join(folder, 'data'))
    copyFileSync(made, file)
  }

  /** Expects the file to be refused with this message and unchanged to the byte. */
  function expectRefused(words: string, hint = RESTORE_HINT): void {
    const before = readFileSync(file)
    const refused = new StorageError(words.replace('FILE', file), undefined, hint)
    expect(() => openDatabase(file, schema)).toThrow(refused)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(inLog()).toBe(0)
  }

  test('made by another program is refused', () => {
    put(schema.migrations, { application: 8 })
    expectRefused('FILE is not a budget file')
  })

  test('made by a program that does not sign its files is refused', () => {
    put(schema.migrations, { change: 'PRAGMA application_id=0; PRAGMA user_version=0' })
    expectRefused('FILE is not a budget file')
  })

  test.each(['date,amount\n2026-11-20,-5.00\n', 'x'.repeat(10_000), 'SQLite format 3'])(
    'a text is refused',
    (text) => {
      openDatabase(file, schema).close()
      writeFileSync(file, text)
      expectRefused('FILE is not a budget file')
    },
  )

  test('made by a newer version is refused', () => {
    put([...schema.migrations, 'CREATE TABLE later (x TEXT) STRICT'])
    expectRefused(
      'FILE was created by a newer version of budget; update budget to open it',
      'budget --version shows the installed version',
    )
  })

  test.each([0.9, 0.5, 0.1])('cut to %f of its size is refused as damaged', (share) => {
    put(schema.migrations, { rows: 5000 })
    truncateSync(file, Math.floor(statSync(file).size * share))
    expectRefused('FILE is damaged; restore it from a backup')
  })

  test('a folder that is a file is told as such', () => {
    writeFileSync(join(folder, 'data'), '')
    expect(() => openDatabase(file, schema)).toThrow('part of its path is a file, not a directory')
  })

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is told as such', () => {
    chmodSync(folder, 0o500)
    expect(() => openDatabase(file, schema)).toThrow(`${file} cannot be opened: permission denied`)
    chmodSync(folder, 0o700)
  })
})

describe('a file that was being made', () => {
  test('and has nothing in it yet is made anew', () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(file, '')
    const database = openDatabase(file, schema)
    expect(notesIn(database)).toEqual([])
    database.close()
  })

  test('and has only its mode set is made anew', () => {
    mkdirSync(join(folder, 'data'))
    const killed = new DatabaseSync(file)
    killed.exec('PRAGMA journal_mode=WAL')
    killed.close()
    expect(statSync(file).size).toBeGreaterThan(0)
    const database = openDatabase(file, schema)
    expect(notesIn(database)).toEqual([])
    database.close()
  })
})

describe('write', () => {
  let database: Database
  beforeEach(() => {
    database = openDatabase(file, schema)
  })
  afterEach(() => database.close())

  test('keeps everything or nothing', () => {
    const failed = (): void =>
      database.write(() => {
        note(database, 'one')
        throw new RangeError('not this one')
      })
    expect(failed).toThrow(new RangeError('not this one'))
    expect(notesIn(database)).toEqual([])
    expect(database.write(() => note(database, 'two'))).toBeUndefined()
    expect(notesIn(database)).toEqual(['two'])
  })

  test('inside another takes back only its own when it fails', () => {
    database.write(() => {
      note(database, 'outer')
      const inner = (): void =>
        database.write(() => {
          note(database, 'inner')
          note(database, 'inner')
        })
      expect(inner).toThrow('UNIQUE constraint failed')
      database.write(() => note(database, 'second'))
    })
    expect(notesIn(database)).toEqual(['outer', 'second'])
  })

  test('inside another is undone with it', () => {
    const outer = (): void =>
      database.write(() => {
        database.write(() => note(database, 'inner'))
        throw new Error('no')
      })
    expect(outer).toThrow('no')
    expect(notesIn(database)).toEqual([])
  })

  test('tells the first error when SQLite has already ended the transaction', () => {
    const ended = (): void =>
      database.write(() => {
        note(database, 'one')
        database.exec('ROLLBACK') // SQLite does the same when the disk is full
        throw new RangeError('the disk is full')
      })
    expect(ended).toThrow(new RangeError('the disk is full'))
    database.write(() => note(database, 'two'))
    expect(notesIn(database)).toEqual(['two'])
  })

  test('read shows one state of the data, whatever others write meanwhile', () => {
    const other = openDatabase(file, schema)
    const seen = database.read(() => {
      const before = notesIn(database).length
      other.write(() => note(other, 'meanwhile'))
      return [before, notesIn(database).length]
    })
    expect([seen, notesIn(database)]).toEqual([[0, 0], ['meanwhile']])
    other.close()
  })

  test('applies rows in any order, if every one has the row that it refers to at the end', () => {
    const migrations = [
      'CREATE TABLE shops (seq INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT',
      'CREATE TABLE visits (seq INTEGER PRIMARY KEY, shop INTEGER NOT NULL REFERENCES shops (seq)) STRICT',
    ]
    const database = openDatabase(join(folder, 'shops.db'), { application: 7, migrations })
    const rows = createRowApplier()
    const insert = (table: string, ...after: (bigint | string)[]): RowChange => ({
      ...{ table, keyColumns: [1, 0], operation: 'insert' },
      ...{ before: [], after },
    })
    const list = (): unknown[] =>
      database.prepare('SELECT v.seq, name FROM visits v JOIN shops s ON s.seq = shop').all()
    rows.applyTo(database, encodeChangeset([insert('visits', 1n, 7n), insert('shops', 7n, 'Bakery')]))
    expect(list()).toEqual([{ seq: 1, name: 'Bakery' }])
    const orphan = encodeChangeset([insert('shops', 8n, 'Butcher'), insert('visits', 2n, 9n)])
    expect(() => rows.applyTo(database, orphan)).toThrow(ChangesetConflictError)
    expect(() => rows.applyTo(database, encodeChangeset([insert('shops', 9n, 'Bakery')]))).toThrow(
      ChangesetConflictError,
    )
    expect(database.prepare('SELECT count(*) AS n FROM shops').get()).toEqual({ n: 1 })
    rows.clear()
    database.close()
  })

  test('refuses a statement with a value too few or too many', () => {
    expect(() => database.prepare('INSERT INTO notes VALUES (?)').run()).toThrow('0 values for 1 places')
    expect(() => database.prepare('INSERT INTO notes VALUES (?)').run('a', 'b')).toThrow(
      '2 values for 1 places',
    )
  })
})

describe('a snapshot', () => {
  let reader: Database
  let writer: Database
  beforeEach(() => {
    reader = openDatabase(file, schema)
    writer = openDatabase(file, schema)
    writer.write(() => note(writer, 'one'))
    reader.beginSnapshot()
  })
  afterEach(() => {
    reader.close()
    writer.close()
  })

  test('shows the state of its first read while another connection writes', () => {
    writer.write(() => note(writer, 'before the first read'))
    expect(notesIn(reader)).toEqual(['one', 'before the first read'])
    writer.write(() => note(writer, 'after it'))
    reader.beginSnapshot()
    expect(notesIn(reader)).toEqual(['one', 'before the first read'])
    expect(reader.read(() => notesIn(reader))).toEqual(['one', 'before the first read'])
  })

  test('ends when its own connection writes, which then sees what others wrote', () => {
    expect(notesIn(reader)).toEqual(['one'])
    writer.write(() => note(writer, 'two'))
    reader.write(() => note(reader, 'three'))
    expect(notesIn(reader)).toEqual(['one', 'two', 'three'])
    writer.write(() => note(writer, 'four'))
    expect(notesIn(reader)).toEqual(['one', 'two', 'three', 'four'])
  })

  test('keeps no other connection waiting that closes', () => {
    expect(notesIn(reader)).toEqual(['one'])
    writer.write(() => note(writer, 'two'))
    // A connection that waits for a lock waits 5 s.
    const start = performance.now()
    writer.close()
    expect(performance.now() - start).toBeLessThan(4500)
    expect(notesIn(reader)).toEqual(['one'])
    reader.close()
    writer = openDatabase(file, schema)
    expect(notesIn(writer)).toEqual(['one', 'two'])
  })
})
