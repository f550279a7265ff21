/** `budget init`: creates a first workspace with starter categories. */

import { defineStandaloneCommand } from '../command/define.ts'
import { booleanFlag } from '../command/option-spec.ts'
import { nameOption, textOption } from '../command/options.ts'
import { createFirstBudget, initView } from '../setup/create-first-budget.ts'

export const init = defineStandaloneCommand({
  name: 'init',
  summary: 'Create your first budget, with starter categories',
  flags: {
    name: nameOption('The name; Home by default'),
    currency: textOption("The currency, such as USD; your country's by default", 'CURRENCY'),
    empty: booleanFlag('Create no categories'),
  },
  examples: [
    { when: 'Your first budget', commandLine: 'budget init' },
    { when: 'Without prompts', commandLine: 'budget init --name Home --currency EUR' },
  ],
  mutates: true,
  run: createFirstBudget,
  view: initView,
})
