/** Moves exports to QIF in again: every balance and every category is equal. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenWorkspace } from '../../../src/contract/ports/local-service.ts'
import { withHousehold } from '../../export/check-household.ts'
import { type Household, household } from '../../export/household.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import * as fc from '../../support/fast-check.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 3)

/** Returns the sums that a query finds, without zeros: names may differ. */
async function listSums(harness: CliHarness, profile: string, sql: string): Promise<number[]> {
  const { stdout, stderr } = await harness.budget(['db', 'query', sql, '--json', '--profile', profile])
  expect(stderr).toBe('')
  const rows: { sum: number }[] = JSON.parse(stdout)
  return rows.flatMap(({ sum }) => (sum === 0 ? [] : [sum])).toSorted((a, b) => a - b)
}

const queries = {
  balances: 'SELECT balance AS sum FROM accounts',
  // QIF writes no category beside a transfer.
  categories: 'SELECT sum(amount) AS sum FROM lines WHERE transfer_account IS NULL GROUP BY category',
  transfers: 'SELECT amount AS sum FROM transactions WHERE transfer_account IS NOT NULL',
} as const

async function moveThere(plan: Household, harness: CliHarness, api: OpenWorkspace): Promise<void> {
  const file = join(harness.folder, 'home.qif')
  expect(await harness.budget(['export', '-o', file])).toMatchObject({ code: 0 })
  const flags = ['--name', 'Back', '--currency', plan.currency, '--json']
  const preview = await harness.budget(['migrate', file, ...flags, '--dry-run'])
  // QIF has six types of accounts: the others are said.
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const names: { account: string }[] = JSON.parse(preview.stdout).types
  const types = names.flatMap(({ account }, at) => ['--type', `${account}=${accounts[at]?.type}`])
  const text = await harness.budget(['migrate', file, ...flags, ...types])
  expect(text.stderr).toBe('')
  expect(JSON.parse(text.stdout).differences).toEqual([])
  await harness.budget(['profile', 'add', 'back', '--workspace', 'Back'])
  for (const [what, sql] of Object.entries(queries))
    expect({ what, sums: await listSums(harness, 'back', sql) }).toEqual({
      what,
      sums: await listSums(harness, 'local', sql),
    })
}

test('Exports to QIF move in with equal balances, categories and transfers', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(household, async (plan) => {
      const harness = createCliHarness()
      try {
        await withHousehold(plan, harness, (api) => moveThere(plan, harness, api))
      } finally {
        harness.close()
      }
    }),
    { numRuns: rounds, endOnFailure: true },
  )
})
