/** `budget merchants suggest`: finds merchants that are one shop under several names, and merges them. */

import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { mergeSameShops, scoreOption } from '../../cleanup/merchants/merge-same-shops.ts'
import { sameShopsView } from '../../cleanup/same-shops-view.ts'
import { defineCommand } from '../../command/define.ts'
import { withDefault } from '../../command/option-spec.ts'
import { prepareRenameRules, renameLayoutOption } from '../../import/save-rename-rules.ts'

export const suggest = defineCommand({
  name: 'merchants suggest',
  summary: 'Find merchants that are the same shop under different names',
  flags: {
    minScore: withDefault(
      scoreOption('Only groups at least this likely, from 0 to 1; 0.8 by default'),
      '0.8',
    ),
    apply: namedFindingOption('Merge the merchants of the group'),
    layout: renameLayoutOption,
  },
  examples: [
    { when: 'Which names belong to one shop', commandLine: 'budget merchants suggest' },
    { when: 'Merge the first and the third group', commandLine: 'budget merchants suggest --apply 1,3' },
    {
      when: 'Merge, and save rules for the next import',
      commandLine: 'budget merchants suggest --apply 1 --layout all',
    },
    { when: 'Only what is nearly certain', commandLine: 'budget merchants suggest --min-score 0.95' },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  run: async (context, { layout, ...input }) => {
    const change = prepareRenameRules(context, { layout, apply: input.apply })
    return mergeSameShops(context, { ...input, changeMerchants: change })
  },
  view: sameShopsView,
})
