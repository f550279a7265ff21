/** `budget rules list`: lists the rules in their order. */

import { defineLocalCommand } from '../../command/define.ts'
import { ruleListView } from '../../transactions/rules-view.ts'

export const list = defineLocalCommand({
  name: 'rules list',
  summary: 'List the rules in the order they are applied',
  examples: [{ when: 'Why a transaction got its category', commandLine: 'budget rules' }],
  run: ({ workspace: { admin } }) => admin.listRules(),
  view: ruleListView,
})
