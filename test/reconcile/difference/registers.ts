/** Makes registers of several styles, and injects one mistake into each, from a seed. */

import { addDays } from '../../../src/money/calendar.ts'
import type { BankRow, RegisterRow } from '../../../src/reconcile/difference/register.ts'

/** Returns numbers from 0 to below 1, the same for the same seed. */
export function createDice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws numbers and items from dice. */
export function createDraws(roll: () => number) {
  const upTo = (most: number): number => Math.floor(roll() * most)
  return {
    roll,
    upTo,
    between: (least: number, most: number): number => least + upTo(most - least + 1),
    pick<Item>(items: readonly Item[]): Item {
      const item = items[upTo(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
  }
}

/** Draws from dice. */
export type Draws = ReturnType<typeof createDraws>

/** The kinds of registers. */
export const styles = ['household', 'card', 'business'] as const

/** A register as the bank would have it: every row is right. */
export interface Register {
  rows: RegisterRow[]
  date: string
}

const FIRST_DAY = '2026-01-01'
const syllables = [
  'ba',
  'cor',
  'del',
  'fin',
  'gra',
  'hol',
  'jun',
  'kem',
  'lor',
  'mas',
  'nel',
  'pol',
  'ros',
  'tam',
  'vin',
]

function inventMerchant({ pick }: Draws): string {
  const word = `${pick(syllables)}${pick(syllables)}`
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${pick(['Market', 'Cafe', 'GmbH', 'Store', 'Ltd', 'Energy', 'Books'])}`
}

interface Habit {
  words: string
  /** Draws the amount in minor units. */
  amount: () => number
  /** Days between two rows; undefined for any day. */
  every?: number
}

/** Amounts of a shop: a typical size, with a spread. */
function spread({ roll, pick }: Draws, typical: number, sign = -1): () => number {
  const ending = pick(['any', 'any', '99', '50'])
  return () => {
    const size = Math.max(120, Math.round(typical * Math.exp((roll() + roll() + roll() - 1.5) * 0.8)))
    if (ending === '99') return sign * (size - (size % 100) + 99)
    return sign * (ending === '50' ? size - (size % 50) : size)
  }
}

function inventHabits(draws: Draws, style: (typeof styles)[number]): Habit[] {
  const { between, pick } = draws
  const shops = (count: number, least: number, most: number, sign = -1): Habit[] =>
    Array.from({ length: count }, () => ({
      words: inventMerchant(draws),
      amount: spread(draws, between(least, most), sign),
    }))
  const fixed = (count: number, least: number, most: number, sign = -1): Habit[] =>
    Array.from({ length: count }, () => {
      const size = sign * (between(least, most) + pick([0, 0, 99]))
      return { words: inventMerchant(draws), amount: () => size, every: 30 }
    })
  if (style === 'household')
    return [
      ...shops(18, 300, 9000),
      ...fixed(7, 500, 90_000),
      ...fixed(1, 180_000, 350_000, 1),
      ...shops(2, 1000, 9000, 1),
    ]
  if (style === 'card')
    return [...shops(30, 250, 15_000), ...fixed(5, 499, 4000), ...shops(1, 20_000, 90_000, 1)]
  return [...shops(25, 5000, 400_000), ...shops(25, 10_000, 900_000, 1), ...fixed(6, 10_000, 300_000)]
}

/** Makes a register of so many rows. */
export function makeRegister(draws: Draws, style: (typeof styles)[number], size: number): Register {
  const habits = inventHabits(draws, style)
  const days = Math.max(60, Math.round(size * (style === 'business' ? 0.6 : 0.9)))
  const drafts: { date: string; amount: bigint; words: string }[] = []
  for (const habit of habits) {
    if (habit.every === undefined) continue
    for (let day = draws.upTo(habit.every); day < days; day += habit.every)
      drafts.push({ date: addDays(FIRST_DAY, day), amount: BigInt(habit.amount()), words: habit.words })
  }
  const loose = habits.filter(({ every }) => every === undefined)
  while (drafts.length < size) {
    const habit = loose[Math.floor(draws.roll() ** 2 * loose.length)]
    if (!habit) break
    drafts.push({
      date: addDays(FIRST_DAY, draws.upTo(days)),
      amount: BigInt(habit.amount()),
      words: habit.words,
    })
  }
  const rows = drafts
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map((draft, at): RegisterRow => ({ ...draft, key: at + 1, status: 'cleared' }))
  return { rows, date: addDays(FIRST_DAY, days) }
}

/** The mistakes that are injected. */
export const faults = [
  'not_cleared',
  'duplicate',
  'missing',
  'sign_turned',
  'digits_swapped',
  'decimal_point',
  'extra_digit',
  'not_on_statement',
  'wrong_account',
  'subset',
] as const

/** Mistakes that look like another one: of each, both explanations must be told. */
export const twofoldFaults = [
  'missing_with_twin_elsewhere',
  'missing_with_later_twin',
  'booked_later',
  'booked_later_otherwise',
] as const

/** A register with one mistake. */
type Fault = (typeof faults)[number] | (typeof twofoldFaults)[number]

export interface FaultyRegister {
  fault: Fault
  rows: RegisterRow[]
  /** Rows of other accounts. */
  elsewhere: RegisterRow[]
  /** The keys of the rows that are wrong; empty for a missing row. */
  keys: number[]
  /** The balance of the bank less the cleared one of these rows. */
  difference: bigint
}

/** Injects a mistake, and some rows of the last days that are pending on both sides. */
export function injectFault(draws: Draws, { rows, date }: Register, fault: Fault): FaultyRegister {
  const truth = rows.reduce((sum, { amount }) => sum + amount, 0n)
  // Most mistakes are new, some are old.
  const recent = draws.roll() < 0.6 ? rows.slice(-60) : rows
  const chosen = draws.pick(recent)
  const replace = (change: Partial<RegisterRow>): RegisterRow[] =>
    rows.map((row) => (row === chosen ? { ...row, ...change } : row))
  const wrong = makeWrongRows(draws, { rows, chosen, date, replace }, fault)
  const waiting = Array.from({ length: draws.upTo(8) }, (_, at): RegisterRow => {
    const like = draws.pick(rows)
    return {
      ...like,
      key: 90_000 + at,
      amount: like.amount + BigInt(draws.upTo(300)),
      date: chosen.date,
      status: 'pending',
    }
  })
  const all = [...wrong.rows, ...waiting]
  const cleared = all
    .filter((row) => row.status === 'cleared' && row.date <= date)
    .reduce((sum, { amount }) => sum + amount, 0n)
  return { fault, elsewhere: [], ...wrong, rows: all, difference: truth - cleared }
}

interface Choice {
  rows: readonly RegisterRow[]
  chosen: RegisterRow
  date: string
  replace: (change: Partial<RegisterRow>) => RegisterRow[]
}

function makeWrongRows(
  draws: Draws,
  { rows, chosen, date, replace }: Choice,
  fault: Fault,
): Pick<FaultyRegister, 'rows' | 'keys'> & Partial<FaultyRegister> {
  const without = rows.filter((row) => row !== chosen)
  const keys = [chosen.key]
  const extra = { ...chosen, key: 80_000 }
  switch (fault) {
    case 'not_cleared':
      return { rows: replace({ status: 'pending' }), keys }
    case 'duplicate':
      return { rows: [...rows, { ...extra, date: addDays(chosen.date, draws.upTo(3)) }], keys: [80_000] }
    case 'missing':
      return { rows: without, keys: [] }
    case 'wrong_account':
      return { rows: without, keys, elsewhere: [chosen] }
    case 'missing_with_twin_elsewhere':
      return { rows: without, keys: [], elsewhere: [{ ...extra, date: addDays(chosen.date, draws.upTo(4)) }] }
    case 'missing_with_later_twin':
      return { rows: [...without, { ...extra, date: addDays(date, draws.between(1, 9)) }], keys: [] }
    case 'booked_later':
      return { rows: replace({ date: addDays(date, draws.between(1, 9)) }), keys }
    case 'booked_later_otherwise':
      return {
        rows: replace({ date: addDays(date, draws.between(1, 9)), words: inventMerchant(draws) }),
        keys,
      }
    case 'not_on_statement':
      return {
        rows: [
          ...rows,
          { ...extra, amount: extra.amount + BigInt(draws.between(1, 999)), words: inventMerchant(draws) },
        ],
        keys: [80_000],
      }
    case 'subset': {
      const left = rows.slice(-40).filter(() => draws.roll() < 0.1)
      return {
        rows: rows.map((row) => (left.includes(row) ? { ...row, status: 'pending' } : row)),
        keys: left.map(({ key }) => key),
      }
    }
    default:
      return { rows: replace({ amount: mistype(draws, chosen.amount, fault) }), keys }
  }
}

/** Returns the amount with a slip of typing; the turned sign where the slip would change nothing. */
function mistype({ upTo }: Draws, amount: bigint, fault: string): bigint {
  const sign = amount < 0n ? -1n : 1n
  const digits = String(amount < 0n ? -amount : amount)
  const typed = slip(digits, fault, upTo)
  return typed === undefined || BigInt(typed) === BigInt(digits) ? -amount : sign * BigInt(typed)
}

function slip(digits: string, fault: string, upTo: (most: number) => number): string | undefined {
  const at = upTo(digits.length - 1)
  if (fault === 'digits_swapped') {
    const places = Array.from({ length: digits.length - 1 }, (_, place) => (place + at) % (digits.length - 1))
    const place = places.find((one) => digits[one] !== digits[one + 1])
    return place === undefined
      ? undefined
      : `${digits.slice(0, place)}${digits[place + 1]}${digits[place]}${digits.slice(place + 2)}`
  }
  if (fault === 'decimal_point') return `${digits}0`
  if (fault === 'extra_digit') return `${digits.slice(0, at)}${digits[at]}${digits.slice(at)}`
  return undefined
}

/** Writes the words of a merchant as a bank does. */
function writeAsBank({ pick, upTo }: Draws, words: string): string {
  const number = String(1000 + upTo(9000))
  return pick([
    words,
    words.toUpperCase(),
    `${words.toUpperCase()} ${number}`,
    `CARD PURCHASE ${words.toUpperCase()} 11/02`,
    `${words.split(' ')[0] ?? words} ${number}`,
  ])
}

/** Makes the bank's statement of the last days of a register: some rows are booked a few days later. */
export function makeStatement(draws: Draws, { rows, date }: Register, days: number): BankRow[] {
  const since = addDays(date, -days)
  return rows
    .filter((row) => row.date >= since)
    .map((row) => {
      const booked = addDays(row.date, draws.pick([0, 0, 0, 1, 1, 2, 3]))
      // The register is as the bank has it at the end of the date.
      return { ...row, date: booked > date ? date : booked }
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date: booked, amount, words }, at) => ({
      row: at + 1,
      date: booked,
      amount,
      words: writeAsBank(draws, words),
      merchant: words,
    }))
}
