/** Defines the figures that a program states about a budget, and adds up amounts. */

import type { MinorUnits } from '../money/minor-units.ts'

/**
 * The results that a program states, which the new workspace must have as well. Accounts and categories are named by
 * the keys of the program, or by their `seq` in the content. What the program does not state is undefined.
 */
export interface StatedFigures<Key> {
  /** The balances of accounts, pending transactions included. */
  balances: readonly { account: Key; balance: MinorUnits }[]
  categoryMonths: readonly StatedCategoryMonth<Key>[]
  months: readonly StatedMonth[]
  /** Left out where no figure can contradict the transactions. */
  contradictions?: Contradictions<Key>
}

/** What a program says about a category in a month, YYYY-MM. */
export interface StatedCategoryMonth<Key> {
  month: string
  category: Key
  assigned?: MinorUnits | undefined
  activity?: MinorUnits | undefined
  available?: MinorUnits | undefined
}

/** What a program says about a month, YYYY-MM. */
export interface StatedMonth {
  month: string
  readyToAssign?: MinorUnits | undefined
  /** In days. */
  ageOfMoney?: number | undefined
}

/**
 * The figures of a file that are not what its own transactions add up to, with that sum. The reader adds up the rows as
 * they are in the file, so that a transaction that was lost on the way stays a difference without a reason.
 */
export interface Contradictions<Key> {
  balances: readonly { account: Key; sum: MinorUnits }[]
  activity: readonly { month: string; category: Key; sum: MinorUnits }[]
  /** What the file states as the income of a month beyond what its transactions add up to. */
  income: readonly { month: string; excess: MinorUnits }[]
}

/** How a program computes its figures, where it differs from ours. @see docs/migrate.md */
export interface ProgramRules<Key> {
  /** The program knows nothing of cards: what they overspend is overspent in cash. */
  treatsCardsAsCash: boolean
  /** Lines without a category count nowhere. */
  ignoresUncategorized: boolean
  /** Money that a later month has assigned is still Ready to Assign in earlier months. */
  offersMoneyAssignedLater: boolean
  /** Money held back in a month for the next one. */
  held: readonly { month: string; amount: MinorUnits }[]
  /** Categories whose overspending of a month stays in the category. */
  carriesOverspending: readonly { month: string; category: Key }[]
}

/** The rules of YNAB, which the service follows. @see docs/spec.md#b20 */
export const ynabRules: ProgramRules<string> = {
  treatsCardsAsCash: false,
  ignoresUncategorized: false,
  offersMoneyAssignedLater: false,
  held: [],
  carriesOverspending: [],
}

/** Sums by category, by month. */
export type AmountsByMonth<Key> = Map<string, Map<Key, MinorUnits>>

/** Adds an amount to a sum. */
export function addAmount<Key>(sums: Map<Key, MinorUnits>, key: Key, amount: MinorUnits): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** Adds an amount to the sum of a category in a month. */
export function addToMonth<Key>(
  amounts: AmountsByMonth<Key>,
  { month, category }: { month: string; category: Key },
  amount: MinorUnits,
): void {
  const sums = amounts.get(month) ?? new Map<Key, MinorUnits>()
  amounts.set(month, sums)
  addAmount(sums, category, amount)
}

/** Returns the balance of each account that has rows. */
export function sumBalances(
  rows: Iterable<{ account: string; amount: MinorUnits }>,
): Map<string, MinorUnits> {
  const balances = new Map<string, MinorUnits>()
  for (const { account, amount } of rows) addAmount(balances, account, amount)
  return balances
}

/** Adds up the amounts of rows. */
export const sumAmounts = (rows: readonly { amount: MinorUnits }[]): MinorUnits =>
  rows.reduce((sum, { amount }) => sum + amount, 0n)
