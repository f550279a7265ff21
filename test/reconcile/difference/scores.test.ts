/** Tests that every finding of a difference has a score, also where a merchant has no other row. */

import { expect, test } from 'vitest'
import { findDifferences } from '../../../src/reconcile/difference/find-differences.ts'
import type { RegisterRow } from '../../../src/reconcile/difference/register.ts'

test('a mistyped amount of a merchant without other rows has a score from 0 to 1', () => {
  const rows: RegisterRow[] = [
    { key: 1, date: '2026-09-01', amount: 100_000n, status: 'reconciled', words: '' },
    { key: 2, date: '2026-10-16', amount: -1320n, status: 'reconciled', words: 'Rewe' },
  ]
  const { findings } = findDifferences({ rows, difference: -1800n, date: '2026-11-12', elapsed: () => 0 })
  expect(findings.map(({ kind }) => kind)).toContain('digits_swapped')
  for (const { score } of findings) {
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
  }
})
