/** Declares the flags that say how a source is read. */

import { repeatable } from '../command/option-spec.ts'
import { enumOption, textOption } from '../command/options.ts'
import { dateOrders, decimalSeparators, spendingSigns } from '../tables/source-file.ts'
import { sourceKinds } from './source-budget.ts'

/** The flags for what a file leaves open; its content says the rest. */
export const sourceFlags = {
  from: enumOption('The program it comes from; detected by default', 'PROGRAM', sourceKinds),
  dates: enumOption('The order of day, month and year, if the dates do not show it', 'ORDER', dateOrders),
  decimal: enumOption('The decimal separator, if the amounts do not show it', 'MARK', decimalSeparators),
  account: textOption('The account for rows that do not name one', 'ACCOUNT'),
  income: repeatable(
    textOption('An income category, or none, if the file does not show it; can be repeated', 'CATEGORY'),
  ),
  spending: enumOption('The sign of spending, if the file does not show it', 'SIGN', spendingSigns),
}
