/** `budget rules move`: moves a rule to another position. */

import { defineLocalCommand } from '../../command/define.ts'
import { integerOption } from '../../command/options.ts'
import { defineRuleChangeView } from '../../render/rules.ts'
import { findRule, ruleOption } from './shared/find-rule.ts'

export const move = defineLocalCommand({
  name: 'rules move',
  summary: 'Give a rule another place in the order; the first that holds is taken',
  arguments: {
    rule: ruleOption('The rule, by its position or id'),
    position: {
      ...integerOption('Its new place, from 1 on', 1),
      placeholder: 'POSITION',
      fields: ['position'],
    },
  },
  examples: [{ when: 'The exception comes before the rule', commandLine: 'budget rules move 2 1' }],
  mutates: true,
  run: ({ admin }, { rule, position }) => admin.moveRule(findRule(admin.listRules(), rule).id, position),
  view: defineRuleChangeView(({ position }) => `It is asked as rule ${position} now`),
})
