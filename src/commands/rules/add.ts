/** `budget rules add`: adds a rule of auto-categorization. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag, withFields } from '../../command/option-spec.ts'
import {
  accountOption,
  categoryOption,
  categoryOrRtaOption,
  enumOption,
  merchantOption,
  textOption,
} from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { CategorizationRuleDraft } from '../../contract/ports/local-service.ts'
import { defineRuleChangeView } from '../../transactions/rules-view.ts'

export const add = defineLocalCommand({
  name: 'rules add',
  summary: 'Add a rule that categorizes new transactions, after the other rules',
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
  async run(context, { merchant, merchantContains, account, direction, ...typed }) {
    const isAsked = typed.category === undefined && !typed.readyToAssign && context.isInteractive()
    const goal = isAsked
      ? await context.promptFor(categoryOrRtaOption('The category to assign'))
      : typed.category
    const category = goal === 'rta' ? undefined : goal
    const readyToAssign = typed.readyToAssign || goal === 'rta'
    if ((category === undefined) !== readyToAssign)
      throw new UserError('usage', 'A rule requires either --category or --ready-to-assign')
    if (merchant && merchantContains !== undefined)
      throw new UserError('usage', 'Use either --merchant or --merchant-contains, not both')
    if (merchantContains?.trim() === '')
      throw new UserError('invalid', '--merchant-contains requires at least one letter', {
        field: 'merchant_contains',
      })
    const draft: CategorizationRuleDraft = {
      ...(merchant && { merchant_id: merchant.id }),
      ...(merchantContains !== undefined && { merchant_contains: merchantContains }),
      ...(account && { account_id: account.id }),
      ...(direction && { direction }),
      ...(category ? { category_id: category.id } : { ready_to_assign: true }),
    }
    return context.admin.addRule(draft)
  },
  view: defineRuleChangeView(({ position }) => `Added as rule ${position}`),
})
