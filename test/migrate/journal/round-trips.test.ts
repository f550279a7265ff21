/** Moves exports to hledger, ledger and beancount in again: every balance and every envelope is equal. */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openWorkspaces } from '../../../src/engine/workspaces.ts'
import { withHousehold } from '../../export/check-household.ts'
import { type Household, household } from '../../export/household.ts'
import { missingPrograms } from '../../export/programs.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import * as fc from '../../support/fast-check.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 3)

/** Envelopes of several cards may differ where credit is overspent; the move tells each difference then. */
const hasOneCard = ({ accounts }: Household): boolean =>
  accounts.filter(({ type }) => type.startsWith('credit')).length <= 1

const openAll = ({ folder }: CliHarness) =>
  openWorkspaces({ folder: join(folder, 'data'), now: () => 0, random: (bytes) => new Uint8Array(bytes) })

/** Returns the balances of accounts that have transactions. */
async function listBalances(harness: CliHarness, name: string): Promise<string[]> {
  const workspaces = openAll(harness)
  try {
    const id = workspaces.listWorkspaces().find((one) => one.name === name)?.id ?? ''
    const { accounts } = await workspaces.open(id).listAccounts({ query: { include_closed: true } })
    return accounts.flatMap(({ balance }) => (Number(balance) === 0 ? [] : [balance])).toSorted()
  } finally {
    workspaces.close()
  }
}

async function moveThere(plan: Household, harness: CliHarness): Promise<void> {
  const own = await listBalances(harness, 'Home')
  for (const extension of ['journal', 'ledger', 'beancount']) {
    const file = join(harness.folder, `home.${extension}`)
    expect(await harness.budget(['export', '--envelopes', '-o', file])).toMatchObject({ stderr: '', code: 0 })
    const flags = ['--name', extension, '--currency', plan.currency, '--json']
    const { stdout, stderr } = await harness.budget(['migrate', file, ...flags])
    expect({ extension, stderr }).toEqual({ extension, stderr: '' })
    expect({ extension, differences: JSON.parse(stdout).differences }).toEqual({ extension, differences: [] })
    expect({ extension, balances: await listBalances(harness, extension) }).toEqual({
      extension,
      balances: own,
    })
  }
}

const reason = missingPrograms.length === 0 ? '' : ` (skipped: ${missingPrograms.join(', ')} not installed)`

describe(`Journals of our own${reason}`, { timeout: 600_000 }, () => {
  test.skipIf(missingPrograms.length > 0)('move in with equal figures', async () => {
    await fc.assert(
      fc.asyncProperty(household.filter(hasOneCard), async (plan) => {
        const harness = createCliHarness()
        try {
          await withHousehold(plan, harness, () => moveThere(plan, harness))
        } finally {
          harness.close()
        }
      }),
      { numRuns: rounds, endOnFailure: true },
    )
  })
})
