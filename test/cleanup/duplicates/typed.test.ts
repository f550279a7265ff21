/** Measures on random households, all typed by hand, how many doubles are found and how many findings are true. */

import { describe, expect, it } from 'vitest'
import { findDuplicates } from '../../../src/cleanup/duplicates/find-duplicates.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { addDays } from '../../../src/money/calendar.ts'
import { createRandom, createRegister } from './registers.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 12)
const DAYS = 365

interface Purchase {
  date: string
  amount: string
  merchant: string | null
  /** True for what is bought so often that nobody can tell a double from the next one. */
  isDaily?: boolean
}

/** Lists what a household buys in a year: bills, habits, and purchases of any amount. */
function listPurchases(random: () => number): Purchase[] {
  const bought: Purchase[] = []
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const some = () => `-${between(3, 120)}.${String(between(0, 99)).padStart(2, '0')}`
  const choose = <Value>(values: readonly Value[]) => values[between(0, values.length - 1)] as Value
  const phones = between(1, 2)
  for (let day = 0; day < DAYS; day++) {
    const date = addDays('2025-11-01', day)
    const dayOfMonth = Number(date.slice(8))
    const add = (merchant: string | null, amount: string, more: Partial<Purchase> = {}) =>
      bought.push({ date, amount, merchant, ...more })
    const weekday = day % 7
    if (weekday < 5 && random() < 0.9)
      for (let ride = 0; ride < 2; ride++) add('City Transit', '-2.60', { isDaily: true })
    if (weekday < 5 && random() < 0.8) add('Cafe Central', '-3.80', { isDaily: true })
    if (weekday < 5 && random() < 0.15) add('Cafe Central', '-3.80', { isDaily: true })
    if (day % 7 === 3 && random() < 0.95) add('Cleaning Lady', '-40.00')
    if (random() < 0.14)
      add(choose(['Bakery Krume', 'Bakery Krume', 'Kiosk']), choose(['-4.50', '-2.20', '-6.70', '-1.80']))
    if (random() < 0.3) add(choose(['Rewe', 'Aldi', 'Wochenmarkt']), some())
    if (random() < 0.15) add(choose(['Pizzeria Roma', 'Sushi Bar', 'Thai Garden', 'Cinema']), some())
    if (random() < 0.06)
      add(
        `Shop ${String.fromCharCode(65 + between(0, 25))}${String.fromCharCode(97 + between(0, 25))}ngen`,
        some(),
      )
    if (random() < 0.03) add(null, some())
    if (random() < 0.02) add('Cinema', '-12.00')
    if (dayOfMonth === 1) add('Landlord', '-900.00')
    if (dayOfMonth === 5) for (let line = 0; line < phones; line++) add('Phone Company', '-19.99')
    if (dayOfMonth === 12) add('Streaming Service', '-11.99')
    if (dayOfMonth === 15) add('Gym', '-29.00')
    if (dayOfMonth === 28) add('Employer', '2500.00')
  }
  return bought
}

/** Types the purchases, and some of them again: at once, after a retried request, or days later from the receipt. */
function typeHousehold(seed: number) {
  const random = createRandom(seed)
  const register = createRegister('Checking')
  const commands = new Map<string, number>()
  const extra = new Set<string>()
  let command = 0
  const type = ({ date, amount, merchant }: Purchase, created_at: string): Transaction => {
    const row = register.add({ date, amount, merchant, files: [], created_at })
    commands.set(row.id, command)
    return row
  }
  for (const purchase of listPurchases(random)) {
    const { date } = purchase
    command += 1
    type(purchase, `${date}T20:00:00.000Z`)
    // Two equal tickets, entered together.
    if (!purchase.isDaily && random() < 0.004) type(purchase, `${date}T20:00:00.000Z`)
    if (purchase.isDaily || random() >= 0.05) continue
    command += 1
    const chance = random()
    const days = chance < 0.6 ? 0 : chance < 0.75 ? 1 : 2 + Math.floor(random() * 4)
    const when = addDays(date, days)
    const created = random() < 0.4 ? `${date}T20:00:00.400Z` : `${when}T21:30:00.000Z`
    extra.add(type({ ...purchase, date: when }, created).id)
  }
  const isOneCommand = (a: Transaction, b: Transaction) => commands.get(a.id) === commands.get(b.id)
  return { ...register, extra, isOneCommand }
}

describe('doubles typed by hand', () => {
  it('are found to 90 percent, and 95 percent of the findings are doubles', () => {
    const total = { injected: 0, found: 0, right: 0, sure: 0 }
    for (let seed = 1; seed <= rounds; seed++) {
      const { rows, sources, extra, isOneCommand } = typeHousehold(seed)
      const findings = findDuplicates({ rows, sources, days: 5, isOneCommand })
      // Which of two equal rows goes does not matter for any sum, as long as one of them is the one typed again.
      const right = findings.filter(({ keep, remove }) => extra.has(keep.id) || extra.has(remove.id))
      total.injected += extra.size
      total.found += findings.length
      total.right += right.length
      total.sure += findings.filter(({ sure }) => sure).length
    }
    const [recall, precision] = [total.right / total.injected, total.right / total.found]
    if (process.env['BUDGET_ROUNDS'] !== undefined)
      process.stdout.write(`${JSON.stringify({ ...total, recall, precision })}\n`)
    expect(recall).toBeGreaterThanOrEqual(0.9)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    // No bank has confirmed any of them.
    expect(total.sure).toBe(0)
  })
})
