/** Defines the proof of a move: what the source states beside what the new workspace says. */

import type { MinorUnits } from '../../money/minor-units.ts'

/** The figures that are compared. */
export type ComparedFigure =
  | 'balance'
  | 'assigned'
  | 'activity'
  | 'available'
  | 'ready_to_assign'
  | 'age_of_money'

/** The rows of the table in docs/migrate.md on which programs differ. */
export const differenceRules = {
  cards: 'The other program treats cards as cash; here card debt stays on the card',
  payments: 'The other program set the same money aside for another card',
  carried: 'The other program kept the overspending in the category; here it came out of Ready to Assign',
  held: 'The other program held this money for the next month; here it is Ready to Assign',
  later: 'Here money assigned in later months cannot be assigned again',
  uncategorized: 'Here uncategorized transactions count: the next month covers them',
  since: 'Money from before the first month is in the starting balances, and is Ready to Assign',
  begins: 'The file starts with this month and does not say what was carried into it',
  contradicts: 'The file contradicts itself: its own rows do not add up to this figure',
  follows: 'Follows from another difference',
  'age-of-money': 'Age of money is averaged differently',
} as const satisfies Readonly<Record<string, string>>

/** Why a figure differs. */
export type DifferenceRule = keyof typeof differenceRules

/** True for a difference to look at: nothing explains it, or the file contradicts itself. */
export const isProblem = ({ rules }: { rules: readonly DifferenceRule[] }): boolean =>
  rules.length === 0 || rules.includes('contradicts')

/** A figure that is not the same. Amounts are minor units, the age of money is days. */
export interface Difference {
  figure: ComparedFigure
  month: string | null
  /** The `seq` of the category or of the account; null for a month. */
  category: number | null
  account: number | null
  theirs: MinorUnits
  ours: MinorUnits
  /** null when no rule explains it. */
  rules: readonly DifferenceRule[]
}

/** How many figures are the same. */
export interface Agreement {
  equal: number
  of: number
}

/** What the comparison found. */
export interface Proof {
  accounts: Agreement
  category_months: Agreement
  ready_to_assign: Agreement
  /** Whole days. */
  age_of_money: Agreement
  differences: readonly Difference[]
}
