/** Computes what categories need for the open dates of schedules, and what is missing. @see docs/schedules.md#needs */

import { addMonths, monthsBetween, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { clampToZero, formatAmount, type MinorUnits, minimum, parseTotal } from '../money/minor-units.ts'
import { openCardBalances } from './card-balances.ts'
import { divideAmount } from './forecast/plan-transactions.ts'
import type { OpenDate } from './open-dates.ts'

/** What needs are computed from. Amounts are decimal strings. */
export interface NeedsInput {
  /** In the order of `listAllOpenDates`; one that is overdue counts today. */
  openDates: readonly OpenDate[]
  today: string
  currency: string
  /** What categories have available today, by id; a missing one has nothing. */
  available: ReadonlyMap<string, string>
  /** The credit accounts, by id, with the category that pays each. */
  cards: ReadonlyMap<string, { category_id: string; balance: string }>
  /** What is assigned to categories in later months already, less what is entered there; the earliest first. */
  entered?: readonly { category_id: string; month: string; amount: string }[]
}

/** What is missing up to a date, and how it is assigned in equal amounts. Amounts are decimal strings. */
interface Shortfall {
  /** What is missing for this date and those before it. */
  shortfall: string
  /** What to assign each month from today's on, rounded up; zero when nothing is missing. */
  monthly: string
  /** The last month in which to assign it. */
  until: string
}

/** What an open date needs of a category. Amounts are decimal strings. */
export interface DateNeed extends Shortfall {
  openDate: OpenDate
  category_id: string
  /** Above zero. */
  needed: string
  /** What the category has before it; below zero where it is overspent. */
  available: string
  /** What the category has left for it after the dates before it. */
  funded: string
  /** The rest, and what the category is overspent by today; zero when it is funded. */
  missing: string
}

/**
 * What a category needs for all of its open dates: `monthly` is the largest amount that any of them asks for, and
 * assigned until `until` it is enough for all.
 */
export interface CategoryNeed extends Shortfall {
  category_id: string
  /** In their order. */
  dates: DateNeed[]
  /** The date that asks for `monthly`; the first need when nothing is missing. */
  decidedBy: DateNeed
}

/** The needs of open dates. */
export interface Needs {
  /** In the order of the dates; a split has one for each category. */
  dates: DateNeed[]
  /** By category id. */
  categories: Map<string, CategoryNeed>
}

/** Money that moves into a category or out of it. */
interface CategoryFlow {
  category_id: string
  amount: MinorUnits
  /** True if money that goes out has to be there: not for a refund, which lowers what pays the card. */
  isNeed: boolean
}

/** Returns what open dates need. What is available goes to the date that comes first. */
export function computeNeeds(input: NeedsInput): Needs {
  const { parse, format } = createAmounts(input.currency)
  const left = openEnvelopes(input, parse)
  const countMonths = createMonthCounter(input)
  const findLastMonth = createLastMonthFinder(input.today)
  const listFlows = createFlowReader(input, parse)
  const entered = [...(input.entered ?? [])]
  const dates: DateNeed[] = []
  for (const openDate of sortByDay(input)) {
    while (entered[0] && entered[0].month <= toMonth(openDate.due_date))
      for (const { category_id, month, amount } of entered.splice(0, 1)) {
        const envelope = left.get(category_id)
        if (takeFrom(envelope, parse(amount)) === 0n) continue
        const monthly = ceilDivide(envelope.shortfall, countMonths(`${month}-01`))
        if (monthly > envelope.least) envelope.least = monthly
      }
    for (const { category_id, amount, isNeed } of listFlows(openDate)) {
      const envelope = left.get(category_id)
      if (!isNeed) envelope.available = clampToZero(envelope.available + amount)
      if (!isNeed || amount === 0n) continue
      const { available, overspent } = envelope
      const missing = takeFrom(envelope, amount)
      if (amount > 0n) continue
      envelope.overspent = 0n
      const even = ceilDivide(envelope.shortfall, countMonths(openDate.due_date))
      const monthly = even > envelope.least ? even : envelope.least
      const need: DateNeed = {
        openDate,
        category_id,
        needed: format(-amount),
        available: format(available - overspent),
        funded: format(minimum(available, -amount)),
        missing: format(missing + overspent),
        shortfall: format(envelope.shortfall),
        monthly: format(monthly),
        until: findLastMonth(envelope.shortfall, monthly),
      }
      dates.push(need)
      noteNeed(envelope, need, monthly)
    }
  }
  return { dates, categories: left.decide(findLastMonth) }
}

/** Returns functions that read and write amounts, each once: schedules repeat them. */
function createAmounts(currency: string) {
  const decimals = getCurrencyDecimals(currency)
  const parsed = new Map<string, MinorUnits>()
  const formatted = new Map<MinorUnits, string>()
  return {
    parse(amount: string): MinorUnits {
      const minor = parsed.get(amount) ?? parseTotal(amount, decimals)
      parsed.set(amount, minor)
      return minor
    },
    format(minor: MinorUnits): string {
      const amount = formatted.get(minor) ?? formatAmount(minor, decimals)
      formatted.set(minor, amount)
      return amount
    },
  }
}

/** What a category has left between two dates, in minor units. */
interface Envelope {
  available: MinorUnits
  /** What it is overspent by today, until a date counts it. */
  overspent: MinorUnits
  /** What is missing so far; it is assigned before the next date. */
  shortfall: MinorUnits
  /** The least to assign each month: what is overspent today is covered today. */
  least: MinorUnits
  dates: DateNeed[]
  /** The date that asks for the most each month, and what is missing up to the last one. */
  deciding: { need: DateNeed; monthly: MinorUnits; shortfall: MinorUnits } | undefined
}

function openEnvelopes({ available }: NeedsInput, parse: (amount: string) => MinorUnits) {
  const envelopes = new Map<string, Envelope>()
  return {
    get(category_id: string): Envelope {
      const known = envelopes.get(category_id)
      if (known) return known
      const amount = parse(available.get(category_id) ?? '0')
      const overspent = clampToZero(-amount)
      const opened = {
        available: clampToZero(amount),
        overspent,
        shortfall: overspent,
        least: overspent,
        dates: [],
        deciding: undefined,
      }
      envelopes.set(category_id, opened)
      return opened
    },
    /** Returns what each category needs, from what its dates need. */
    decide(findUntil: (shortfall: MinorUnits, monthly: MinorUnits) => string): Map<string, CategoryNeed> {
      const needs = [...envelopes].flatMap(([category_id, { dates, deciding }]) => {
        const last = dates.at(-1)
        if (!deciding || !last) return []
        const { need, monthly } = deciding
        const until = findUntil(deciding.shortfall, monthly)
        const { shortfall } = last
        return [{ category_id, shortfall, monthly: need.monthly, until, dates, decidedBy: need }]
      })
      return new Map(needs.map((need) => [need.category_id, need]))
    },
  }
}

function noteNeed(envelope: Envelope, need: DateNeed, monthly: MinorUnits): void {
  const { dates, deciding, shortfall } = envelope
  dates.push(need)
  if (!deciding || monthly > deciding.monthly) envelope.deciding = { need, monthly, shortfall }
  else deciding.shortfall = shortfall
}

/** Moves money into an envelope or out of it, and returns what is missing for that. */
function takeFrom(envelope: Envelope, amount: MinorUnits): MinorUnits {
  const missing = amount < 0n ? clampToZero(-amount - envelope.available) : 0n
  envelope.available = clampToZero(envelope.available + amount)
  envelope.shortfall += missing
  return missing
}

const ceilDivide = (amount: MinorUnits, by: MinorUnits): MinorUnits => (amount + by - 1n) / by

/** Returns a function that finds the month up to which so much a month makes up for what is missing. */
function createLastMonthFinder(today: string): (shortfall: MinorUnits, monthly: MinorUnits) => string {
  const months: string[] = []
  return (shortfall, monthly) => {
    const later = monthly === 0n ? 0 : Number(ceilDivide(shortfall, monthly)) - 1
    return (months[later] ??= addMonths(toMonth(today), later))
  }
}

/** Of a day, money goes out before cards are paid, and comes in last. */
const rankInDay = ({ amount, schedule }: OpenDate): number =>
  amount !== null && !amount.startsWith('-') ? 2 : schedule.transfer_account_id === null ? 0 : 1

/** Sorts open dates, which are in the order of their days, within each day; what is overdue counts today. */
function sortByDay({ openDates, today }: NeedsInput): OpenDate[] {
  const sorted: OpenDate[] = []
  let day: OpenDate[] = []
  const closeDay = (): void => {
    if (day.length > 1) day.sort((a, b) => rankInDay(a) - rankInDay(b))
    for (const openDate of day.splice(0)) sorted.push(openDate)
  }
  for (const openDate of openDates) {
    const { due_date } = day.at(-1) ?? openDate
    if (openDate.due_date !== due_date && openDate.due_date > today) closeDay()
    day.push(openDate)
  }
  closeDay()
  return sorted
}

/** Returns a function that counts the months in which a date can be assigned to, today's included. */
function createMonthCounter({ openDates, today }: NeedsInput): (date: string) => bigint {
  const isIncome = ({ schedule: { ready_to_assign, splits }, amount }: OpenDate): boolean =>
    splits
      ? splits.some((line) => line.ready_to_assign)
      : ready_to_assign && amount?.startsWith('-') === false
  /** The first income of each month. */
  const firstIncome = new Map<string, string>()
  for (const { due_date } of openDates.filter(isIncome)) {
    const known = firstIncome.get(toMonth(due_date))
    if (known === undefined || due_date < known) firstIncome.set(toMonth(due_date), due_date)
  }
  const counts = new Map<string, number>()
  return (dueDate) => {
    const month = toMonth(dueDate)
    const later = counts.get(month) ?? monthsBetween(toMonth(today), month)
    counts.set(month, later)
    if (later <= 0) return 1n
    const isPaidBefore = (firstIncome.get(month) ?? dueDate) < dueDate
    return BigInt(firstIncome.size === 0 || isPaidBefore ? later + 1 : later)
  }
}

/**
 * Returns a function that lists what a date moves in categories, in the order of the dates: what is bought on a card
 * moves from its category to the one that pays the card.
 */
function createFlowReader({ cards, today }: NeedsInput, parse: (amount: string) => MinorUnits) {
  const balances = openCardBalances(new Map([...cards].map(([id, { balance }]) => [id, parse(balance)])), {
    today,
    parse,
  })
  /** Of the last date of each schedule that is no transfer: most dates have the same amount. */
  const known = new Map<OpenDate['schedule'], { amount: MinorUnits; flows: CategoryFlow[] }>()
  return (openDate: OpenDate): CategoryFlow[] => {
    const { schedule, due_date, amount: expected } = openDate
    const { account_id, transfer_account_id, category_id } = schedule
    const day = due_date < today ? today : due_date
    const amount = expected === null ? balances.readOwed(openDate, day) : parse(expected)
    const card = cards.get(account_id)
    balances.move(account_id, { day, amount, isPayment: false })
    if (transfer_account_id !== null) {
      balances.move(transfer_account_id, { day, amount: -amount, isPayment: true })
      // A card that pays another one borrows the money.
      const paying = category_id ?? (card ? undefined : cards.get(transfer_account_id)?.category_id)
      return paying === undefined ? [] : [{ category_id: paying, amount, isNeed: true }]
    }
    const last = known.get(schedule)
    if (last?.amount === amount) return last.flows
    const flows = divideAmount(schedule, amount, parse).flatMap((line): CategoryFlow[] => {
      if (line.category_id === null) return []
      const flow = { category_id: line.category_id, amount: line.amount, isNeed: true }
      return card ? [flow, { category_id: card.category_id, amount: -line.amount, isNeed: false }] : [flow]
    })
    known.set(schedule, { amount, flows })
    return flows
  }
}
