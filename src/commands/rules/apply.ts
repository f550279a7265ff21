/** `budget rules apply`: categorizes past transactions by the rules. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { accountOption, periodOption } from '../../command/options.ts'
import { applyRules } from '../../transactions/apply-rules.ts'
import { ruleOption } from '../../transactions/describe-rule.ts'
import { ruleResultsView } from '../../transactions/rules-view.ts'

export const apply = defineLocalCommand({
  name: 'rules apply',
  summary: 'Categorize past transactions by the rules, as if they were new',
  arguments: { rule: optional(ruleOption('Only this rule, by position or id; all rules by default')) },
  flags: {
    account: accountOption('Only in this account'),
    period: periodOption('Only in this period'),
    recategorize: booleanFlag('Also those that already have another category, even one you chose'),
  },
  examples: [
    { when: 'What the rules would do', commandLine: 'budget rules apply --dry-run' },
    { when: 'After you added a rule', commandLine: 'budget rules apply 2' },
    { when: 'Correct last month', commandLine: 'budget rules apply --period last-month --recategorize' },
  ],
  mutates: true,
  run: applyRules,
  view: ruleResultsView,
})
