/**
 * Keeps balances and month figures in step with the transactions: every rule that changes rows tells what was and what is,
 * and `settle` writes each figure concerned once, and new rows together.
 */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { BalanceChange } from '../../store/accounts.ts'
import { type CardMonthTotal, INCOME, UNCATEGORIZED } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { computeTransferEffect, replayCard } from './credit-cards.ts'
import type { RequestContext } from './request-context.ts'
import { getLines } from './split-lines.ts'

export interface RunningTotals {
  /** The seq of the next row to insert. */
  nextSeq(): number
  /** A row came to be. It waits to be written with others. */
  insert(row: TransactionRow): void
  /** The new rows that are not written yet. */
  pendingRows(): readonly TransactionRow[]
  /** Writes them: whoever asks the file for them must see them. */
  writePending(): void
  /** A row changed, or went (no `after`). The row itself is written by the caller. */
  change(before: TransactionRow, after: TransactionRow | undefined): void
  /** Writes what the changes come to. Call once, after the rows are written. */
  flush(): void
}

interface MonthTotalChange {
  month: string
  category: number
  activity: MinorUnits
  credit: MinorUnits
}

/** A ledger for the changes of one request. */
export function openRunningTotals({ store, account: accountOf }: RequestContext): RunningTotals {
  const balances = new Map<number, BalanceChange>()
  const cells = new Map<string, MonthTotalChange>()
  const touchedCards = new Map<number, string>() // since which month
  let waiting: TransactionRow[] = []

  const paymentCategoryOf = (account: number): number | undefined =>
    isCreditAccountType(accountOf(account).type) ? store.categories.ofCard(account)?.seq : undefined

  function addCell(month: string, category: number, activity: MinorUnits, credit: MinorUnits): void {
    const key = `${month} ${category}`
    const cell = cells.get(key) ?? { month, category, activity: 0n, credit: 0n }
    cell.activity += activity
    cell.credit += credit
    cells.set(key, cell)
  }

  function addBalance(row: TransactionRow, sign: 1n | -1n): void {
    const change = balances.get(row.account) ?? { cleared: 0n, pending: 0n, live: 0 }
    if (row.status === 'pending') change.pending += sign * row.amount
    else change.cleared += sign * row.amount
    change.live += Number(sign)
    balances.set(row.account, change)
  }

  function addEnvelopes(row: TransactionRow, sign: 1n | -1n): void {
    const account = accountOf(row.account)
    if (!isOnBudgetAccountType(account.type)) return
    const month = row.date.slice(0, 7)
    if (isCreditAccountType(account.type)) {
      // What a card's row does depends on all rows before it, so its history is walked again from here.
      const since = touchedCards.get(row.account)
      if (since === undefined || month < since) touchedCards.set(row.account, month)
      return
    }
    if (row.transfer_account !== null && isOnBudgetAccountType(accountOf(row.transfer_account).type)) {
      // In a cash account all of an amount is cash. docs/spec.md#c2
      const cash = row.amount > 0n ? 0n : row.amount
      const effect = computeTransferEffect(row.amount, cash, paymentCategoryOf(row.transfer_account))
      addCell(month, effect.category, sign * effect.activity, 0n)
      return
    }
    for (const line of getLines(row)) {
      addCell(month, line.ready_to_assign ? INCOME : (line.category ?? UNCATEGORIZED), sign * line.amount, 0n)
    }
  }

  function write(): void {
    store.transactions.insert(waiting)
    waiting = []
  }

  function add(row: TransactionRow | undefined, sign: 1n | -1n): void {
    if (!row || row.deleted) return // docs/spec.md#b05
    addBalance(row, sign)
    addEnvelopes(row, sign)
  }

  function rewalk(card: number, since: string): void {
    const contribute = ({ month, category, activity, credit }: CardMonthTotal, sign: 1n | -1n): void =>
      addCell(month, category, sign * activity, sign * credit)
    for (const cell of store.cells.takeCard(card, since)) contribute(cell, -1n)
    const { totals: anew, parts } = replayCard(
      card,
      store.transactions.ofCard(card, `${since}-01`),
      store.transactions.cardBalanceBefore(card, `${since}-01`),
      paymentCategoryOf,
      (account) => isOnBudgetAccountType(accountOf(account).type),
    )
    for (const cell of anew) {
      store.cells.putCard(cell)
      contribute(cell, 1n)
    }
    for (const part of parts) store.cells.putPart(part)
  }

  return {
    nextSeq() {
      const last = waiting.at(-1)
      return last ? last.seq + 1 : store.transactions.nextSeq()
    },
    insert(row) {
      waiting.push(row)
      add(row, 1n)
    },
    pendingRows: () => waiting,
    writePending: write,
    change(before, after) {
      add(before, -1n)
      add(after, 1n)
    },
    flush() {
      write()
      for (const [account, change] of balances) store.accounts.changeBalances(account, change)
      for (const [card, since] of touchedCards) rewalk(card, since)
      for (const { month, category, activity, credit } of cells.values()) {
        if (activity !== 0n || credit !== 0n) store.cells.add(month, category, { activity, credit })
      }
    },
  }
}
