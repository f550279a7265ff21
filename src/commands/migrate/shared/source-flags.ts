/** Declares the flags that say how a source is read. */

import { enumOption } from '../../../command/options.ts'
import { dateOrders, decimalSeparators, sourceKinds, spendingSigns } from '../../../migrate/source-budget.ts'

/** The flags for what a file leaves open; its content says the rest. */
export const sourceFlags = {
  from: enumOption('The program; the content tells it otherwise', 'PROGRAM', sourceKinds),
  dates: enumOption('The order of day, month and year, where the dates leave it open', 'ORDER', dateOrders),
  decimal: enumOption('The decimal separator, where the amounts leave it open', 'MARK', decimalSeparators),
  spending: enumOption('The sign of spending, where a table leaves it open', 'SIGN', spendingSigns),
}
