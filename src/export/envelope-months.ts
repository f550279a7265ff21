/** Moves money between envelopes at the beginning and the end of each month. @see docs/export.md#envelopes */

import type { BudgetMonth } from '../contract/ports/report-source.ts'
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

/** Returns the entries of the envelopes of these months. */
export function createEnvelopeMonths(months: readonly BudgetMonth[], chart: ChartOfAccounts): EnvelopeMonths {
  const byMonth = new Map(months.map((month) => [month.month, month]))
  const first = months[0]?.month
  const balances = new Map<string, MinorUnits>()
  const getBalance = (account: string): MinorUnits => balances.get(account) ?? 0n

  function note({ postings }: Pick<Entry, 'postings'>): void {
    for (const { account, amount, isEnvelope } of postings)
      if (isEnvelope) balances.set(account, getBalance(account) + amount)
  }

  /** Returns the entry that brings accounts to these balances; the rest is what enters or leaves the envelopes. */
  function buildEntry(date: string, payee: string, moves: readonly Posting[]): Entry[] {
    const postings = balanceEnvelopes(moves, chart)
    if (postings.length === 0) return []
    const entry: Entry = {
      kind: 'entry',
      date,
      ids: [],
      payee,
      merchant_id: undefined,
      notes: null,
      postings,
    }
    note(entry)
    return [entry]
  }

  const moveTo = (account: string, balance: MinorUnits): Posting => ({
    account,
    amount: balance - getBalance(account),
    isEnvelope: true,
  })

  return {
    note,
    open(month) {
      const figures = byMonth.get(month)
      if (!figures) return []
      const { parts, categories } = figures
      const date = `${month}-01`
      const settled = parts.carried_over - parts.overspent_last_month
      const carried = categories.map(({ category_id, carryover }) =>
        moveTo(chart.getEnvelope(category_id), carryover),
      )
      const turned = buildEntry(date, month === first ? payees.opening : payees.turn, [
        ...carried,
        moveTo(chart.readyToAssign, settled),
        moveTo(chart.held, 0n),
      ])
      const assigned = categories
        .filter((category) => category.assigned !== 0n)
        .map(
          (category): Posting => ({
            account: chart.getEnvelope(category.category_id),
            amount: category.assigned,
            isEnvelope: true,
          }),
        )
      const total = assigned.reduce((sum, { amount }) => sum + amount, 0n)
      const fromReady: Posting = { account: chart.readyToAssign, amount: -total, isEnvelope: true }
      return [...turned, ...buildEntry(date, payees.assigned, [...assigned, fromReady])]
    },
    close(month, date) {
      const figures = byMonth.get(month)
      if (!figures) return []
      const { parts, categories } = figures
      return buildEntry(date, payees.monthEnd, [
        ...categories.map(({ category_id, available }) => moveTo(chart.getEnvelope(category_id), available)),
        moveTo(chart.readyToAssign, parts.ready_to_assign),
        moveTo(chart.held, parts.held_for_later),
      ])
    },
  }
}
