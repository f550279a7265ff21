/** Tests a log next to a file it was not written for, as after `cp backup.db workspace.db`. */

import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageError } from '../../src/contract/errors.ts'
import { importJournalMigration } from '../../src/store/import-journal.ts'
import { workspaceMigration1 } from '../../src/store/migrations/workspace-1.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'

let folder: string
let file: string
let opened: WorkspaceStore[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  file = join(folder, 'workspace.db')
})
afterEach(() => {
  for (const store of opened) store.close()
  opened = []
  rmSync(folder, { recursive: true })
})

const seeded = (id_salt: string) => () => ({ currency: 'USD', id_salt: id_salt.padEnd(16, '0') })

function open(path = file, salt = 'A'): WorkspaceStore {
  const store = openWorkspaceStore(path, seeded(salt))
  opened.push(store)
  return store
}

let names = 0
/** Writes one transaction per account. */
function add(store: WorkspaceStore, accounts: number): void {
  for (let at = 0; at < accounts; at++)
    store.write(() => store.accounts.insert({ name: `Account ${names++}`, type: 'banking_cash', at: 0 }))
}

const accountsIn = (path: string): number => {
  const store = openWorkspaceStore(path)
  const count = store.accounts.listAll().length
  store.close()
  return count
}

/** Leaves a workspace as a killed process does: `before` accounts in its file, `after` more in its log. */
function killed(
  name: string,
  { before, after, salt = 'A' }: { before: number; after: number; salt?: string },
) {
  const path = join(folder, `${name}.db`)
  const made = open(path, salt)
  add(made, before)
  made.close()
  return killedAgain(name, after)
}

function killedAgain(name: string, after: number): string {
  const path = join(folder, `${name}.db`)
  const store = open(path)
  add(store, after)
  const copy = join(folder, `${name}-killed-${names++}.db`)
  for (const part of ['', '-wal']) copyFileSync(path + part, copy + part)
  store.close()
  return copy
}

const refused = (path: string): StorageError =>
  new StorageError(
    `${path}-wal does not belong to ${path}: it is the log of another copy`,
    undefined,
    `Restore a backup with budget db restore FILE, or move ${path}-wal away to use the file without it`,
  )

describe('a log of the same file', () => {
  test('is taken in after a process was killed', () => {
    const copy = killed('home', { before: 2, after: 3 })
    expect(statSync(`${copy}-wal`).size).toBeGreaterThan(0)
    expect(accountsIn(copy)).toBe(5)
  })

  test('is taken in when the file itself was never written', () => {
    const store = open()
    add(store, 2)
    for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `copy.db${part}`))
    expect(accountsIn(join(folder, 'copy.db'))).toBe(2)
  })

  test('is taken in at whatever moment of its life the two are found, and however much of it was brought over', () => {
    const store = open()
    const other = new DatabaseSync(file)
    for (let round = 0; round < 60; round++) {
      add(store, 1 + (round % 3))
      // A reader keeps the checkpoint from finishing.
      if (round % 5 === 0) other.exec('BEGIN; SELECT count(*) FROM accounts')
      if (round % 7 === 3) store.read(() => new DatabaseSync(file).exec('PRAGMA wal_checkpoint(PASSIVE)'))
      if (round % 5 === 4) other.exec('COMMIT')
      if (round % 16 === 15) new DatabaseSync(file).exec('PRAGMA wal_checkpoint(RESTART)')
      const copy = join(folder, `moment${round}.db`)
      for (const part of ['', '-wal']) copyFileSync(file + part, copy + part)
      expect(accountsIn(copy)).toBe(store.accounts.listAll().length)
    }
    other.close()
  })

  test('is taken in though another program wrote in between', () => {
    const store = open()
    add(store, 1)
    store.close()
    const other = new DatabaseSync(file)
    other.exec(
      "INSERT INTO accounts (name, type, created_at, updated_at) VALUES ('Other', 'banking_cash', 0, 0)",
    )
    const again = open()
    add(again, 1)
    for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `copy.db${part}`))
    expect(accountsIn(join(folder, 'copy.db'))).toBe(3)
    other.close()
  })

  test('is taken in when it is that of an older version, and when that is being brought up to date', () => {
    const older = new DatabaseSync(file)
    older.exec(
      `${workspaceMigration1} ${importJournalMigration} PRAGMA application_id=0x42756467; PRAGMA user_version=2;`,
    )
    older.exec("INSERT INTO workspace VALUES ('USD', 'A000000000000000'); PRAGMA journal_mode=WAL")
    older.exec(
      "INSERT INTO accounts (name, type, created_at, updated_at) VALUES ('Old', 'banking_cash', 0, 0)",
    )
    for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `older.db${part}`))
    expect(accountsIn(join(folder, 'older.db'))).toBe(1)
    const store = open()
    add(store, 1)
    for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `newer.db${part}`))
    expect(accountsIn(join(folder, 'newer.db'))).toBe(2)
    older.close()
  })
})

describe('a log of another file is refused, and both are left as they are', () => {
  /** Puts a file and a log of another file next to each other. */
  function beside(main: string, log: string): void {
    // No connection of this process knows the path.
    const path = join(folder, 'beside.db')
    copyFileSync(main, path)
    copyFileSync(`${log}-wal`, `${path}-wal`)
    expect(() => openWorkspaceStore(path)).toThrow(refused(path))
    expect(statSync(`${path}-wal`).size).toBe(statSync(`${log}-wal`).size)
    // Without the log, the file is as it was.
    rmSync(`${path}-wal`)
    expect(accountsIn(path)).toBeGreaterThanOrEqual(0)
  }

  test('when it is newer than the file', () => {
    const old = killed('home', { before: 2, after: 3 })
    const kept = join(folder, 'old.db')
    copyFileSync(old, kept)
    beside(kept, killedAgain('home', 4))
  })

  test('when it is older than the file', () => {
    const old = killed('home', { before: 2, after: 3 })
    killedAgain('home', 4)
    beside(join(folder, 'home.db'), old)
  })

  test('when it is of another workspace', () => {
    const other = killed('club', { before: 2, after: 3, salt: 'B' })
    beside(killed('home', { before: 2, after: 3 }), other)
  })

  test('when a copy that was backed up takes the place of the file', () => {
    const log = killed('home', { before: 2, after: 3 })
    const store = open(log)
    const backup = join(folder, 'backup.db')
    store.backUp(backup, { force: false })
    add(store, 2)
    for (const part of ['', '-wal']) copyFileSync(log + part, join(folder, `late.db${part}`))
    beside(backup, join(folder, 'late.db'))
  })

  test('when that copy was opened in the meantime', () => {
    const store = open()
    add(store, 3)
    const backup = join(folder, 'backup.db')
    store.backUp(backup, { force: false })
    add(store, 2)
    for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `late.db${part}`))
    store.close()
    expect(accountsIn(backup)).toBe(3)
    beside(backup, join(folder, 'late.db'))
  })

  test('when two lives of one file parted', () => {
    killed('home', { before: 2, after: 3 })
    copyFileSync(join(folder, 'home.db'), join(folder, 'twin.db'))
    const one = killedAgain('home', 4)
    const store = open(join(folder, 'twin.db'))
    add(store, 2)
    store.close()
    beside(join(folder, 'twin.db'), one)
  })
})

test('a log whose beginning is no log is left to SQLite, which takes nothing from it', () => {
  const copy = killed('home', { before: 2, after: 3 })
  writeFileSync(`${copy}-wal`, 'x'.repeat(10_000))
  expect(accountsIn(copy)).toBe(2)
  expect(existsSync(copy)).toBe(true)
})
