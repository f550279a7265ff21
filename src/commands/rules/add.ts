/** `budget rules add`: adds a rule of auto-categorization. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag, withFields } from '../../command/option-spec.ts'
import {
  accountOption,
  categoryOption,
  enumOption,
  merchantOption,
  textOption,
} from '../../command/options.ts'
import { addRule } from '../../transactions/add-rule.ts'
import { defineRuleChangeView } from '../../transactions/rules-view.ts'

export const add = defineLocalCommand({
  name: 'rules add',
  summary: 'Add a rule that categorizes new transactions, at the end of the list',
  flags: {
    merchant: merchantOption('Only transactions with this merchant'),
    merchantContains: withFields(
      textOption('Only merchants whose name contains this text', 'TEXT'),
      'merchant_contains',
    ),
    account: accountOption('Only transactions in this account'),
    direction: enumOption('Only inflows or only outflows', 'DIRECTION', ['outflow', 'inflow']),
    category: categoryOption('The category to assign'),
    readyToAssign: withFields(booleanFlag('Assign them to Ready to Assign'), 'ready_to_assign'),
  },
  examples: [
    {
      when: 'One merchant, one category',
      commandLine: 'budget rules add --merchant Aldi --category Groceries',
    },
    {
      when: 'Everything from your employer',
      commandLine: 'budget rules add --merchant-contains acme --direction inflow --ready-to-assign',
    },
  ],
  mutates: true,
  run: addRule,
  view: defineRuleChangeView(({ position }) => `Added as rule ${position}`),
})
