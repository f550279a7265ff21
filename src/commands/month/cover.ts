/**
 * `budget month cover`: covers overspent categories with money from other categories. @see
 * docs/cli.md#month-cover
 */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, required, withFields, zeroOrMore } from '../../command/option-spec.ts'
import { amountOption, categoriesOrRtaOption, categoryOption, monthOption } from '../../command/options.ts'
import { coverOverspending } from '../../month/cover.ts'
import { assignmentsView } from '../../month/month-view.ts'

export const cover = defineCommand({
  name: 'month cover',
  summary: 'Cover overspent categories with money from others',
  arguments: {
    categories: zeroOrMore(withFields(categoryOption('The overspent categories'))),
  },
  flags: {
    all: booleanFlag('All overspent categories'),
    from: required(categoriesOrRtaOption('Where the money comes from, used in this order')),
    keep: amountOption('Leave this much in each of them'),
    month: monthOption('Another month'),
  },
  examples: [
    { when: 'Cover one category from another', commandLine: 'budget month cover "Eating out" --from Fun' },
    {
      when: 'Cover everything from several sources',
      commandLine: 'budget month cover --all --from Fun,rta',
    },
    { when: 'Leave 20 in each', commandLine: 'budget month cover --all --from Fun,Travel --keep 20' },
  ],
  mutates: true,
  waitsForRateLimit: true,
  run: coverOverspending,
  view: assignmentsView,
})
