/** Defines the figures that a source states about a budget, told by the rows of the new workspace. */

import type { MinorUnits } from '../money/minor-units.ts'

/**
 * The figures of a source, which the new workspace must have as well. Accounts and categories are named by their
 * `seq` in the content. What the source does not state is undefined.
 */
export interface MovedFigures {
  balances: readonly MovedBalance[]
  categoryMonths: readonly MovedCategoryMonth[]
  months: readonly MovedMonth[]
  contradictions?: MovedContradictions
}

/** The figures that are not what the transactions of the source itself add up to, with that sum. */
export interface MovedContradictions {
  balances: readonly { account: number; sum: MinorUnits }[]
  activity: readonly { month: string; category: number; sum: MinorUnits }[]
  /** What the source states as the income of a month beyond what its transactions add up to. */
  income: readonly { month: string; excess: MinorUnits }[]
}

/** The balance of an account, pending transactions included. */
export interface MovedBalance {
  account: number
  balance: MinorUnits
}

/** The figures of a category in a month, YYYY-MM. */
export interface MovedCategoryMonth {
  month: string
  category: number
  assigned?: MinorUnits | undefined
  activity?: MinorUnits | undefined
  available?: MinorUnits | undefined
}

/** The figures of a month, YYYY-MM. */
export interface MovedMonth {
  month: string
  readyToAssign?: MinorUnits | undefined
  /** In days. */
  ageOfMoney?: number | undefined
}
