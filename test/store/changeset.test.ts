/** Tests that changesets of the driver are read, inverted and written to the byte, and that damaged ones are refused. */

import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { StorageError } from '../../src/contract/errors.ts'
import { createRowApplier } from '../../src/store/apply-rows.ts'
import {
  decodeChangeset,
  decodeInverse,
  decodeKeys,
  encodeChangeset,
  invertChange,
  type RowChange,
} from '../../src/store/changeset.ts'
import { openWorkspaceStore } from '../../src/store/workspace-store.ts'
import * as fc from '../support/fast-check.ts'

/** Returns the changes that take these back, the last one first. */
const invertChanges = (changes: readonly RowChange[]): RowChange[] => changes.toReversed().map(invertChange)

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 300)
const seed = 20261122

type Connection = InstanceType<typeof DatabaseSync>
type SqlValue = null | bigint | number | string | Uint8Array

/** A random table: its columns, and which of them are its key, in the order of the key. */
interface TableShape {
  name: string
  types: string[]
  key: number[]
  isWithoutRowid: boolean
}

/** A random write: which statement, and numbers that choose its rows and values. */
interface Write {
  kind: 'insert' | 'update' | 'updateKey' | 'delete'
  table: number
  picks: number[]
}

const tableShape: fc.Arbitrary<TableShape> = fc
  .record({
    name: fc.constantFrom('plain', 'transaction', 'Größe "x"', "it's", '表'),
    types: fc.array(fc.constantFrom('INTEGER', 'TEXT', 'REAL', 'BLOB', 'ANY'), {
      minLength: 1,
      maxLength: 6,
    }),
    isWithoutRowid: fc.boolean(),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
  })
  .map(({ name, types, isWithoutRowid, order }) => {
    const key = order.filter((column) => column < types.length)
    return { name, types, isWithoutRowid, key: key.length > 0 ? key : [0] }
  })

const shapes = fc
  .array(tableShape, { minLength: 1, maxLength: 3 })
  .map((tables) => tables.map((table, at) => ({ ...table, name: `${table.name} ${at}` })))

const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'update', 'updateKey', 'delete'),
  table: fc.nat(2),
  picks: fc.array(fc.nat(1000), { minLength: 14, maxLength: 14 }),
})
const writes = fc.array(write, { maxLength: 40 })

