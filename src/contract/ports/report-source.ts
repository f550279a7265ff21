/**
 * Defines what reports read of a workspace: totals of its lines, balances and budget months. A local workspace computes
 * them in SQL, a remote one from its transactions.
 * @see docs/reports.md#lines
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { BudgetMonth, ReadyToAssignExplanation } from './budget-months.ts'
import type { Forecast, ForecastRange, PlannedTransaction, UnplannedFlow } from './forecast.ts'

/**
 * What a line is for a report. Every live line of every account has exactly one kind, so that the totals of all kinds
 * of an account add up to its balance.
 * @see docs/reports.md#lines
 */
export const lineKinds = [
  /** On an on-budget account, with a category or uncategorized; payments to tracking accounts too. */
  'spending',
  /** Ready to Assign on an on-budget account, apart from starting balances. */
  'income',
  /** Ready to Assign that an on-budget account began with. */
  'starting_balance',
  /** A side of a transfer between two on-budget accounts. */
  'transfer',
  /** Any line of a tracking account. */
  'off_budget',
] as const

/** A kind of line. */
export type LineKind = (typeof lineKinds)[number]

/** Whether money comes in or goes out. */
export type LineDirection = 'inflow' | 'outflow'

/** By what lines are totalled. */
export type LineDimension = 'month' | 'category' | 'merchant' | 'account' | 'kind'

/** Which lines are totalled or listed; all of its conditions must hold. */
export interface LineQuery {
  /** The first and the last date, included. */
  since?: string | undefined
  until?: string | undefined
  kinds: readonly LineKind[]
  account_ids?: readonly string[] | undefined
  /** null stands for lines without a category. */
  category_ids?: readonly (string | null)[] | undefined
  /** null stands for lines without a merchant. */
  merchant_ids?: readonly (string | null)[] | undefined
  /** Only lines with money in, or only those with money out. */
  direction?: LineDirection | undefined
}

/** What totals have beside amounts. */
export interface TotalOptions {
  /** Tells the first and the last date of each total, which takes longer. */
  withDates?: boolean
}

/** The total of lines that agree in every dimension. Dimensions that were not asked for are null. */
export interface LineTotal {
  kind: LineKind | null
  /** YYYY-MM. */
  month: string | null
  category_id: string | null
  merchant_id: string | null
  account_id: string | null
  /** Negative for money out. */
  amount: MinorUnits
  /** How many lines. */
  count: number
  /** null unless the dates were asked for. */
  first_date: string | null
  last_date: string | null
}

/** A line: a split line, or the whole transaction where it has none. */
export interface ReportLine {
  transaction_id: string
  date: string
  account_id: string
  merchant_id: string | null
  category_id: string | null
  /** The other account, of a side of a transfer. */
  transfer_account_id: string | null
  notes: string | null
  amount: MinorUnits
  kind: LineKind
}

/** What happened to the balance of an account in a month. */
export interface BalanceChange {
  account_id: string
  month: string
  amount: MinorUnits
}

/**
 * A movement of money into or out of the on-budget accounts as a whole. Transfers between them are none. What came in
 * on a day may come as one movement, and so may payments of a day if ten later ones of the month come one by one.
 */
export interface MoneyFlow {
  date: string
  /** Negative for money out. */
  amount: MinorUnits
}

/** A regular transaction of a merchant. */
export interface MerchantPayment {
  date: string
  /** Negative for money out. */
  amount: MinorUnits
}

/** The regular transactions of a merchant, the earliest first. */
export interface MerchantPayments {
  merchant_id: string
  payments: readonly MerchantPayment[]
}

/** Which transactions of merchants are listed; all of its conditions must hold. */
export interface PaymentQuery {
  /** The first and the last date, included. */
  since?: string | undefined
  until: string
  account_ids?: readonly string[] | undefined
}

/** How old what a report reads is. */
export interface SourceAge {
  /** The months whose transactions come from the cache; undefined when none do. */
  months: { first: string; last: string }
  /** When the oldest of them was read: milliseconds since 1970. */
  read_at: number
}

/** What reports read of a workspace. */
export interface ReportSource {
  /** True if reading more of it costs requests. */
  costsRequests: boolean
  /** Returns the totals of lines by dimensions, in no particular order. */
  totalLines(
    query: LineQuery,
    dimensions: readonly LineDimension[],
    options?: TotalOptions,
  ): Promise<LineTotal[]>
  /** Yields lines page by page, the newest first. */
  listLines(query: LineQuery): AsyncIterable<readonly ReportLine[]>
  /** Returns the first and the last date of the live transactions; undefined when there are none. */
  readDateRange(): Promise<{ first: string; last: string } | undefined>
  /**
   * Returns the first and the last month to which money is assigned; undefined when there is none. A service does not
   * list assignments: there it is always undefined.
   */
  readAssignedRange(): Promise<{ first: string; last: string } | undefined>
  /** Returns the changes of balances until the end of a date, of every account that has transactions. */
  listBalanceChanges(until: string): Promise<BalanceChange[]>
  /** Yields the movements of money until the end of a date, the earliest first. */
  listMoneyFlows(until: string): AsyncIterable<readonly MoneyFlow[]>
  /** Yields the regular transactions of one merchant after the other, in the order of their ids. */
  listMerchantPayments(query: PaymentQuery): AsyncIterable<MerchantPayments>
  /** Returns budget months, the earliest first. */
  listBudgetMonths(first: string, last: string): Promise<BudgetMonth[]>
  /** Returns the parts of Ready to Assign in a month, and what was overspent in the month before. */
  explainReadyToAssign(month: string): Promise<ReadyToAssignExplanation>
  /**
   * Returns what planned transactions would do; nothing is written.
   * @throws UserError `not_found` for a remote workspace
   */
  computeForecast(planned: readonly PlannedTransaction[], range: ForecastRange): Promise<Forecast>
  /**
   * Returns what happened without a schedule, the earliest first: no row that fulfils a date, none of the merchant or
   * to the account of a schedule whose amount is within a quarter of its own, and no balance an account began with.
   * @throws UserError `not_found` for a remote workspace
   */
  listUnplannedFlows(range: { since: string; until: string }): Promise<UnplannedFlow[]>
  /** Returns how old what was read is; undefined when it was read now. */
  readAge(): SourceAge | undefined
}
