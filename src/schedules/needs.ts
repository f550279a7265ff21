/** Computes what categories need for the open dates of schedules, and what is missing. @see docs/schedules.md#needs */

import { groupBy } from '../contract/group-by.ts'
import { isCreditAccountType } from '../contract/operations/accounts.ts'
import { addMonths, monthsBetween, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { clampToZero, type MinorUnits, minimum } from '../money/minor-units.ts'
import { openCardBalances } from './card-balances.ts'
import { createAmountParser, divideAmount } from './forecast/plan-transactions.ts'
import type { OpenDate } from './open-dates.ts'

/** What needs are computed from; amounts are in minor units. */
export interface NeedsInput {
  /** In the order of `listAllOpenDates`; one that is overdue counts today. */
  openDates: readonly OpenDate[]
  today: string
  currency: string
  /** What categories have available today, by id; a missing one has nothing. */
  available: ReadonlyMap<string, MinorUnits>
  /** The credit accounts, by id, with the category that pays each. */
  cards: ReadonlyMap<string, { category_id: string; balance: MinorUnits }>
  /** What is assigned to categories in later months already, less what is entered there; the earliest first. */
  entered?: readonly { category_id: string; month: string; amount: MinorUnits }[]
}

/** Returns the category that pays each card; it has the card's name. */
export const findCards = (
  accounts: readonly { id: string; name: string; type: string }[],
  paymentCategories: readonly { id: string; name: string }[],
  getBalance: (account_id: string) => MinorUnits,
): NeedsInput['cards'] =>
  new Map(
    accounts.flatMap(({ id, name, type }) => {
      const payment = paymentCategories.find((category) => category.name === name)
      const isPaid = isCreditAccountType(type) && payment
      return isPaid ? [[id, { category_id: payment.id, balance: getBalance(id) }]] : []
    }),
  )

/** What is missing up to a date, and how it is assigned in equal amounts. */
interface Shortfall {
  /** What is missing for this date and those before it. */
  shortfall: MinorUnits
  /** What to assign each month from today's on, rounded up; zero when nothing is missing. */
  monthly: MinorUnits
  /** The last month in which to assign it. */
  until: string
}

/** What an open date needs of a category, in minor units. */
export interface DateNeed extends Shortfall {
  openDate: OpenDate
  category_id: string
  /** Above zero. */
  needed: MinorUnits
  /** What the category has before it; below zero where it is overspent. */
  available: MinorUnits
  /** What the category has left for it after the dates before it. */
  funded: MinorUnits
  /** The rest, and what the category is overspent by today; zero when it is funded. */
  missing: MinorUnits
}

/**
 * What a category needs for all of its open dates: `monthly` is the largest amount that any of them asks for, and
 * assigned until `until` it is enough for all.
 */
export interface CategoryNeed extends Shortfall {
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
  const envelopes = new Map<string, Envelope>()
  const open = (category_id: string): Envelope => {
    const envelope = envelopes.get(category_id) ?? openEnvelope(input.available.get(category_id) ?? 0n)
    envelopes.set(category_id, envelope)
    return envelope
  }
  const countMonths = createMonthCounter(input)
  const findLastMonth = createLastMonthFinder(input.today)
  const listFlows = createFlowReader(input)
  const entered = [...(input.entered ?? [])]
  const dates: DateNeed[] = []
  for (const openDate of sortByDay(input)) {
    while (entered[0] && entered[0].month <= toMonth(openDate.due_date))
      for (const { category_id, month, amount } of entered.splice(0, 1)) {
        const envelope = open(category_id)
        if (takeFrom(envelope, amount) === 0n) continue
        envelope.least = maximum(envelope.least, ceilDivide(envelope.shortfall, countMonths(`${month}-01`)))
      }
    for (const { category_id, amount, isNeed } of listFlows(openDate)) {
      const envelope = open(category_id)
      const { available, overspent } = envelope
      if (!isNeed) envelope.available = clampToZero(available + amount)
      if (!isNeed || amount === 0n) continue
      const missing = takeFrom(envelope, amount)
      if (amount > 0n) continue
      envelope.overspent = 0n
      const { shortfall, least } = envelope
      const monthly = maximum(least, ceilDivide(shortfall, countMonths(openDate.due_date)))
      const need = {
        openDate,
        category_id,
        needed: -amount,
        available: available - overspent,
        funded: minimum(available, -amount),
        missing: missing + overspent,
        shortfall,
        monthly,
        until: findLastMonth(shortfall, monthly),
      }
      dates.push(need)
      envelope.dates.push(need)
      if (!envelope.decidedBy || monthly > envelope.decidedBy.monthly) envelope.decidedBy = need
    }
  }
  const needs = [...envelopes].flatMap(([category_id, own]): [string, CategoryNeed][] => {
    const { decidedBy, dates: ownDates } = own
    if (!decidedBy) return []
    const { monthly } = decidedBy
    const { shortfall = 0n } = ownDates.at(-1) ?? {}
    const until = findLastMonth(shortfall, monthly)
    return [[category_id, { shortfall, monthly, until, dates: ownDates, decidedBy }]]
  })
  return { dates, categories: new Map(needs) }
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
  /** The date that asks for the most each month. */
  decidedBy: DateNeed | undefined
}

function openEnvelope(amount: MinorUnits): Envelope {
  const overspent = clampToZero(-amount)
  const available = clampToZero(amount)
  return { available, overspent, shortfall: overspent, least: overspent, dates: [], decidedBy: undefined }
}

/** Moves money into an envelope or out of it, and returns what is missing for that. */
function takeFrom(envelope: Envelope, amount: MinorUnits): MinorUnits {
  const missing = amount < 0n ? clampToZero(-amount - envelope.available) : 0n
  envelope.available = clampToZero(envelope.available + amount)
  envelope.shortfall += missing
  return missing
}

const maximum = (a: MinorUnits, b: MinorUnits): MinorUnits => (a > b ? a : b)
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
const sortByDay = ({ openDates, today }: NeedsInput): OpenDate[] =>
  [...groupBy(openDates, ({ due_date }) => (due_date < today ? today : due_date)).values()].flatMap((day) =>
    day.toSorted((a, b) => rankInDay(a) - rankInDay(b)),
  )

/** Returns a function that counts the months in which a date can be assigned to, today's included. */
function createMonthCounter({ openDates, today }: NeedsInput): (date: string) => bigint {
  const isIncome = ({ schedule: { ready_to_assign, splits }, amount }: OpenDate): boolean =>
    splits
      ? splits.some((line) => line.ready_to_assign)
      : ready_to_assign && amount?.startsWith('-') === false
  const incomeDays = openDates.filter(isIncome).map(({ due_date }) => due_date)
  /** The first income of each month: of equal keys the last one stays. */
  const firstIncome = new Map(incomeDays.toReversed().map((day) => [toMonth(day), day]))
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
function createFlowReader({ cards, today, currency }: NeedsInput) {
  const parse = createAmountParser(getCurrencyDecimals(currency))
  const owed = new Map([...cards].map(([id, { balance }]) => [id, balance]))
  const balances = openCardBalances(owed, { today, parse })
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
