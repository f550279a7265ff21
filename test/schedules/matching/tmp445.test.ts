/** Tests on many households that imports in any order fulfil each date once and lose none. @see docs/schedules.md#matching */

import { expect, test } from 'vitest'
import { playHouseholds } from './matched-households.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 60)

test('no date is fulfilled twice and none is lost, whatever is imported and taken back when', {
  timeout: 300_000 + rounds * 20_000,
}, async () => {
  const counts = await playHouseholds(rounds, 445)
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  expect(counts.undos).toBeGreaterThan(rounds / 2)
})
