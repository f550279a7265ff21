import { localCommand } from '../../command/define.ts'
import { ruleChange } from '../../render/rules.ts'
import { findRule, ruleEntry } from './shared/find-rule.ts'

export const remove = localCommand({
  name: 'rules remove',
  summary: 'Take a rule away; what it categorized stays',
  arguments: { rule: ruleEntry('The rule, by its position or id') },
  examples: [{ when: 'A rule that catches too much', type: 'budget rules remove 1' }],
  changes: true,
  run: ({ admin }, { rule }) => admin.removeRule(findRule(admin.listRules(), rule).id),
  show: ruleChange(() => 'It is gone'),
})
