/**
 * Tests that nothing but SQLite opens a database file: closing any descriptor of a file drops all locks that the
 * process has on it.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')

/** What opens no file; `readdirSync` opens a directory. */
const OPENS_NOTHING = new Set([
  ...[
    'accessSync',
    'chmodSync',
    'constants',
    'existsSync',
    'linkSync',
    'lstatSync',
    'mkdirSync',
    'mkdtempSync',
  ],
  ...['readdirSync', 'readlinkSync', 'realpathSync', 'renameSync', 'rmSync', 'statSync'],
])

/** Who opens a file by other means than SQLite, and which one, which SQLite cannot have open in this process. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // A name that did not exist before.
  'store/backup.ts': ['closeSync', 'openSync'],
  // A new file; the finished copy that no connection has open; a directory.
  'store/database-file.ts': ['closeSync', 'fsyncSync', 'openSync'],
  // A file of another program, in memory, written to a new name.
  'store/foreign-database.ts': ['closeSync', 'openSync', 'writeFileSync'],
  // A backup: the caller closes it first, if it is the file of a workspace.
  'store/inspect-backup.ts': ['copyFileSync'],
  // Temporary files that a connection has left, or will open.
  'cluster/snapshots.ts': ['readFileSync', 'writeFileSync'],
}

const listImported = (text: string): string[] => {
  if (/import \* as \w+ from 'node:fs'|'node:fs\/promises'/.test(text)) return ['everything']
  const names = /import \{([^}]*)\} from 'node:fs'/.exec(text)?.[1] ?? ''
  return names
    .split(',')
    .map((name) => name.trim().replace(/^type .*/, ''))
    .filter((name) => name !== '')
}

test('Store, engine, server and cluster: each file that opens a file beside SQLite is known', () => {
  const callers = ['store', 'engine', 'server', 'cluster'].flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const names = listImported(readFileSync(join(src, folder, name), 'utf8')).filter(
          (imported) => !OPENS_NOTHING.has(imported),
        )
        return names.length > 0 ? [[`${folder}/${name}`, names.toSorted()] as const] : []
      }),
  )
  expect(Object.fromEntries(callers)).toEqual(ALLOWED)
})
