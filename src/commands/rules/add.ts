/** `budget rules add`: adds a rule of auto-categorization. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag, filling } from '../../command/option-spec.ts'
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
import { defineRuleChangeView } from '../../render/rules.ts'

export const add = defineLocalCommand({
  name: 'rules add',
  summary: 'Give new transactions their category by a rule, asked after the others',
  flags: {
    merchant: merchantOption('Only transactions of this merchant'),
    merchantContains: filling(
      textOption('Only merchants with this in their name', 'TEXT'),
      'merchant_contains',
    ),
    account: accountOption('Only transactions on this account'),
    direction: enumOption('Only money going this way', 'DIRECTION', ['outflow', 'inflow']),
    category: categoryOption('The category they get'),
    readyToAssign: filling(booleanFlag('They go to Ready to Assign'), 'ready_to_assign'),
  },
  examples: [
    { when: 'One shop, one envelope', commandLine: 'budget rules add --merchant Aldi --category Groceries' },
    {
      when: 'Whatever comes from the employer',
      commandLine: 'budget rules add --merchant-contains acme --direction inflow --ready-to-assign',
    },
  ],
  mutates: true,
  async run(context, { merchant, merchantContains, account, direction, ...typed }) {
    const isAsked = typed.category === undefined && !typed.readyToAssign && context.isInteractive()
    const goal = isAsked
      ? await context.promptFor(categoryOrRtaOption('The category they get'))
      : typed.category
    const category = goal === 'rta' ? undefined : goal
    const readyToAssign = typed.readyToAssign || goal === 'rta'
    if ((category === undefined) !== readyToAssign)
      throw new UserError('usage', 'A rule needs one of --category and --ready-to-assign')
    if (merchant && merchantContains !== undefined)
      throw new UserError('usage', 'Take one of --merchant and --merchant-contains, not both')
    if (merchantContains?.trim() === '')
      throw new UserError('value', '--merchant-contains needs at least one letter', {
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
  view: defineRuleChangeView(({ position }) => `It is asked as rule ${position}`),
})
