/** Declares the flags that say how a source is read. */

import { repeatable } from '../../../command/option-spec.ts'
import { enumOption, textOption } from '../../../command/options.ts'
import { dateOrders, decimalSeparators, sourceKinds, spendingSigns } from '../../../migrate/source-budget.ts'

/** The flags for what a file leaves open; its content says the rest. */
export const sourceFlags = {
  from: enumOption('The program; the content tells it otherwise', 'PROGRAM', sourceKinds),
  dates: enumOption('The order of day, month and year, where the dates leave it open', 'ORDER', dateOrders),
  decimal: enumOption('The decimal separator, where the amounts leave it open', 'MARK', decimalSeparators),
  account: textOption('The account of rows that name none, where a table names the others', 'ACCOUNT'),
  income: repeatable(
    textOption(
      'A category of income, where a table leaves it open, or none; may be given several times',
      'CATEGORY',
    ),
  ),
  spending: enumOption('The sign of spending, where a table leaves it open', 'SIGN', spendingSigns),
}
