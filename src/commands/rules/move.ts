/** `budget rules move`: moves a rule to another position. */

import { defineLocalCommand } from '../../command/define.ts'
import { integerOption } from '../../command/options.ts'
import { findRule, ruleOption } from '../../transactions/describe-rule.ts'
import { defineRuleChangeView } from '../../transactions/rules-view.ts'

export const move = defineLocalCommand({
  name: 'rules move',
  summary: 'Move a rule to another position; the first matching rule applies',
  arguments: {
    rule: ruleOption('The rule, by position or id'),
    position: {
      ...integerOption('The new position, starting at 1', 1),
      placeholder: 'POSITION',
      fields: ['position'],
    },
  },
  examples: [{ when: 'Put an exception before a rule', commandLine: 'budget rules move 2 1' }],
  mutates: true,
  run: ({ workspace: { admin } }, { rule, position }) =>
    admin.moveRule(findRule(admin.listRules(), rule).id, position),
  view: defineRuleChangeView(({ position }) => `Moved to position ${position}`),
})
