/** Makes the past of households that spend irregularly, and what really happens after today. */

import { addDays, addMonths, daysInMonth, toMonth } from '../../../src/money/calendar.ts'
import type { Entry } from '../../support/household.ts'
import { createDraw } from '../../support/seeded-draw.ts'

/** A household with irregular spending, seasons, a card that is paid in full, rent and pay. */
export interface GeneratedPast {
  today: string
  /** Until today, the earliest first. */
  entries: Entry[]
  /** What Checking and the card have at the end of a day after today, in cents. */
  readTruth(account: 'Checking' | 'Visa', date: string): number
}

export const RENT = 900
export const PAY = 2600

interface Habit {
  category: string
  account: 'Checking' | 'Visa'
  /** How often in a month on average, and how much each time. */
  often: number
  mean: number
  spread: number
  /** How much more it is in its season than on average, and the month in which it is most. */
  season: number
  peak: number
}

/** Makes a household from a seed. */
export function generatePast(seed: number): GeneratedPast {
  const draw = createDraw(seed)
  const between = (low: number, high: number): number => low + draw() * (high - low)
  // The sum of several draws is nearly normal.
  const normal = (): number => Array.from({ length: 12 }, draw).reduce((sum, one) => sum + one, -6)
  const pickAccount = (): Habit['account'] => (draw() < 0.5 ? 'Visa' : 'Checking')
  const habit = (category: string, often: number, mean: number, season = 0): Habit => ({
    ...{ category, account: pickAccount(), often: often * between(0.6, 1.4), mean: mean * between(0.6, 1.4) },
    ...{ spread: between(0.2, 0.8), season, peak: Math.floor(between(1, 13)) },
  })
  const habits = [
    habit('Groceries', 5, 70),
    habit('Fun', 4, 40),
    habit('Repairs', 0.3, 300),
    habit('Energy', 1, 90, between(0.3, 0.9)),
    habit('Travel', 0.7, 250, between(0.2, 0.8)),
  ]
  const today = addDays('2026-01-01', Math.floor(between(0, 320)))
  const months = Math.floor(between(24, 37))
  const first = addMonths(toMonth(today), -months)
  const entries: Entry[] = [[`${first}-01`, 'Checking', '3000', 'Acme', 'rta']]
  const rows: { date: string; account: Habit['account']; cents: number }[] = []
  const add = (
    date: string,
    account: Habit['account'],
    cents: number,
    merchant: string,
    category: string,
  ): void => {
    if (date > today) rows.push({ date, account, cents })
    else entries.push([date, account, (cents / 100).toFixed(2), merchant, category])
  }
  let owed = 0
  for (let at = 0; at <= months + 6; at++) {
    const month = addMonths(first, at)
    const days = daysInMonth(month)
    const spent = habits
      .flatMap((one) => {
        const wave = 1 + one.season * Math.cos(((Number(month.slice(5)) - one.peak) * Math.PI) / 6)
        const count = Math.max(
          0,
          Math.round(one.often * (one.season > 0 && one.often >= 1 ? 1 : wave) + between(-0.5, 0.5)),
        )
        const price = one.often >= 1 ? wave : 1
        return Array.from({ length: count }, () => ({
          ...{ day: 1 + Math.floor(draw() * days), account: one.account, category: one.category },
          cents: -Math.max(100, Math.round(100 * one.mean * price * (1 + one.spread * normal()))),
        }))
      })
      .toSorted((a, b) => a.day - b.day)
    add(`${month}-01`, 'Checking', -RENT * 100, 'Landlord', 'Rent')
    const pay = (): void => add(`${month}-25`, 'Checking', PAY * 100, 'Acme', 'rta')
    const payCard = (): void => {
      add(`${month}-28`, 'Checking', owed, '→ Visa', '')
      if (`${month}-28` > today) rows.push({ date: `${month}-28`, account: 'Visa', cents: -owed })
      owed = 0
    }
    for (const { day, account, cents, category } of spent.filter((one) => one.day <= 28)) {
      add(`${month}-${String(day).padStart(2, '0')}`, account, cents, category, category)
      if (account === 'Visa') owed += cents
    }
    pay()
    if (owed < 0) payCard()
    for (const { day, account, cents, category } of spent.filter((one) => one.day > 28)) {
      add(`${month}-${day}`, account, cents, category, category)
      if (account === 'Visa') owed += cents
    }
  }
  const start = (account: string): number =>
    entries.reduce((sum, [, from, amount, merchant]) => {
      const cents = Math.round(Number(amount) * 100)
      return sum + (from === account ? cents : merchant === `→ ${account}` ? -cents : 0)
    }, 0)
  return {
    today,
    entries: entries.map(([date, account, amount, merchant, category]) => [
      date,
      account,
      merchant.startsWith('→') ? amount.replace('-', '') : amount,
      merchant,
      category,
    ]),
    readTruth: (account, date) =>
      rows.reduce(
        (sum, row) => (row.account === account && row.date <= date ? sum + row.cents : sum),
        start(account),
      ),
  }
}
