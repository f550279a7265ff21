/**
 * The package tarball: its files, that it installs without scripts, and that it runs on every supported Node.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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

  test.skipIf(others.length === 0)('works on other versions of Node, which BUDGET_TEST_NODES names', () => {
    for (const node of others) works(node)
  })
})
