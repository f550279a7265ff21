/** Tells how the balances of accounts went, which shows whether they are cards. */

import type { MinorUnits } from '../money/minor-units.ts'

/** What the rows of an account show. */
export interface BalanceHistory {
  /** The balance is above zero after more than half of the rows. */
  isMostlyPositive: boolean
  /** The balance was never further above zero than it was below. */
  staysLow: boolean
  receivesTransfers: boolean
  /** Money came in that the program calls the payment of a card. */
  receivesCardPayments: boolean
  /** Money went out that was not transferred. */
  hasSpending: boolean
  /** Anything but received transfers and a starting balance. */
  hasOtherRows: boolean
}

/** A row of an account. */
export interface HistoryRow {
  account: string
  amount: MinorUnits
  isTransfer: boolean
  isCardPayment: boolean
  isStartingBalance: boolean
}

/** The figures that a history follows from. */
interface Tally {
  balance: MinorUnits
  lowest: MinorUnits
  highest: MinorUnits
  rows: number
  positiveRows: number
  receivesTransfers: boolean
  receivesCardPayments: boolean
  hasSpending: boolean
  hasOtherRows: boolean
}

/** Returns the history of each account of rows that come by date. */
export function collectHistories(rows: Iterable<HistoryRow>): Map<string, BalanceHistory> {
  const tallies = new Map<string, Tally>()
  for (const row of rows) {
    const tally = tallies.get(row.account) ?? {
      balance: 0n,
      lowest: 0n,
      highest: 0n,
      rows: 0,
      positiveRows: 0,
      receivesTransfers: false,
      receivesCardPayments: false,
      hasSpending: false,
      hasOtherRows: false,
    }
    tallies.set(row.account, tally)
    addRow(tally, row)
  }
  return new Map(
    [...tallies].map(([account, tally]) => [
      account,
      {
        isMostlyPositive: tally.positiveRows * 2 > tally.rows,
        staysLow: tally.lowest < 0n && tally.highest <= -tally.lowest,
        receivesTransfers: tally.receivesTransfers,
        receivesCardPayments: tally.receivesCardPayments,
        hasSpending: tally.hasSpending,
        hasOtherRows: tally.hasOtherRows,
      },
    ]),
  )
}

function addRow(tally: Tally, { amount, isTransfer, isCardPayment, isStartingBalance }: HistoryRow): void {
  tally.balance += amount
  tally.rows += 1
  if (tally.balance > 0n) tally.positiveRows += 1
  if (tally.balance > tally.highest) tally.highest = tally.balance
  if (tally.balance < tally.lowest) tally.lowest = tally.balance
  if (amount > 0n && isTransfer) tally.receivesTransfers = true
  if (amount > 0n && isCardPayment) tally.receivesCardPayments = true
  if (amount < 0n && !isTransfer && !isCardPayment && !isStartingBalance) tally.hasSpending = true
  if (!isStartingBalance && (amount < 0n || !isTransfer)) tally.hasOtherRows = true
}
