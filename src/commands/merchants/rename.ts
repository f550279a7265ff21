/** `budget merchants rename`: renames a merchant. */

import { defineCommand } from '../../command/define.ts'
import { merchantOption, nameOption } from '../../command/options.ts'
import { defineMerchantChangeView } from '../../render/merchants.ts'

export const rename = defineCommand({
  name: 'merchants rename',
  summary: 'Rename a merchant',
  arguments: { merchant: merchantOption('The merchant to rename'), name: nameOption('Its new name') },
  examples: [
    { when: 'A name only a bank could like', commandLine: 'budget merchants rename "AMZN MKTP" Amazon' },
  ],
  mutates: true,
  run: async ({ api }, { merchant, name }) =>
    (await api.updateMerchant({ merchant_id: merchant.id, body: { name } })).merchant,
  view: defineMerchantChangeView((merchant) => `The merchant is now called ${merchant.name}`),
})
