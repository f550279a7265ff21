/** Says how YNAB computes its figures. */

import type { SourceRules } from '../source-budget.ts'

/** The rules of the service follow those of YNAB. @see docs/spec.md#b20 */
export const ynabRules: SourceRules = {
  treatsCardsAsCash: false,
  ignoresUncategorized: false,
  offersMoneyAssignedLater: false,
  held: [],
  carriesOverspending: [],
}
