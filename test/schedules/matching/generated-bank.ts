/** Makes households with schedules and their banks' rows, and knows by rules of its own which row fits which date. */

import type { ScheduleDraft } from '../../../src/contract/operations/schedules.ts'
import { addDays, daysBetween } from '../../../src/money/calendar.ts'
import { listPlannedDates, shiftWeekend } from '../../../src/schedules/dates/planned-dates.ts'
import { createDraw } from '../../support/seeded-draw.ts'

/** The first and the last day on which something is paid for, and the last one that the bank shows. */
const BEGIN = '2026-03-01'
const LAST_DUE = '2026-11-06'
const LAST_ROW = '2026-11-20'

/** The accounts that have a bank file. */
export const accounts = ['Checking', 'Savings'] as const
/** An account of a household. */
export type AccountName = (typeof accounts)[number]

interface Rhythm {
  every: { count: number; unit: 'day' | 'month' }
  window: number
  isTwice?: true
}

const rhythms: readonly Rhythm[] = [
  { every: { count: 7, unit: 'day' }, window: 3 },
  { every: { count: 14, unit: 'day' }, window: 5 },
  { every: { count: 1, unit: 'month' }, window: 5 },
  { every: { count: 1, unit: 'month' }, window: 5 },
  { every: { count: 1, unit: 'month' }, window: 5, isTwice: true },
  { every: { count: 3, unit: 'month' }, window: 5 },
  { every: { count: 6, unit: 'month' }, window: 10 },
  { every: { count: 12, unit: 'month' }, window: 10 },
]

/** A schedule, and what its rows are like. */
export interface BankSchedule {
  number: number
  draft: Omit<ScheduleDraft, 'account_id' | 'transfer_account_id'>
  /** The account to which it transfers money. */
  transfersTo: AccountName | undefined
  merchant: string
  window: number
  /** The smallest and the largest amount in cents: of a fixed amount they are equal. Negative for money out. */
  least: number
  most: number
  dates: PlannedDay[]
}

interface PlannedDay {
  date: string
  due_date: string
}

/** A row of a bank's file. */
export interface BankRow {
  account: AccountName
  date: string
  payee: string
  cents: number
  /** Its notes, which no other row has. */
  note: string
  /** The merchant, or the other account of a transfer. */
  merchant: string
}

/** A household: all its rows, the earliest first. */
export interface BankHousehold {
  schedules: BankSchedule[]
  rows: BankRow[]
  draw: () => number
}

const names = ['Landlord', 'Streaming', 'Electric', 'Fitness', 'Insurer', 'Phonecall', 'Council', 'Garage']

/** True if a row may fulfil a date without a question. */
export const isFitting = (
  { merchant, transfersTo, window, least, most }: BankSchedule,
  { due_date }: PlannedDay,
  row: BankRow,
): boolean => {
  const cents = row.account === transfersTo ? -row.cents : row.cents
  return (
    (row.account === 'Checking' ? merchant : 'Checking') === row.merchant &&
    (row.account === 'Checking' || transfersTo === row.account) &&
    Math.abs(cents) >= Math.abs(least) &&
    Math.abs(cents) <= Math.abs(most) &&
    cents < 0 === least < 0 &&
    Math.abs(daysBetween(due_date, row.date)) <= window
  )
}

