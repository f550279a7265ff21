/** `budget month assign`: assigns money to categories. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { fileOption, monthOption, textOption } from '../../command/options.ts'
import { assignFromInput } from '../../month/assign-from-input.ts'
import { assignmentsView } from '../../month/month-view.ts'
import { ASSIGNMENT_AMOUNTS } from '../../month/parse-assignments.ts'

export const assign = defineCommand({
  name: 'month assign',
  summary: 'Assign money to categories',
  arguments: {
    assignments: zeroOrMore({
      ...textOption(`CATEGORY AMOUNT, or several CATEGORY=AMOUNT; ${ASSIGNMENT_AMOUNTS}`, 'CATEGORY'),
      completion: 'category',
      fields: ['assigned'],
    }),
  },
  flags: {
    file: fileOption('A file with one CATEGORY=AMOUNT per line; - is stdin'),
    month: monthOption('Another month'),
    editor: booleanFlag('Change the amounts of the month in your EDITOR'),
  },
  examples: [
    { when: 'Assign to one category', commandLine: 'budget month assign Groceries 400' },
    { when: 'What its target needs', commandLine: 'budget month assign Rent target' },
    { when: 'What was spent on average', commandLine: 'budget month assign Groceries=avg Rent=last' },
    { when: 'Add to the assigned amount', commandLine: 'budget month assign Groceries +50' },
    {
      when: 'Several at once, for next month',
      commandLine: 'budget month assign Groceries=400 Rent=950 --month next',
    },
  ],
  mutates: true,
  run: assignFromInput,
  view: assignmentsView,
})
