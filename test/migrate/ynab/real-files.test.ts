/** Tests that real exports, which are not in this repository, are read as a whole or asked. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import type { ReadSourceOptions } from '../../../src/tables/source-file.ts'
import { readFiles } from './ynab-files.ts'

// Each folder below it is one export whose amounts are in dollars, as `$1.00`.
const folder = join(process.env['BUDGET_MIGRATION_FILES'] ?? '', 'ynab')
const hasFiles = process.env['BUDGET_MIGRATION_FILES'] !== undefined && existsSync(folder)

const readWithAnswer = (
  files: Parameters<typeof readFiles>[0],
  options: Partial<ReadSourceOptions>,
): SourceBudget => {
  try {
    return readFiles(files, options)
  } catch (error) {
    if (!(error instanceof UserError) || error.field !== 'dates') throw error
    return readFiles(files, { ...options, dateOrder: 'mdy' })
  }
}

const AMOUNTS = /,"?(-?\$-?[\d,.]+)"?,"?(-?\$-?[\d,.]+)"?,"\w+"\s*$/gm
const toCents = (cell: string): bigint => BigInt(cell.replace(/[$,.]/g, ''))

/** Adds up a register without knowing what it is: inflows minus outflows, and the number of its rows. */
function addUp(text: string): [rows: number, cents: bigint] {
  const rows = [...text.matchAll(AMOUNTS)]
  return [rows.length, rows.reduce((sum, [, out = '', into = '']) => sum + toCents(into) - toCents(out), 0n)]
}

test.skipIf(!hasFiles)(
  'Real exports are read to the last cent (skipped without BUDGET_MIGRATION_FILES)',
  () => {
    const exports = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const names = exports
      .map(({ name }) => name)
      .filter((name) => existsSync(join(folder, name, 'register.csv')))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const paths = readdirSync(join(folder, name)).map((file) => join(folder, name, file))
      const files = paths.map((path) => ({ path, bytes: readFileSync(path) }))
      const { transactions, figures } = readWithAnswer(files, { currency: 'USD' })
      const rows = transactions.reduce((sum, { lines }) => sum + (lines?.length ?? 1), 0)
      const total = figures.balances.reduce((sum, { balance }) => sum + balance, 0n)
      const expected = addUp(readFileSync(join(folder, name, 'register.csv'), 'utf8'))
      expect([name, rows, total]).toEqual([name, ...expected])
      expect(rows).toBeGreaterThan(0)
    }
  },
)
