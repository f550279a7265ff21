/** Tests with the engine that the even amounts of a forecast are enough. */

import { expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { createReportSource } from '../../../src/engine/report-source.ts'
import { addMonths, toMonth } from '../../../src/money/calendar.ts'
import { add } from '../../../src/money/decimal.ts'
import { formatAmount } from '../../../src/money/minor-units.ts'
import { planForecast } from '../../../src/schedules/forecast/plan-forecast.ts'
import type { CategoryNeed, Needs } from '../../../src/schedules/needs.ts'
import type { WorkspaceStore } from '../../../src/store/workspace-store.ts'
import * as fc from '../../support/fast-check.ts'
import { withRandomWorkspace } from '../../support/random-workspace.ts'
import { createSchedules, randomHousehold, today, until } from './posted-households.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 12)

async function plan(api: BudgetApi, store: WorkspaceStore) {
  const { category_groups } = await api.listCategories({})
  return planForecast({
    source: createReportSource(store),
    schedules: (await api.listSchedules({})).schedules,
    accounts: (await api.listAccounts({ query: { include_closed: true } })).accounts,
    categories: category_groups.flatMap(({ categories }) => categories),
    ...{ currency: 'USD', today, until },
  })
}

/** Adds an amount to what is assigned in each month up to one. */
async function assignMonthly(
  api: BudgetApi,
  category_id: string,
  { amount, last }: { amount: string; last: string },
) {
  for (let month = toMonth(today); month <= last; month = addMonths(month, 1)) {
    const { category_groups } = (await api.getMonth({ month })).month
    const { assigned = '0' } =
      category_groups.flatMap(({ categories }) => categories).find(({ id }) => id === category_id) ?? {}
    await api.assignCategory({ month, category_id, body: { assigned: add(assigned, amount) } })
  }
}

test('once the even amounts are assigned, no category runs short in any month', async () => {
  let short = 0
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(randomHousehold, ([commands, schedules]) =>
      withRandomWorkspace(commands, async ({ api, store }) => {
        await createSchedules(api, schedules)
        const { needs } = await plan(api, store)
        // What pays a card also depends on how the categories of its purchases are covered.
        const paying = await listPaymentCategories(api)
        const listLacking = (all: Needs): [string, CategoryNeed][] =>
          [...all.categories].filter(([id, { monthly }]) => monthly !== 0n && !paying.has(id))
        const lacking = listLacking(needs)
        for (const [category_id, { monthly, until: last }] of lacking)
          await assignMonthly(api, category_id, { amount: formatAmount(monthly, 2), last })
        short += lacking.length
        const after = await plan(api, store)
        // Rows that are entered with a date after the last planned one are no need of a schedule.
        const lastMonths = new Map(
          needs.dates
            .filter(({ category_id }) => !paying.has(category_id))
            .map(({ category_id, openDate }) => [category_id, toMonth(openDate.due_date)]),
        )
        const overspent = after.months.flatMap(({ month, categories }) =>
          categories
            .filter(
              ({ category_id, available }) =>
                month <= (lastMonths.get(category_id ?? '') ?? '') && available < 0n,
            )
            .map(({ category_id, available }) => `${month} ${category_id} ${available}`),
        )
        expect([listLacking(after.needs), overspent]).toEqual([[], []])
      }),
    ),
    { numRuns: rounds, seed: 20261123, endOnFailure: true },
  )
  if (failed) throw errorInstance
  expect(short).toBeGreaterThan(rounds)
})

async function listPaymentCategories(api: BudgetApi): Promise<Set<string>> {
  const { category_groups } = await api.listCategories({})
  const categories = category_groups.flatMap((group) => group.categories)
  return new Set(categories.filter(({ system }) => system).map(({ id }) => id))
}
