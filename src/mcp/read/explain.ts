/** `explain`: why a figure is what it is, in parts that add up. */

import { amount, closedEnum, optional, strictFields, textField } from '../../contract/fields.ts'
import { isMonth, toMonth } from '../../money/calendar.ts'
import { fieldDescriptions } from '../fields.ts'
import { readLine, toFlags } from '../run-line.ts'
import { type Answer, defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'

export const explain = defineTool({
  name: 'explain',
  title: 'Explain',
  description:
    'Why a figure is what it is: Ready to Assign, what a category has available, or why an account differs from the bank (give the balance that the bank shows).',
  level: 'read',
  fields: strictFields({
    of: closedEnum(['ready_to_assign', 'category', 'account']),
    name: optional(textField),
    month: optional(textField),
    balance: optional(amount),
  }),
  descriptions: { ...fieldDescriptions, name: 'Of the category or the account' },
  async run({ runner, readToday }, { of, name, month = toMonth(readToday()), balance }) {
    if (!isMonth(month))
      throw new ToolError('invalid', 'must be a month in the form YYYY-MM', { field: 'month' })
    if (of === 'ready_to_assign') return readLine<Answer>(runner, ['month', 'show', '--explain'], [month])
    if (name === undefined) throw new ToolError('invalid', 'is required', { field: 'name' })
    if (of === 'category') return readLine<Answer>(runner, ['month', 'show', '--explain'], [month, name])
    if (balance === undefined)
      throw new ToolError('invalid', 'is required: what the bank shows', { field: 'balance' })
    return readLine<Answer>(runner, ['accounts', 'reconcile', ...toFlags({ balance })], [name])
  },
})