/** Makes a household. */
export function generateBank(seed: number): BankHousehold {
  const draw = createDraw(seed)
  const chance = (share: number) => draw() < share
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1))
  const pick = <Value>(...values: readonly Value[]): Value => values[between(0, values.length - 1)] as Value // never empty
  const rows: BankRow[] = []

  function addRow(account: AccountName, date: string, merchant: string, cents: number) {
    if (date > LAST_ROW || cents === 0) return
    const payee = merchant === account ? merchant : `${merchant.toUpperCase()} GMBH`
    rows.push({ account, date, merchant, payee, cents, note: `bank ${rows.length}` })
  }

  function addSchedule(number: number, merchant: string, transfersTo: AccountName | undefined) {
    const { every, window: usual, isTwice } = pick(...rhythms)
    const begin = addDays(BEGIN, between(0, 40))
    const day = between(1, 15)
    const days = isTwice ? [day, chance(0.5) ? day + 15 : 31] : [between(1, 31)]
    // From the last day to one early in the month are few days.
    const window = days[1] === 31 ? Math.min(usual, Math.floor((day - 1) / 2)) : usual
    const kind = transfersTo ? 'fixed' : pick('fixed', 'fixed', 'about', 'range')
    const sign = chance(0.15) && !transfersTo ? 1 : -1
    const cents = 20 * between(50, 9000)
    const amount = sign * cents
    const [least, most] = {
      fixed: [amount, amount],
      about: [0.75 * amount, 1.25 * amount],
      range: [amount, 2 * amount],
    }[kind] as [number, number]
    const weekend = pick<'same' | 'before' | 'after'>('same', 'same', 'before', 'after')
    const recurrence = { every, days: every.unit === 'month' ? days : [], weekend, until: null, times: null }
    const planned = listPlannedDates({ ...recurrence, first_date: begin }, begin, '2027-12-31')
    const first_date = planned[0] ?? begin
    const draft = {
      first_date,
      every,
      ...(every.unit === 'month' && { days }),
      weekend,
      amount_kind: kind,
      amount: (amount / 100).toFixed(2),
      ...(kind === 'range' && { amount_to: (most / 100).toFixed(2) }),
      ...(!transfersTo && { merchant_name: merchant }),
    } satisfies BankSchedule['draft']
    const dates = planned.map((date) => ({ date, due_date: shiftWeekend({ weekend }, date) }))
    const schedule = { number, draft, transfersTo, merchant, window, least, most, dates }
    for (const { due_date } of dates.filter((one) => one.due_date <= LAST_DUE))
      addPayments(schedule, due_date)
    return schedule
  }

  /** Adds what the bank shows for a date: its row, mostly, and others that look like it. */
  function addPayments({ merchant, window, least, most, transfersTo }: BankSchedule, due_date: string) {
    const days = chance(0.4) ? 0 : between(-window, window)
    const cents = Math.round(least + draw() * (most - least))
    const pay = (date: string, amount: number) => {
      addRow('Checking', date, merchant, amount)
      if (transfersTo && chance(0.8)) addRow(transfersTo, addDays(date, between(0, 1)), 'Checking', -amount)
    }
    const what = draw()
    if (what < 0.8) pay(addDays(due_date, days), cents)
    else if (what < 0.86) pay(addDays(due_date, window + between(1, 9)), cents)
    else if (what < 0.92) pay(addDays(due_date, days), Math.round(most * 1.4))
    // Another purchase at the same shop, the same amount twice, and the same amount elsewhere.
    if (chance(0.2)) pay(addDays(due_date, between(-9, 9)), -between(100, 90_000))
    if (chance(0.12)) pay(addDays(due_date, between(-8, 8)), cents)
    if (chance(0.2)) addRow('Checking', addDays(due_date, between(-3, 3)), 'Supermarket', cents)
  }

  const schedules: BankSchedule[] = []
  const count = between(3, 8)
  for (let number = 0; number < count; number++) {
    const before = schedules[number - 1]
    // Two contracts with one merchant.
    const isShared = before !== undefined && !before.transfersTo && chance(0.15)
    if (number === 1 && chance(0.5)) schedules.push(addSchedule(number, 'Savings', 'Savings'))
    else schedules.push(addSchedule(number, isShared ? before.merchant : (names[number] ?? ''), undefined))
  }
  for (let at = between(5, 20); at > 0; at--)
    addRow(
      'Checking',
      addDays(BEGIN, between(0, 250)),
      pick('Bakery', 'Petrol', 'Cinema'),
      -between(100, 9000),
    )
  rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return { schedules, rows, draw }
}
