/** Adds planned rows to the stored totals in memory: the same arithmetic, and nothing is written. */

import type { CardMonthTotal, CreditPart, MonthTotal } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { type MonthInput, readMonthInput } from './month-figures.ts'
import type { RequestContext } from './request-context.ts'
import { openRunningTotals } from './running-totals.ts'

/** Returns what months are computed from once the rows are there; `rows` are new, in the order of their creation. */
export function addPlannedRows(
  { store, getAccount }: Pick<RequestContext, 'store' | 'getAccount'>,
  rows: readonly TransactionRow[],
): MonthInput {
  const cards = overlayCards(store, rows)
  const { totals, add } = overlayTotals(store)
  const running = openRunningTotals({
    getAccount,
    store: {
      accounts: { changeBalances: () => undefined },
      categories: store.categories,
      transactions: {
        nextSeq: store.transactions.nextSeq,
        insert: () => undefined,
        iterateByCard: cards.iterateByCard,
        getCardBalanceBefore: store.transactions.getCardBalanceBefore,
      },
      monthTotals: { add, ...cards.monthTotals },
    },
  })
  for (const row of rows) running.insert(row)
  running.flush()
  const input = readMonthInput(store, store.categories.list())
  return {
    ...input,
    totals: totals(),
    borrowed: cards.replaceBorrowed(input.borrowed),
    listCreditParts: cards.listCreditParts,
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareAmounts = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the stored totals of categories, to which changes are added. */
function overlayTotals({ monthTotals }: Pick<WorkspaceStore, 'monthTotals'>) {
  const totals = new Map<string, MonthTotal>()
  for (const total of monthTotals.iterate()) totals.set(`${total.month} ${total.category}`, total)
  return {
    add(month: string, category: number, by: Pick<MonthTotal, 'activity' | 'credit'>): void {
      const key = `${month} ${category}`
      const total = totals.get(key) ?? { month, category, assigned: 0n, activity: 0n, credit: 0n }
      totals.set(key, {
        ...total,
        activity: total.activity + by.activity,
        credit: total.credit + by.credit,
      })
    },
    totals: () => [...totals.values()].toSorted((a, b) => compareTexts(a.month, b.month)),
  }
}

/** Returns what cards contribute, with a replay of those that have planned rows from their first month on. */
function overlayCards(store: WorkspaceStore, rows: readonly TransactionRow[]) {
  /** The first month that is replayed, by card. */
  const replayed = new Map<number, string>()
  const newTotals: CardMonthTotal[] = []
  const newParts: CreditPart[] = []
  const isStored = ({ card, month }: { card: number; month: string }): boolean =>
    month < (replayed.get(card) ?? '9')
  return {
    *iterateByCard(card: number, since: string): Generator<TransactionRow> {
      const planned = rows
        .filter((row) => row.card === card && row.date >= since)
        .toSorted(
          (a, b) => compareTexts(a.date, b.date) || compareAmounts(a.amount, b.amount) || a.seq - b.seq,
        )
      for (const row of store.transactions.iterateByCard(card, since)) {
        // Among equals the stored row is older.
        const isBefore = (one: TransactionRow): boolean =>
          (compareTexts(one.date, row.date) || compareAmounts(one.amount, row.amount)) < 0
        while (planned[0] && isBefore(planned[0])) yield* planned.splice(0, 1)
        yield row
      }
      yield* planned
    },
    monthTotals: {
      removeCard(card: number, since: string): CardMonthTotal[] {
        replayed.set(card, since)
        return store.monthTotals.listCards().filter((total) => total.card === card && total.month >= since)
      },
      insertCard: (total: CardMonthTotal): void => void newTotals.push(total),
      insertParts: (parts: readonly CreditPart[]): void => void newParts.push(...parts),
    },
    replaceBorrowed: (borrowed: readonly CardMonthTotal[]): CardMonthTotal[] =>
      [
        ...borrowed.filter(isStored),
        ...newTotals.filter(({ credit, credit_out }) => credit !== 0n || credit_out !== 0n),
      ].toSorted((a, b) => a.card - b.card),
    listCreditParts: (month: string, category: number): CreditPart[] =>
      [
        ...store.monthTotals.listCreditParts(month, category).filter(isStored),
        ...newParts.filter((part) => part.month === month && part.category === category),
      ].toSorted(
        (a, b) =>
          compareTexts(a.date, b.date) ||
          compareAmounts(a.amount, b.amount) ||
          a.transaction - b.transaction ||
          a.line - b.line,
      ),
  }
}
