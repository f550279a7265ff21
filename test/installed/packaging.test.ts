/**
 * The package tarball: its files, that it installs without scripts, and that it runs on every supported Node.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installFrom, isBuilt, packProgram, programPath } from './install.ts'

const root = resolve(import.meta.dirname, '../..')
const metadata = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Paths of other Node versions, separated by colons, as .ci/run finds them. */
const others = (process.env['BUDGET_TEST_NODES'] ?? '').split(':').filter((path) => path !== '')
const folder = mkdtempSync(join(tmpdir(), 'budget-package-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isBuilt)('the packed program', () => {
  beforeAll(() => installFrom(packProgram(folder), folder), 120_000)

  const home = (): string => mkdtempSync(join(folder, 'home-'))
  /** Runs the program with another Node and an empty environment. */
  const budget = (node: string, inside: string, args: readonly string[]): string =>
    execFileSync(node, [realpathSync(programPath(folder)), ...args], {
      cwd: inside,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: inside },
    })

  test('holds what runs, what a shell and a person read, and no source', () => {
    const packed = join(folder, 'lib/node_modules/budget')
    const tops = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'completions', 'dist', 'docs', 'examples']
    for (const name of tops)
      expect({ name, isThere: existsSync(join(packed, name)) }).toEqual({ name, isThere: true })
    for (const name of ['src', 'test', 'bench', '.ci', 'build.js'])
      expect({ name, isThere: existsSync(join(packed, name)) }).toEqual({ name, isThere: false })
  })

  test('is described, and puts the command and its manual in their places', () => {
    expect(Object.keys(metadata)).toEqual(
      expect.arrayContaining([
        'name',
        'version',
        'description',
        'keywords',
        'license',
        'bin',
        'man',
        'files',
      ]),
    )
    expect(existsSync(join(folder, 'share/man/man1/budget.1'))).toBe(true)
  })

  test('no package it needs at run time installs by a script of its own', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const scripted = Object.entries<{ dev?: boolean; hasInstallScript?: boolean }>(lock.packages)
      .filter(([, one]) => one.hasInstallScript && !one.dev)
      .map(([name]) => name)
    // Its script only checks that a binary exists; the binaries are in the package.
    expect(scripted).toEqual(['node_modules/@photostructure/sqlite'])
  })

  const works = (node: string): void => {
    const inside = home()
    expect(budget(node, inside, ['--version'])).toBe(`${metadata.version}\n`)
    budget(node, inside, ['accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '100'])
    const file = join(root, 'examples/checking-us.csv')
    budget(node, inside, ['import', file, '--account', 'Checking', '--accept'])
    expect(JSON.parse(budget(node, inside, ['accounts', '--json']))).toMatchObject([
      { name: 'Checking', balance: '5161.27' },
    ])
    expect(JSON.parse(budget(node, inside, ['doctor', '--json']))).toMatchObject(
      Array.from({ length: 6 }, () => ({ ok: true })),
    )
  }

  test('works in an empty home', () => works(process.execPath))

  test('reads a workbook, with the package for it', () => {
    const inside = home()
    const sheet = utils.aoa_to_sheet(
      [
        ['Date', 'Payee', 'Amount', 'Balance'],
        [new Date('2026-11-02'), 'Bakery', -4.5, 95.5],
        [new Date('2026-11-03'), 'Employer', 100, 195.5],
      ],
      { UTC: true },
    )
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const file = join(inside, bookType)
      const book = { SheetNames: ['Sheet1'], Sheets: { Sheet1: sheet } }
      writeFileSync(file, write(book, { type: 'buffer', bookType }))
      budget(process.execPath, inside, ['accounts', 'add', bookType, '--type', 'banking_checking'])
      budget(process.execPath, inside, ['import', file, '--account', bookType, '--accept'])
    }
    expect(JSON.parse(budget(process.execPath, inside, ['accounts', '--json']))).toMatchObject([
      { name: 'xlsx', balance: '95.50' },
      { name: 'biff8', balance: '95.50' },
    ])
    // The package would write texts of a file to the terminal as they are.
    const reader = readFileSync(join(folder, 'lib/node_modules/budget/dist/vendor/xlsx.cjs'), 'utf8')
    expect(reader).not.toContain('console.error')
  })

  test.skipIf(others.length === 0)('works on other versions of Node, which BUDGET_TEST_NODES names', () => {
    for (const node of others) works(node)
  })
})
