/** Exports random households, and lets hledger, ledger and beancount say what they find in them. */

import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { createCliHarness } from '../support/cli-harness.ts'
import {
  type Balances,
  beancountWords,
  computeFigures,
  countDecimals,
  journalWords,
  listMonths,
  type Range,
  readBeancount,
  readBeancountNames,
  readHledger,
  readJournalNames,
  readLedger,
  selectComparable,
} from './figures.ts'
import { fillWorkspace, type Household, household } from './household.ts'
import { missingPrograms } from './programs.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 6)

const programs = [
  { extension: 'journal', words: journalWords, read: readHledger, readNames: readJournalNames },
  { extension: 'ledger', words: journalWords, read: readLedger, readNames: readJournalNames },
  { extension: 'beancount', words: beancountWords, read: readBeancount, readNames: readBeancountNames },
] as const

/** Fills a workspace with a household, exports it to each program, and compares all figures. */
async function checkHousehold(plan: Household): Promise<void> {
  const harness = createCliHarness()
  try {
    await harness.budget(['init', '--name', 'Home', '--currency', plan.currency, '--no-input'])
    const workspaces = openWorkspaces({
      folder: join(harness.folder, 'data'),
      now: () => Date.parse('2026-05-20T12:00:00.000Z'),
      random: (bytes) => new Uint8Array(bytes),
    })
    const api = workspaces.open(workspaces.listWorkspaces()[0]?.id ?? '')
    await fillWorkspace(api, plan)
    const range: Range = { months: listMonths('2026-01', '2026-11'), decimals: countDecimals(plan.currency) }
    const files = new Map<string, string>()
    // One after the other: a connection that closes waits for the snapshots of others.
    for (const { extension } of programs) {
      const file = join(harness.folder, `home.${extension}`)
      expect(await harness.budget(['export', '--envelopes', '-o', file])).toEqual({
        stdout: '',
        stderr: '',
        code: 0,
      })
      files.set(extension, file)
    }
    const compared = await Promise.all(
      programs.map(async ({ extension, words, read, readNames }): Promise<[string, Balances, Balances]> => {
        const file = files.get(extension) ?? ''
        const found = selectComparable(await read(file, range), words, range)
        return [extension, found, await computeFigures(api, { names: readNames(file), words, range })]
      }),
    )
    workspaces.close()
    for (const [extension, found, ours] of compared)
      expect({ extension, ...found }).toEqual({ extension, ...ours })
  } finally {
    harness.close()
  }
}

const reason = missingPrograms.length === 0 ? '' : ` (skipped: ${missingPrograms.join(', ')} not installed)`

describe(`hledger, ledger and beancount${reason}`, { timeout: 600_000 }, () => {
  test.skipIf(missingPrograms.length > 0)(
    'accept every household, and find its balances, spending, income and envelopes at each month’s end',
    async () => {
      await fc.assert(fc.asyncProperty(household, checkHousehold), { numRuns: rounds })
    },
  )
})
