/** `budget month grid`: shows several months side by side. */

import { defineCommand } from '../../command/define.ts'
import { optional, withDefault } from '../../command/option-spec.ts'
import { enumOption, groupOption, integerOption, monthOption } from '../../command/options.ts'
import { monthGridView, readGrid } from '../../month/month-grid-view.ts'

export const grid = defineCommand({
  name: 'month grid',
  summary: 'Show several months side by side',
  arguments: { month: optional(monthOption('The last month; the current one by default')) },
  flags: {
    months: withDefault(integerOption('The number of months', 1, 36), '6'),
    figure: enumOption('The figure to show (activity by default; TSV and CSV then contain all)', 'FIGURE', [
      'assigned',
      'activity',
      'available',
    ]),
    group: groupOption('Only the categories of this group'),
  },
  examples: [
    { when: 'Spending in the last six months', commandLine: 'budget month grid' },
    { when: 'What is planned', commandLine: 'budget month grid +2 --months 3 --figure assigned' },
    { when: 'A year, for a spreadsheet', commandLine: 'budget month grid --months 12 --format csv' },
  ],
  run: readGrid,
  view: monthGridView,
})
