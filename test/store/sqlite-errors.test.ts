/** Tests the message of each error code of SQLite and of the system. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toExitCode } from '../../src/cli/exit-codes.ts'
import { StorageError } from '../../src/contract/errors.ts'
import { toFileStorageError } from '../../src/fs/file-errors.ts'
import { toStorageError } from '../../src/store/sqlite-errors.ts'
import { openRegistry } from '../../src/store/workspace-registry.ts'

/** Every primary result code of SQLite that reports an error. https://sqlite.org/rescode.html */
const primary = {
  ERROR: 1, INTERNAL: 2, PERM: 3, ABORT: 4, BUSY: 5, LOCKED: 6, NOMEM: 7, READONLY: 8, INTERRUPT: 9, IOERR: 10,
  CORRUPT: 11, NOTFOUND: 12, FULL: 13, CANTOPEN: 14, PROTOCOL: 15, EMPTY: 16, SCHEMA: 17, TOOBIG: 18, CONSTRAINT: 19,
  MISMATCH: 20, MISUSE: 21, NOLFS: 22, AUTH: 23, FORMAT: 24, RANGE: 25, NOTADB: 26,
} as const // biome-ignore format: a table

/** How many extended codes each primary code has. */
const extended: Partial<Record<keyof typeof primary, number>> = {
  BUSY: 3, LOCKED: 2, READONLY: 6, IOERR: 34, CORRUPT: 3, CANTOPEN: 6,
} // biome-ignore format: a table

const ours = [
  'ERROR',
  'INTERNAL',
  'ABORT',
  'INTERRUPT',
  'NOTFOUND',
  'EMPTY',
  'SCHEMA',
  'TOOBIG',
  'CONSTRAINT',
  'MISMATCH',
  'MISUSE',
  'AUTH',
  'FORMAT',
  'RANGE',
]

const words: Record<string, string> = {
  PERM: 'F cannot be opened: permission denied',
  BUSY: 'Another budget process is writing; try again when it is done',
  LOCKED: 'Another budget process is writing; try again when it is done',
  NOMEM: 'F cannot be read: the system is out of memory',
  READONLY: 'F cannot be written: the file or its directory is read-only',
  IOERR: 'The disk failed while reading or writing F',
  CORRUPT: 'F is damaged; restore it from a backup',
  FULL: 'The disk is full: F cannot grow; nothing was changed',
  CANTOPEN: 'F cannot be opened; check that its directory exists and belongs to you',
  PROTOCOL: 'F is used by too many processes at once',
  NOLFS: 'F is larger than this system can read',
  NOTADB: 'F is not a budget file',
  'READONLY 4': 'F was moved or replaced while it was open',
  'IOERR 12': 'F cannot be read: the system is out of memory',
  'IOERR 19': 'The disk is full: F cannot grow; nothing was changed',
  'IOERR 33': 'The file system reports that F is damaged',
  'CANTOPEN 2': 'F cannot be opened: it is a directory, not a file',
}

const failure = (code: number, more: object = {}): Error =>
  Object.assign(new Error('what SQLite says'), {
    code: 'ERR_SQLITE_ERROR',
    sqliteCode: code & 0xff,
    sqliteExtendedCode: code,
    ...more,
  })

describe('every code of SQLite', () => {
  const table = Object.entries(primary).flatMap(([name, code]) => {
    const count = extended[name as keyof typeof primary] ?? 0 // the keys of the table above
    return Array.from(
      { length: count + 1 },
      (_, at) => [at === 0 ? name : `${name} ${at}`, code + 256 * at] as const,
    )
  })

  test.each(table)("%s (%i) is the disk's trouble with what to do, or a bug of ours", (name, code) => {
    const told = toStorageError(failure(code), 'F')
    const [kind = ''] = name.split(' ')
    if (ours.includes(kind)) {
      expect(toExitCode(told)).toBe(1)
      return
    }
    expect(told).toBeInstanceOf(StorageError)
    expect((told as StorageError).message).toBe(words[name] ?? words[kind]) // checked by the line above
    expect((told as StorageError).hint).toMatch(/^[A-Za-z].*[^.]$/)
    expect(toExitCode(told)).toBe(12)
  })

  test.each([
    ['too many open files', 14, 24, 'F cannot be opened: this process has too many files open'],
    ['too many open files of the system', 14, 23, 'F cannot be opened: the system has too many files open'],
    ['a folder of somebody else', 14, 13, 'F cannot be opened: permission denied'],
    ['a limit of the size of files', 778, 27, 'F cannot be written: it would exceed the maximum file size'],
    ['a quota', 778, 122, 'F cannot be written: your disk quota is used up'],
    ['a full disk', 4874, 28, 'F cannot be written: the disk is full'],
    ['a file system that is read-only', 14, 30, 'F cannot be written: the file system is read-only'],
    ['a disk that says no more', 266, 5, 'The disk failed while reading or writing F'],
  ])('of which the system says %s is told by that', (_, code, systemErrno, message) => {
    expect(toStorageError(failure(code, { systemErrno }), 'F')).toMatchObject({
      name: 'StorageError',
      message,
    })
  })
})

test.each([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'ENAMETOOLONG',
  'ELOOP',
  'ENXIO',
  'ENODEV',
  'EBUSY',
  'ETXTBSY',
  'EIO',
  'ESTALE',
  'ETIMEDOUT',
  'ENOLCK',
  'ENOTSUP',
  'EOPNOTSUPP',
])('%s of a file is told with what to do', (code) => {
  const told = toFileStorageError(Object.assign(new Error(code), { code }), 'F')
  expect(told).toMatchObject({ message: expect.stringMatching(/^F cannot be (opened|created|written): /) })
  expect((told as StorageError).hint).toMatch(/^[A-Z].*[^.]$/) // checked by the lines above
  expect(toExitCode(told)).toBe(12)
})

describe('a statement of the registry', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
    file = join(folder, 'registry.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('that finds it locked says who has it, and not that budget is broken', () => {
    const registry = openRegistry(file)
    const holder = new DatabaseSync(file)
    holder.exec('BEGIN IMMEDIATE')
    const key = {
      id: 'key_1',
      name: null,
      can: 'write' as const,
      workspace_id: null,
      created_at: 0,
      sha256: new Uint8Array(32),
    }
    expect(() => registry.insertKey(key)).toThrow('Another budget process is writing')
    expect(() => registry.setArchived('wks_1', true)).toThrow(StorageError)
    holder.exec('ROLLBACK')
    holder.close()
    registry.close()
  })

  test('that finds it damaged says so', () => {
    openRegistry(file).close()
    const registry = openRegistry(file)
    writeFileSync(file, readFileSync(file).fill(0xee, 4096))
    expect(() => registry.listKeys()).toThrow(`${file} is damaged; restore it from a backup`)
    registry.close()
  })

  test('of a version below zero is damaged, and no bug', () => {
    openRegistry(file).close()
    const other = new DatabaseSync(file)
    other.exec('PRAGMA user_version=-5')
    other.close()
    expect(() => openRegistry(file)).toThrow(new RegExp(`^${file} is damaged: its version is -5`))
  })

  test.each([0, 1])('of a version that is too low (%i) is damaged, and no bug', (version) => {
    openRegistry(file).close()
    const other = new DatabaseSync(file)
    other.exec(`PRAGMA user_version=${version}`)
    other.close()
    expect(() => openRegistry(file)).toThrow(
      `${file} is damaged: its tables do not fit its version, ${version}`,
    )
  })
})
