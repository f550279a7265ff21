import { ruleChange } from '../../render/rules.ts'
import { localCommand } from '../command.ts'
import { id } from '../entries.ts'

export const remove = localCommand({
  name: 'rules remove',
  summary: 'Take a rule away; what it categorized stays',
  arguments: { id: id('The rule, by id') },
  examples: [{ when: 'A rule that catches too much', type: 'budget rules remove rul_01' }],
  changes: true,
  run: ({ admin }, { id }) => admin.removeRule(id),
  show: ruleChange(() => 'It is gone'),
})
