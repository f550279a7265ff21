/** `budget month show`: shows a budget month. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { categoryOption, groupOption } from '../../command/options.ts'
import { monthView } from '../../month/month-view.ts'
import { monthOrCategoryOption, showMonth } from '../../month/show-month.ts'

export const show = defineCommand({
  name: 'month show',
  summary: 'Show a budget month: Ready to Assign, then every category',
  arguments: {
    month: optional(monthOrCategoryOption('The month, the current one by default; or a category')),
    category: optional(categoryOption('Only this category')),
  },
  flags: {
    group: groupOption('Only the categories of this group'),
    overspent: booleanFlag('Only overspent categories'),
    underfunded: booleanFlag('Only categories whose target needs more'),
    all: booleanFlag('Include archived categories'),
    upcoming: booleanFlag('What is still to come this month by schedules, and what is missing for it'),
    explain: booleanFlag('Break down Ready to Assign, or what a category has available'),
  },
  examples: [
    { when: 'The current month', commandLine: 'budget month' },
    { when: 'Last month', commandLine: 'budget month show last' },
    { when: 'Overspent categories', commandLine: 'budget month show --overspent' },
    { when: 'Is there money for what is still to come?', commandLine: 'budget month --upcoming' },
    { when: 'Why is Ready to Assign negative?', commandLine: 'budget month --explain' },
    { when: "Where did a category's money go?", commandLine: 'budget month show Groceries --explain' },
  ],
  run: showMonth,
  view: monthView,
})
