/** Explains differences with a program that has our rules: by what it states about the month before. */

import { addMonths, toMonth } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { MovedCategoryMonth } from '../figures.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import type { FoundDifference, WorkspaceFigures } from './compare-figures.ts'
import type { DifferenceRule } from './proof.ts'

interface StatedMonths {
  /** By `MONTH CATEGORY`. */
  categories: ReadonlyMap<string, MovedCategoryMonth>
  withTransactions: ReadonlySet<string>
  payments: ReadonlySet<number>
  /** The first month whose spending differs, and whether each such month has no transactions in the file. */
  spending: { firstDifference: string | undefined; isMissing: boolean }
  cards: CardMovements
}

/** What moved on the cards, which bounds what their payment categories can differ by. */
interface CardMovements {
  /** The sum of all amounts without their signs, by month and payment category. */
  turnover: ReadonlyMap<string, MinorUnits>
  /** Returns what the cards have above zero at the end of a month. */
  sumCredit(month: string): MinorUnits
}

/**
 * Returns a function that explains a difference. Call it in the order of the months, Ready to Assign last.
 * @param differences all of them
 */
export function explainByMonths(
  plan: WorkspacePlan,
  ours: WorkspaceFigures,
  differences: readonly FoundDifference[],
): (difference: FoundDifference) => DifferenceRule[] {
  const payments = new Set(plan.content.categories.filter(({ card }) => card !== null).map(({ seq }) => seq))
  const withTransactions = listMonthsWithTransactions(plan)
  const stated: StatedMonths = {
    categories: new Map(plan.figures.categoryMonths.map((theirs) => [toKey(theirs), theirs])),
    withTransactions,
    payments,
    spending: findSpendingDifferences(differences, payments, withTransactions),
    cards: collectCardMovements(plan),
  }
  // The age follows from what came in and went out.
  const isMoneyEqual = !differences.some((other) => other.figure === 'balance' || other.figure === 'activity')
  const explained = new Map<string, DifferenceRule[]>()
  return (difference) => {
    const { figure, month, category } = difference
    if (figure === 'age_of_money') return isMoneyEqual ? ['age-of-money'] : []
    if (month === null) return []
    if (category === null) return explainReadyToAssign(difference, { month, stated, ours, explained })
    const rules = explainCategory(difference, { month, category, stated, ours, explained })
    explained.set(`${figure} ${toKey({ month, category })}`, rules)
    return rules
  }
}

const toKey = ({ month, category }: { month: string; category: number }): string => `${month} ${category}`

function listMonthsWithTransactions({ content }: WorkspacePlan): Set<string> {
  const months = new Set<string>()
  for (const { date } of content.transactions) months.add(toMonth(date))
  return months
}

/** A wrong balance differs from the first month on. */
function findSpendingDifferences(
  differences: readonly FoundDifference[],
  payments: ReadonlySet<number>,
  withTransactions: ReadonlySet<string>,
): StatedMonths['spending'] {
  const months = differences
    .filter(
      ({ figure, category }) =>
        figure === 'balance' || (figure === 'activity' && category !== null && !payments.has(category)),
    )
    .map(({ month }) => month ?? '')
  return {
    firstDifference: months.toSorted()[0],
    isMissing: months.every((month) => month !== '' && !withTransactions.has(month)),
  }
}

interface ExplainContext {
  month: string
  stated: StatedMonths
  ours: WorkspaceFigures
  /** The rules of the differences so far, by figure, month and category. */
  explained: ReadonlyMap<string, DifferenceRule[]>
}

function explainCategory(
  { figure }: FoundDifference,
  { month, category, stated, ours, explained }: ExplainContext & { category: number },
): DifferenceRule[] {
  if (stated.payments.has(category))
    return explainPayment({ figure }, { month, category, stated, ours, explained })
  if (figure === 'activity') return stated.withTransactions.has(month) ? [] : ['missing']
  if (figure !== 'available') return []
  const theirs = stated.categories.get(toKey({ month, category }))
  if (theirs?.available === undefined) return []
  const own = ours.months.get(month)?.categories.get(category)
  const assigned = theirs.assigned ?? own?.assigned ?? 0n
  const activity = theirs.activity ?? own?.activity ?? 0n
  const carried = theirs.available - assigned - activity
  const ownCarried = (own?.available ?? 0n) - (own?.assigned ?? 0n) - (own?.activity ?? 0n)
  const fromActivity = explained.get(`activity ${toKey({ month, category })}`)
  if (carried === ownCarried) return fromActivity ?? []
  const before = { month: addMonths(month, -1), category }
  const left = stated.categories.get(toKey(before))?.available
  if (left === undefined) return ['begins']
  if (left < 0n && carried === left) return ['carried']
  const follows = explained.get(`available ${toKey(before)}`)
  return carried === clampToZero(left) && follows && follows.length > 0 ? ['follows'] : []
}

