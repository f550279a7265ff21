/** `budget tx duplicates`: finds transactions that were booked twice, and removes them. */

import { removeDuplicates } from '../../cleanup/duplicates/remove-duplicates.ts'
import { duplicatesView } from '../../cleanup/duplicates-view.ts'
import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { defineCommand } from '../../command/define.ts'
import { withDefault } from '../../command/option-spec.ts'
import { accountOption, integerOption, periodOption } from '../../command/options.ts'

const MAX_DAYS = 31

export const duplicates = defineCommand({
  name: 'tx duplicates',
  summary: 'Find transactions that were entered twice',
  flags: {
    account: accountOption('Only in this account'),
    days: withDefault(integerOption('At most this many days apart; 5 by default', 0, MAX_DAYS), '5'),
    period: periodOption('Only in this period; reads less on a remote profile'),
    apply: namedFindingOption('Delete the one entered by hand, after copying its category and notes'),
  },
  examples: [
    { when: 'See what was entered twice', commandLine: 'budget tx duplicates' },
    { when: 'Remove the first and the third', commandLine: 'budget tx duplicates --apply 1,3' },
    {
      when: 'Remove all sure ones, in a script',
      commandLine: 'budget tx duplicates --period last-month --apply all --yes',
    },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  run: removeDuplicates,
  view: duplicatesView,
})
