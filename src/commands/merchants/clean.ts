/** `budget merchants clean`: gives merchants with a bank's text as their name the plain name. */

import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { cleanMerchantNames } from '../../cleanup/merchants/clean-names.ts'
import { plainNamesView } from '../../cleanup/plain-names-view.ts'
import { defineCommand } from '../../command/define.ts'
import { prepareRenameRules, renameLayoutOption } from '../../import/save-rename-rules.ts'

export const clean = defineCommand({
  name: 'merchants clean',
  summary: 'Find merchants whose names are raw bank text, and suggest plain names',
  flags: {
    apply: namedFindingOption(
      'Rename the merchant, or merge it into the one with that name',
      'all skips those that would combine two categories',
    ),
    layout: renameLayoutOption,
  },
  examples: [
    { when: 'See the plain names', commandLine: 'budget merchants clean' },
    { when: 'Rename the first two', commandLine: 'budget merchants clean --apply 1,2' },
    { when: 'What would change', commandLine: 'budget merchants clean --apply all --dry-run' },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  run: async (context, { layout, ...input }) => {
    const change = prepareRenameRules(context, { layout, apply: input.apply })
    return cleanMerchantNames(context, { ...input, changeMerchants: change })
  },
  view: plainNamesView,
})
