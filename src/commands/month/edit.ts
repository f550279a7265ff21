/** `budget month edit`: changes a month on a screen. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { editMonth } from '../../month/edit/edit-month.ts'
import { editResultView } from '../../month/edit/edit-result-view.ts'

export const edit = defineCommand({
  name: 'month edit',
  summary: 'Assign, move and cover money with the keyboard, on a screen',
  arguments: { month: optional(monthOption('The month, the current one by default')) },
  flags: { plain: booleanFlag('Ask line by line, e.g. for a screen reader') },
  examples: [
    { when: 'The current month', commandLine: 'budget month edit' },
    { when: 'Plan the next one', commandLine: 'budget month edit next' },
  ],
  mutates: true,
  cannotDraft: 'it shows a screen',
  hasOwnDryRun: true,
  // Each change is a command and a transaction of its own.
  isAtomic: false,
  run: editMonth,
  view: editResultView,
})
