/** `budget merchants rename`: renames a merchant. */

import { defineMerchantChangeView } from '../../cleanup/merchants-view.ts'
import { defineCommand } from '../../command/define.ts'
import { merchantOption, nameOption } from '../../command/options.ts'

export const rename = defineCommand({
  name: 'merchants rename',
  summary: 'Rename a merchant',
  arguments: { merchant: merchantOption('The merchant to rename'), name: nameOption('The new name') },
  examples: [
    { when: 'Clean up a name from the bank', commandLine: 'budget merchants rename "AMZN MKTP" Amazon' },
  ],
  mutates: true,
  run: async ({ workspace: { api } }, { merchant, name }) =>
    (await api.updateMerchant({ merchant_id: merchant.id, body: { name } })).merchant,
  view: defineMerchantChangeView((merchant) => `Renamed the merchant to ${merchant.name}`),
})
