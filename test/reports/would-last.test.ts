/** Tests what `report age-of-money` takes for spending, and that a month says the same in every period. */

import { expect, test } from 'vitest'
import { addDays } from '../../src/money/calendar.ts'
import { ageOfMoney } from '../../src/reports/age-of-money.ts'
import { readText } from '../../src/reports/report.ts'
import { createHousehold, type Entry, typed } from '../support/household.ts'

const build = async (entries: readonly Entry[], debt: string) => {
  const home = await createHousehold({
    accounts: { Checking: 'banking_checking' },
    groups: { All: ['Food'] },
    entries,
  })
  const body = { initial_balance: debt, initial_balance_date: '2026-10-11' }
  if (debt !== '0')
    await home.api.createAccount({ body: { name: 'Visa', type: 'credit_credit_card', ...body } })
  return home
}

test('report age-of-money takes the debt that an account began with for no spending', async () => {
  // 10.00 a day for 91 days leave 910.00, which last 91 days; the card began with a debt of 91.00.
  const spent = Array.from(
    { length: 91 },
    (_, at): Entry => [addDays('2026-08-22', at), 'Checking', '-10', 'Shop', 'Food'],
  )
  const income: Entry = ['2026-08-22', 'Checking', '1820', 'Job', 'rta']
  const readLast = async (debt: string) => {
    const report = await (await build([income, ...spent], debt)).build(ageOfMoney, {
      period: typed('2026-11-01', '2026-11-20'),
    })
    return report.rows.map((row) => [row['would_last'], row['on_budget']])
  }
  expect(await readLast('0')).toEqual([[91, '910.00']])
  expect(await readLast('-91')).toEqual([[81, '819.00']])
})

test('report age-of-money says the same of a month in every period', async () => {
  const home = await build(
    [
      ['2025-01-01', 'Checking', '100', 'Job', 'rta'],
      ['2025-03-02', 'Checking', '-60', 'Shop', 'Food'],
      ['2025-03-20', 'Checking', '-90', 'Shop', 'Food'],
      ['2025-06-01', 'Checking', '500', 'Job', 'rta'],
      ['2025-06-21', 'Checking', '-50', 'Shop', 'Food'],
    ],
    '0',
  )
  const ages = new Map<string, Set<string | null>>()
  for (const since of ['2025-01-01', '2025-03-01', '2025-05-01'])
    for (const until of ['2025-03-31', '2025-05-31', '2025-06-30', '2025-12-31']) {
      const { rows } = await home.build(ageOfMoney, { period: typed(since, until) })
      for (const row of rows) {
        const month = readText(row, 'month') ?? ''
        ages.set(month, (ages.get(month) ?? new Set()).add(JSON.stringify(row['age_of_money'])))
      }
    }
  expect(
    [...ages]
      .map(([month, said]) => [month, ...said])
      .toSorted()
      .slice(0, 6),
  ).toEqual([
    ['2025-01', 'null'],
    ['2025-02', 'null'],
    ['2025-03', '69'],
    ['2025-04', '69'],
    ['2025-05', '69'],
    ['2025-06', '27'],
  ])
  expect([...ages.values()].every(({ size }) => size === 1)).toBe(true)
})
