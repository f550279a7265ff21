/** Makes years of a household's transactions, and writes down first what of it recurs. */

import type { PaidRow } from '../../../src/schedules/suggest/suggest-schedules.ts'
import { createDraw } from '../../support/seeded-draw.ts'

/** What recurs in a household: written down before anything looks at the rows. */
export interface TrueSchedule {
  /** The merchant, or the account to which is transferred. */
  paid_to: string
  account_id: string
  rhythm: Rhythm
  row_ids: Set<string>
  /** The day for which the next payment is due. */
  next_date: string
  /** False once it has ended. */
  isRunning: boolean
  /** True if there were enough payments to tell. */
  isOldEnough: boolean
}

/** A household: its rows until today, the earliest first, and what recurs. */
export interface Household {
  rows: PaidRow[]
  schedules: TrueSchedule[]
  today: string
}

const DAY = 86_400_000
const toText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** How many payments are needed, of a price and of a bill that differs each time. */
const rhythms = {
  weekly: { days: 7, enough: [5, 5] },
  twoWeeks: { days: 14, enough: [4, 4] },
  fourWeeks: { days: 28, enough: [3, 4] },
  twiceAMonth: { months: 1, enough: [4, 4] },
  month: { months: 1, enough: [3, 4] },
  twoMonths: { months: 2, enough: [3, 4] },
  quarter: { months: 3, enough: [3, 4] },
  halfYear: { months: 6, enough: [3, 4] },
  year: { months: 12, enough: [2, 4] },
} as const
/** How often something recurs. */
export type Rhythm = keyof typeof rhythms

interface Plan {
  rhythm: Rhythm
  days: number[]
  begin: number
  weekend: -1 | 0 | 1
}

const dayInMonth = (monthIndex: number, day: number): number => {
  const [year, month] = [Math.floor(monthIndex / 12), monthIndex % 12]
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, length))
}

/** Moves a Saturday or Sunday to the Friday before or the Monday after. */
function offWeekend(time: number, side: -1 | 0 | 1): number {
  const weekday = new Date(time).getUTCDay()
  if (side === 0 || (weekday !== 0 && weekday !== 6)) return time
  const days = side < 0 ? (weekday === 6 ? -1 : -2) : weekday === 6 ? 2 : 1
  return time + days * DAY
}

/** Lists the due dates from the first one to a day. */
function listDue({ rhythm, days, begin, weekend }: Plan, end: number): number[] {
  const rule = rhythms[rhythm]
  const due: number[] = []
  if ('days' in rule) for (let time = begin; time <= end; time += rule.days * DAY) due.push(time)
  else {
    const start = new Date(begin)
    const first = start.getUTCFullYear() * 12 + start.getUTCMonth()
    for (let month = first; dayInMonth(month, 1) <= end; month += rule.months)
      for (const day of days) if (dayInMonth(month, day) >= begin) due.push(dayInMonth(month, day))
  }
  return due.map((time) => offWeekend(time, weekend))
}

const card = 'card'
const accounts = ['checking', card, 'savings', 'cash']

