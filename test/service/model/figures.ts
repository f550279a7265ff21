/**
 * Models the budget months, computed from all rows on each read, as plainly as the document says it.
 * @see docs/spec.md#b-budget-month
 * @see docs/spec.md#c-credit-accounts-credit_
 */

import { addMonths, toMonth } from '../../../src/money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../../src/money/minor-units.ts'
import { type Book, findOtherSide, getLines, onBudget, onCard, type Row } from './ledger.ts'

/** The category of lines with neither a category nor Ready to Assign. @see docs/spec.md#b50 */
const hidden = 'hidden'

/** What a line or a side of a transfer means to the budget. */
interface Part {
  row: Row
  kind: 'income' | 'spending' | 'transfer'
  envelope: string
  cash: MinorUnits
  credit: MinorUnits
}

/** The figures of a category in a month. */
export interface Figures {
  carry: MinorUnits
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
  creditOver: MinorUnits
  cashOver: MinorUnits
}

export interface MonthFigures {
  /** Ready to Assign before later months' assignments are held back. @see docs/spec.md#b30 */
  running: MinorUnits
  ready: MinorUnits
  income: MinorUnits
  totalAssigned: MinorUnits
  envelopes: Map<string, Figures>
}

const sum = (amounts: MinorUnits[]): MinorUnits => amounts.reduce((total, amount) => total + amount, 0n)

/**
 * Returns all parts in the order of a card's replay; what moves a card below zero is credit.
 * @see docs/spec.md#c2
 */
function listParts(book: Book): Part[] {
  const live = book.rows.filter((row) => !row.deleted && onBudget(book, row))
  const inOrder = live
    .map((row) => ({ row, at: book.rows.indexOf(row) }))
    .toSorted((a, b) => compare(a.row.date, b.row.date) || compare(a.row.amount, b.row.amount) || a.at - b.at)
  const balances = new Map<string, MinorUnits>()
  return inOrder.flatMap(({ row }) => {
    const other = findOtherSide(book, row)
    const inner = other !== undefined && onBudget(book, other)
    return getLines(row).map((line): Part => {
      const before = balances.get(row.account) ?? 0n
      const after = before + line.amount
      balances.set(row.account, after)
      const cash = onCard(book, row) ? clampToZero(after) - clampToZero(before) : line.amount
      return {
        row,
        kind: inner ? 'transfer' : line.ready_to_assign ? 'income' : 'spending',
        envelope: line.category ?? hidden,
        cash,
        credit: line.amount - cash,
      }
    })
  })
}

const compare = <Value extends string | bigint>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns what a transfer between on-budget accounts moves into Ready to Assign and out of the payment
 * category.
 * @see docs/spec.md#c6
 */
function transferTerms(book: Book, parts: Part[]): { income: MinorUnits; payments: Map<string, MinorUnits> } {
  const payments = new Map<string, MinorUnits>()
  let income = 0n
  for (const sender of parts.filter((part) => part.kind === 'transfer' && part.row.amount < 0n)) {
    const receiver = parts.find((part) => part.row.id === sender.row.pair)
    if (!receiver) throw new Error(`${sender.row.id} has no other side`)
    if (onCard(book, receiver.row)) {
      const card = receiver.row.account
      payments.set(card, (payments.get(card) ?? 0n) + sender.cash)
      income += receiver.cash
    } else {
      income += receiver.row.amount + sender.cash
    }
  }
  return { income, payments }
}

/** Returns how much of each credit part the category's cash covers, the earliest first. @see docs/spec.md#c4 */
function fundedByCard(cashHeld: MinorUnits, parts: Part[]): Map<string, MinorUnits> {
  const funded = new Map<string, MinorUnits>()
  let rest = clampToZero(cashHeld)
  let promised = rest
  for (const { row, credit } of parts.filter((part) => part.credit !== 0n)) {
    promised += credit
    const moved = clampToZero(promised) - rest
    rest = clampToZero(promised)
    funded.set(row.account, (funded.get(row.account) ?? 0n) + moved)
  }
  return funded
}

const assignedTo = (book: Book, category: string, month: string): MinorUnits =>
  sum(
    book.assigned.filter((one) => one.category === category && one.month === month).map((one) => one.amount),
  )

/** What a category begins a month with. */
interface Start {
  carry: MinorUnits
  assigned: MinorUnits
}

/**
 * Computes a category with its lines of the month.
 * @see docs/spec.md#b20
 * @see docs/spec.md#c3
 */