// Few values, so that writes meet the same rows; lengths around those that need another byte.
const integers = [0n, 1n, -1n, 127n, 128n, 2n ** 63n - 1n, -(2n ** 63n), 9007199254740993n]
const texts = ['', 'a', 'Café', '\uFEFFbom', '\uFFFD', '💶', 'nul\0nul', 'x'.repeat(127), 'é'.repeat(8192)]
const reals = [0, 1.5, -2, 1e308, Number.POSITIVE_INFINITY, 5e-324]
// A session does not find a row again whose key is a REAL without a fraction.
const realKeys = [0.5, 1.5, -2.25]
const blobs = [[], [0], [255, 254], Array.from({ length: 128 }, (_, at) => at)].map(
  (bytes) => new Uint8Array(bytes),
)
const valuesByType: Record<string, SqlValue[]> = {
  INTEGER: integers,
  TEXT: texts,
  REAL: reals,
  BLOB: blobs,
  ANY: [1n, 1.5, '1', ...blobs],
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

function createTables(database: Connection, tables: readonly TableShape[]): void {
  for (const { name, types, key, isWithoutRowid } of tables) {
    const columns = types.map((type, at) => `c${at} ${type} ${key.includes(at) ? 'NOT NULL' : ''}`)
    const options = isWithoutRowid ? 'STRICT, WITHOUT ROWID' : 'STRICT'
    const primaryKey = `PRIMARY KEY (${key.map((at) => `c${at}`).join(', ')})`
    database.exec(`CREATE TABLE ${quoteName(name)} (${[...columns, primaryKey].join(', ')}) ${options}`)
  }
}

function applyWrite(
  database: Connection,
  tables: readonly TableShape[],
  { kind, table, picks }: Write,
): void {
  const { name, types, key } = tables[table % tables.length] ?? fail()
  const value = (column: number, pick: number): SqlValue => {
    const isKey = key.includes(column)
    const type = types[column] ?? ''
    const values = isKey && type === 'REAL' ? realKeys : (valuesByType[type] ?? fail())
    return !isKey && pick % 7 === 0 ? null : (values[pick % values.length] ?? null)
  }
  const row = types.map((_, column) => value(column, picks[column] ?? 0))
  const into = quoteName(name)
  if (kind === 'insert') {
    database.prepare(`INSERT OR REPLACE INTO ${into} VALUES (${types.map(() => '?').join(', ')})`).run(...row)
    return
  }
  const column = (picks[12] ?? 0) % types.length
  if (kind === 'delete') {
    database.prepare(`DELETE FROM ${into} WHERE c${column} = ?`).run(row[column] ?? null)
    return
  }
  // Rows of the same key replace each other: SQLite deletes those and updates this.
  const changed = kind === 'updateKey' ? (key[0] ?? 0) : column
  const sql = `UPDATE OR REPLACE ${into} SET c${changed} = ? WHERE c${column} = ?`
  database.prepare(sql).run(value(changed, picks[13] ?? 0), row[column] ?? null)
}

function fail(): never {
  throw new Error('The test has no such table')
}

/** Returns every value of every table, with its type. */
const dump = (database: Connection, tables: readonly TableShape[]): unknown =>
  tables.map(({ name, types, key }) =>
    database
      .prepare(
        `SELECT ${types.map((_, at) => `typeof(c${at}) || quote(c${at}) AS c${at}`).join(', ')}
         FROM ${quoteName(name)} ORDER BY ${key.map((at) => `c${at}`).join(', ')}`,
      )
      .all(),
  )

/** Runs the writes and returns what the driver recorded of them. */
function record(database: Connection, tables: readonly TableShape[], todo: readonly Write[]): Uint8Array {
  const session = database.createSession()
  for (const one of todo) applyWrite(database, tables, one)
  const changeset = session.changeset()
  session.close()
  return changeset
}

/** Applies a changeset; false when any row is not as the changeset says it was. */
const apply = (database: Connection, changeset: Uint8Array): boolean =>
  database.applyChangeset(changeset, { onConflict: () => 2 /* SQLITE_CHANGESET_ABORT */ })

/** Returns what names the row of a change. */
const pickKey = ({ table, keyColumns, operation, before, after }: RowChange) => ({
  ...{ table, keyColumns, operation },
  key: keyColumns.map((position, at) =>
    position > 0 ? (operation === 'insert' ? after : before)[at] : null,
  ),
})

test('any changeset of the driver is written again to the byte, and its inverse brings the old rows back', () => {
  const property = fc.property(shapes, writes, writes, (tables, first, then) => {
    const database = new DatabaseSync(':memory:')
    createTables(database, tables)
    for (const one of first) applyWrite(database, tables, one)
    const before = dump(database, tables)
    const changeset = record(database, tables, then)
    const after = dump(database, tables)

    const changes = [...decodeChangeset(changeset)]
    expect(Buffer.from(encodeChangeset(changes)).equals(changeset)).toBe(true)
    expect(invertChanges(invertChanges(changes))).toEqual(changes)
    const inverted = changes.map(invertChange)
    const read = [...decodeInverse(changeset)]
    expect(read.map(({ source: _, ...change }) => change)).toEqual(inverted)
    expect(encodeChangeset(read)).toEqual(encodeChangeset(inverted))
    expect([...decodeKeys(changeset)].map(pickKey)).toEqual(changes.map(pickKey))
    if (changes.length > 0) {
      expect(apply(database, encodeChangeset(invertChanges(changes)))).toBe(true)
      expect(dump(database, tables)).toEqual(before)
      expect(apply(database, encodeChangeset(changes))).toBe(true)
      expect(dump(database, tables)).toEqual(after)
    }
    database.close()
  })
  fc.assert(property, { numRuns: rounds, seed })
})

test('any changeset or patchset is applied row by row as the driver applies it, and to no other rows', () => {
  const property = fc.property(shapes, writes, writes, (tables, first, then) => {
    const recorded = new DatabaseSync(':memory:')
    const copies = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')]
    for (const database of [recorded, ...copies]) {
      createTables(database, tables)
      for (const one of first) applyWrite(database, tables, one)
    }
    const session = recorded.createSession()
    for (const one of then) applyWrite(recorded, tables, one)
    const sets = [session.changeset(), session.patchset()]
    session.close()
    for (const [index, bytes] of sets.entries()) {
      const copy = copies[index] ?? fail()
      const rows = createRowApplier()
      rows.apply(copy, bytes)
      expect(dump(copy, tables)).toEqual(dump(recorded, tables))
      if (index === 0 && bytes.length > 0) expect(() => rows.apply(copy, bytes)).toThrow()
      rows.clear()
    }
    for (const database of [recorded, ...copies]) database.close()
  })
  fc.assert(property, { numRuns: rounds, seed })
})

/** Returns the changes up to the error, and whether there was one; any other error than StorageError is thrown. */
function readDamaged(bytes: Uint8Array): { changes: RowChange[]; isRefused: boolean } {
  const changes: RowChange[] = []
  try {
    for (const change of decodeChangeset(bytes)) changes.push(change)
    return { changes, isRefused: false }
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError)
    return { changes, isRefused: true }
  }
}

