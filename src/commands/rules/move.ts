import { localCommand } from '../../command/define.ts'
import { wholeNumber } from '../../command/options.ts'
import { ruleChange } from '../../render/rules.ts'
import { findRule, ruleEntry } from './shared/find-rule.ts'

export const move = localCommand({
  name: 'rules move',
  summary: 'Give a rule another place in the order; the first that holds is taken',
  arguments: {
    rule: ruleEntry('The rule, by its position or id'),
    position: { ...wholeNumber('Its new place, from 1 on', 1), placeholder: 'POSITION' },
  },
  examples: [{ when: 'The exception comes before the rule', type: 'budget rules move 2 1' }],
  changes: true,
  run: ({ admin }, { rule, position }) => admin.moveRule(findRule(admin.listRules(), rule).id, position),
  show: ruleChange(({ position }) => `It is asked as rule ${position} now`),
})
