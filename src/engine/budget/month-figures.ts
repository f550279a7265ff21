/** Computes a budget month from stored totals: carryover, activity and available of every category. */

import type { CategoryMonth, ReadyToAssignParts } from '../../contract/ports/budget-months.ts'
import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { CategoryRow } from '../../store/categories.ts'
import { type CardMonthTotal, INCOME, type MonthTotal } from '../../store/month-totals.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { addFundedPayments, type CardCreditPart, splitOverspending } from './credit-cards.ts'
import { addNeed, computeFlow, computeHeldBack, computeRunning, type MonthFlow } from './ready-to-assign.ts'

/** The figures of a category in a month. */
export type CategoryFigures = Omit<CategoryMonth, 'category_id'>

/** The figures of a category in which nothing happened. */
export const noFigures: CategoryFigures = {
  carryover: 0n,
  assigned: 0n,
  activity: 0n,
  available: 0n,
  cash_overspending: 0n,
  credit_overspending: 0n,
}

/** The figures of a month. */
export interface MonthFigures {
  month: string
  /** Ready to Assign, and what it is made of. */
  parts: ReadyToAssignParts
  /** By category; a missing one has zeros. */
  categories: Map<number, CategoryFigures>
  /**
   * Ready to Assign before later months' assignments are held back.
   * @see docs/spec.md#b30
   * @see docs/spec.md#b90
   */
  running: MinorUnits
  creditOverspending: MinorUnits
}

/** What a month is computed from. */
export interface MonthInput {
  /** What was before the first month of `totals`. @default nothing */
  past?: PastMonth | undefined
  /** The totals of every month, in the order of the months. */
  totals: Iterable<MonthTotal>
  /** What was borrowed on the cards. */
  borrowed: CardMonthTotal[]
  /** The credit account that each payment category pays. */
  cardByPaymentCategory: Map<number, number>
  /** Lists the credit parts of a category in a month, in the order in which its cash covers them. */
  listCreditParts(month: string, category: number): CardCreditPart[]
}

/** Returns the figures of one month. */
export function computeMonthFigures(month: string, input: MonthInput): MonthFigures {
  const [figures] = computeMonths({ first: month, last: month }, input)
  if (!figures) throw new Error(`${month} is no month`)
  return figures
}

/** Returns the figures of each month of a range, the earliest first. Every month with totals is computed once. */
export function computeMonths(
  { first, last }: { first: string; last: string },
  input: MonthInput,
): MonthFigures[] {
  const cards = groupBorrowed(input.borrowed)
  const later: MonthFlow[] = []
  const computed: ComputedMonth[] = []
  let { past } = input

  function add(month: string, totals: MonthTotal[]): void {
    const before = skipEmptyMonths(past, month)
    const figures = computeMonth(month, totals, cards.get(month), before, input)
    if (month >= first) computed.push(figures)
    past = figures.next
  }

  /** Adds the months of the range that have no totals: they show what the months before them left. */
  function addMonthsBefore(end: string): void {
    const next = past ? addMonths(past.month, 1) : first
    for (let month = next > first ? next : first; month < end; month = addMonths(month, 1)) add(month, [])
  }

  for (const [month, totals] of groupByMonth(input.totals)) {
    if (month > last) later.push(computeFlow(month, totals))
    else {
      addMonthsBefore(month)
      add(month, totals)
    }
  }
  addMonthsBefore(addMonths(last, 1))
  return addReadyToAssign(computed, later)
}

/** Returns what the months before `first` pass on; undefined where there are none. */
export function computePast(first: string, input: MonthInput): PastMonth | undefined {
  const cards = groupBorrowed(input.borrowed)
  let { past } = input
  for (const [month, totals] of groupByMonth(input.totals)) {
    if (month >= first) break
    past = computeMonth(month, totals, cards.get(month), skipEmptyMonths(past, month), input).next
  }
  return past
}

/** Holds back in each month what the months after it have assigned. @see docs/spec.md#b40 */
function addReadyToAssign(computed: readonly ComputedMonth[], later: readonly MonthFlow[]): MonthFigures[] {
  let need = later.reduceRight(addNeed, 0n)
  return computed
    .toReversed()
    .map(({ flow, before, next: { running }, categories, creditOverspending }): MonthFigures => {
      const held_for_later = computeHeldBack(running, need)
      need = addNeed(need, flow)
      const parts: ReadyToAssignParts = {
        ready_to_assign: running - held_for_later,
        carried_over: before.running,
        income: flow.income,
        assigned: flow.assigned,
        overspent_last_month: before.cashOverspending,
        held_for_later,
        other: 0n,
      }
      return { month: flow.month, parts, categories, running, creditOverspending }
    })
    .toReversed()
}

/** What a month passes on to the next. */
export interface PastMonth {
  month: string
  carryovers: Map<number, MinorUnits>
  running: MinorUnits
  cashOverspending: MinorUnits
}

interface ComputedMonth {
  flow: MonthFlow
  before: PastMonth
  categories: Map<number, CategoryFigures>
  creditOverspending: MinorUnits
  next: PastMonth
}

