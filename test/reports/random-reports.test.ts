/** Tests on random histories that the parts of every report add up to its figures. */

import { expect, test } from 'vitest'
import { negate, sum } from '../../src/money/decimal.ts'
import { createFoldingSource } from '../../src/remote/reports/folding-source.ts'
import { reportBuilders } from '../../src/reports/builders.ts'
import { addRowTransactions } from '../../src/reports/command/define-report-command.ts'
import type { Report, ReportInput, ReportRequest } from '../../src/reports/report.ts'
import { readText } from '../../src/reports/report.ts'
import * as fc from '../support/fast-check.ts'
import { loadNames, plainRequest, typed } from '../support/household.ts'
import { randomHistory, withRandomWorkspace } from '../support/random-workspace.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 25)

const randomRequest: fc.Arbitrary<Partial<ReportRequest>> = fc.record({
  period: fc.constantFrom(
    undefined,
    typed('2026-01-01', '2026-12-31'),
    typed('2025-10-01', '2026-06-30'),
    typed('2026-02-10', '2026-03-09'),
    { since: undefined, until: undefined, isExact: false },
  ),
  compare: fc.constantFrom(undefined, 'previous', 'last-year'),
  top: fc.constantFrom(undefined, 1, 3),
})

const add = (report: Report, field: string): string =>
  sum(['0.00', ...report.rows.map((row) => readText(row, field) ?? '0.00')])

test('the rows of every report add up to its totals, the months and transactions of a row to the row', async () => {
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(randomHistory, randomRequest, async (commands, request) => {
      await withRandomWorkspace(commands, async ({ api }) => {
        const today = '2026-04-20'
        const source = createFoldingSource({ api, getCurrency: async () => 'USD', today })
        const names = await loadNames(api)
        const input = { source, names, currency: 'USD', request: { ...plainRequest, ...request, today } }
        for (const builder of Object.values(reportBuilders)) {
          for (const by of builder.dimensions.length > 0 ? builder.dimensions : [undefined]) {
            const built = await builder.build({ ...input, request: { ...input.request, by } })
            checkTotals(built)
            if (!builder.flags.includes('rows')) continue
            const figure = built.report === 'cashflow' ? 'cash_flow' : 'amount'
            const sign = builder.sign ?? 1n
            const report = await addRowTransactions(built, { source, names, sign })
            for (const row of report.rows) {
              const amounts = (row.transactions ?? []).map(({ amount }) => amount)
              expect(sum(['0.00', ...amounts])).toBe(readText(row, figure))
            }
          }
        }
        await checkDimensions(input)
      })
    }),
    { numRuns: rounds, seed: 20261123 },
  )
  if (failed) throw errorInstance
})

/** Checks the amounts under the rows, and the sparkline of each row. */
function checkTotals(report: Report): void {
  for (const { field, kind } of report.columns) {
    const total = readText(report.totals, field)
    // The totals of the budget leave out what moved through payment categories.
    if (report.report === 'budget' && (field === 'activity' || field === 'spent')) continue
    if (kind === 'amount' && total !== null) expect([field, add(report, field)]).toEqual([field, total])
  }
  if (report.report !== 'spending' && report.report !== 'income') return
  for (const row of report.rows)
    if (row.monthly) expect(sum(['0.00', ...row.monthly])).toBe(readText(row, 'amount'))
}

/** Checks that spending is the same whatever its rows are, and that cash flow agrees with it. */
async function checkDimensions(input: ReportInput): Promise<void> {
  const { spending, cashflow, budget } = reportBuilders
  const period = typed('2026-01-01', '2026-12-31')
  const ask = (changes: Partial<ReportRequest>): ReportInput => ({
    ...input,
    request: { ...input.request, period, ...changes },
  })
  const totals = await Promise.all(
    spending.dimensions.map(async (by) => (await spending.build(ask({ by }))).totals?.['amount'] ?? '0.00'),
  )
  const { totals: flow } = await cashflow.build(ask({}))
  expect(new Set([...totals, flow?.['spending']]).size).toBe(1)
  // Budget months are whole.
  const whole = ask({ period: { since: '2026-01-01', until: '2026-12-31', isExact: true } })
  const spent = (await spending.build(whole)).totals?.['amount'] ?? '0.00'
  const months = await budget.build(whole)
  expect(months.totals?.['spent'] ?? '0.00').toBe(spent)
  const byMonth = await budget.build({ ...whole, request: { ...whole.request, by: 'month' } })
  expect(negate(add(byMonth, 'activity'))).toBe(spent)
}
