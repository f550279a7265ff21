/** `budget merchants add`: creates a merchant. */

import { defineMerchantChangeView } from '../../cleanup/merchants-view.ts'
import { defineCommand } from '../../command/define.ts'
import { nameOption } from '../../command/options.ts'

export const add = defineCommand({
  name: 'merchants add',
  summary: 'Add a merchant',
  arguments: { name: nameOption('The name') },
  examples: [
    { when: 'A shop, before the first purchase', commandLine: 'budget merchants add "Corner Bakery"' },
  ],
  mutates: true,
  run: async ({ workspace: { api } }, { name }) => (await api.createMerchant({ body: { name } })).merchant,
  view: defineMerchantChangeView((merchant) => `Added ${merchant.name} (${merchant.id})`),
})
