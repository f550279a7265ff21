/** `budget rules remove`: removes a rule. */

import { defineLocalCommand } from '../../command/define.ts'
import { findRule, ruleOption } from '../../transactions/describe-rule.ts'
import { defineRuleChangeView } from '../../transactions/rules-view.ts'

export const remove = defineLocalCommand({
  name: 'rules remove',
  summary: 'Remove a rule; categorized transactions stay',
  arguments: { rule: ruleOption('The rule, by position or id') },
  examples: [{ when: 'A rule that matches too much', commandLine: 'budget rules remove 1' }],
  mutates: true,
  run: ({ workspace: { admin } }, { rule }) => admin.removeRule(findRule(admin.listRules(), rule).id),
  view: defineRuleChangeView(() => 'Removed'),
})
