/** A budget in a workbook is read as its table. */

import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import type { FileSystem } from '../../src/command/context.ts'
import { readSourceFiles } from '../../src/migrate/read-source.ts'

test('A workbook is the table of its first sheet with transactions, and the others are told', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Date', 'Account', 'Amount'],
    ['2026-11-02', 'Checking', -4.5],
  ])
  const bytes = write(
    { SheetNames: ['A', 'B'], Sheets: { A: sheet, B: sheet } },
    { type: 'buffer', bookType: 'xlsx' },
  )
  const files: Pick<FileSystem, 'read' | 'listDirectory'> = {
    read: async () => bytes,
    listDirectory: async () => undefined,
  }
  const told: string[] = []
  const [file] = await readSourceFiles(files as FileSystem, 'Downloads/budget.xlsx', (text) =>
    told.push(text),
  ) // nothing else is asked for
  expect(file?.path).toBe('budget.xlsx')
  expect(new TextDecoder().decode(file?.bytes)).toBe('Date\tAccount\tAmount\n2026-11-02\tChecking\t-4.5')
  expect(told).toEqual([
    'budget.xlsx has one more sheet with transactions, which is not read: "B" (1 row); to import it, save it as CSV',
  ])
})
