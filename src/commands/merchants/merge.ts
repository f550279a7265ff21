/** `budget merchants merge`: merges merchants into another one. */

import { mergeMerchants } from '../../cleanup/merchants/merge-merchants.ts'
import { mergedMerchantsView } from '../../cleanup/merchants-view.ts'
import { defineCommand } from '../../command/define.ts'
import { oneOrMore, required, withFields } from '../../command/option-spec.ts'
import { merchantOption } from '../../command/options.ts'
import { prepareRenameRules, renameLayoutOption } from '../../import/save-rename-rules.ts'

export const merge = defineCommand({
  name: 'merchants merge',
  summary: 'Merge merchants into another one',
  arguments: { merchants: oneOrMore(merchantOption('The merchants to remove')) },
  flags: {
    into: required(
      withFields(merchantOption('The merchant that gets their transactions'), 'move_to_merchant_id'),
    ),
    layout: renameLayoutOption,
  },
  examples: [
    { when: 'Two spellings of one shop', commandLine: 'budget merchants merge AMZN --into Amazon --yes' },
    {
      when: 'Use that name for future imports, too',
      commandLine: 'budget merchants merge AMZN --into Amazon --layout all --yes',
    },
  ],
  mutates: true,
  waitsForRateLimit: true,
  formatLabel: ({ merchants, into }) =>
    `merchants merge ${merchants.map(({ name }) => `"${name}"`).join(' ')} → ${into.name}`,
  run: async (context, { layout, ...input }) =>
    mergeMerchants(context, {
      ...input,
      changeMerchants: prepareRenameRules(context, { layout, apply: 'all' }),
    }),
  view: mergedMerchantsView,
})
