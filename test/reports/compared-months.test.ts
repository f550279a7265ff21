/** Tests that a comparison by month has all of the compared time. */

import { expect, test } from 'vitest'
import { addDays } from '../../src/money/calendar.ts'
import { sum } from '../../src/money/decimal.ts'
import { cashflow } from '../../src/reports/cashflow.ts'
import { readText } from '../../src/reports/report.ts'
import { spending } from '../../src/reports/spending.ts'
import { createHousehold, type Entry, pick, typed } from '../support/household.ts'

/** 1.00 is spent on the first day, 2.00 on the next third one, and so on: each day has an amount of its own. */
const entries: Entry[] = Array.from({ length: 300 }, (_, at) => [
  addDays('2024-06-01', 3 * at),
  'Checking',
  `-${at + 1}`,
  'Market',
  'Groceries',
])
const home = await createHousehold({
  accounts: { Checking: 'banking_checking' },
  groups: { Everyday: ['Groceries'] },
  entries,
})

/** Returns what a period is compared with: by category, by month and in the cash flow. */
async function compare(since: string, until: string, compare: 'previous' | 'last-year') {
  const request = { period: typed(since, until), compare }
  const byCategory = await home.build(spending, { ...request, by: 'category' })
  const byMonth = await home.build(spending, { ...request, by: 'month' })
  const flow = await home.build(cashflow, request)
  const addRows = ({ rows }: typeof flow): string =>
    sum(rows.map((row) => readText(row, 'compared') ?? '0.00'))
  return {
    byCategory: byCategory.totals ? readText(byCategory.totals, 'compared') : null,
    byMonth: [byMonth.totals?.['compared'], addRows(byMonth)],
    flow: [flow.totals?.['compared'], addRows(flow)],
  }
}

test.each([
  ['2026-09-10', '2026-09-28', 'previous'],
  ['2026-09-01', '2026-09-20', 'previous'],
  ['2026-08-15', '2026-10-14', 'previous'],
  ['2026-07-31', '2026-09-01', 'previous'],
  ['2026-01-02', '2026-03-03', 'previous'],
  ['2026-05-05', '2026-05-05', 'previous'],
  ['2026-02-27', '2026-03-02', 'previous'],
  ['2026-03-10', '2026-06-20', 'last-year'],
  ['2026-10-01', '2026-12-31', 'last-year'],
  ['2026-11-01', '2026-12-31', 'previous'],
] as const)(
  'a comparison of %s to %s with %s is the same by category, by month and in cash flow',
  async (since, until, with_) => {
    const { byCategory, byMonth, flow } = await compare(since, until, with_)
    expect(byCategory).toMatch(/^[1-9]/)
    expect(byMonth).toEqual([byCategory, byCategory])
    expect(flow).toEqual([`-${byCategory}`, `-${byCategory}`])
  },
)

test('a comparison by month that is earlier by days puts each day in the month it is compared with', async () => {
  const small = await createHousehold({
    accounts: { Checking: 'banking_checking' },
    groups: { Everyday: ['Groceries'] },
    entries: [
      ['2026-08-01', 'Checking', '-7', 'Market', 'Groceries'],
      ['2026-10-05', 'Checking', '-100', 'Market', 'Groceries'],
      ['2026-10-25', 'Checking', '-30', 'Market', 'Groceries'],
      ['2026-11-05', 'Checking', '-20', 'Market', 'Groceries'],
      ['2026-11-15', 'Checking', '-10', 'Market', 'Groceries'],
    ],
  })
  const build = (since: string, until: string) =>
    small.build(spending, {
      period: typed(since, until),
      ...{ compare: 'previous', by: 'month', today: '2026-11-28' },
    })
  // 10 November is compared with 22 October, 28 November with 9 November.
  expect(pick(await build('2026-11-10', '2026-11-28'), 'month', 'amount', 'compared')).toEqual([
    ['2026-11', '10.00', '50.00'],
  ])
  // 30 days each: 20 to 31 October with 20 September to 1 October, November with 2 to 19 October.
  expect(pick(await build('2026-10-20', '2026-11-18'), 'month', 'amount', 'compared')).toEqual([
    ['2026-10', '30.00', '0.00'],
    ['2026-11', '30.00', '100.00'],
  ])
})
