/** Adds planned rows to the stored totals in memory: the same arithmetic, and nothing is written. */

import { groupBy } from '../../contract/group-by.ts'
import { toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { CardMonthTotal, CreditPart, MonthTotal } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { computePast, type MonthInput, readMonthInput } from './month-figures.ts'
import { assertFound, type RequestContext } from './request-context.ts'
import { openRunningTotals } from './running-totals.ts'

/** The activity of categories, by month and category number. */
export type ActivityByMonth = Map<string, Map<number, MinorUnits>>

/** Adds to the activity of a category in the month of a date. */
export function addActivity(
  activity: ActivityByMonth,
  date: string,
  category: number,
  amount: MinorUnits,
): void {
  const month = toMonth(date)
  let categories = activity.get(month)
  if (!categories) {
    categories = new Map()
    activity.set(month, categories)
  }
  categories.set(category, (categories.get(category) ?? 0n) + amount)
}

/** What is planned: new rows in the order of their dates and creation, and sums of those that only add to a category. */
export interface PlannedChanges {
  rows: TransactionRow[]
  activity: ActivityByMonth
}

/**
 * Reads what months from `first` on are computed from; returns a function that returns the same with what is planned in
 * them.
 */
export function openPlannedTotals(
  { store, getAccount }: Pick<RequestContext, 'store' | 'getAccount'>,
  first: string,
): (changes: PlannedChanges) => MonthInput {
  const reader = createCardReader(store)
  const stored = readMonthInput(store, store.categories.list())
  const totals = [...stored.totals]
  const past = computePast(first, { ...stored, totals })
  const isLater = ({ month }: { month: string }): boolean => month >= first
  const input = { ...stored, past, totals: totals.filter(isLater), borrowed: stored.borrowed.filter(isLater) }
  return ({ rows, activity }) => {
    const cards = overlayCards(store, reader, rows)
    const overlay = overlayTotals(input.totals)
    const running = openRunningTotals({
      getAccount,
      store: {
        accounts: { changeBalances: () => undefined },
        categories: store.categories,
        transactions: {
          nextSeq: store.transactions.nextSeq,
          insert: () => undefined,
          iterateByCard: cards.iterateByCard,
          getCardBalanceBefore: reader.getCardBalanceBefore,
        },
        monthTotals: { add: overlay.add, ...cards.monthTotals },
      },
    })
    for (const row of rows) running.insert(row)
    running.flush()
    for (const [month, categories] of activity)
      for (const [category, amount] of categories)
        overlay.add(month, category, { activity: amount, credit: 0n })
    return {
      ...input,
      totals: overlay.list(),
      borrowed: cards.replaceBorrowed(input.borrowed),
      listCreditParts: cards.listCreditParts,
    }
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareAmounts = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns stored totals of categories, to which changes are added. */
function overlayTotals(stored: readonly MonthTotal[]) {
  const totals = new Map(stored.map((total) => [`${total.month} ${total.category}`, total]))
  return {
    add(month: string, category: number, by: Pick<MonthTotal, 'activity' | 'credit'>): void {
      const key = `${month} ${category}`
      const { assigned = 0n, activity = 0n, credit = 0n } = totals.get(key) ?? {}
      const total = {
        month,
        category,
        assigned,
        activity: activity + by.activity,
        credit: credit + by.credit,
      }
      totals.set(key, total)
    },
    list: () => [...totals.values()].toSorted((a, b) => compareTexts(a.month, b.month)),
  }
}

/** Sorts rows, which are in the order of their dates and creation, by the amounts of each day. */
function sortDays(rows: readonly TransactionRow[]): TransactionRow[] {
  const sorted: TransactionRow[] = []
  for (const row of rows) {
    let at = sorted.length
    const isAfter = (one: TransactionRow | undefined): boolean =>
      one?.date === row.date && one.amount > row.amount
    while (isAfter(sorted[at - 1])) at--
    if (at === sorted.length) sorted.push(row)
    else sorted.splice(at, 0, row)
  }
  return sorted
}

/** Returns what cards contribute, with a replay of those that have planned rows from their first month on. */
function overlayCards(
  store: WorkspaceStore,
  { listByCard }: Pick<ReturnType<typeof createCardReader>, 'listByCard'>,
  rows: readonly TransactionRow[],
) {
  /** The first month that is replayed, by card. */
  const replayed = new Map<number, string>()
  const newTotals: CardMonthTotal[] = []
  const newParts: CreditPart[] = []
  let partsByMonth: Map<string, CreditPart[]> | undefined
  const isStored = ({ card, month }: { card: number; month: string }): boolean =>
    month < (replayed.get(card) ?? '9')
  return {
    *iterateByCard(card: number, since: string): Generator<TransactionRow> {
      const planned = sortDays(rows.filter((row) => row.card === card && row.date >= since))
      let at = 0
      for (const row of listByCard(card, since)) {
        // Among equals the stored row is older.
        const isBefore = (one: TransactionRow): boolean =>
          (compareTexts(one.date, row.date) || compareAmounts(one.amount, row.amount)) < 0
        for (let one = planned[at]; one && isBefore(one); one = planned[++at]) yield one
        yield row
      }
      for (let one = planned[at]; one; one = planned[++at]) yield one
    },
    monthTotals: {
      removeCard(card: number, since: string): CardMonthTotal[] {
        replayed.set(card, since)
        return store.monthTotals.listCard(card, since)
      },
      insertCard: (total: CardMonthTotal): void => void newTotals.push(total),
      insertParts: (parts: readonly CreditPart[]): void => void newParts.push(...parts),
    },
    replaceBorrowed: (borrowed: readonly CardMonthTotal[]): CardMonthTotal[] =>
      [
        ...borrowed.filter(isStored),
        ...newTotals.filter(({ credit, credit_out }) => credit !== 0n || credit_out !== 0n),
      ].toSorted((a, b) => a.card - b.card),
    listCreditParts(month: string, category: number): CreditPart[] {
      // Most categories need no single parts.
      partsByMonth ??= groupBy(newParts, (part) => `${part.month} ${part.category}`)
      const planned = partsByMonth.get(`${month} ${category}`) ?? []
      return [...store.monthTotals.listCreditParts(month, category).filter(isStored), ...planned].toSorted(
        (a, b) =>
          compareTexts(a.date, b.date) ||
          compareAmounts(a.amount, b.amount) ||
          a.transaction - b.transaction ||
          a.line - b.line,
      )
    },
  }
}

/** Returns functions that read the stored rows of cards from a day on, and the balances before it, once. */
function createCardReader({ accounts, transactions }: Pick<WorkspaceStore, 'accounts' | 'transactions'>) {
  const rowsByCard = new Map<string, TransactionRow[]>()
  const listByCard = (card: number, since: string): readonly TransactionRow[] => {
    const key = `${card} ${since}`
    const rows = rowsByCard.get(key) ?? [...transactions.iterateByCard(card, since)]
    rowsByCard.set(key, rows)
    return rows
  }
  return {
    listByCard,
    getCardBalanceBefore(card: number, since: string): MinorUnits {
      const { cleared_balance, pending_balance } = assertFound(accounts.get(card))
      return listByCard(card, since).reduce(
        (sum, { amount }) => sum - amount,
        cleared_balance + pending_balance,
      )
    },
  }
}