/**
 * Explains a payment category. Payments follow from spending, so all spending and all balances must be the same; the
 * figures of the file must follow from one another, and differ by no more than what moved on the card.
 */
function explainPayment(
  { figure }: Pick<FoundDifference, 'figure'>,
  { month, category, stated, ours, explained }: ExplainContext & { category: number },
): DifferenceRule[] {
  const { firstDifference, isMissing } = stated.spending
  if (firstDifference !== undefined && month >= firstDifference) return isMissing ? ['follows'] : []
  const theirs = stated.categories.get(toKey({ month, category }))
  const before = { month: addMonths(month, -1), category }
  const left = stated.categories.get(toKey(before))?.available
  if (!theirs || !isConsistent(theirs, left)) return []
  const own = ours.months.get(month)?.categories.get(category)?.activity ?? 0n
  const moved = absolute((theirs.activity ?? own) - own)
  if (moved > (stated.cards.turnover.get(toKey({ month, category })) ?? 0n)) return []
  if (figure === 'activity' || moved > 0n) return ['payments']
  return (explained.get(`available ${toKey(before)}`) ?? []).length > 0 ? ['follows'] : []
}

/** True if what is available is what was left, was assigned and moved. */
function isConsistent(
  { assigned, activity, available }: MovedCategoryMonth,
  left: MinorUnits | undefined,
): boolean {
  if (assigned === undefined || activity === undefined || available === undefined || left === undefined)
    return true
  const carried = available - assigned - activity
  return carried === left || carried === clampToZero(left)
}

function collectCardMovements({ content }: WorkspacePlan): CardMovements {
  const paymentByCard = new Map(
    content.categories.flatMap(({ card, seq }) => (card === null ? [] : [[card, seq] as const])),
  )
  const turnover = new Map<string, MinorUnits>()
  const changes = new Map<number, Map<string, MinorUnits>>()
  for (const { account, date, amount, deleted } of content.transactions) {
    const category = paymentByCard.get(account)
    if (category === undefined || deleted) continue
    const month = toMonth(date)
    const key = toKey({ month, category })
    turnover.set(key, (turnover.get(key) ?? 0n) + absolute(amount))
    const ofCard = changes.get(account) ?? new Map<string, MinorUnits>()
    changes.set(account, ofCard.set(month, (ofCard.get(month) ?? 0n) + amount))
  }
  return {
    turnover,
    sumCredit(until) {
      let credit = 0n
      for (const ofCard of changes.values()) {
        let balance = 0n
        for (const [month, amount] of ofCard) if (month <= until) balance += amount
        credit += clampToZero(balance)
      }
      return credit
    },
  }
}

const absolute = (amount: MinorUnits): MinorUnits => (amount < 0n ? -amount : amount)

/** What is not in the categories is in Ready to Assign, so their differences add up to its difference. */
function explainReadyToAssign(
  { theirs, ours: own }: FoundDifference,
  { month, stated, ours, explained }: ExplainContext,
): DifferenceRule[] {
  let missing = 0n
  let isExplained = true
  for (const [key, { available, category }] of stated.categories) {
    if (available === undefined || key !== toKey({ month, category })) continue
    const difference = (ours.months.get(month)?.categories.get(category)?.available ?? 0n) - available
    if (difference === 0n) continue
    missing += difference
    isExplained &&= (explained.get(`available ${key}`) ?? []).length > 0
  }
  const held = ours.months.get(month)?.heldForLater ?? 0n
  const credit = stated.cards.sumCredit(month)
  const parts = [0n, held]
    .flatMap((later) =>
      [0n, credit, -credit].flatMap((payments) =>
        [0n, isExplained ? missing : 0n].map((follows) => ({ later, payments, follows })),
      ),
    )
    .map((part) => ({ part, rules: listParts(part) }))
  const sum = ({ part }: (typeof parts)[number]): MinorUnits => part.later + part.payments + part.follows
  const fitting = parts.filter((one) => one.rules.length > 0 && sum(one) === theirs - own)
  return fitting.toSorted((a, b) => a.rules.length - b.rules.length)[0]?.rules ?? []
}

const listParts = (part: Readonly<Record<'later' | 'payments' | 'follows', MinorUnits>>): DifferenceRule[] =>
  (['follows', 'later', 'payments'] as const).filter((rule) => part[rule] !== 0n)
