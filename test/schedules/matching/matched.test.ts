/** Tests on a few households that imports in any order fulfil each date once and lose none. @see docs/schedules.md#matching */

import { test } from 'vitest'
import { playHouseholds } from './matched-households.ts'

test('no date is fulfilled twice and none is lost, whatever is imported and taken back when', async () => {
  // This small household has every kind of schedule.
  await playHouseholds(Number(process.env['BUDGET_ROUNDS'] ?? 1), 28)
})
