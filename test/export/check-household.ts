/** Fills a workspace with a household, exports it, and compares what the programs find with our own figures. */

import { join } from 'node:path'
import { expect } from 'vitest'
import type { OpenWorkspace } from '../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import type { RunResult } from '../support/cli-harness.ts'
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
import { fillWorkspace, type Household } from './household.ts'

const programs = [
  { extension: 'journal', words: journalWords, read: readHledger, readNames: readJournalNames },
  { extension: 'ledger', words: journalWords, read: readLedger, readNames: readJournalNames },
  { extension: 'beancount', words: beancountWords, read: readBeancount, readNames: readBeancountNames },
] as const

/** Runs command lines on the workspaces in `data` of its folder. */
export interface ExportRunner {
  folder: string
  budget(args: readonly string[]): Promise<RunResult>
}

/** The months of every household. */
export const householdMonths = listMonths('2026-01', '2026-11')

/** Creates the workspace of a household, and passes its API on while it is open. */
export async function withHousehold(
  plan: Household,
  { folder, budget }: ExportRunner,
  use: (api: OpenWorkspace) => Promise<void>,
): Promise<void> {
  await budget(['init', '--name', 'Home', '--currency', plan.currency, '--no-input'])
  const workspaces = openWorkspaces({
    folder: join(folder, 'data'),
    now: () => Date.parse('2026-05-20T12:00:00.000Z'),
    random: (bytes) => new Uint8Array(bytes),
  })
  try {
    const api = workspaces.open(workspaces.listWorkspaces()[0]?.id ?? '')
    await fillWorkspace(api, plan)
    await use(api)
  } finally {
    workspaces.close()
  }
}

/** Exports a workspace to each program, and compares all figures at each month's end. */
export async function compareExports(
  plan: Household,
  { folder, budget }: ExportRunner,
  api: OpenWorkspace,
): Promise<void> {
  const range: Range = { months: householdMonths, decimals: countDecimals(plan.currency) }
  for (const { extension } of programs) {
    const args = ['export', '--envelopes', '-o', join(folder, `home.${extension}`)]
    expect(await budget(args)).toEqual({ stdout: '', stderr: '', code: 0 })
  }
  const compared = await Promise.all(
    programs.map(async ({ extension, words, read, readNames }): Promise<[string, Balances, Balances]> => {
      const file = join(folder, `home.${extension}`)
      const found = selectComparable(await read(file, range), words, range)
      return [extension, found, await computeFigures(api, { names: readNames(file), words, range })]
    }),
  )
  for (const [extension, found, ours] of compared)
    expect({ extension, ...found }).toEqual({ extension, ...ours })
}
