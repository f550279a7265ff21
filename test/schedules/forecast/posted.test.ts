/** Tests on a few households that a forecast is what posting every planned date really does. */

import { test } from 'vitest'
import { checkHouseholds } from './posted-households.ts'

test('every balance, category and Ready to Assign is as if all dates were posted', () =>
  checkHouseholds(Number(process.env['BUDGET_ROUNDS'] ?? 8)))
