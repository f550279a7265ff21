/** Computes a budget month from stored totals: carryover, available, overspending and Ready to Assign. */

import { clampToZero, type MinorUnits, minimum } from '../../money/minor-units.ts'
import { type CardMonthTotal, INCOME, type MonthTotal } from '../../store/month-totals.ts'

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
  listCreditParts(month: string, category: number): { card: number; part: MinorUnits }[]
}

/** The assignments and the income of a month. */
interface MonthFlow {
  month: string
  assigned: MinorUnits
  income: MinorUnits
}

/** Computes the months one after the other up to `month`, and what later months assign. */
export function computeMonthFigures(month: string, input: MonthInput): MonthFigures {
  const byMonth = groupByMonth(input.totals)
  const cards = groupCardTotalsByMonth(input.cardTotals)
  let past: PastMonth = { carry: new Map(), running: 0n, cashOverspending: 0n }
  const later: MonthFlow[] = []
  let shown: ComputedMonth | undefined
  for (const [at, cells] of byMonth) {
    if (at > month) later.push(computeFlow(at, cells))
    else {
      const folded = computeMonth(at, cells, cards.get(at) ?? [], past, input)
      if (at === month) shown = folded
      past = folded.after
    }
  }
  // A month without totals shows what the months before it left.
  const { envelopes, running, creditOverspending } = shown ?? computeMonth(month, [], [], past, input)
  return {
    ready_to_assign: computeReadyToAssign(running, later),
    categories: envelopes,
    running,
    creditOverspending,
  }
}

/** What a month passes on to the next. */
interface PastMonth {
  carry: Map<number, MinorUnits>
  running: MinorUnits
  cashOverspending: MinorUnits
}

interface ComputedMonth {
  envelopes: Map<number, CategoryFigures>
  running: MinorUnits
  creditOverspending: MinorUnits
  after: PastMonth
}

function computeMonth(
  month: string,
  cells: MonthTotal[],
  cardCells: CardMonthTotal[],
  past: PastMonth,
  input: MonthInput,
): ComputedMonth {
  const flow = computeFlow(month, cells)
  const envelopes = new Map<number, CategoryFigures>()
  const funded = new Map<number, MinorUnits>() // by card
  const carry = new Map<number, MinorUnits>()
  let cashOverspending = 0n
  let creditOverspending = 0n

  function keep(category: number, envelope: CategoryFigures): void {
    envelopes.set(category, envelope)
    if (envelope.available > 0n) carry.set(category, envelope.available) // docs/spec.md#b21
  }

  const own = addCarriedCategories(cells, past.carry)
  for (const { category, assigned, activity, credit } of own) {
    if (category === INCOME || input.cardByPaymentCategory.has(category)) continue
    const carryover = past.carry.get(category) ?? 0n
    const available = carryover + assigned + activity // docs/spec.md#b20
    const cashPart = clampToZero(available - credit) // max(0, B) docs/spec.md#c3
    const overCredit = clampToZero(-(cashPart + credit))
    creditOverspending += overCredit
    cashOverspending += clampToZero(-available) - overCredit // docs/spec.md#b22
    keep(category, { carryover, assigned, activity, available })
    const borrowed = cardCells.filter(
      (cell) => cell.category === category && (cell.credit !== 0n || cell.credit_out !== 0n),
    )
    fundCardPayments(month, category, cashPart, borrowed, funded, input)
  }
  for (const [category, card] of input.cardByPaymentCategory) {
    const cell = own.find((one) => one.category === category)
    const carryover = past.carry.get(category) ?? 0n
    const assigned = cell?.assigned ?? 0n
    const activity = (cell?.activity ?? 0n) - (funded.get(card) ?? 0n) // docs/spec.md#c4, docs/spec.md#c6
    const available = carryover + assigned + activity
    cashOverspending += clampToZero(-available) // docs/spec.md#c9
    keep(category, { carryover, assigned, activity, available })
  }
  const running = past.running + flow.income - flow.assigned - past.cashOverspending // docs/spec.md#b30
  return { envelopes, running, creditOverspending, after: { carry, running, cashOverspending } }
}

/** Adds to `funded`, by card, how much of a category's credit parts its cash covers. @see docs/spec.md#c4 */
function fundCardPayments(
  month: string,
  category: number,
  cash: MinorUnits,
  borrowed: CardMonthTotal[],
  funded: Map<number, MinorUnits>,
  input: MonthInput,
): void {
  const add = (card: number, amount: MinorUnits): void =>
    void funded.set(card, (funded.get(card) ?? 0n) + amount)
  const [first, second] = borrowed
  if (!first) return
  if (!second) return add(first.card, clampToZero(cash + first.credit) - cash)
  const purchases = borrowed.reduce((sum, cell) => sum + cell.credit_out, 0n)
  // While the cash covers every purchase, their order does not matter.
  if (cash + purchases >= 0n) {
    for (const { card, credit } of borrowed) add(card, credit)
    return
  }
  let rest = cash
  for (const { card, part } of input.listCreditParts(month, category)) {
    add(card, clampToZero(rest + part) - clampToZero(rest))
    rest += part
  }
}

/** Returns the month's totals, with an empty one for each category that only has a carryover. */
function addCarriedCategories(cells: MonthTotal[], carry: Map<number, MinorUnits>): MonthTotal[] {
  const present = new Set(cells.map((cell) => cell.category))
  const carried = [...carry.keys()].filter((category) => !present.has(category))
  return [
    ...cells,
    ...carried.map((category) => ({ month: '', category, assigned: 0n, activity: 0n, credit: 0n })),
  ]
}

function computeFlow(month: string, cells: MonthTotal[]): MonthFlow {
  let assigned = 0n
  let income = 0n
  for (const cell of cells) {
    assigned += cell.assigned
    if (cell.category === INCOME) income = cell.activity
  }
  return { month, assigned, income }
}

/**
 * Returns Ready to Assign: money that later months have assigned is not offered again.
 * @see docs/spec.md#b40
 */
function computeReadyToAssign(running: MinorUnits, later: MonthFlow[]): MinorUnits {
  if (running <= 0n) return running
  const need = later.reduceRight(
    (needed, { assigned, income }) => clampToZero(assigned - income + needed),
    0n,
  )
  return running - minimum(running, need)
}

/** Groups consecutive totals by month. */
function* groupByMonth(cells: Iterable<MonthTotal>): Generator<[month: string, cells: MonthTotal[]]> {
  let month: string | undefined
  let held: MonthTotal[] = []
  for (const cell of cells) {
    if (month !== undefined && cell.month !== month) {
      yield [month, held]
      held = []
    }
    month = cell.month
    held.push(cell)
  }
  if (month !== undefined) yield [month, held]
}

function groupCardTotalsByMonth(cells: CardMonthTotal[]): Map<string, CardMonthTotal[]> {
  const months = new Map<string, CardMonthTotal[]>()
  for (const cell of cells) {
    const held = months.get(cell.month)
    if (held) held.push(cell)
    else months.set(cell.month, [cell])
  }
  return months
}
