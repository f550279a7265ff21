/** The arithmetic of budget months: cells in, figures out. Pure: nothing is read and no clock is asked. */

import { atLeastZero, type Minor, smaller } from '../../money/minor-units.ts'
import { type CardCell, type Cell, INCOME } from '../../store/month-totals.ts'

/** The figures of one category in one month. */
export interface Envelope {
  carryover: Minor
  assigned: Minor
  activity: Minor
  available: Minor
}

/** The figures of one month. */
export interface MonthFigures {
  ready_to_assign: Minor
  /** By category; one without an entry has zeros. */
  envelopes: Map<number, Envelope>
  /** R(m) before later months' assignments are held back, for the identity of the books. */ // spec B30 B90
  running: Minor
  creditOverspending: Minor
}

export interface MonthInput {
  /** Every cell, by month. */
  cells: Iterable<Cell>
  /** What the cards contributed to them, by month. */
  cardCells: CardCell[]
  /** The credit account each payment category pays. */
  cardOfPayment: Map<number, number>
  /** The credit parts of a category in a month, in the order in which they are funded. */
  creditParts(month: string, category: number): { card: number; part: Minor }[]
}

/** A month's assignments and income, for the months before it. */
interface Flow {
  month: string
  assigned: Minor
  income: Minor
}

/** Folds all months up to and including `month`, and looks at what later months assign. */
export function figuresOf(month: string, input: MonthInput): MonthFigures {
  const byMonth = grouped(input.cells)
  const cards = groupedByMonth(input.cardCells)
  let past: PastMonth = { carry: new Map(), running: 0n, cashOverspending: 0n }
  const later: Flow[] = []
  let shown: FoldedMonth | undefined
  for (const [at, cells] of byMonth) {
    if (at > month) later.push(flowOf(at, cells))
    else {
      const folded = foldMonth(at, cells, cards.get(at) ?? [], past, input)
      if (at === month) shown = folded
      past = folded.after
    }
  }
  // A month without a cell of its own shows what the months before it left.
  const { envelopes, running, creditOverspending } = shown ?? foldMonth(month, [], [], past, input)
  return { ready_to_assign: offered(running, later), envelopes, running, creditOverspending }
}

/** What a month leaves to the next. */
interface PastMonth {
  carry: Map<number, Minor>
  running: Minor
  cashOverspending: Minor
}

interface FoldedMonth {
  envelopes: Map<number, Envelope>
  running: Minor
  creditOverspending: Minor
  after: PastMonth
}

function foldMonth(
  month: string,
  cells: Cell[],
  cardCells: CardCell[],
  past: PastMonth,
  input: MonthInput,
): FoldedMonth {
  const flow = flowOf(month, cells)
  const envelopes = new Map<number, Envelope>()
  const funded = new Map<number, Minor>() // by card
  const carry = new Map<number, Minor>()
  let cashOverspending = 0n
  let creditOverspending = 0n

  function keep(category: number, envelope: Envelope): void {
    envelopes.set(category, envelope)
    if (envelope.available > 0n) carry.set(category, envelope.available) // spec B21
  }

  const own = withCarries(cells, past.carry)
  for (const { category, assigned, activity, credit } of own) {
    if (category === INCOME || input.cardOfPayment.has(category)) continue
    const carryover = past.carry.get(category) ?? 0n
    const available = carryover + assigned + activity // spec B20
    const cashPart = atLeastZero(available - credit) // max(0, B). spec C3
    const overCredit = atLeastZero(-(cashPart + credit))
    creditOverspending += overCredit
    cashOverspending += atLeastZero(-available) - overCredit // spec B22
    keep(category, { carryover, assigned, activity, available })
    const borrowed = cardCells.filter(
      (cell) => cell.category === category && (cell.credit !== 0n || cell.credit_out !== 0n),
    )
    fund(month, category, cashPart, borrowed, funded, input)
  }
  for (const [category, card] of input.cardOfPayment) {
    const cell = own.find((one) => one.category === category)
    const carryover = past.carry.get(category) ?? 0n
    const assigned = cell?.assigned ?? 0n
    const activity = (cell?.activity ?? 0n) - (funded.get(card) ?? 0n) // spec C4 C6
    const available = carryover + assigned + activity
    cashOverspending += atLeastZero(-available) // spec C9
    keep(category, { carryover, assigned, activity, available })
  }
  const running = past.running + flow.income - flow.assigned - past.cashOverspending // spec B30
  return { envelopes, running, creditOverspending, after: { carry, running, cashOverspending } }
}

/** How much of a category's credit parts its cash covers, added to `funded` by card. */ // spec C4
function fund(
  month: string,
  category: number,
  cash: Minor,
  borrowed: CardCell[],
  funded: Map<number, Minor>,
  input: MonthInput,
): void {
  const add = (card: number, amount: Minor): void => void funded.set(card, (funded.get(card) ?? 0n) + amount)
  const [first, second] = borrowed
  if (!first) return
  if (!second) return add(first.card, atLeastZero(cash + first.credit) - cash)
  const purchases = borrowed.reduce((sum, cell) => sum + cell.credit_out, 0n)
  // While the cash covers every purchase, no order of them matters.
  if (cash + purchases >= 0n) {
    for (const { card, credit } of borrowed) add(card, credit)
    return
  }
  let rest = cash
  for (const { card, part } of input.creditParts(month, category)) {
    add(card, atLeastZero(rest + part) - atLeastZero(rest))
    rest += part
  }
}

/** The month's cells, and an empty one for each category that only carries something over. */
function withCarries(cells: Cell[], carry: Map<number, Minor>): Cell[] {
  const present = new Set(cells.map((cell) => cell.category))
  const carried = [...carry.keys()].filter((category) => !present.has(category))
  return [
    ...cells,
    ...carried.map((category) => ({ month: '', category, assigned: 0n, activity: 0n, credit: 0n })),
  ]
}

function flowOf(month: string, cells: Cell[]): Flow {
  let assigned = 0n
  let income = 0n
  for (const cell of cells) {
    assigned += cell.assigned
    if (cell.category === INCOME) income = cell.activity
  }
  return { month, assigned, income }
}

/** What is offered of a running figure: money a later month has assigned is not offered twice. */ // spec B40
function offered(running: Minor, later: Flow[]): Minor {
  if (running <= 0n) return running
  const need = later.reduceRight(
    (needed, { assigned, income }) => atLeastZero(assigned - income + needed),
    0n,
  )
  return running - smaller(running, need)
}

/** Consecutive cells of the same month, month by month. */
function* grouped(cells: Iterable<Cell>): Generator<[month: string, cells: Cell[]]> {
  let month: string | undefined
  let held: Cell[] = []
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

function groupedByMonth(cells: CardCell[]): Map<string, CardCell[]> {
  const months = new Map<string, CardCell[]>()
  for (const cell of cells) {
    const held = months.get(cell.month)
    if (held) held.push(cell)
    else months.set(cell.month, [cell])
  }
  return months
}
