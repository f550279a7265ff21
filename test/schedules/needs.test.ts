/** Tests what categories need for open dates, by hand and by spending what was assigned. */

import { expect, test } from 'vitest'
import type { Schedule } from '../../src/contract/operations/schedules.ts'
import { addMonths, monthsBetween, toMonth } from '../../src/money/calendar.ts'
import { formatAmount, parseTotal } from '../../src/money/minor-units.ts'
import { computeNeeds } from '../../src/schedules/needs.ts'
import { listAllOpenDates } from '../../src/schedules/open-dates.ts'
import * as fc from '../support/fast-check.ts'
import { planSchedule as plan } from '../support/plan-schedule.ts'

const today = '2026-11-23'
const month = { count: 1, unit: 'month' as const }

const income = plan('2600', '2026-11-20', { ready_to_assign: true, every: { count: 14, unit: 'day' } })
const insurance = plan('-480', '2027-02-01', { category_id: 'insurance' })

const parse = (amount: string): bigint => parseTotal(amount, 2)
const format = (amount: bigint): string => formatAmount(amount, 2)

/** What there is, in decimal strings. */
interface Given {
  available?: ReadonlyMap<string, string>
  cards?: ReadonlyMap<string, { category_id: string; balance: string }>
}

const compute = (schedules: Schedule[], { available = new Map(), cards = new Map() }: Given = {}) =>
  computeNeeds({
    ...{ openDates: listAllOpenDates(schedules, '2027-06-30'), today, currency: 'EUR' },
    available: new Map([...available].map(([id, amount]) => [id, parse(amount)])),
    cards: new Map([...cards].map(([id, card]) => [id, { ...card, balance: parse(card.balance) }])),
  })

/** Describes each date as "due date, category, funded of needed, the even amount to its last month". */
const describeDates = (...args: Parameters<typeof compute>): string[] =>
  compute(...args).dates.map(
    ({ openDate, category_id, funded, needed, monthly, until }) =>
      `${openDate.due_date} ${category_id} ${format(funded)}/${format(needed)}, ${format(monthly)} to ${until}`,
  )

test('what is missing is assigned in equal amounts; the month of a date counts if income comes before it', () => {
  const available = new Map([['insurance', '180.00']])
  const hasFunded = '2027-02-01 insurance 180.00/480.00'
  expect(describeDates([income, insurance], { available })).toEqual([`${hasFunded}, 100.00 to 2027-01`])
  expect(describeDates([insurance], { available })).toEqual([`${hasFunded}, 75.00 to 2027-02`])
  const later = { ...insurance, next_date: '2027-02-13', first_date: '2027-02-13' }
  expect(describeDates([income, later])).toEqual(['2027-02-13 insurance 0.00/480.00, 120.00 to 2027-02'])
  // Income of the same day comes after it.
  const sameDay = { ...insurance, next_date: '2027-02-12', first_date: '2027-02-12' }
  expect(describeDates([income, sameDay])).toEqual(['2027-02-12 insurance 0.00/480.00, 160.00 to 2027-01'])
})

test('a new month hides no need, and the date that asks for most decides', () => {
  const rent = plan('-100', '2026-11-30', {
    category_id: 'rent',
    every: month,
    days: [31],
    until: '2027-01-31',
  })
  const needs = compute([rent], { available: new Map([['rent', '150.00']]) })
  expect(needs.dates.map(({ missing, shortfall, monthly }) => [missing, shortfall, monthly])).toEqual([
    [0n, 0n, 0n],
    [5000n, 5000n, 2500n],
    [10_000n, 15_000n, 5000n],
  ])
  const { shortfall, monthly, until, decidedBy } = needs.categories.get('rent') ?? {}
  expect([shortfall, monthly, until, decidedBy?.openDate.due_date]).toEqual([
    ...[15_000n, 5000n, '2027-01', '2027-01-31'],
  ])
})

