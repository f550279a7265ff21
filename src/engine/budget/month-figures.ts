/** Computes a budget month from stored totals: carryover, activity and available of every category. */

import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import { type CardMonthTotal, INCOME, type MonthTotal } from '../../store/month-totals.ts'
import { addFundedPayments, type CardCreditPart, splitOverspending } from './overspending.ts'
import { computeFlow, computeReadyToAssign, computeRunning, type MonthFlow } from './ready-to-assign.ts'

/** The figures of a category in a month. */
export interface CategoryFigures {
  carryover: MinorUnits
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
}

/** The figures of a month. */
export interface MonthFigures {
  ready_to_assign: MinorUnits
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
  /** The totals of every month, in the order of the months. */
  totals: Iterable<MonthTotal>
  /** What the cards contributed to the totals. */
  cardTotals: CardMonthTotal[]
  /** The credit account that each payment category pays. */
  cardByPaymentCategory: Map<number, number>
  /** Lists the credit parts of a category in a month, in the order in which its cash covers them. */
  listCreditParts(month: string, category: number): CardCreditPart[]
}

/** Computes the months one after the other up to `month`, and what later months assign. */
export function computeMonthFigures(month: string, input: MonthInput): MonthFigures {
  const byMonth = groupByMonth(input.totals)
  const cards = groupCardTotalsByMonth(input.cardTotals)
  let past: PastMonth = { carryovers: new Map(), running: 0n, cashOverspending: 0n }
  const later: MonthFlow[] = []
  let requested: ComputedMonth | undefined
  for (const [totalsMonth, totals] of byMonth) {
    if (totalsMonth > month) later.push(computeFlow(totalsMonth, totals))
    else {
      const computed = computeMonth(totalsMonth, totals, cards.get(totalsMonth) ?? [], past, input)
      if (totalsMonth === month) requested = computed
      past = computed.next
    }
  }
  // A month without totals shows what the months before it left.
  const { categories, running, creditOverspending } = requested ?? computeMonth(month, [], [], past, input)
  return {
    ready_to_assign: computeReadyToAssign(running, later),
    categories,
    running,
    creditOverspending,
  }
}

/** What a month passes on to the next. */
interface PastMonth {
  carryovers: Map<number, MinorUnits>
  running: MinorUnits
  cashOverspending: MinorUnits
}

interface ComputedMonth {
  categories: Map<number, CategoryFigures>
  running: MinorUnits
  creditOverspending: MinorUnits
  next: PastMonth
}

function computeMonth(
  month: string,
  totals: MonthTotal[],
  cardTotals: CardMonthTotal[],
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
    addFigures(category, { carryover, assigned, activity, available })
    const borrowed = cardTotals.filter(
      (total) => total.category === category && (total.credit !== 0n || total.credit_out !== 0n),
    )
    const listCreditParts = () => input.listCreditParts(month, category)
    addFundedPayments(fundedByCard, { cash: overspending.cashPart, borrowed, listCreditParts })
  }
  for (const [category, card] of input.cardByPaymentCategory) {
    const total = allTotals.find((one) => one.category === category)
    const carryover = past.carryovers.get(category) ?? 0n
    const assigned = total?.assigned ?? 0n
    const activity = (total?.activity ?? 0n) - (fundedByCard.get(card) ?? 0n) // docs/spec.md#c4, docs/spec.md#c6
    const available = carryover + assigned + activity
    cashOverspending += clampToZero(-available) // docs/spec.md#c9
    addFigures(category, { carryover, assigned, activity, available })
  }
  const running = computeRunning(past, flow)
  return { categories, running, creditOverspending, next: { carryovers, running, cashOverspending } }
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

function groupCardTotalsByMonth(totals: CardMonthTotal[]): Map<string, CardMonthTotal[]> {
  const months = new Map<string, CardMonthTotal[]>()
  for (const total of totals) {
    const group = months.get(total.month)
    if (group) group.push(total)
    else months.set(total.month, [total])
  }
  return months
}
