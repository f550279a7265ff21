import { command } from '../../command/define.ts'
import { merchant, name } from '../../command/options.ts'
import { merchantChange } from '../../render/merchants.ts'

export const rename = command({
  name: 'merchants rename',
  summary: 'Rename a merchant',
  arguments: { merchant: merchant('The merchant to rename'), name: name('Its new name') },
  examples: [{ when: 'A name only a bank could like', type: 'budget merchants rename "AMZN MKTP" Amazon' }],
  changes: true,
  run: async ({ api }, { merchant, name }) =>
    (await api.updateMerchant({ merchant_id: merchant.id, body: { name } })).merchant,
  show: merchantChange((merchant) => `The merchant is now called ${merchant.name}`),
})
