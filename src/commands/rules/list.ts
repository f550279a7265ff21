import { localCommand } from '../../command/define.ts'
import { ruleList } from '../../render/rules.ts'

export const list = localCommand({
  name: 'rules list',
  summary: 'List the rules in the order in which they are asked',
  examples: [{ when: 'Why a transaction got its category', type: 'budget rules' }],
  run: ({ admin }) => admin.listRules(),
  show: ruleList,
})
