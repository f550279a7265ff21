/** Decides whether a program that funds its cards in another order sets aside what a file states for each of them. */

import { groupBy } from '../../contract/group-by.ts'
import { toMonth } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import type { WorkspaceFigures } from './compare-figures.ts'

/** By payment category. */
type ByCard = ReadonlyMap<number, MinorUnits>

/**
 * Returns true if some order of the cards gives exactly these differences in the activity of the payment categories of
 * a month. Payments are the same in every order, so one that was moved to another card is no division.
 */
export type IsDivision = (month: string, differences: ByCard) => boolean

/** A part of a line that a card borrowed. */
interface CreditPart {
  month: string
  /** Null for none. */
  category: number | null
  /** The payment category of the card. */
  payment: number
  amount: MinorUnits
}

/** What the cards borrowed for one category in a month, in the order of the dates, and the cash that was there. */
interface Borrowing {
  cash: MinorUnits
  parts: CreditPart[]
}

/** Enough for every order of twelve cards; a month with more has no reason. */
const MAX_TRIES = 5000

/**
 * Returns the test of a division. Here purchases are funded by date; YNAB funds one card after the other.
 * @see docs/spec.md#c4
 */
export function createDivision(plan: WorkspacePlan, ours: Pick<WorkspaceFigures, 'months'>): IsDivision {
  const partsByMonth = groupBy(listCreditParts(plan), ({ month }) => month)
  return (month, differences) => {
    const borrowings = listBorrowings(partsByMonth.get(month) ?? [], ours.months.get(month)?.categories)
    const wanted = new Map(differences)
    for (const [card, funded] of fundByDate(borrowings)) wanted.set(card, (wanted.get(card) ?? 0n) + funded)
    return findOrder(borrowings, wanted)
  }
}

/** Returns the parts below zero of what cards bought and got back, by date. @see docs/spec.md#c2 */
function listCreditParts({ content }: WorkspacePlan): CreditPart[] {
  const paymentByCard = new Map(
    content.categories.flatMap(({ card, seq }) => (card === null ? [] : [[card, seq] as const])),
  )
  const transactions = [...content.transactions]
    .filter(({ account, deleted }) => paymentByCard.has(account) && !deleted)
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.amount, b.amount) || a.seq - b.seq)
  const balances = new Map<number, MinorUnits>()
  const parts: CreditPart[] = []
  for (const transaction of transactions) {
    const { account, transfer_account } = transaction
    for (const { category, ready_to_assign, amount } of transaction.splits ?? [transaction]) {
      const before = balances.get(account) ?? 0n
      balances.set(account, before + amount)
      if (ready_to_assign || (category === null && transfer_account !== null)) continue
      const cash = clampToZero(before + amount) - clampToZero(before)
      const payment = paymentByCard.get(account) ?? 0
      parts.push({ month: toMonth(transaction.date), category, payment, amount: amount - cash })
    }
  }
  return parts
}

const compare = <Value extends string | bigint>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** What has no category has no cash. */
function listBorrowings(
  parts: readonly CreditPart[],
  categories: ReadonlyMap<number, { available: MinorUnits }> | undefined,
): Borrowing[] {
  return [...groupBy(parts, ({ category }) => `${category}`).values()].map((own) => {
    const borrowed = own.reduce((sum, { amount }) => sum + amount, 0n)
    const category = own[0]?.category ?? null
    const available = category === null ? borrowed : (categories?.get(category)?.available ?? 0n)
    return { cash: available - borrowed, parts: own }
  })
}

/** Returns by how much a part lowers what is there: that much moves to its card. */
const fund = (cash: MinorUnits, part: MinorUnits): MinorUnits => clampToZero(cash) - clampToZero(cash + part)

function fundByDate(borrowings: readonly Borrowing[]): Map<number, MinorUnits> {
  const funded = new Map<number, MinorUnits>()
  for (const { cash, parts } of borrowings) {
    let left = cash
    for (const { payment, amount } of parts) {
      funded.set(payment, (funded.get(payment) ?? 0n) + fund(left, amount))
      left += amount
    }
  }
  return funded
}

/** True if the cards can be funded one after the other so that each gets what is wanted. */
function findOrder(borrowings: readonly Borrowing[], wanted: ByCard): boolean {
  const tried = new Set<string>()
  // What is left for the next card follows from which cards were before it, not from their order.
  const place = (placed: readonly number[]): boolean => {
    if (placed.length === wanted.size) return true
    const key = placed.toSorted((a, b) => a - b).join()
    if (tried.has(key) || tried.size === MAX_TRIES) return false
    tried.add(key)
    return [...wanted].some(
      ([card, amount]) =>
        !placed.includes(card) && fundNext(borrowings, placed, card) === amount && place([...placed, card]),
    )
  }
  return place([])
}

/** Returns what a card gets of all categories after the cards that were placed before it. */
function fundNext(borrowings: readonly Borrowing[], placed: readonly number[], card: number): MinorUnits {
  return borrowings.reduce((sum, { cash, parts }) => {
    let left = cash
    let own = 0n
    for (const { payment, amount } of parts) {
      if (payment === card) own += amount
      else if (placed.includes(payment)) left += amount
    }
    return sum + fund(left, own)
  }, 0n)
}
