/** Updates the stored account balances and month totals for the transactions that a request writes. */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { BalanceChange } from '../../store/accounts.ts'
import { type CardMonthTotal, type CreditPart, INCOME, UNCATEGORIZED } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { computeTransferEffect, replayCard } from './credit-cards.ts'
import { getLines } from './split-lines.ts'

/** Collects the changes of one request and writes each changed figure once. */
export interface RunningTotals {
  /** Returns the seq of the next row to insert. */
  nextSeq(): number
  /** Adds a new row, which is written later together with others. */
  insert(row: TransactionRow): void
  /** Returns the new rows that are not written yet. */
  pendingRows(): readonly TransactionRow[]
  /** Writes the pending rows, so that a query can see them. */
  writePending(): void
  /** Counts a changed, new or removed row; the caller writes the row itself. */
  change(before: TransactionRow | undefined, after: TransactionRow | undefined): void
  /** Writes the pending rows and every changed figure; called once, after the last change. */
  flush(): void
}

/** What running totals are kept with. */
export interface TotalsContext {
  store: {
    accounts: Pick<WorkspaceStore['accounts'], 'changeBalances'>
    categories: { findByCard(account: number): { seq: number } | undefined }
    transactions: Pick<
      WorkspaceStore['transactions'],
      'nextSeq' | 'insert' | 'iterateByCard' | 'getCardBalanceBefore'
    >
    monthTotals: Pick<WorkspaceStore['monthTotals'], 'add' | 'removeCard' | 'insertCard' | 'insertParts'>
  }
  getAccount(seq: number): { type: string }
}

interface MonthTotalChange {
  month: string
  category: number
  activity: MinorUnits
  credit: MinorUnits
}

/** What the rows of a request change, until it is written. */
interface Changes {
  context: TotalsContext
  balances: Map<number, BalanceChange>
  totals: Map<string, MonthTotalChange>
  /** The first changed month of each credit account. */
  cards: Map<number, string>
  pending: TransactionRow[]
}

type Sign = 1n | -1n

/** Returns the running totals of one request, or of everything that fills a workspace. */
export function openRunningTotals(context: TotalsContext): RunningTotals {
  const { store } = context
  const changes: Changes = {
    context,
    balances: new Map(),
    totals: new Map(),
    cards: new Map(),
    pending: [],
  }
  return {
    nextSeq() {
      const last = changes.pending.at(-1)
      return last ? last.seq + 1 : store.transactions.nextSeq()
    },
    insert(row) {
      changes.pending.push(row)
      addRow(changes, row, 1n)
    },
    pendingRows: () => changes.pending,
    writePending: () => writePending(changes),
    change(before, after) {
      if (before) addRow(changes, before, -1n)
      if (after) addRow(changes, after, 1n)
    },
    flush: () => flush(changes),
  }
}

/** Adds a row to the totals, or subtracts it. */
function addRow(changes: Changes, row: TransactionRow, sign: Sign): void {
  if (row.deleted) return // docs/spec.md#b05
  addToBalance(changes, row, sign)
  addToMonth(changes, row, sign)
}

function addToBalance({ balances }: Changes, row: TransactionRow, sign: Sign): void {
  const change = balances.get(row.account) ?? { cleared: 0n, pending: 0n, live: 0 }
  if (row.status === 'pending') change.pending += sign * row.amount
  else change.cleared += sign * row.amount
  change.live += Number(sign)
  balances.set(row.account, change)
}

function addToMonth(changes: Changes, row: TransactionRow, sign: Sign): void {
  const { context, cards } = changes
  const { type } = context.getAccount(row.account)
  if (!isOnBudgetAccountType(type)) return
  const month = row.date.slice(0, 7)
  if (isCreditAccountType(type)) {
    // The effect of a card's row depends on all rows before it, so `flush` replays the card from this month on.
    const since = cards.get(row.account)
    if (since === undefined || month < since) cards.set(row.account, month)
    return
  }
  if (row.transfer_account !== null && isOnBudget(context, row.transfer_account)) {
    // In a cash account the whole amount is cash. docs/spec.md#c2
    const cash = row.amount > 0n ? 0n : row.amount
    const effect = computeTransferEffect(row.amount, cash, findPaymentCategory(context, row.transfer_account))
    addToTotal(changes, { month, category: effect.category, activity: sign * effect.activity, credit: 0n })
    return
  }
  for (const line of getLines(row)) {
    const category = line.ready_to_assign ? INCOME : (line.category ?? UNCATEGORIZED)
    addToTotal(changes, { month, category, activity: sign * line.amount, credit: 0n })
  }
}

const isOnBudget = (context: TotalsContext, account: number): boolean =>
  isOnBudgetAccountType(context.getAccount(account).type)

const findPaymentCategory = (context: TotalsContext, account: number): number | undefined =>
  isCreditAccountType(context.getAccount(account).type)
    ? context.store.categories.findByCard(account)?.seq
    : undefined

function addToTotal({ totals }: Changes, { month, category, activity, credit }: MonthTotalChange): void {
  const key = `${month} ${category}`
  const total = totals.get(key) ?? { month, category, activity: 0n, credit: 0n }
  total.activity += activity
  total.credit += credit
  totals.set(key, total)
}

function writePending(changes: Changes): void {
  changes.context.store.transactions.insert(changes.pending)
  changes.pending = []
}

function flush(changes: Changes): void {
  const { store } = changes.context
  writePending(changes)
  for (const [account, change] of changes.balances) store.accounts.changeBalances(account, change)
  for (const [card, since] of changes.cards) recomputeCard(changes, card, since)
  for (const { month, category, activity, credit } of changes.totals.values()) {
    if (activity !== 0n || credit !== 0n) store.monthTotals.add(month, category, { activity, credit })
  }
}

/** How many credit parts are in memory at a time: a multiple of what one statement inserts. */
const PARTS_PER_WRITE = 500

/** Replaces what a card contributes from a month on by a replay of its rows. */
function recomputeCard(changes: Changes, card: number, since: string): void {
  const { context } = changes
  const { transactions, monthTotals } = context.store
  const contribute = ({ month, category, activity, credit }: CardMonthTotal, sign: Sign): void =>
    addToTotal(changes, { month, category, activity: sign * activity, credit: sign * credit })
  for (const total of monthTotals.removeCard(card, since)) contribute(total, -1n)
  const parts: CreditPart[] = []
  const writeParts = (): void => monthTotals.insertParts(parts.splice(0))
  const totals = replayCard({
    card,
    rows: transactions.iterateByCard(card, `${since}-01`),
    balanceBefore: transactions.getCardBalanceBefore(card, `${since}-01`),
    findPaymentCategory: (account) => findPaymentCategory(context, account),
    isOnBudget: (account) => isOnBudget(context, account),
    addPart(part) {
      if (parts.push(part) === PARTS_PER_WRITE) writeParts()
    },
  })
  writeParts()
  for (const total of totals) {
    monthTotals.insertCard(total)
    contribute(total, 1n)
  }
}