/** Makes a household with its own habits. */
export function generateHousehold(seed: number): Household {
  const draw = createDraw(seed)
  const chance = (share: number) => draw() < share
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1))
  const pick = <Value>(...values: Value[]): Value => values[between(0, values.length - 1)] as Value // never empty
  const today = Date.UTC(2026, between(0, 11), between(1, 28))
  const begin = today - between(800, 1300) * DAY
  const rows: PaidRow[] = []
  const schedules: TrueSchedule[] = []

  function addRow(time: number, cents: number, paidTo: string, account_id: string): string {
    const id = `t${rows.length}`
    const isTransfer = accounts.includes(paidTo)
    const row = { id, date: toText(time), amount: BigInt(cents), account_id }
    const merchant = { merchant_id: paidTo, transfer_account_id: null }
    const transfer = { merchant_id: null, transfer_account_id: paidTo }
    const category_id = cents > 0 || isTransfer ? null : `c-${paidTo}`
    rows.push({ ...row, category_id, ...(isTransfer ? transfer : merchant) })
    // The other side of a transfer is a row, too.
    const other = { ...row, id: `${id}-other`, amount: -row.amount, account_id: paidTo, merchant_id: null }
    if (isTransfer) rows.push({ ...other, transfer_account_id: account_id, category_id: null })
    return id
  }

  interface Habit {
    merchant: string
    rhythm: Rhythm
    cents: number
    account?: string
    /** The share of the amount by which it differs each time; 0 for a price. */
    varies?: number
    ended?: boolean
    day?: number
  }

  function addSchedule({
    merchant,
    rhythm,
    cents,
    account = 'checking',
    varies = 0,
    ended = false,
    day,
  }: Habit) {
    const isManual = chance(0.25)
    const rule = rhythms[rhythm]
    const one = day ?? (chance(0.2) ? 31 : between(1, 30))
    const days = rhythm === 'twiceAMonth' ? pick([15, 31], [1, 15], [5, 20], [1, 16], [10, 25]) : [one]
    const weekend = 'days' in rule ? 0 : pick<-1 | 0 | 1>(0, 0, 1, 1, -1)
    const age = chance(0.7) ? between(0, 30) : between(0, 600)
    const plan: Plan = { rhythm, days, begin: begin + age * DAY, weekend }
    const due = listDue(plan, today + 800 * DAY)
    const end = ended ? today - between(100, 400) * DAY : Number.POSITIVE_INFINITY
    const row_ids = new Set<string>()
    let price = cents
    let next_date = ''
    const perYear = 'days' in rule ? 365 / rule.days : 12 / rule.months
    for (const time of due) {
      if (time > end) break
      if (varies === 0 && chance(0.35 / perYear)) price = Math.round(price * (1.02 + draw() * 0.16))
      if (time <= today && chance(isManual ? 0.03 : 0.01)) continue
      const isMoved = chance(isManual ? 0.35 : 0.04) && rhythm !== 'weekly'
      const paid = time + (isMoved ? between(-2, 3) : 0) * DAY
      if (paid > today) {
        next_date = toText(time)
        break
      }
      const amount = Math.round(price * (1 + varies * (draw() * 2 - 1)))
      row_ids.add(addRow(paid, amount, merchant, account))
      if (chance(0.008)) addRow(paid, amount, merchant, account)
    }
    const [forPrice, forBill] = rule.enough
    schedules.push({
      paid_to: merchant,
      account_id: account,
      rhythm,
      row_ids,
      next_date,
      isRunning: !ended,
      isOldEnough: row_ids.size >= (varies === 0 ? forPrice : forBill),
    })
  }

  /** Adds payments that recur at no fixed interval. */
  function addNoise(merchant: string, gap: [number, number], amounts: () => number, account = 'checking') {
    for (let time = begin + between(0, 20) * DAY; time <= today; time += between(...gap) * DAY)
      addRow(time, amounts(), merchant, account)
  }

  addSchedule({ merchant: 'savings', rhythm: 'month', cents: -between(1, 20) * 5000 })
  addSchedule({ merchant: card, rhythm: 'month', cents: -between(40000, 120000), varies: 0.35 })
  addNoise('cash', [8, 60], () => -pick(5000, 10000, 20000))
  addSchedule({ merchant: 'rent', rhythm: 'month', cents: -between(600, 1900) * 100 })
  addSchedule({
    merchant: 'employer',
    rhythm: pick<Rhythm>('month', 'twoWeeks', 'twiceAMonth', 'fourWeeks', 'month'),
    cents: between(1500, 3500) * 100,
    varies: chance(0.3) ? 0.08 : 0,
  })
  for (const name of ['phone', 'internet', 'gym', 'music', 'video', 'news', 'insurance'])
    if (chance(0.8))
      addSchedule({
        merchant: name,
        rhythm: 'month',
        cents: -between(499, 7999),
        account: pick('checking', card),
      })
  for (const name of ['electricity', 'water', 'gas'])
    if (chance(0.7))
      addSchedule({
        merchant: name,
        rhythm: pick<Rhythm>('month', 'month', 'quarter', 'twoMonths'),
        cents: -between(3000, 15000),
        varies: 0.2,
      })
  for (const [name, rhythm] of [
    ['cleaner', 'weekly'],
    ['lessons', 'twoWeeks'],
    ['lenses', 'fourWeeks'],
    ['radio', 'quarter'],
    ['vehicle', 'halfYear'],
    ['waste', 'twoMonths'],
    ['domain', 'year'],
    ['membership', 'year'],
  ] as const)
    if (chance(0.5))
      addSchedule({ merchant: name, rhythm, cents: -between(900, 30000), account: pick('checking', card) })
  if (chance(0.7)) addSchedule({ merchant: 'old-gym', rhythm: 'month', cents: -2990, ended: true })
  if (chance(0.7))
    addSchedule({ merchant: 'old-game', rhythm: 'month', cents: -1499, ended: true, account: card })

  // Two subscriptions of one merchant, sometimes on one day.
  const together = chance(0.3) ? { day: between(1, 28) } : {}
  addSchedule({ merchant: 'apps', rhythm: 'month', cents: -between(99, 499), account: card, ...together })
  addSchedule({ merchant: 'apps', rhythm: 'month', cents: -between(699, 2999), account: card, ...together })
  // A subscription at a shop where other things are bought.
  addSchedule({ merchant: 'shop', rhythm: 'month', cents: -between(599, 1499), account: card })
  addNoise('shop', [3, 35], () => -between(500, 12000), card)
  if (chance(0.5)) {
    addSchedule({ merchant: 'pharmacy', rhythm: 'year', cents: -between(2000, 6000) })
    addNoise('pharmacy', [20, 90], () => -between(300, 1900))
  }

  addNoise('supermarket', [2, 7], () => -between(400, 15000))
  addNoise('discounter', [4, 12], () => -between(400, 9000))
  addNoise('market', [7, 7], () => -between(900, 6500))
  addNoise('fuel', [12, 40], () => -between(3500, 7900), card)
  addNoise('restaurant', [9, 60], () => -between(1500, 9900), card)
  const coffee = between(280, 480)
  addNoise('coffee', [1, 6], () => -coffee)
  addNoise('cash machine', [8, 40], () => -pick(5000, 10000, 10000))
  const ticket = between(250, 390)
  addNoise('tickets', [2, 25], () => -pick(ticket, ticket, 2 * ticket))
  addNoise('game', [5, 70], () => -pick(499, 999))
  addNoise('barber', [33, 62], () => -3200)
  addNoise('doctor', [40, 200], () => -between(2000, 15000))
  addNoise('customer', [15, 75], () => between(20000, 160000))
  addNoise('presents', [355, 375], () => -between(2000, 20000))
  rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return { rows, schedules, today: toText(today) }
}