function spendingFigures({ carry, assigned }: Start, own: Part[]): Figures & { cashHeld: MinorUnits } {
  const cashHeld = carry + assigned + sum(own.map((part) => part.cash))
  const credit = sum(own.map((part) => part.credit))
  const available = cashHeld + credit
  const creditOver = clampToZero(-(clampToZero(cashHeld) + credit))
  const cashOver = clampToZero(-available) - creditOver
  return {
    cashHeld,
    carry,
    assigned,
    activity: cashHeld - carry - assigned + credit,
    available,
    creditOver,
    cashOver,
  }
}

/** Computes a payment category; a negative one was overpaid in cash. @see docs/spec.md#c9 */
function paymentFigures({ carry, assigned }: Start, activity: MinorUnits): Figures {
  const available = carry + assigned + activity
  return { carry, assigned, activity, available, creditOver: 0n, cashOver: clampToZero(-available) }
}

/** Computes a month from the one before it. */
function computeNextMonth(book: Book, parts: Part[], month: string, before?: MonthFigures): MonthFigures {
  const inMonth = parts.filter((part) => toMonth(part.row.date) === month)
  const terms = transferTerms(book, inMonth)
  const startOf = (category: string): Start => ({
    carry: clampToZero(before?.envelopes.get(category)?.available ?? 0n), // docs/spec.md#b21
    assigned: assignedTo(book, category, month),
  })
  const envelopes = new Map<string, Figures>()
  const moved = new Map<string, MinorUnits>() // what covered purchases moved to each card's payment category
  const living = book.categories.filter((category) => !category.deleted)
  for (const id of [...living.filter((one) => one.card === null).map((one) => one.id), hidden]) {
    const own = inMonth.filter((part) => part.kind === 'spending' && part.envelope === id)
    const { cashHeld, ...figures } = spendingFigures(startOf(id), own)
    envelopes.set(id, figures)
    for (const [card, funded] of fundedByCard(cashHeld, own))
      moved.set(card, (moved.get(card) ?? 0n) - funded)
  }
  for (const { id, card } of living) {
    if (card === null) continue
    const activity = (moved.get(card) ?? 0n) + (terms.payments.get(card) ?? 0n) // docs/spec.md#c4, docs/spec.md#c6
    envelopes.set(id, paymentFigures(startOf(id), activity))
  }
  const income = terms.income + sum(inMonth.filter((part) => part.kind === 'income').map((part) => part.cash))
  const totalAssigned = sum([...envelopes.values()].map((one) => one.assigned))
  const overBefore = sum([...(before?.envelopes.values() ?? [])].map((one) => one.cashOver))
  const running = (before?.running ?? 0n) + income - totalAssigned - overBefore // docs/spec.md#b30
  return { running, ready: 0n, income, totalAssigned, envelopes }
}

/** Money that a later month has assigned is not offered twice. @see docs/spec.md#b40 */
function holdForLater(months: MonthFigures[]): void {
  let need = 0n
  for (const month of months.toReversed()) {
    month.ready = month.running <= 0n ? month.running : clampToZero(month.running - need)
    need = clampToZero(month.totalAssigned - month.income + need)
  }
}

/** Lists the months with rows or assigned amounts. */
function monthsWithData(book: Book): string[] {
  const ofRows = book.rows.filter((row) => !row.deleted).map((row) => toMonth(row.date))
  return [...ofRows, ...book.assigned.map((one) => one.month)].toSorted()
}

/** Computes every month from the first with data to the last, and the requested ones. */
export function computeBudget(book: Book, ...asked: string[]): Map<string, MonthFigures> {
  const wanted = [...monthsWithData(book), ...asked].toSorted()
  const [first = '', last = ''] = [wanted[0], wanted.at(-1)]
  const parts = listParts(book)
  const months = new Map<string, MonthFigures>()
  let before: MonthFigures | undefined
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    before = computeNextMonth(book, parts, month, before)
    months.set(month, before)
  }
  holdForLater([...months.values()])
  return months
}

/** Returns both sides of the identity that must hold after every write. @see docs/spec.md#b90 */
export function computeIdentity(
  book: Book,
  month: string,
  figures: MonthFigures,
): { held: MinorUnits; promised: MinorUnits } {
  const held = book.accounts.map((account) => {
    const rows = book.rows.filter((row) => row.account === account.id && !row.deleted)
    const until = rows.filter((row) => onBudget(book, row) && toMonth(row.date) <= month)
    const balance = sum(until.map((row) => row.amount))
    return account.type.startsWith('credit_') ? clampToZero(balance) : balance
  })
  const envelopes = [...figures.envelopes.values()].map((one) => one.available + one.creditOver)
  return { held: sum(held), promised: figures.running + sum(envelopes) }
}
