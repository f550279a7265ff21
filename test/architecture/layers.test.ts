import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.ci', 'layers.cjs'))

/** The modules of a folder's src/, and what speaks against their imports. */
async function inspect(baseDir: string): Promise<{ read: string[]; violations: string[] }> {
  const settings: ICruiseOptions = { ...options, baseDir, validate: true, ruleSet: { forbidden } }
  const { output } = await cruise(['src'], settings)
  const { modules, summary } = output as ICruiseResult // a text only when a reporter is asked for
  return {
    read: modules.map(({ source }) => source).filter((source) => source.startsWith('src/')),
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  }
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join('src', path))

describe('the layers of src', () => {
  test('are kept by every file', async () => {
    const { read, violations } = await inspect(root)
    // A check that read nothing would find nothing.
    expect(read.toSorted()).toEqual(sources.toSorted())
    expect(violations).toEqual([])
  }, 120_000)

  test.each([
    ['imports-of-money', 'src/money/decimal.ts', "import '../store/rows.ts'"],
    ['imports-of-commands', 'src/commands/list.ts', "import type { Rows } from '../store/rows.ts'"],
    ['imports-of-cli', 'src/cli/run.ts', "await import('../import/plan/rows.ts')"],
    ['only-src/remote/http/-imports-undici', 'src/server/app.ts', "import 'undici'"],
    [
      'only-src/store/database.ts-imports-@photostructure/sqlite',
      'src/store/rows.ts',
      "import '@photostructure/sqlite'",
    ],
    ['every-package-has-a-user', 'src/output/table.ts', "import 'esbuild'"],
    ['every-file-is-in-a-layer', 'src/ledger/text.ts', "import '../store/rows.ts'"],
    ['main-imports-lazily', 'src/main.ts', "import './store/rows.ts'"],
    ['main-imports-lazily', 'src/cli/platform/files.ts', "import '../../store/rows.ts'"],
    ['imports-of-store', 'src/store/file.ts', "import '../cli/clock.ts'"],
    ['nobody-imports-main', 'src/cli/run.ts', "import '../main.ts'"],
    ['only-some-folders-use-the-system', 'src/import/read.ts', "import { readFileSync } from 'node:fs'"],
    [
      'order-of-import-columns',
      'src/import/columns/headers.ts',
      "import type { Row } from '../plan/rows.ts'",
    ],
    [
      'order-of-import-read-statement',
      'src/import/read-statement.ts',
      "import type { Row } from './posting/rows.ts'",
    ],
    ['every-file-of-import-is-in-its-order', 'src/import/ledger.ts', "import './plan/rows.ts'"],
    [
      'views-are-not-shared-by-features',
      'src/review/list.ts',
      "import type { View } from '../transactions/list-view.ts'",
    ],
    ['no-folder-without-a-subject', 'src/month/shared/rows.ts', "import '../../store/rows.ts'"],
    ['no-orphans', 'src/store/unused.ts', 'export const nothing = 1'],
    ['no-cycles', 'src/store/rows.ts', "import './rows.ts'"],
  ])('report a file that breaks %s', async (rule, path, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-layers-'))
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      for (const [file, content] of [
        ['src/store/rows.ts', 'export type Rows = 1'],
        ['src/main.ts', 'export {}'],
        ['src/transactions/list-view.ts', 'export type View = 1'],
        ['src/cli/clock.ts', 'export {}'],
        ['src/import/plan/rows.ts', 'export type Row = 1'],
        ['src/import/posting/rows.ts', 'export type Row = 1'],
        [path, text],
      ] as const) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), content)
      }
      const { violations } = await inspect(folder)
      expect(violations.map((violation) => violation.split(': ')[0])).toContain(rule)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('whether a workspace is local', () => {
  test('is asked by cli and remote only; everyone else asks for a capability', () => {
    const users = sources.filter((path) => /\bisLocal\b/.test(readFileSync(join(root, path), 'utf8')))
    const others = users.filter((path) => !/^src\/(cli|remote)\//.test(path))
    // The connection, from which cli derives the capabilities.
    expect(others).toEqual(['src/command/runtime.ts'])
  })
})
