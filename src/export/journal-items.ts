/** Puts the entries of an export in order: opening balances, each month, and its balances at the end. */

import type { BudgetMonth, CategoryMonth } from '../contract/ports/budget-months.ts'
import { addMonths, daysInMonth, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { ChartOfAccounts } from './chart-of-accounts.ts'
import { type Entry, type ExportFacts, type JournalItem, type Posting, payees } from './export-facts.ts'
import { balanceEnvelopes, createEntryBuilder, type EntryBuilder } from './transaction-entries.ts'

interface JournalState {
  builder: EntryBuilder
  envelopes: EnvelopeMonths | undefined
  until: string | undefined
  /** The balances of the accounts by their full names. */
  balances: Map<string, MinorUnits>
  /** The accounts that moved since the last balances. */
  moved: Set<string>
}

/** Yields what a journal consists of, page by page. */
export async function* listJournalItems(
  facts: ExportFacts,
  chart: ChartOfAccounts,
  getPayee: (merchant_id: string) => string,
): AsyncGenerator<JournalItem[]> {
  const state: JournalState = {
    builder: createEntryBuilder(facts, chart, getPayee),
    envelopes: facts.months && createEnvelopeMonths(facts.months, chart),
    until: facts.until,
    balances: new Map(),
    moved: new Set(),
  }
  const firstMonth = facts.months?.[0]?.month
  let month: string | undefined
  const opening = buildOpening(facts, chart, state)
  if (opening.length > 0) yield opening
  if (firstMonth !== undefined) {
    month = firstMonth
    yield state.envelopes?.open(month) ?? []
  }
  for await (const page of facts.listTransactions()) {
    const items: JournalItem[] = []
    for (const transaction of page) {
      const own = toMonth(transaction.date)
      if (own !== month) items.push(...turnMonth(state, month, own))
      month = own
      addItem(state, items, state.builder.add(transaction))
    }
    yield items
  }
  const lastMonth = facts.months?.at(-1)?.month
  if (lastMonth !== undefined && month !== undefined && lastMonth > month) {
    yield turnMonth(state, month, lastMonth)
    month = lastMonth
  }
  if (month !== undefined) yield closeMonth(state, month)
}

/** Adds an entry, and notes what it moves. */
function addItem(state: JournalState, items: JournalItem[], item: JournalItem | undefined): void {
  if (!item) return
  items.push(item)
  if (item.kind !== 'entry') return
  state.envelopes?.note(item)
  for (const { account, amount, status } of item.postings) {
    if (status === undefined) continue
    state.balances.set(account, (state.balances.get(account) ?? 0n) + amount)
    state.moved.add(account)
  }
}

/** Ends a month and begins another one. Envelopes also pass the months between them. */
function turnMonth(state: JournalState, month: string | undefined, next: string): JournalItem[] {
  if (month === undefined) return []
  const items = closeMonth(state, month)
  if (!state.envelopes) return items
  for (let at = addMonths(month, 1); at <= next; at = addMonths(at, 1)) {
    items.push(...state.envelopes.open(at))
    if (at < next) items.push(...state.envelopes.close(at, getLastDay(at)))
  }
  return items
}

/** Returns what stands at the end of a month: what is left of transfers, the envelopes, the balances. */
function closeMonth(state: JournalState, month: string): JournalItem[] {
  const items: JournalItem[] = []
  for (const entry of state.builder.flush()) addItem(state, items, entry)
  const end = getLastDay(month)
  const date = state.until !== undefined && state.until < end ? state.until : end
  if (state.envelopes) items.push(...state.envelopes.close(month, date))
  if (state.moved.size > 0) items.push(buildBalances(state, date))
  state.moved.clear()
  return items
}

const getLastDay = (month: string): string => `${month}-${daysInMonth(month)}`

function buildBalances({ balances, moved }: JournalState, date: string): JournalItem {
  const sorted = [...moved].toSorted((a, b) => (a < b ? -1 : 1))
  return {
    kind: 'balances',
    date,
    balances: sorted.map((account) => ({ account, balance: balances.get(account) ?? 0n })),
  }
}

/** Returns the balances before the first date of the export. */
function buildOpening(facts: ExportFacts, chart: ChartOfAccounts, state: JournalState): JournalItem[] {
  const { since, accounts, opening_balances } = facts
  const own = accounts.flatMap(({ id }): Posting[] => {
    const amount = opening_balances.get(id) ?? 0n
    return amount === 0n ? [] : [{ account: chart.getAccount(id), amount, status: 'cleared' }]
  })
  if (since === undefined || own.length === 0) return []
  const total = own.reduce((sum, { amount }) => sum + amount, 0n)
  const items: JournalItem[] = []
  addItem(state, items, {
    kind: 'entry',
    date: since,
    ids: [],
    payee: payees.opening,
    merchant_id: undefined,
    notes: null,
    postings: [...own, { account: chart.opening, amount: -total }],
  })
  return items
}

/** The entries of envelopes at the turns of months. Call them in the order of time, for every month. */
export interface EnvelopeMonths {
  /** Returns what happens on the first of a month: overspending is settled, money is assigned. */
  open(month: string): Entry[]
  /** Returns what makes every envelope what the budget month says at its end. */
  close(month: string, date: string): Entry[]
  /** Notes the envelope postings of an entry. */
  note(entry: Entry): void
}

/** The balances of the envelopes, as the postings so far have made them. */
interface EnvelopeBalances {
  note(entry: Pick<Entry, 'postings'>): void
  /** Returns the posting that brings an account to a balance. */
  moveTo(account: string, balance: MinorUnits): Posting
  /** Notes these postings, and returns the entry of them; none when nothing moves. */
  buildEntry(date: string, payee: string, moves: readonly Posting[]): Entry[]
}

function createEnvelopeBalances(chart: ChartOfAccounts): EnvelopeBalances {
  const balances = new Map<string, MinorUnits>()
  const getBalance = (account: string): MinorUnits => balances.get(account) ?? 0n
  function note({ postings }: Pick<Entry, 'postings'>): void {
    for (const { account, amount, isEnvelope } of postings)
      if (isEnvelope) balances.set(account, getBalance(account) + amount)
  }
  return {
    note,
    moveTo: (account, balance) => ({ account, amount: balance - getBalance(account), isEnvelope: true }),
    buildEntry(date, payee, moves) {
      const postings = balanceEnvelopes(moves, chart)
      if (postings.length === 0) return []
      note({ postings })
      return [{ kind: 'entry', date, ids: [], payee, merchant_id: undefined, notes: null, postings }]
    },
  }
}

/** Returns the figures of all envelopes; the hidden one is not among those of a month in which it has none. */
const listFigures = ({ categories }: BudgetMonth): readonly CategoryMonth[] =>
  categories.some(({ category_id }) => category_id === null) ? categories : [...categories, NO_FIGURES]

const NO_FIGURES: CategoryMonth = {
  category_id: null,
  carryover: 0n,
  assigned: 0n,
  activity: 0n,
  available: 0n,
  cash_overspending: 0n,
  credit_overspending: 0n,
}

/** Returns the entries of the envelopes of these months. */
function createEnvelopeMonths(months: readonly BudgetMonth[], chart: ChartOfAccounts): EnvelopeMonths {
  const byMonth = new Map(months.map((month) => [month.month, month]))
  const first = months[0]?.month
  const { note, moveTo, buildEntry } = createEnvelopeBalances(chart)
  const { getEnvelope, readyToAssign, held } = chart

  function assign(date: string, figures: readonly CategoryMonth[]): Entry[] {
    const assigned = figures
      .filter((category) => category.assigned !== 0n)
      .map(({ category_id, assigned: amount }): Posting => {
        return { account: getEnvelope(category_id), amount, isEnvelope: true }
      })
    const total = assigned.reduce((sum, { amount }) => sum + amount, 0n)
    const source: Posting = { account: readyToAssign, amount: -total, isEnvelope: true }
    return buildEntry(date, payees.assigned, [...assigned, source])
  }

  return {
    note,
    open(month) {
      const own = byMonth.get(month)
      if (!own) return []
      const figures = listFigures(own)
      const date = `${month}-01`
      const turn = buildEntry(date, month === first ? payees.opening : payees.turn, [
        ...figures.map(({ category_id, carryover }) => moveTo(getEnvelope(category_id), carryover)),
        moveTo(readyToAssign, own.parts.carried_over - own.parts.overspent_last_month),
        moveTo(held, 0n),
      ])
      return [...turn, ...assign(date, figures)]
    },
    close(month, date) {
      const own = byMonth.get(month)
      if (!own) return []
      return buildEntry(date, payees.monthEnd, [
        ...listFigures(own).map(({ category_id, available }) => moveTo(getEnvelope(category_id), available)),
        moveTo(readyToAssign, own.parts.ready_to_assign),
        moveTo(held, own.parts.held_for_later),
      ])
    },
  }
}
