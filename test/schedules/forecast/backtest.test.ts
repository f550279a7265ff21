/** Tests on households of the past that what really came lies in the band of habits as often as the band says. */

import { expect, test } from 'vitest'
import { addMonths, daysInMonth, toMonth } from '../../../src/money/calendar.ts'
import { buildForecast } from '../../../src/reports/forecast.ts'
import { readText } from '../../../src/reports/report.ts'
import { createHousehold } from '../../support/household.ts'
import { generatePast, PAY, RENT } from './generated-past.ts'

const HOUSEHOLDS = Number(process.env['BUDGET_ROUNDS'] ?? 200)
const HORIZONS = [1, 2, 3, 4, 5, 6]

/** Returns where what Checking really had lies after so many months: 0 in the middle of the band, 1 and -1 at its ends. */
async function playHousehold(seed: number): Promise<number[]> {
  const { today, entries, readTruth } = generatePast(seed)
  const { api, source, input, id } = await createHousehold({
    accounts: { Checking: 'banking_checking', Visa: 'credit_credit_card' },
    groups: { All: ['Groceries', 'Fun', 'Repairs', 'Energy', 'Travel', 'Rent'] },
    entries,
  })
  const every = { count: 1, unit: 'month' } as const
  const month = toMonth(today)
  const next = (day: string): string => {
    const date = `${month}-${day}`
    return date > today ? date : `${addMonths(month, 1)}-${day}`
  }
  const rent = { amount: `-${RENT}`, merchant_name: 'Landlord', category_id: id('Rent') }
  const pay = { amount: `${PAY}`, merchant_name: 'Acme', ready_to_assign: true }
  const card = { amount_kind: 'full', transfer_account_id: id('Visa') } as const
  for (const [day, draft] of [
    ['01', rent],
    ['25', pay],
    ['28', card],
  ] as const)
    await api.createSchedule({ body: { account_id: id('Checking'), every, first_date: next(day), ...draft } })
  const options = { until: addMonths(month, 6), by: 'account', explains: false, habits: true } as const
  const report = await buildForecast({ ...(await input({ today })), source, api }, options)
  return HORIZONS.map((horizon) => {
    const ahead = addMonths(month, horizon)
    const date = `${ahead}-${daysInMonth(ahead)}`
    const row = report.rows.find((one) => one['account'] === 'Checking' && one['date'] === date)
    const [low = Number.NaN, high = Number.NaN] = ['low', 'high'].map((field) => Number(readText(row, field)))
    return (readTruth('Checking', date) / 100 - (low + high) / 2) / ((high - low) / 2)
  })
}

test('75 to 85 of 100 later balances lie between what 10 and 90 of 100 draws are below', async () => {
  const places: number[] = []
  for (let seed = 1; seed <= HOUSEHOLDS; seed++) places.push(...(await playHousehold(seed)))
  const share = (scale: number): number =>
    (100 * places.filter((place) => Math.abs(place) <= scale).length) / places.length
  expect(share(1)).toBeGreaterThanOrEqual(75)
  expect(share(1)).toBeLessThanOrEqual(85)
  // A band of half the width or twice the width would be found out.
  expect(share(0.5)).toBeLessThan(75)
  expect(share(2)).toBeGreaterThan(85)
})
