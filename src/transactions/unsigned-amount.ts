/** Declares what `budget spend` and `budget earn` share: an amount without a sign, and further details. */

import { type OptionSpec, withFields } from '../command/option-spec.ts'
import {
  amountOption,
  categoryOrRtaOption,
  dateOption,
  enumOption,
  openAccountOption,
  textOption,
} from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { compare } from '../money/decimal.ts'

/** An amount above zero: the word of the command gives the sign. */
export function unsignedAmountOption(command: 'spend' | 'earn'): OptionSpec<string> {
  const option = amountOption('The amount, without a sign')
  return {
    ...option,
    async parse(text, context) {
      const amount = await option.parse(text, context)
      if (compare(amount, '0') > 0) return amount
      const direction = command === 'spend' ? 'out' : 'in'
      throw new UserError(
        'invalid',
        `"${text}" is not an amount above zero: ${command} means money ${direction}`,
        {
          field: 'amount',
          hint: `Example: budget ${command} 4.50`,
        },
      )
    },
  }
}

/** The flags of both commands. */
export const detailFlags = {
  account: openAccountOption('The account; optional with only one account, or with default_account set'),
  category: categoryOrRtaOption('The category'),
  date: dateOption('The date; today by default'),
  notes: withFields(textOption('A note', 'TEXT'), 'notes'),
  status: withFields(
    enumOption('The status; pending by default, until the bank has it', 'STATUS', ['pending', 'cleared']),
    'status',
  ),
}

/** The details that only `tx add` takes. */
export const noFurtherDetails = {
  readyToAssign: false,
  uncategorized: false,
  split: [],
  reviewStatus: undefined,
  isByHand: true,
}