/** Returns what the month before `month` passes on, when only an earlier one has totals. */
function skipEmptyMonths(past: PastMonth | undefined, month: string): PastMonth {
  const before = addMonths(month, -1)
  if (!past) return { month: before, carryovers: new Map(), running: 0n, cashOverspending: 0n }
  if (past.month === before) return past
  // Overspending is paid in the month right after it.
  return { ...past, month: before, running: past.running - past.cashOverspending, cashOverspending: 0n }
}

function computeMonth(
  month: string,
  totals: MonthTotal[],
  cardTotals: ReadonlyMap<number, CardMonthTotal[]> | undefined,
  past: PastMonth,
  input: MonthInput,
): ComputedMonth {
  const flow = computeFlow(month, totals)
  const categories = new Map<number, CategoryFigures>()
  const fundedByCard = new Map<number, MinorUnits>()
  const carryovers = new Map<number, MinorUnits>()
  let cashOverspending = 0n
  let creditOverspending = 0n

  function addFigures(category: number, figures: CategoryFigures): void {
    categories.set(category, figures)
    if (figures.available > 0n) carryovers.set(category, figures.available) // docs/spec.md#b21
  }

  const allTotals = addCarriedCategories(totals, past.carryovers)
  for (const { category, assigned, activity, credit } of allTotals) {
    if (category === INCOME || input.cardByPaymentCategory.has(category)) continue
    const carryover = past.carryovers.get(category) ?? 0n
    const available = carryover + assigned + activity // docs/spec.md#b20
    const overspending = splitOverspending(available, credit)
    creditOverspending += overspending.credit
    cashOverspending += overspending.cash // docs/spec.md#b22
    const overspent = { cash_overspending: overspending.cash, credit_overspending: overspending.credit }
    addFigures(category, { carryover, assigned, activity, available, ...overspent })
    const borrowed = cardTotals?.get(category)
    if (!borrowed) continue
    const listCreditParts = () => input.listCreditParts(month, category)
    addFundedPayments(fundedByCard, { cash: overspending.cashPart, borrowed, listCreditParts })
  }
  for (const [category, card] of input.cardByPaymentCategory) {
    const total = allTotals.find((one) => one.category === category)
    const carryover = past.carryovers.get(category) ?? 0n
    const assigned = total?.assigned ?? 0n
    const activity = (total?.activity ?? 0n) - (fundedByCard.get(card) ?? 0n) // docs/spec.md#c4, docs/spec.md#c6
    const available = carryover + assigned + activity
    const cash_overspending = clampToZero(-available) // docs/spec.md#c9
    cashOverspending += cash_overspending
    const overspent = { cash_overspending, credit_overspending: 0n }
    addFigures(category, { carryover, assigned, activity, available, ...overspent })
  }
  const running = computeRunning(past, flow)
  const next = { month, carryovers, running, cashOverspending }
  return { flow, before: past, categories, creditOverspending, next }
}

/** Returns the month's totals, with an empty one for each category that only has a carryover. */
function addCarriedCategories(totals: MonthTotal[], carryovers: Map<number, MinorUnits>): MonthTotal[] {
  const present = new Set(totals.map((total) => total.category))
  const carriedOnly = [...carryovers.keys()].filter((category) => !present.has(category))
  return [
    ...totals,
    ...carriedOnly.map((category) => ({ month: '', category, assigned: 0n, activity: 0n, credit: 0n })),
  ]
}

/** Groups consecutive totals by month. */
function* groupByMonth(totals: Iterable<MonthTotal>): Generator<[month: string, cells: MonthTotal[]]> {
  let month: string | undefined
  let group: MonthTotal[] = []
  for (const total of totals) {
    if (month !== undefined && total.month !== month) {
      yield [month, group]
      group = []
    }
    month = total.month
    group.push(total)
  }
  if (month !== undefined) yield [month, group]
}

/** Groups what was borrowed on cards by month and category. */
function groupBorrowed(totals: readonly CardMonthTotal[]): Map<string, Map<number, CardMonthTotal[]>> {
  const months = new Map<string, Map<number, CardMonthTotal[]>>()
  for (const total of totals) {
    const categories = months.get(total.month) ?? new Map<number, CardMonthTotal[]>()
    months.set(total.month, categories)
    const group = categories.get(total.category)
    if (group) group.push(total)
    else categories.set(total.category, [total])
  }
  return months
}

/**
 * Returns what the months of a workspace with these categories are computed from.
 * @param since the first month, if what the months before it pass on is known @default all
 */
export function readMonthInput(
  { monthTotals }: Pick<WorkspaceStore, 'monthTotals'>,
  categories: readonly CategoryRow[],
  since = '',
): MonthInput {
  const cardByPaymentCategory = new Map(
    categories.flatMap(({ seq, card }) => (card === null ? [] : [[seq, card]])),
  )
  return {
    totals: monthTotals.iterate(since),
    borrowed: cardByPaymentCategory.size > 0 ? monthTotals.listBorrowed(since) : [],
    cardByPaymentCategory,
    listCreditParts: monthTotals.listCreditParts,
  }
}