test('what is overspent today is missing too, and an overdue date counts today', () => {
  const due = plan('-30', '2026-10-05', { category_id: 'rent' })
  const { dates } = compute([due], { available: new Map([['rent', '-20.00']]) })
  expect(dates).toMatchObject([{ needed: 3000n, funded: 0n, missing: 5000n, monthly: 5000n }])
})

test('a purchase on a card moves to the payment category, and a payment in full needs what is owed', () => {
  const cards = new Map([['visa', { category_id: 'pay-visa', balance: '-612.00' }]])
  const gym = plan('-40', '2026-11-28', { account_id: 'visa', category_id: 'gym' })
  const refund = plan('15', '2026-11-25', { account_id: 'visa', category_id: 'shoes' })
  const payment = plan(null, '2026-11-28', { transfer_account_id: 'visa', amount_kind: 'full' })
  const available = new Map([
    ['gym', '40.00'],
    ['pay-visa', '600.00'],
  ])
  expect(describeDates([payment, gym, refund], { available, cards })).toEqual([
    '2026-11-28 gym 40.00/40.00, 0.00 to 2026-11',
    '2026-11-28 pay-visa 625.00/637.00, 12.00 to 2026-11',
  ])
  const twice = { ...payment, every: month, days: [28], until: '2026-12-31' }
  expect(describeDates([twice], { available, cards })).toHaveLength(1) // nothing is owed in December
})

test('a split needs each of its categories; a deduction from a salary is a need', () => {
  const line = { category_name: null, ready_to_assign: false, notes: null }
  const salary = plan('2000', '2026-12-01', {
    splits: [
      { ...line, amount: null, category_id: null, ready_to_assign: true },
      { ...line, amount: '-300', category_id: 'insurance' },
      { ...line, amount: '-50', category_id: 'pension' },
    ],
  })
  expect(describeDates([salary], { available: new Map([['pension', '80.00']]) })).toEqual([
    '2026-12-01 insurance 0.00/300.00, 300.00 to 2026-11',
    '2026-12-01 pension 50.00/50.00, 0.00 to 2026-11',
  ])
})

/** Spends the dates of one category while an amount is assigned each month; returns the lowest it had available. */
function spend(schedules: Schedule[], start: number, assigned: number): number {
  const flows = listAllOpenDates(schedules, '2027-06-30').map(({ due_date, amount }) => ({
    due_date,
    cents: Math.round(Number(amount) * 100),
  }))
  flows.sort((a, b) => (a.due_date === b.due_date ? a.cents - b.cents : a.due_date < b.due_date ? -1 : 1))
  let lowest = Number.POSITIVE_INFINITY
  let spent = 0
  for (const { due_date, cents } of flows) {
    spent -= cents
    const months = monthsBetween(toMonth(today), toMonth(due_date)) + 1
    if (cents < 0) lowest = Math.min(lowest, start + assigned * months - spent)
  }
  return lowest
}

const randomDate = fc.record({
  cents: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -40_000, max: -1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000 }) },
  ),
  later: fc.integer({ min: 0, max: 6 }),
  day: fc.integer({ min: 24, max: 28 }),
  repeats: fc.boolean(),
})

test('the even amount is enough for every date, and one cent less is not', () => {
  const households = fc.tuple(
    fc.array(randomDate, { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 0, max: 30_000 }),
  )
  let short = 0
  fc.assert(
    fc.property(households, ([drawn, start]) => {
      const schedules = drawn.map(({ cents, later, day, repeats }) =>
        plan((cents / 100).toFixed(2), `${addMonths('2026-11', later)}-${day}`, {
          ...{ category_id: 'any', ...(repeats && { every: month, days: [day] }) },
        }),
      )
      const available = new Map([['any', (start / 100).toFixed(2)]])
      const need = compute(schedules, { available }).categories.get('any')
      if (!need) return
      const monthly = Number(need.monthly)
      expect(spend(schedules, start, monthly)).toBeGreaterThanOrEqual(0)
      if (monthly === 0) return
      short++
      expect(spend(schedules, start, monthly - 1)).toBeLessThan(0)
    }),
    { numRuns: 500 },
  )
  expect(short).toBeGreaterThan(100)
})
