/** Tests that budgets made by Actual's own package move in with every figure that Actual has. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readActualBudget } from '../../../src/migrate/actual/read-budget.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { readForeignDatabase } from '../../../src/store/foreign-database.ts'
import { unpackZip } from '../../../src/tables/sheets/unpack-zip.ts'
import { createCliHarness } from '../../support/cli-harness.ts'
import * as fc from '../../support/fast-check.ts'
import { actualFolder, openActual, type PlayedBudget, type Step, stepKinds } from './actual-program.ts'

const ROUNDS = Number(process.env['BUDGET_ROUNDS'] ?? 3)
const STEPS = 60

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...stepKinds),
  numbers: fc.array(fc.nat(100_000), { minLength: 12, maxLength: 12 }),
})

const readBudget = async (zip: Uint8Array): Promise<SourceBudget> =>
  readActualBudget(await unpackZip(zip), {
    currency: 'USD',
    dateOrder: undefined,
    decimal: undefined,
    spending: undefined,
    today: '2026-11-20',
    useForeignTables: async (file, use) => readForeignDatabase(file, use),
  })

/** Returns what Actual says about the months and accounts that the reader states as well. */
const toActualFigures = ({ months, balances }: PlayedBudget, { figures, accounts }: SourceBudget) => ({
  balances: accounts.map(({ key }) => [key, BigInt(balances.get(key) ?? 0)]),
  months: months
    .filter(({ month }) => figures.months.some((stated) => stated.month === month))
    .map(({ month, toBudget }) => [month, BigInt(toBudget)]),
  categories: new Map(
    months
      .filter(({ month }) => figures.months.some((stated) => stated.month === month))
      .flatMap(({ month, categories }) =>
        [...categories].map(([id, { assigned, activity, available }]) => [
          `${month} ${id}`,
          [assigned, activity, available].map(BigInt),
        ]),
      ),
  ),
})

const toReadFigures = ({ figures }: SourceBudget) => ({
  balances: figures.balances.map(({ account, balance }) => [account, balance]),
  months: figures.months.map(({ month, readyToAssign }) => [month, readyToAssign]),
  categories: new Map(
    figures.categoryMonths.map(({ month, category, assigned, activity, available }) => [
      `${month} ${category}`,
      [assigned, activity, available],
    ]),
  ),
})

/** Months that the reader leaves out have nothing. */
const listFilledMonths = ({ months }: PlayedBudget, before: string): string[] =>
  months
    .filter(({ month }) => month < before)
    .filter(({ toBudget, categories }) =>
      [toBudget, ...[...categories.values()].flatMap((one) => Object.values(one))].some(
        (cents) => cents !== 0,
      ),
    )
    .map(({ month }) => month)

async function moveIn(zip: Uint8Array, ...flags: string[]) {
  const harness = createCliHarness()
  try {
    writeFileSync(join(harness.folder, 'budget.zip'), zip)
    const { stdout, stderr, code } = await harness.budget([
      'migrate',
      'budget.zip',
      '--currency',
      'USD',
      '--json',
      ...flags,
    ])
    expect(stderr).toBe('')
    return { code, ...JSON.parse(stdout) }
  } finally {
    harness.close()
  }
}

test.skipIf(actualFolder === undefined)(
  `Every figure of ${ROUNDS} budgets made by Actual is equal or has a reason (skipped without BUDGET_ACTUAL_API)`,
  { timeout: 300_000 + ROUNDS * 30_000 },
  async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
    for (const name of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockReturnValue(undefined)
    const actual = await openActual(actualFolder ?? '')
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
          const played = await actual.play(steps)
          const read = await readBudget(played.zip)
          expect(played.refused.length).toBeLessThan(STEPS / 3)
          expect(toReadFigures(read)).toEqual(toActualFigures(played, read))
          expect(listFilledMonths(played, read.figures.months[0]?.month ?? '')).toEqual([])
          const { code, proof, differences } = await moveIn(played.zip)
          const reasons = new Set(differences.flatMap(({ rules }: { rules: string[] }) => rules))
          expect({ code, accounts: proof.accounts.equal }).toEqual({ code: 0, accounts: proof.accounts.of })
          expect([...reasons].filter((rule) => rule === 'cards')).toEqual([])
          expect((await moveIn(played.zip, '--since', '2026-10')).code).toBe(0)
        }),
        { numRuns: ROUNDS, endOnFailure: true },
      )
    } finally {
      await actual.close()
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  },
)
