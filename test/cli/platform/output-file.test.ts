/** Tests writing the file of --output: whole or not at all, with its owner and mode. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutputFile as create } from '../../../src/cli/platform/output-file.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  file = join(folder, 'out.csv')
})
afterEach(() => rmSync(folder, { recursive: true }))

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Writes a file as `--output` does. */
function write(path: string, content: string, options = { force: true, secret: false }): void {
  const made = create(path, options)
  try {
    made.write(content)
    made.commit()
  } catch (error) {
    made.discard()
    throw error
  }
}

// docs/reliability.md#r15
describe('a file that is replaced', () => {
  test('keeps its mode', () => {
    writeFileSync(file, 'old')
    for (const kept of [0o600, 0o640, 0o644, 0o444]) {
      chmodSync(file, kept)
      write(file, 'new')
      expect([mode(file), readFileSync(file, 'utf8')]).toEqual([kept.toString(8), 'new'])
    }
  })

  test.skipIf(!isRoot)('keeps its owner and group', () => {
    writeFileSync(file, 'old')
    chownSync(file, 1234, 4321)
    write(file, 'new')
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 4321 })
  })

  test('is that behind a link, which stays a link', () => {
    writeFileSync(file, 'old')
    mkdirSync(join(folder, 'links'))
    const link = join(folder, 'links', 'here.csv')
    symlinkSync(file, link)
    write(link, 'new')
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new'])
    expect(readdirSync(join(folder, 'links'))).toEqual(['here.csv'])
  })

  test('stays as it was when the work is given up', () => {
    writeFileSync(file, 'old')
    const made = create(file, { force: true })
    made.write('half')
    made.discard()
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['out.csv']])
  })
})

describe('a new file', () => {
  test('follows the umask, unless there is a key in it', () => {
    const before = process.umask(0o027)
    write(file, 'rows')
    write(join(folder, 'key.txt'), 'bgt_…', { force: false, secret: true })
    process.umask(before)
    expect([mode(file), mode(join(folder, 'key.txt'))]).toEqual(['640', '600'])
  })

  test('behind a link that leads nowhere is refused', () => {
    symlinkSync(join(folder, 'nowhere'), file)
    expect(() => create(file, { force: true })).toThrow(`"${file}" is a link to a file that does not exist`)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
  })

  test('in a place that is no folder is trouble of the disk, as it is behind every other door', () => {
    writeFileSync(file, '')
    expect(() => create(join(file, 'deeper.csv'), { force: false })).toThrow(
      `"${join(file, 'deeper.csv')}" cannot be created: part of its path is a file, not a directory`,
    )
  })
})

describe('what is no file', () => {
  test('is written and never replaced: a device', () => {
    // A user who could replace the real device gets a file instead.
    const device = isRoot ? file : '/dev/null'
    if (isRoot) execFileSync('mknod', [device, 'c', '1', '3'])
    write(device, 'gone', { force: false, secret: false })
    write(device, 'gone')
    expect(statSync(device).isCharacterDevice()).toBe(true)
    expect(readdirSync(folder)).toEqual(isRoot ? ['out.csv'] : [])
  })

  test('is written and never replaced: a pipe with a name', async () => {
    execFileSync('mkfifo', [file])
    const reader = spawn('cat', [file])
    const said = text(reader.stdout)
    await once(reader, 'spawn')
    write(file, 'rows\n', { force: false, secret: false })
    expect(await said).toBe('rows\n')
    expect(lstatSync(file).isFIFO()).toBe(true)
  })
})

// docs/reliability.md#r16
test('what a killed writer left is swept when it is older than an hour, and nothing else is', () => {
  const old = new Date(Date.now() - 2 * 3_600_000)
  const names = {
    'out.csv.0123456789ab.tmp': old,
    'out.csv.ba9876543210.tmp': new Date(),
    'out.csv.notes.tmp': old,
    'out.csv.bak': old,
    'other.csv.0123456789ab.tmp': old,
  }
  for (const [name, date] of Object.entries(names)) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), date, date)
  }
  write(file, 'rows')
  expect(existsSync(join(folder, 'out.csv.0123456789ab.tmp'))).toBe(false)
  expect(readdirSync(folder).toSorted()).toEqual(
    ['out.csv', ...Object.keys(names).filter((name) => name !== 'out.csv.0123456789ab.tmp')].toSorted(),
  )
})
