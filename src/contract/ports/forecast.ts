/** Defines a forecast: what planned transactions would do. @see docs/schedules.md#forecast */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { BudgetMonth } from './budget-months.ts'

/** A line of a planned transaction. */
export interface PlannedLine {
  category_id: string | null
  ready_to_assign: boolean
  amount: MinorUnits
}

/** A transaction that is expected. */
export interface PlannedTransaction {
  /** Today or later. */
  date: string
  account_id: string
  /** Negative for money out; null pays what `transfer_account_id`, a card, owes at the end of `owed_on`. */
  amount: MinorUnits | null
  /** The day of the transaction, or of the statement before it, of which later payments are taken off. */
  owed_on: string
  /** The account that receives the money of a transfer. */
  transfer_account_id: string | null
  /** The category, or the lines of a split. A transfer has one where it pays a tracking account. */
  lines: readonly PlannedLine[]
}

/** The balance of an account on a day that changes it. */
export interface BalanceDay {
  date: string
  /** After the money that goes out that day, and before what comes in. */
  lowest: MinorUnits
  /** At the end of the day. */
  balance: MinorUnits
}

/** What is expected of an account. */
export interface AccountForecast {
  account_id: string
  /** At the end of today, without what is planned. */
  balance: MinorUnits
  /** The days from today on that change the balance, the earliest first. */
  days: BalanceDay[]
}

/** What planned transactions would do, with those that are entered already. */
export interface Forecast {
  accounts: AccountForecast[]
  /** The budget months from today's to the last one, the earliest first. */
  months: BudgetMonth[]
}

/** What happened on a day, in one account and category, that no schedule stands for. */
export interface UnplannedFlow {
  date: string
  account_id: string
  category_id: string | null
  /** Negative for money out. */
  amount: MinorUnits
}

/** From when to when a forecast goes. */
export interface ForecastRange {
  today: string
  /** YYYY-MM-DD. */
  until: string
}