/** Returns a changeset of every kind of change and value, of two tables. */
function recordSample(): Uint8Array {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE a (seq INTEGER PRIMARY KEY, text TEXT, real REAL, blob BLOB, none TEXT) STRICT;
    CREATE TABLE b (month TEXT, category INTEGER, assigned INTEGER, PRIMARY KEY (category, month)) STRICT, WITHOUT ROWID;
    INSERT INTO a VALUES (1, 'Café', 1.5, x'00ff', NULL), (2, 'x', 0.25, x'', NULL);
    INSERT INTO b VALUES ('2026-11', 4, 100);`)
  const session = database.createSession()
  database.exec(`
    INSERT INTO a VALUES (3, 'new', -1.5, x'01', NULL);
    UPDATE a SET text = 'Tea' WHERE seq = 1;
    DELETE FROM a WHERE seq = 2;
    UPDATE b SET assigned = 250;`)
  const changeset = session.changeset()
  database.close()
  return changeset
}

test('every kind of change is read with its values, and an update keeps its key', () => {
  const a = { table: 'a', keyColumns: [1, 0, 0, 0, 0] }
  const b = { table: 'b', keyColumns: [2, 1, 0] }
  const nothing = undefined
  const read = [...decodeChangeset(recordSample())]
  const byKind = (one: RowChange, other: RowChange) => (one.operation < other.operation ? -1 : 1)
  const ofA = read.filter(({ table }) => table === 'a')
  expect(ofA.toSorted(byKind)).toEqual([
    { ...a, operation: 'delete', before: [2n, 'x', 0.25, new Uint8Array(), null], after: [] },
    { ...a, operation: 'insert', before: [], after: [3n, 'new', -1.5, new Uint8Array([1]), null] },
    {
      ...a,
      operation: 'update',
      before: [1n, 'Café', nothing, nothing, nothing],
      after: [nothing, 'Tea', nothing, nothing, nothing],
    },
  ])
  const raised: RowChange = {
    ...b,
    operation: 'update',
    before: ['2026-11', 4n, 100n],
    after: [nothing, nothing, 250n],
  }
  expect(read.filter(({ table }) => table === 'b')).toEqual([raised])
  expect(invertChange(raised)).toEqual({
    ...raised,
    before: ['2026-11', 4n, 250n],
    after: [nothing, nothing, 100n],
  })
})

test('a changeset that ends too early is refused, or is one of its first changes when it ends between two', () => {
  const whole = recordSample()
  const changes = [...decodeChangeset(whole)]
  const read = Array.from({ length: whole.length }, (_, length) => readDamaged(whole.subarray(0, length)))
  for (const { changes: found } of read) expect(found).toEqual(changes.slice(0, found.length))
  // The empty changeset, and the ends of all changes but the last.
  expect(read.filter(({ isRefused }) => !isRefused).map(({ changes: found }) => found.length)).toEqual([
    0, 1, 2, 3,
  ])
})

test('damaged bytes are refused or read as other values, and never anything else', () => {
  const whole = recordSample()
  const damage = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) })
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const bytes = Uint8Array.from(whole)
      for (const { at, byte } of damages) bytes[at] = byte
      const { changes, isRefused } = readDamaged(bytes)
      // What is not refused is written again without loss; only the mark of a trigger is not kept.
      if (!isRefused) expect([...decodeChangeset(encodeChangeset(changes))]).toEqual(changes)
    }),
    { numRuns: rounds * 10, seed },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readDamaged(bytes)),
    { numRuns: rounds * 10, seed },
  )
})

const header = [0x54, 1, 1, 0x61, 0] // table "a", whose only column is its key
test.each([
  [
    'a patchset',
    [0x50, ...header.slice(1), 18, 0, 5],
    'it is a patchset, which cannot be inverted at byte 0',
  ],
  ['a change before any table', [18, 0, 5], 'an unknown change 18 at byte 0'],
  ['an unknown kind of change', [...header, 19, 0, 5], 'an unknown change 19 at byte 5'],
  ['an unknown mark', [...header, 18, 2, 5], 'an unknown mark of a trigger at byte 6'],
  ['an unknown type', [...header, 18, 0, 6], 'a value has the unknown type 6 at byte 7'],
  ['an insert without a value', [...header, 18, 0, 0], 'an incomplete insert at byte 5'],
  ['a delete without a value', [...header, 9, 0, 0], 'an incomplete delete at byte 5'],
  ['an update without its key', [...header, 23, 0, 0, 0], 'an incomplete update at byte 5'],
  ['an update of a key', [...header, 23, 0, 5, 5], 'an incomplete update at byte 5'],
  ['a table without columns', [0x54, 0, 0x61, 0], 'a table has 0 columns at byte 1'],
  ['a table without a key', [0x54, 1, 0, 0x61, 0, 18, 0, 5], 'a table has no primary key at byte 1'],
  ['a table without a name', [0x54, 1, 1, 0, 18, 0, 5], 'a table has no name at byte 3'],
  ['a name without an end', [0x54, 1, 1, 0x61], 'a table has no name at byte 3'],
  ['a table without changes', header, 'it ends too early at byte 5'],
  ['a text that is not UTF-8', [...header, 18, 0, 3, 1, 0xff], 'a text is not UTF-8 at byte 9'],
  [
    'a text longer than the bytes',
    [...header, 18, 0, 3, 0x8f, 0xff, 0xff, 0xff, 0x7f, 1],
    'it ends too early at byte 14',
  ],
  [
    'a length without an end',
    [...header, 18, 0, 3, 0x81, 0x81, 0x81, 0x81, 0x81, 1],
    'a length has too many digits at byte 13',
  ],
])('%s is refused', (_, bytes, problem) => {
  expect(() => [...decodeChangeset(new Uint8Array(bytes))]).toThrow(
    new StorageError(`A recorded change is damaged: ${problem}`),
  )
})

test('the mark of a trigger is read over', () => {
  const change = { table: 'a', keyColumns: [1], operation: 'insert', before: [], after: [null] }
  expect([...decodeChangeset(new Uint8Array([...header, 18, 1, 5]))]).toEqual([change])
})

test('changes that alternate between tables keep their order, and are taken back from the last to the first', () => {
  const changes = ['a', 'b', 'a'].map(
    (table, at): RowChange => ({
      table,
      keyColumns: [1],
      operation: 'insert',
      before: [],
      after: [BigInt(at)],
    }),
  )
  expect([...decodeChangeset(encodeChangeset(changes))]).toEqual(changes)
  expect(invertChanges(changes).map(({ table, before: [value] }) => [table, value])).toEqual([
    ['a', 2n],
    ['b', 1n],
    ['a', 0n],
  ])
  expect(encodeChangeset([])).toEqual(new Uint8Array())
})

test('a change from before its table got a column has it: empty, and left alone by an update', () => {
  const store = openWorkspaceStore(':memory:', () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' }))
  const { names } = store.recordedRows.getColumns('schedules')
  store.close()
  const keyColumns = names.slice(0, -1).map((_, at) => (at === 0 ? 1 : 0))
  const row = keyColumns.map((_, at) => BigInt(at))
  const changed = row.map((value, at) => (at === 1 ? value : undefined))
  const old: RowChange[] = [
    { table: 'schedules', keyColumns, operation: 'insert', before: [], after: row },
    {
      ...{ table: 'schedules', keyColumns, operation: 'update' },
      ...{ before: [0n, ...changed.slice(1)], after: changed },
    },
    { table: 'schedules', keyColumns, operation: 'delete', before: row, after: [] },
  ]
  expect([...decodeChangeset(encodeChangeset(old))]).toEqual(
    old.map((change) => {
      const value = change.operation === 'update' ? undefined : null
      const grow = (values: readonly unknown[]) => (values.length === 0 ? [] : [...values, value])
      return {
        ...change,
        ...{ keyColumns: [...keyColumns, 0], before: grow(change.before), after: grow(change.after) },
      }
    }),
  )
})
