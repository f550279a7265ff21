/** Exports random households, and lets hledger, ledger and beancount say what they find in them. */

import { describe, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'
import * as fc from '../support/fast-check.ts'
import { compareExports, withHousehold } from './check-household.ts'
import { type Household, household } from './household.ts'
import { missingPrograms } from './programs.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 6)

async function checkHousehold(plan: Household): Promise<void> {
  const harness = createCliHarness()
  try {
    await withHousehold(plan, harness, (api) => compareExports(plan, harness, api))
  } finally {
    harness.close()
  }
}

const reason = missingPrograms.length === 0 ? '' : ` (skipped: ${missingPrograms.join(', ')} not installed)`

describe(`hledger, ledger and beancount${reason}`, { timeout: 600_000 }, () => {
  test.skipIf(missingPrograms.length > 0)(
    'accept every household, and find its balances, spending, income and envelopes at each month’s end',
    async () => {
      await fc.assert(fc.asyncProperty(household, checkHousehold), { numRuns: rounds, endOnFailure: true })
    },
  )
})
