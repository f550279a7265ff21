/** Moves money between envelopes at the beginning and the end of each month. @see docs/export.md#envelopes */

import type { BudgetMonth, CategoryMonth } from '../contract/ports/report-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { ChartOfAccounts } from './chart-of-accounts.ts'
import { type Entry, type Posting, payees } from './entries.ts'
import { balanceEnvelopes } from './transaction-entries.ts'

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
export function createEnvelopeMonths(months: readonly BudgetMonth[], chart: ChartOfAccounts): EnvelopeMonths {
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
