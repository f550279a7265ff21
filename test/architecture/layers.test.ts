import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

describe('the plan of the house', () => {
  test('is kept by every file of src', async () => {
    const { read, violations } = await inspect(root)
    // A check that read nothing would find nothing.
    expect(read.toSorted()).toEqual(sources.toSorted())
    expect(violations).toEqual([])
  }, 120_000)

  test.each([
    ['money-opens-only-its-doors', 'src/money/decimal.ts', "import '../store/rows.ts'"],
    ['commands-opens-only-its-doors', 'src/commands/list.ts', "import type { Rows } from '../store/rows.ts'"],
    ['cli-opens-only-its-doors', 'src/cli/run.ts', "await import('../store/rows.ts')"],
    ['only-src/client/-has-heard-of-undici', 'src/server/app.ts', "import 'undici'"],
    [
      'only-src/store/database.ts-has-heard-of-@photostructure/sqlite',
      'src/store/rows.ts',
      "import '@photostructure/sqlite'",
    ],
    ['no-package-without-a-door', 'src/output/table.ts', "import 'esbuild'"],
    ['every-file-is-in-a-room', 'src/utils/text.ts', "import '../store/rows.ts'"],
    ['main-opens-rooms-lazily', 'src/main.ts', "import './store/rows.ts'"],
    ['main-opens-rooms-lazily', 'src/cli/platform/files.ts', "import '../store/rows.ts'"],
    ['store-opens-only-its-doors', 'src/store/file.ts', "import '../platform/clock.ts'"],
    ['nobody-opens-main', 'src/cli/run.ts', "import '../main.ts'"],
    ['only-main-touches-the-platform', 'src/import/read.ts', "import { readFileSync } from 'node:fs'"],
    [
      'import-infer-opens-only-earlier-stages',
      'src/import/infer/columns.ts',
      "import type { Row } from '../csv/rows.ts'",
    ],
    [
      'import-read-statement-opens-only-earlier-stages',
      'src/import/read-statement.ts',
      "import type { Row } from './posting/rows.ts'",
    ],
    ['every-file-of-import-is-in-a-stage', 'src/import/helpers.ts', "import './csv/rows.ts'"],
    ['no-orphans', 'src/store/unused.ts', 'export const nothing = 1'],
    ['no-cycles', 'src/store/rows.ts', "import './rows.ts'"],
  ])('is broken, and seen to be, as %s', async (rule, path, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-layers-'))
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      for (const [file, content] of [
        ['src/store/rows.ts', 'export type Rows = 1'],
        ['src/main.ts', 'export {}'],
        ['src/platform/clock.ts', 'export {}'],
        ['src/import/csv/rows.ts', 'export type Row = 1'],
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
