/** Defines budget months as reports, exports and forecasts read them. */

import type { MinorUnits } from '../../money/minor-units.ts'

/** The figures of a category in a month. */
export interface CategoryMonth {
  /** null for the hidden envelope of uncategorized lines. @see docs/spec.md#b50 */
  category_id: string | null
  carryover: MinorUnits
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
  /** What the next month's Ready to Assign pays for. @see docs/spec.md#b22 */
  cash_overspending: MinorUnits
  /** What stays on the cards as debt. */
  credit_overspending: MinorUnits
}

/**
 * Ready to Assign taken apart. The parts add up: ready_to_assign = carried_over + income − assigned −
 * overspent_last_month − held_for_later + other.
 * @see docs/reports.md#explain
 */
export interface ReadyToAssignParts {
  ready_to_assign: MinorUnits
  /** What was left at the end of the month before. */
  carried_over: MinorUnits
  income: MinorUnits
  assigned: MinorUnits
  overspent_last_month: MinorUnits
  /** What later months have assigned and is held back here. @see docs/spec.md#b40 */
  held_for_later: MinorUnits
  /** What the service does not tell; zero for a local workspace. */
  other: MinorUnits
}

/** Why Ready to Assign of a month is what it is. */
export interface ReadyToAssignExplanation extends ReadyToAssignParts {
  /** What `overspent_last_month` is made of: categories and positive amounts; null is the hidden envelope. */
  overspent_categories: { category_id: string | null; amount: MinorUnits }[]
}

/** A budget month, as reports and exports need it. */
export interface BudgetMonth {
  month: string
  parts: ReadyToAssignParts
  /** Every category that exists, and the hidden envelope when it has figures. */
  categories: CategoryMonth[]
}
