/** The error about unreadable rows says how the file was read. */

import { expect, test } from 'vitest'
import { createBadRowsError } from '../../../src/import/posting/import-result.ts'

test('Columns that were not read are named beside those that were', () => {
  const plan = { counts: { create: 1, rejected: 1 }, rejected: [] }
  const statement = {
    mapping: [
      { field: 'date', column: 1, name: 'Date' },
      { field: 'amount', column: 3, name: '' },
    ],
    header: { line: 1, cells: ['Date', 'Type', '', 'Branch'], raw: '' },
  }
  type Arguments = Parameters<typeof createBadRowsError>
  // The error reads nothing else of the plan.
  expect(createBadRowsError(plan as unknown as Arguments[0], statement as Arguments[1]).hint).toBe(
    'Correct them, or import the others with --on-error skip\nColumns: date 1 "Date", amount 3; not used: 2 "Type", 4 "Branch"',
  )
})
